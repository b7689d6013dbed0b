/**
 * Dead-variable reduction on models written by others: `npm run bench -- papers dead-corpus DIR [--timeout S] [--only RE]`,
 * with DIR as for `npm run corpus`. Every symbolic query is answered three times: on the model as it is, by the engine with
 * dead variables taken for one value, and on the model with resets written in. The answers must be the same, and complete
 * searches must not store more states. Queries that take longer than the timeout are left out. Exit code 1 if any differ.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { parseArgs } from "node:util";
import {
  check,
  checkQuery,
  decode,
  Fragment,
  hasErrors,
  type Instantiated,
  instantiate,
  instantiateQuery,
  type NetworkQuery,
  parseQuery,
  parseQueryFile,
  read,
  reduce,
  type UppaalSource,
  type Verdict,
  verify,
} from "../../src/index.ts";
import { readEither } from "../corpus-read.ts";
import { readModels, symbolicKinds } from "../corpus-tables.ts";

export async function run(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { timeout: { type: "string", default: "2" }, only: { type: "string", default: "" } },
  });
  const [folder] = positionals;
  if (folder === undefined) {
    console.error("usage: npm run bench -- papers dead-corpus DIR [--timeout S] [--only PATTERN]");
    return 2;
  }
  const only = new RegExp(values.only);
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
  for (const { file, queriesFile, mode } of readModels(folder)) {
    if (mode !== "check" || !only.test(file)) continue;
    const model = make(readEither(file, readFileSync(join(folder, file))).source);
    if (model === undefined) continue;
    totals.models++;
    const entries = [
      ...model.source.tree.queries,
      ...(queriesFile === "" ? [] : parseQueryFile(decode(readFileSync(join(folder, queriesFile))).text).entries),
    ];
    const texts = [
      ...new Set(
        entries.flatMap((q) => (q.query !== undefined && symbolicKinds.has(q.query.kind) ? [q.text.trim()] : [])),
      ),
    ];
    const pairs = texts.flatMap((text) => {
      const query = queryOf(model.made, text);
      return query === undefined ? [] : [{ text, query }];
    });
    const reduction = reduce(model.source, model.made, { queries: pairs.map((p) => p.query) });
    const after =
      reduction.text === model.source.text
        ? undefined
        : make(read(reduction.text, { name: model.source.name, syntax: model.source.tree.syntax }));
    if (after !== undefined) totals.changed++;
    totals.resets += reduction.resets.length;
    totals.meta += reduction.meta.length;
    for (const { text, query } of pairs) {
      totals.queries++;
      const limits = {
        timeout: 1000 * Number(values.timeout),
        now: () => performance.now(),
        memory: 2 ** 30,
        order: "bfs" as const,
      };
      const plain = verify(model.made.network, query, { ...limits, reduce: false });
      if (plain.outcome === "unknown") continue;
      const engine = verify(model.made.network, query, { ...limits, timeout: 3 * limits.timeout });
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
        const problem = difference(plain, other);
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

function make(
  source: ReturnType<typeof read>,
): { readonly source: UppaalSource; readonly made: Instantiated } | undefined {
  if (source.format === "tck" || hasErrors(source.diagnostics)) return undefined;
  const model = check(source.tree);
  if (hasErrors(model.diagnostics)) return undefined;
  const { made } = instantiate(model);
  return made === undefined ? undefined : { source, made };
}

function queryOf(made: Instantiated, text: string): NetworkQuery | undefined {
  const { query, diagnostics } = parseQuery(Fragment.of(text));
  if (query === undefined || hasErrors(diagnostics)) return undefined;
  const checked = checkQuery(made.model, query);
  return hasErrors(checked.diagnostics) ? undefined : instantiateQuery(made, checked, text).query;
}

function difference(a: Verdict, b: Verdict): string | undefined {
  if (a.outcome !== b.outcome) return `${a.outcome} became ${b.outcome} ${b.reason ?? ""}`;
  const values = (v: Verdict): string => JSON.stringify(v.values?.map((x) => x.intervals) ?? []);
  if (values(a) !== values(b)) return `${values(a)} became ${values(b)}`;
  const isComplete =
    /^\s*(E<>|A\[\])/.test(a.query) && a.outcome === (/^\s*E/.test(a.query) ? "violated" : "satisfied");
  return isComplete && b.statistics.stored > a.statistics.stored
    ? `${a.statistics.stored} states became ${b.statistics.stored}`
    : undefined;
}
