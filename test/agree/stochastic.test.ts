import { describe, expect, test } from "vitest";
import { compareStochastic } from "./stochastic.ts";

/** Random stochastic networks: the interpreter and compiled code make the same runs, bit for bit. */
const PORTION = 20;
const portions = Array.from({ length: 10 }, (_, k) => k * PORTION);

describe("200 random networks", () => {
  test.each(portions)("from %i on", (first) => {
    const found = Array.from({ length: PORTION }, (_, k) => ({ seed: first + k, ...compareStochastic(first + k, 6) }));
    expect(found.filter(({ different }) => different !== undefined)).toEqual([]);
    // What is compared are runs of the module itself, and these must go on for some steps.
    const compiled = found.filter(({ reason, left }) => reason === undefined && left === 0);
    expect(compiled.length).toBeGreaterThan(PORTION / 2);
    expect(compiled.reduce((sum, { steps }) => sum + steps, 0)).toBeGreaterThan(PORTION);
  });
});
