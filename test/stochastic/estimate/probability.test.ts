import { describe, expect, test } from "vitest";
import { parametersOf, type Wishes } from "../../../src/stochastic/estimate/parameters.ts";
import { ProbabilityTally } from "../../../src/stochastic/estimate/probability.ts";
import { MOST_VAIN, ruleOf } from "../../../src/stochastic/estimate/rule.ts";
import { alone } from "../../../src/stochastic/estimate/supply.ts";
import { gather } from "../../../src/stochastic/estimate/tally.ts";
import { Values } from "../../../src/stochastic/estimate/values.ts";
import type { Sampler } from "../../../src/stochastic/index.ts";
import { coin, fake, path } from "./fake.ts";
import { finish, said } from "./finish.ts";

function estimate(sampler: Sampler, wishes: Wishes = {}, batch?: number, runs?: number, succeeds = true) {
  const asked = {
    text: "Pr[<=100](<> P.done)",
    path: { ...path, succeeds },
    bound: path.bound,
    ...(runs ? { runs } : {}),
  };
  return said("probability", new ProbabilityTally(asked, parametersOf(wishes), []), [sampler], batch);
}

const always = Array.from({ length: 2000 }, () => true);

describe("UPPAAL 5's rule", () => {
  test.each([
    ["all", always, 72, [0.950056, 1]],
    ["none", always.map(() => false), 72, [0, 0.0499441]],
  ] as const)("%s of them succeed", (_, runs, count, [low, high]) => {
    const { runs: made, interval } = estimate(fake(runs));
    expect(made).toBe(count);
    expect(interval.low).toBeCloseTo(low, 6);
    expect(interval.high).toBeCloseTo(high, 6);
  });

  test("at other confidences", () => {
    expect(estimate(fake(always), { alpha: 0.01, epsilon: 0.01 }).runs).toBe(528);
    expect(estimate(fake(always), { alpha: 0.001 }).runs).toBe(149);
  });

  test("a successful run more makes it longer", () => {
    expect(estimate(fake([true, ...always.map(() => false)])).runs).toBe(89);
    expect(estimate(fake([true, true, ...always.map(() => false)])).runs).toBe(101);
  });

  test("no sample takes more than 404 runs", () => {
    expect(estimate(fake(always.map((_, i) => i % 2 === 0))).runs).toBeLessThanOrEqual(404);
  });
});

test("a given number of runs is kept", () => {
  const { runs, successes, interval } = estimate(fake(always.map(() => false)), {}, undefined, 17);
  expect([runs, successes]).toEqual([17, 0]);
  expect(interval.high).toBeCloseTo(0.195064, 6);
  expect(estimate(fake(always), { runs: 1000 }, undefined, 17).interval.low).toBeCloseTo(0.996318, 6);
});

test("the answer is the same for every size of batches", () => {
  const sampler = fake(coin(0.3, 5000));
  const one = estimate(sampler, { quantiles: [0.5] }, 1);
  for (const size of [2, 7, 64, 1000, undefined]) expect(estimate(sampler, { quantiles: [0.5] }, size)).toEqual(one);
});

test("a relative error", () => {
  const { runs, interval, successes } = estimate(fake(coin(0.3, 50_000)), { relativeError: 0.1 });
  expect((interval.high - interval.low) / 2).toBeLessThanOrEqual((0.1 * successes) / runs);
  expect(runs).toBeGreaterThan(500);
});

test("a relative error of what never happens ends as unknown, with the interval", () => {
  const rule = ruleOf(parametersOf({ relativeError: 0.1 }), undefined);
  rule.note(0, MOST_VAIN - 1);
  expect([rule.isEnough, rule.vain]).toEqual([false, undefined]);
  rule.note(0, MOST_VAIN);
  expect(rule.vain).toMatch(/none of 10000000 runs succeeded/);
  expect(rule.interval(0, MOST_VAIN).high).toBeLessThan(4e-7);
  const other = ruleOf(parametersOf({ relativeError: 0.1 }), undefined);
  other.note(1, 2 * MOST_VAIN);
  expect(other.vain).toBeUndefined();
});

