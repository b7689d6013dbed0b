import { describe, expect, test } from "vitest";
import { compareStochastic } from "./stochastic.ts";

/** Random stochastic networks: the interpreter and compiled code make the same runs, bit for bit. */
const PORTION = 20;
const portions = Array.from({ length: 6 }, (_, k) => k * PORTION);

describe("120 random networks", () => {
  let steps = 0;
  test.each(portions)("from %i on", (first) => {
    const found = Array.from({ length: PORTION }, (_, k) => ({ seed: first + k, ...compareStochastic(first + k, 6) }));
    expect(found.filter(({ different }) => different !== undefined)).toEqual([]);
    // A run left to the reference engine would hide what is wrong in the module.
    expect(found.filter(({ left }) => left > 0)).toEqual([]);
    const compiled = found.filter(({ reason }) => reason === undefined);
    expect(compiled.length).toBeGreaterThan(PORTION / 2);
    for (const network of compiled) steps += network.steps;
  });

  test("whose runs go on for some steps", () => expect(steps).toBeGreaterThan(5 * PORTION * portions.length));
});
