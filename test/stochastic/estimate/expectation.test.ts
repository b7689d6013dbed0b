import { expect, test } from "vitest";
import { ExpectationTally } from "../../../src/stochastic/estimate/expectation.ts";
import { parametersOf, type Wishes } from "../../../src/stochastic/estimate/parameters.ts";
import { coin, fake } from "./fake.ts";
import { said } from "./finish.ts";

const value = { text: "n", code: { op: "const", is: "int", value: 0 }, line: true } as const;

function ask(values: readonly number[], runs?: number, wishes: Wishes = {}, batch?: number) {
  const asked = { text: "E[<=1](max: n)", extreme: "max", value, ...(runs === undefined ? {} : { runs }) } as const;
  const tally = new ExpectationTally(asked, parametersOf(wishes), []);
  return said(
    "expectation",
    tally,
    [
      fake(
        values.map(() => false),
        values,
      ),
    ],
    batch,
  );
}

test("one death in a thousand runs, as UPPAAL shows it", () => {
  const { values, runs } = ask([...coin(0, 999).map(() => 0), 1], 1000);
  expect(runs).toBe(1000);
  expect(values.mean).toBeCloseTo(0.001, 12);
  expect(values.halfWidth).toBeCloseTo(0.00196234, 8);
});

test("four values, as UPPAAL shows them", () => {
  const { values } = ask([47, 66, 119, 181], 4);
  expect(values.mean).toBeCloseTo(103.25, 10);
  expect(values.halfWidth).toBeCloseTo(95.7, 1);
  expect([values.min, values.max]).toEqual([47, 181]);
});

test("where all are equal there is no interval", () => {
  const { values, warnings, outcome } = ask([100, 100, 100], 3);
  expect([outcome, values.mean, values.halfWidth]).toEqual(["satisfied", 100, undefined]);
  expect(warnings).toEqual(["all runs have the same value, so there is no interval"]);
});

const uniform = coin(0.5, 40_000).map((head, i) => (head ? 1 : 0) + ((i * 7919) % 1000) / 1000);

test("without a number of runs it goes on until the interval is a small part of the mean", () => {
  const { values, runs, warnings } = ask(uniform);
  expect(values.halfWidth!).toBeLessThanOrEqual(0.05 * values.mean!);
  expect(runs).toBeLessThan(2000);
  expect(warnings[0]).toMatch(/no number of runs is given.*within 5% of the mean/);
  const finer = ask(uniform, 10, { relativeError: 0.01 });
  expect(finer.values.halfWidth!).toBeLessThanOrEqual(0.01 * finer.values.mean!);
  expect(finer.runs).toBeGreaterThan(runs);
  for (const batch of [1, 13, 500]) expect(ask(uniform, undefined, {}, batch)).toEqual(ask(uniform));
});

test("quantiles and resampling", () => {
  const { values, bootstrap } = ask(uniform, 1000, { quantiles: [0.5, 0.9], bootstrap: 500 });
  const [median, ninth] = values.quantiles!;
  for (const { value: at, interval } of [median!, ninth!]) {
    expect(interval.low).toBeLessThanOrEqual(at);
    expect(interval.high).toBeGreaterThanOrEqual(at);
  }
  expect(median!.interval.low).toBeLessThan(1);
  expect(median!.interval.high).toBeGreaterThan(0.9);
  expect(ninth!.value).toBeGreaterThan(1.7);
  expect(bootstrap!.low).toBeGreaterThan(values.mean! - 2 * values.halfWidth!);
  expect(bootstrap!.low).toBeLessThan(values.mean!);
  expect(bootstrap!.high).toBeGreaterThan(values.mean!);
});