test("values are those of runs that reached their goal", () => {
  const runs = [true, false, true, true];
  const { values, cumulative } = estimate(fake(runs, [5, 100, 7, 6]), {}, 2, 4);
  expect([values.count, values.min, values.max, values.mean]).toEqual([3, 5, 7, 6]);
  expect([...values.all]).toEqual([5, 7, 6]);
  expect(cumulative.map(({ x, share }) => [x, share])).toEqual([
    [0, 0],
    [5, 0.25],
    [6, 0.5],
    [7, 0.75],
    [100, 0.75],
  ]);
  for (const { share, interval, band } of cumulative) {
    expect(interval.low).toBeLessThanOrEqual(share);
    expect(interval.high).toBeGreaterThanOrEqual(share);
    expect(band.low).toBeLessThanOrEqual(share);
    expect(band.high).toBeGreaterThanOrEqual(share);
  }
  // `[] p` is violated where its goal is reached.
  expect([...estimate(fake(runs, [5, 100, 7, 6]), {}, 2, 4, false).values.all]).toEqual([100]);
});

test("a run that fails ends it, unless it was not needed", () => {
  const { outcome, fault, runs, partial, reason } = estimate(fake(coin(0.5, 50)), {}, 16);
  expect([outcome, runs, partial, fault?.run, reason]).toEqual(["fault", 50, true, 50, "run 50: it goes on for ever"]);
  for (const size of [1, 8, 100]) expect(estimate(fake(always.slice(0, 72)), {}, size).outcome).toBe("satisfied");
});

test("limits leave what was learned until then", () => {
  let asked = 0;
  const tally = new ProbabilityTally({ text: "", path, bound: path.bound }, parametersOf({ epsilon: 0.001 }), []);
  const turns = gather(tally, alone([fake(coin(0.5, 100_000))], 10), { isCancelled: () => asked++ > 5 });
  const found = finish(turns);
  expect([found.outcome, found.partial, found.runs]).toEqual(["unknown", true, 60]);
  expect(found.reason).toMatch(/stopped/);
  const large = new ProbabilityTally({ text: "", path, bound: path.bound }, parametersOf({ epsilon: 0.001 }), []);
  expect(finish(gather(large, alone([fake(always)], 10), { memory: 4096 })).reason).toMatch(/memory/);
});

test("what is known between two turns is an answer too", () => {
  const tally = new ProbabilityTally({ text: "", path, bound: path.bound }, parametersOf({}), []);
  const turns = gather(tally, alone([fake(always)], 10), {});
  const { value } = turns.next();
  if (value === undefined || !("stop" in value)) throw new Error("it is over too soon");
  expect(value.progress()).toMatchObject({ runs: 10, steps: 10, interval: { high: 1 } });
  expect(value.stop("the time is over")).toMatchObject({ outcome: "unknown", runs: 10, reason: "the time is over" });
});

test("72 of 72 is no proof, and says so", () => {
  expect(estimate(fake(always)).warnings[0]).toMatch(/does not mean always: the probability may be 0.95$/);
  expect(estimate(fake(always.map(() => false))).warnings[0]).toMatch(
    /does not mean never: the probability may be 0.0499$/,
  );
  expect(estimate(fake(coin(0.5, 1000))).warnings).toEqual([]);
});

test("wishes that make no sense are refused", () => {
  for (const wishes of [
    { alpha: 0 },
    { epsilon: 1 },
    { beta: -1 },
    { runs: 0 },
    { seed: 0.5 },
    { u0: 2 },
    { quantiles: [1] },
  ])
    expect(() => parametersOf(wishes)).toThrow(/number|between/);
});

test("of very many values the first million are kept, and all are counted", () => {
  const values = new Values();
  for (let k = 0; k < 1_100_000; k++) values.add(k);
  expect([values.count, values.all().length, values.summary.greatest]).toEqual([1_100_000, 2 ** 20, 1_099_999]);
});
