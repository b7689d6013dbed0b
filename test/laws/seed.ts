/**
 * Laws run on random values from a fixed seed, so that a test that passed passes again. `SEED=<number>` runs other values,
 * `RUNS=<number>` more of them; a failure prints its seed and the smallest counterexample.
 */
import fc from "fast-check";
import { many } from "../many.ts";

fc.configureGlobal({ seed: Number(process.env.SEED ?? 1) });

export function check<T>(values: fc.Arbitrary<T>, law: (value: T) => void, runs = 100): void {
  fc.assert(fc.property(values, law), { numRuns: Number(process.env.RUNS ?? many(runs)) });
}
