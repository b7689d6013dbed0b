/**
 * Dead-variable reduction on models written by others: `npm run bench -- papers dead-corpus DIR [--timeout S] [--only RE]`,
 * with DIR as for `npm run corpus`. Every symbolic query is answered three times: on the model as it is, by the engine with
 * dead variables taken for one value, and on the model with resets written in. The answers must be the same, and complete
 * searches must not store more states. Queries that take longer than the timeout are left out. Exit code 1 if any differ.
 */
import { performance } from "node:perf_hooks";
import { asBefore, read, reduce, verify } from "../../src/index.ts";
import { argumentsOf, corpusModels, difference, growth, make, queryOf } from "./corpus-frame.ts";

export async function run(args: readonly string[]): Promise<number> {
  const given = argumentsOf("papers dead-corpus", args);
  if (given === undefined) return 2;
  const totals = {
    models: 0,
    changed: 0,
    resets: 0,
    meta: 0,
    queries: 0,
    compared: 0,
    before: 0,
    engine: 0,
    reset: 0,
    different: 0,
  };
  for (const { file, source, made, texts } of corpusModels(given)) {
    totals.models++;
    const pairs = texts.flatMap((text) => {
      const query = queryOf(made, text);
      return query === undefined ? [] : [{ text, query }];
    });
    const reduction = reduce(source, made, { queries: pairs.map((p) => p.query) });
    const after = reduction.text === source.text ? undefined : make(read(reduction.text, asBefore(source)));
    if (after !== undefined) totals.changed++;
    totals.resets += reduction.resets.length;
    totals.meta += reduction.meta.length;
    for (const { text, query } of pairs) {
      totals.queries++;
      const limits = {
        timeout: given.timeout,
        now: () => performance.now(),
        memory: 2 ** 30,
        order: "bfs" as const,
      };
      const plain = verify(made.network, query, { ...limits, reduce: false });
      if (plain.outcome === "unknown") continue;
      const engine = verify(made.network, query, { ...limits, timeout: 3 * limits.timeout });
      const again = after === undefined ? undefined : queryOf(after.made, text);
      const reset =
        after === undefined || again === undefined
          ? plain
          : verify(after.made.network, again, { ...limits, timeout: 3 * limits.timeout, reduce: false });
      totals.compared++;
      totals.before += plain.statistics.stored;
      totals.engine += engine.statistics.stored;
      totals.reset += reset.statistics.stored;
      for (const [name, other] of [
        ["engine", engine],
        ["resets", reset],
      ] as const) {
        const problem = difference(plain, other) ?? growth(plain, other);
        if (problem === undefined) continue;
        totals.different++;
        console.log(`${file}: ${text}: ${name}: ${problem}`);
      }
    }
  }
  console.log(
    `${totals.models} models, ${totals.changed} changed by ${totals.resets} resets and ${totals.meta} meta; ${totals.compared} of ${totals.queries} queries compared within the timeout, ${totals.different} differences`,
  );
  console.log(`states stored: ${totals.before} before, ${totals.reset} with resets, ${totals.engine} by the engine`);
  return totals.different === 0 ? 0 : 1;
}
