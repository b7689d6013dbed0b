/**
 * The compiled engine against the interpreter on random networks, with every feature of the language for certain in some of
 * them; see `engines.ts` for what must be the same. With 16-bit and with 32-bit zones, and with the largest constants. `SEED=<number> RUNS=1` runs one network
 * again; `RUNS=<number>` runs more, and `npm run fuzz:networks` many more.
 */
import { describe, expect, it } from "vitest";
import { disagreement, engineCase, focus, whyNot } from "./engines.ts";
import type { QueryKind } from "./random-network.ts";

const runs = Number(process.env.RUNS ?? 27);
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
      const found = engineCase(seed, kind, focus[seed % focus.length], scale);
      if (whyNot(found) === undefined) compiled++;
      expect(disagreement(found), `SEED=${seed}`).toBe(undefined);
    }
    // What is interpreted agrees with itself.
    if (runs >= 20) expect(compiled).toBeGreaterThan(runs * 0.9);
  });
});
