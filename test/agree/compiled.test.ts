/**
 * The compiled engine against the interpreter on random networks, with every feature of the language for certain in some of
 * them; see `engines.ts` for what must be the same. With 16-bit and with 32-bit zones, and with the largest constants.
 * `SEED=<number> RUNS=1` runs one network again; `RUNS=<number>` runs more, and `npm run fuzz:networks` many more.
 */
import { describe, expect, it } from "vitest";
import { type VerifyOptions, verify } from "../../src/search/index.ts";
import { many } from "../many.ts";
import { model } from "../search/model.ts";
import { disagreement, engineCase, focus, whyNot } from "./engines.ts";
import type { QueryKind } from "./random-network.ts";

const runs = Number(process.env.RUNS ?? many(12));
const first = Number(process.env.SEED ?? 1);

describe("compiled and interpreted searches agree", () => {
  it.each<readonly [QueryKind, number]>([
    ["E<>", 1],
    ["A[]", 1],
    ["deadlock", 1],
    ["sup", 1],
    ["inf", 1],
    ["bounds", 1],
    ["E<>", 3000],
    ["deadlock", 3000],
    ["A[]", 10_000_000],
  ])("%s with constants times %d", (kind, scale) => {
    let compiled = 0;
    for (let seed = first; seed < first + runs; seed++) {
      const found = engineCase(seed, kind, focus[seed % focus.length]!, scale);
      if (whyNot(found) === undefined) compiled++;
      expect(disagreement(found), `SEED=${seed}`).toBe(undefined);
    }
    // What is interpreted agrees with itself.
    if (runs >= 20) expect(compiled).toBeGreaterThan(runs * 0.9);
  });
});

it("a search at random visits all states, in an order that the seed decides", () => {
  const { network, query } = model(`const int N = 4; int[0, N] id;
    process P(const int[1, N] i) { clock x; state idle, req { x <= 2 }, wait, cs; init idle;
      trans idle -> req { guard id == 0; assign x = 0; }, req -> wait { guard x <= 2; assign x = 0, id = i; },
        wait -> req { guard id == 0; assign x = 0; }, wait -> cs { guard x > 2 && id == i; }, cs -> idle { assign id = 0; }; }
    system P;`);
  const ask = (text: string, options: VerifyOptions) =>
    verify(network, query(text), { symmetry: false, ...options }).statistics;
  const all = ask("A[] not (P(1).cs and P(2).cs)", {}).stored;
  const seeds = [1, 2, 3, 4, 5];
  for (const seed of seeds)
    expect(ask("A[] not (P(1).cs and P(2).cs)", { order: "random", seed })).toMatchObject({ stored: all, waiting: 0 });
  const explored = (seed: number) => ask("E<> P(3).cs", { order: "random", seed }).explored;
  expect(explored(2)).toBe(explored(2));
  expect(new Set(seeds.map(explored)).size).toBeGreaterThan(2);
});
