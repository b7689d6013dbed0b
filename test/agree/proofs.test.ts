/**
 * Proofs by larger states on random networks: what is proven is what the reference finds, and much of what holds is proven.
 * `SEED=<number> RUNS=1` runs one network again; `RUNS=<number>` runs more.
 */
import { describe, expect, it } from "vitest";
import { verify } from "../../src/search/index.ts";
import { many } from "../many.ts";
import { proof } from "../search/proof.ts";
import { focus } from "./engines.ts";
import { type QueryKind, Random, randomQuery, randomSpec, small } from "./random-network.ts";
import { shrink } from "./shrink.ts";
import { networkOf, queryOf, type Spec, type SpecQuery } from "./spec.ts";
import { queryTextOf, xtaOf } from "./spec-text.ts";

const runs = Number(process.env.RUNS ?? many(18));
const first = Number(process.env.SEED ?? 1);

/** As if a search had been so long; proofs may take a part of it. */
const EFFORT = 200_000;

const sizes = [small, { ...small, processes: 4, locations: 4, edges: 6, constant: 5 }];
describe("what is proven holds", () => {
  it.each(["E<>", "A[]", "deadlock", "E[]", "A<>", "-->"] as const)("%s", (kind: QueryKind) => {
    const count = { holds: 0, proven: 0 };
    for (let seed = first; seed < first + runs; seed++) {
      const random = new Random(seed);
      const spec = randomSpec(random, { ...sizes[(seed >> 1) % sizes.length]!, on: focus[seed % focus.length]! });
      for (let k = 0; k < 3; k++) {
        const query = randomQuery(random, spec, kind);
        if (!isWrong(spec, query, count)) continue;
        const least = shrink(spec, query, isWrong);
        expect.fail(`SEED=${seed}\n${xtaOf(least.spec)}// ${queryTextOf(least.spec, least.query)}\n`);
      }
    }
    if (process.env.RUNS !== undefined) console.log(kind, JSON.stringify(count));
    if (runs < 30) return;
    expect(count.proven).toBeGreaterThan(count.holds / 4);
    expect(count.holds).toBeGreaterThan(runs / 10);
  });
});

/** Whether something is proven that the reference does not find. */
function isWrong(spec: Spec, asked: SpecQuery, count = { holds: 0, proven: 0 }): boolean {
  const network = networkOf(spec);
  const query = queryOf(spec, asked);
  const isProven = proof(network, query, EFFORT) !== undefined;
  const { outcome } = verify(network, query, { compiled: false, reduce: false, maxStates: 5000 });
  if (outcome === "unknown") return false;
  const wanted = query.kind === "E<>" || query.kind === "E[]" ? "violated" : "satisfied";
  if (outcome === wanted) count.holds++;
  if (isProven) count.proven++;
  return isProven && outcome !== wanted;
}
