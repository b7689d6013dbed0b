/**
 * Laws run on fresh random values each time. A failure prints the seed and the smallest counterexample; `SEED=<number>`
 * runs the same values again, `RUNS=<number>` runs more of them.
 */
import fc from "fast-check";

export function check<T>(values: fc.Arbitrary<T>, law: (value: T) => void, runs = 150): void {
  const seed = process.env.SEED === undefined ? undefined : Number(process.env.SEED);
  const numRuns = process.env.RUNS === undefined ? runs : Number(process.env.RUNS);
  fc.assert(fc.property(values, law), { numRuns, ...(seed === undefined ? {} : { seed }) });
}
