import { describe, expect, test } from "vitest";
import {
  Comparison,
  chiSquareFit,
  chiSquareTwo,
  Draws,
  hypothesisTest,
  kolmogorovTail,
  kolmogorovTwo,
  Summary,
} from "../../src/statistics/index.ts";

const risks = { alpha: 0.05, beta: 0.05 };

/** Runs of a test of p against a bound, 2,000 times; how often it held, and the runs it took. */
function repeated(p: number, bound: number): { held: number; runs: Summary } {
  const draws = new Draws(31, 0);
  const runs = new Summary();
  let held = 0;
  for (let i = 0; i < 2000; i++) {
    draws.start(i);
    const one = hypothesisTest(bound, 0.01, 0.01, risks);
    let decision = one.add(draws.next() <= p);
    while (decision === "go on") decision = one.add(draws.next() <= p);
    if (decision === "holds") held++;
    runs.add(one.runs);
  }
  return { held, runs };
}

const near = (summary: Summary, mean: number): void =>
  expect(Math.abs(summary.mean - mean)).toBeLessThan(4 * (summary.deviation / Math.sqrt(summary.count)) + 0.5);

describe("Wald's test", () => {
  test("decides far from the bound, with the number of runs that theory says", () => {
    const above = repeated(0.632, 0.5);
    expect(above.held).toBe(2000);
    near(above.runs, 281);
    const below = repeated(0.632, 0.75);
    expect(below.held).toBe(0);
    near(below.runs, 235);
  });

  // At the edge of indifference the risk is at most 0.05: 2,000 tests exceed 139 errors with probability 1e-4.
  test("errs at most as often as allowed at the edges", () => {
    expect(2000 - repeated(0.51, 0.5).held).toBeLessThan(140);
    expect(repeated(0.49, 0.5).held).toBeLessThan(140);
  });

  test("bounds at 0 and 1", () => {
    const always = hypothesisTest(1, 0.01, 0.01, risks);
    expect(Array.from({ length: 200 }, () => always.add(true))).not.toContain("fails");
    const once = hypothesisTest(1, 0.01, 0.01, risks);
    expect(once.add(true)).toBe("go on");
    expect(once.add(false)).toBe("fails");
    const never = hypothesisTest(0, 0.01, 0.01, risks);
    expect(never.add(false)).toBe("go on");
    expect(never.add(true)).toBe("holds");
    expect(() => hypothesisTest(0.5, 0, 0, risks)).toThrow("upper one greater");
  });
});

describe("comparison", () => {
  test("of 0.865 with 0.632 takes 129 pairs", () => {
    const draws = new Draws(32, 0);
    const pairs = new Summary();
    for (let i = 0; i < 1000; i++) {
      draws.start(i);
      const one = new Comparison(0.9, 1.1, risks);
      const pair = () => one.add(draws.next() <= 0.865, draws.next() <= 0.632);
      let decision = pair();
      while (decision === "go on") decision = pair();
      expect(decision).toBe("holds");
      pairs.add(one.pairs);
    }
    near(pairs, 129);
  });

  test("pairs that agree say nothing", () => {
    const one = new Comparison(0.9, 1.1, risks);
    for (let i = 0; i < 10_000; i++) expect(one.add(i % 2 === 0, i % 2 === 0)).toBe("go on");
    expect([one.pairs, one.test.runs]).toEqual([10_000, 0]);
  });
});

describe("tests of laws", () => {
  const draws = new Draws(33, 0);
  draws.start(0);
  const uniform = (n: number): number[] => Array.from({ length: n }, () => draws.next());

  test("p of two equal laws is uniform: 1,000 pairs of samples, a false alarm of 1e-4", () => {
    const ps = Array.from({ length: 1000 }, () => kolmogorovTwo(uniform(80), uniform(120)).p);
    const small = ps.filter((p) => p < 0.05).length;
    // Ties of a finite sample make the test a little shy of 50; binomial bounds at 0.04 and 0.05.
    expect(small).toBeGreaterThan(17);
    expect(small).toBeLessThan(78);
  });

  test("different laws are told apart", () => {
    expect(
      kolmogorovTwo(
        uniform(2000),
        uniform(2000).map((u) => u ** 1.3),
      ).p,
    ).toBeLessThan(1e-6);
    expect(kolmogorovTwo([1, 2, 3], [1, 2, 3])).toEqual({ statistic: 0, p: 1 });
    expect(kolmogorovTail(0.013581, 10_000)).toBeCloseTo(0.05, 3);
  });

  test("chi-square", () => {
    expect(chiSquareFit([10, 20, 30], [20, 20, 20])).toMatchObject({ statistic: 10, freedom: 2 });
    expect(chiSquareFit([10, 20, 30], [20, 20, 20]).p).toBeCloseTo(Math.exp(-5), 12);
    // Cells that expect too little are put together: here into the last.
    expect(chiSquareFit([50, 48, 1, 1], [50, 47, 2, 1]).freedom).toBe(1);
    expect(chiSquareTwo([30, 70], [60, 140])).toMatchObject({ statistic: 0, freedom: 1, p: 1 });
    expect(chiSquareTwo([30, 70], [120, 80]).p).toBeLessThan(1e-5);
  });
});
