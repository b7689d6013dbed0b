import { describe, expect, test } from "vitest";
import { afterSteps, afterTime, chain, lnPoisson, poissonWindow } from "../../src/statistics/index.ts";

describe("uniformisation", () => {
  test.each([
    [2, 3, 0.1],
    [2, 3, 10],
    [1e-3, 5, 400],
    [1, 1000, 20],
  ])("two states with rates %s and %s after %s", (a, b, time) => {
    const found = afterTime(chain([[[1, a]], [[0, b]]]), [1, 0], time);
    const truth = (a / (a + b)) * -Math.expm1(-(a + b) * time);
    expect(Math.abs(found[1]! - truth)).toBeLessThan(1e-12);
    expect(Math.abs(found[0]! + found[1]! - 1)).toBeLessThan(1e-12);
  });

  test("pure births are Poisson's law", () => {
    const n = 120;
    const births = chain(Array.from({ length: n }, (_, i) => (i + 1 < n ? [[i + 1, 3] as const] : [])));
    const found = afterTime(births, [1, ...Array<number>(n - 1).fill(0)], 9);
    for (let k = 0; k < n - 1; k++) expect(Math.abs(found[k]! - Math.exp(lnPoisson(k, 27)))).toBeLessThan(1e-12);
  });

  test("independent deaths are a binomial law", () => {
    const n = 20;
    const deaths = chain(Array.from({ length: n + 1 }, (_, i) => (i > 0 ? [[i - 1, i * 0.5] as const] : [])));
    const found = afterTime(deaths, [...Array<number>(n).fill(0), 1], 1.5);
    const q = Math.exp(-0.75);
    let binomial = (1 - q) ** n;
    for (let k = 0; k <= n; k++) {
      expect(Math.abs(found[k]! - binomial)).toBeLessThan(1e-12);
      binomial *= ((n - k) / (k + 1)) * (q / (1 - q));
    }
  });

  test("a queue of births and deaths comes to rest in its geometric law", () => {
    const n = 30;
    const queue = chain(
      Array.from({ length: n }, (_, i) => [
        ...(i + 1 < n ? [[i + 1, 1] as const] : []),
        ...(i > 0 ? [[i - 1, 2] as const] : []),
      ]),
    );
    const found = afterTime(queue, [1, ...Array<number>(n - 1).fill(0)], 600);
    const total = 2 * (1 - 2 ** -n);
    for (let k = 0; k < n; k++) expect(Math.abs(found[k]! - 2 ** -k / total)).toBeLessThan(1e-12);
  });

  test("no time and no rates change nothing; loops count for nothing", () => {
    expect([...afterTime(chain([[[1, 2]], []]), [0.25, 0.75], 0)]).toEqual([0.25, 0.75]);
    expect([...afterTime(chain([[], []]), [0.25, 0.75], 5)]).toEqual([0.25, 0.75]);
    const looped = afterTime(
      chain([
        [
          [1, 2],
          [0, 7],
        ],
        [],
      ]),
      [1, 0],
      0.7,
    );
    expect(looped[0]!).toBeCloseTo(Math.exp(-1.4), 12);
    expect(() => chain([[[2, 1]]])).toThrow("no state 2");
    expect(() => chain([[[0, -1]]])).toThrow("-1");
  });

  test.each([0.001, 1, 30, 5000, 1e6])("the window of mean %s leaves out no more than it says", (mean) => {
    const { weights } = poissonWindow(mean, 1e-9);
    const kept = weights.reduce((sum, weight) => sum + weight, 0);
    expect(1 - kept).toBeLessThan(1e-9);
    expect(1 - kept).toBeGreaterThan(-1e-11);
  });
});

describe("steps", () => {
  test("a walk that is absorbed", () => {
    const walk = chain([
      [[0, 1]],
      [
        [0, 0.5],
        [2, 0.5],
      ],
      [
        [1, 0.5],
        [3, 0.5],
      ],
      [[3, 1]],
    ]);
    expect([...afterSteps(walk, [0, 1, 0, 0], 3)]).toEqual([0.625, 0, 0.125, 0.25]);
    expect(afterSteps(walk, [0, 1, 0, 0], 200)[3]!).toBeCloseTo(1 / 3, 12);
    expect([...afterSteps(walk, [0, 1, 0, 0], 0)]).toEqual([0, 1, 0, 0]);
  });
});
