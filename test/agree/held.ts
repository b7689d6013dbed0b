import { expect } from "vitest";
import { type VerifyOptions, verify } from "../../src/search/index.ts";
import { engineCase, focus, whyNot } from "./engines.ts";
import type { QueryKind } from "./random-network.ts";
import { networkOf, queryOf } from "./spec.ts";
import { queryTextOf, xtaOf } from "./spec-text.ts";

/**
 * Random networks whose states one memory holds, and something else as `elsewhere` says (several memories, a disk): the same
 * verdict; of complete searches the same number of states stored; shortest traces as short. Says how many verdicts and how
 * many numbers were compared.
 */
export function compareHolders(
  seeds: { readonly first: number; readonly runs: number },
  kind: QueryKind,
  scale: number,
  elsewhere: (seed: number) => VerifyOptions,
): { readonly compared: number; readonly counted: number } {
  let [compared, counted] = [0, 0];
  for (let seed = seeds.first; seed < seeds.first + seeds.runs; seed++) {
    const found = engineCase(seed, kind, focus[seed % focus.length]!, scale);
    if (whyNot(found) !== undefined) continue;
    const query = queryOf(found.spec, found.query);
    const ask = (options: VerifyOptions) =>
      verify(networkOf(found.spec), query, {
        maxStates: 2000,
        knobs: { leaf: 2 },
        forgetCommitted: options.trace === "some",
        ...options,
      });
    for (const trace of ["none", "some", "shortest"] as const) {
      const [one, more] = [ask({ trace }), ask({ trace, ...elsewhere(seed) })];
      const outcomes = [one.outcome, more.outcome];
      // A fault, an answer or the limit may be met in another order.
      if (outcomes.includes("unknown") || outcomes.includes("fault")) continue;
      compared++;
      const told = `SEED=${seed}\n${xtaOf(found.spec)}// ${queryTextOf(found.spec, found.query)}\n`;
      expect(more.outcome, told).toBe(one.outcome);
      expect(more.traceReason, told).toBe(one.traceReason);
      if (trace === "shortest") expect(more.trace?.transitions.length, told).toBe(one.trace?.transitions.length);
      // For a shortest trace nothing that waits is dropped; zones may be cut: then the order matters to one memory, too.
      if (trace === "shortest" || one.outcome !== (query.kind === "A[]" ? "satisfied" : "violated")) continue;
      if (ask({ trace, order: "dfs" }).statistics.stored !== one.statistics.stored) continue;
      counted++;
      expect(more.statistics.stored, told).toBe(one.statistics.stored);
    }
  }
  return { compared, counted };
}
