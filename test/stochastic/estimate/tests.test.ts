import { describe, expect, test } from "vitest";
import { ComparisonTally } from "../../../src/stochastic/estimate/comparison.ts";
import { HypothesisTally } from "../../../src/stochastic/estimate/hypothesis.ts";
import { parametersOf, type Wishes } from "../../../src/stochastic/estimate/parameters.ts";
import { coin, fake, path } from "./fake.ts";
import { said } from "./finish.ts";

describe("a hypothesis", () => {
  const ask = (runs: readonly boolean[], relation: ">=" | "<=", limit: number, wishes: Wishes = {}, batch?: number) =>
    said(
      "hypothesis",
      new HypothesisTally({ text: "", path, relation, limit }, parametersOf(wishes), []),
      [fake(runs)],
      batch,
    );
  const fair = coin(0.632, 20_000);

  test.each([
    [">=", 0.5, "satisfied"],
    [">=", 0.75, "violated"],
    ["<=", 0.75, "satisfied"],
    ["<=", 0.5, "violated"],
  ] as const)("Pr(a coin of 0.632) %s %d is %s", (relation, limit, outcome) => {
    const found = ask(fair, relation, limit);
    expect(found.outcome).toBe(outcome);
    expect(found.indifferent).toBe(false);
    expect(found.interval.low).toBeLessThan(0.632);
    expect(found.interval.high).toBeGreaterThan(0.632);
    for (const batch of [1, 10, 333]) expect(ask(fair, relation, limit, {}, batch)).toEqual(found);
  });

  // Of all runs successful: n ln((theta + delta) / (theta - delta)) reaches ln((1 - alpha) / beta).
  test("as many runs as Wald's test takes", () => {
    const needed = Math.ceil(Math.log(0.95 / 0.05) / Math.log(0.51 / 0.49));
    expect(ask(coin(1, 1000), ">=", 0.5).runs).toBe(needed);
    expect(ask(coin(0, 1000), "<=", 0.5).runs).toBe(needed);
    const wider = Math.ceil(Math.log(0.95 / 0.05) / Math.log(0.6 / 0.4));
    expect(ask(coin(1, 1000), ">=", 0.5, { upperDelta: 0.1, lowerDelta: 0.1 }).runs).toBe(wider);
  });

  test("near its limit it says that either answer is right", () => {
    const { indifferent, warnings } = ask(coin(0.5, 100_000, 7), ">=", 0.5);
    expect(indifferent).toBe(true);
    expect(warnings[0]).toMatch(/so near to 0.5 \(from 0.49 to 0.51\) that either answer is right/);
  });

  test("limits of 0 and 1", () => {
    expect(ask(coin(1, 5000), ">=", 1).outcome).toBe("satisfied");
    expect(ask(coin(0, 5000), "<=", 0).outcome).toBe("satisfied");
  });
});

test("a comparison of which no pair differs ends as unknown", () => {
  const tally = new ComparisonTally({ text: "", first: path, second: path }, parametersOf({}), []);
  const size = 10_000;
  const batch = { first: 0, count: size, success: new Uint8Array(size), value: new Float64Array(size), steps: 0 };
  let runs = 0;
  for (; !tally.isEnough; runs++) tally.take([batch, batch], runs % size);
  expect(runs).toBe(1_000_000);
  expect(tally.estimate({})).toMatchObject({
    outcome: "unknown",
    reason: expect.stringMatching(/none of 1000000 pairs/),
  });
});

describe("a comparison", () => {
  const ask = (first: readonly boolean[], second: readonly boolean[], batch?: number) =>
    said(
      "comparison",
      new ComparisonTally({ text: "", first: path, second: { ...path, text: "<> Q.done" } }, parametersOf({}), []),
      [fake(first), fake(second)],
      batch,
    );
  const [good, bad] = [coin(0.865, 5000), coin(0.632, 5000, 99)];

  test("finds the larger", () => {
    const found = ask(good, bad);
    expect(found.outcome).toBe("satisfied");
    expect(ask(bad, good).outcome).toBe("violated");
    expect(found.firstOnly).toBeGreaterThan(found.secondOnly);
    expect(found.first.successes - found.second.successes).toBe(found.firstOnly - found.secondOnly);
    expect([found.first.path, found.second.path]).toEqual(["<> P.done", "<> Q.done"]);
    for (const batch of [1, 10, 333]) expect(ask(good, bad, batch)).toEqual(found);
  });

  test("only pairs that differ count", () => {
    const same = coin(0.5, 1000);
    const found = ask([...same, ...coin(1, 200)], [...same, ...coin(0, 200)]);
    expect(found.runs).toBeGreaterThan(1000);
    expect(found.secondOnly).toBe(0);
  });

  test("the first run that fails in either path ends it", () => {
    const found = ask(coin(0.5, 30), coin(0.5, 20));
    expect([found.outcome, found.runs, found.fault?.run]).toEqual(["fault", 20, 20]);
  });
});
