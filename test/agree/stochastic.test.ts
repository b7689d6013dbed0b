import { expect, test } from "vitest";
import { compareStochastic } from "./stochastic.ts";

/** Random stochastic networks: the interpreter and compiled code make the same runs, bit for bit. */
const NETWORKS = 200;

test(`${NETWORKS} random networks`, () => {
  const found = Array.from({ length: NETWORKS }, (_, seed) => ({ seed, ...compareStochastic(seed, 10) }));
  expect(found.filter(({ different }) => different !== undefined)).toEqual([]);
  const compiled = found.filter(({ reason }) => reason === undefined);
  expect(compiled.length).toBeGreaterThan(0.8 * NETWORKS);
  // Runs that do not trap are what is compared; and they must go on for some steps.
  expect(compiled.filter(({ left }) => left > 0).length).toBeLessThan(0.1 * NETWORKS);
  expect(compiled.reduce((sum, { steps }) => sum + steps, 0)).toBeGreaterThan(10 * NETWORKS);
});
