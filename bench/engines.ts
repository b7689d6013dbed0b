/**
 * `bench engines DIR [--timeout S] [--only RE]`: both engines on models written by others, with DIR as for `npm run corpus`.
 * Every symbolic query is answered by the compiled code and by the interpreter, breadth first and without reductions that
 * only one of them has. Verdicts and values must be the same, and so must the states stored by complete searches. Queries
 * that take either longer than the timeout are left out. Exit code 1 if any differ.
 */
import { performance } from "node:perf_hooks";
import { verify } from "../src/index.ts";
import { argumentsOf, corpusModels, difference, growth, queryOf } from "./papers/corpus-frame.ts";

export async function run(args: readonly string[]): Promise<number> {
  const given = argumentsOf("engines", args);
  if (given === undefined) return 2;
  let [models, queries, compared, different] = [0, 0, 0, 0];
  for (const { file, made, texts } of corpusModels(given)) {
    models++;
    for (const text of texts) {
      const query = queryOf(made, text);
      if (query === undefined) continue;
      queries++;
      const options = {
        timeout: given.timeout,
        now: () => performance.now(),
        memory: 2 ** 30,
        order: "bfs",
        symmetry: false,
        acceleration: false,
      } as const;
      const fast = verify(made.network, query, options);
      if (fast.outcome === "unknown") continue;
      const plain = verify(made.network, query, { ...options, compiled: false });
      if (plain.outcome === "unknown") continue;
      compared++;
      const problem = difference(plain, fast) ?? growth(plain, fast) ?? growth(fast, plain);
      if (problem === undefined) continue;
      different++;
      console.log(`${file}: ${text}: interpreted ${problem} compiled`);
    }
  }
  console.log(
    `${models} models, ${compared} of ${queries} queries compared within the timeout, ${different} differences`,
  );
  return different === 0 ? 0 : 1;
}
