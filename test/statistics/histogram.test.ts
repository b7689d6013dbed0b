import { describe, expect, test } from "vitest";
import { buckets, expectationPlots, probabilityPlots } from "../../src/statistics/index.ts";

/** A sample over [from, till] with as many values. */
const spread = (count: number, from: number, till: number): number[] =>
  Array.from({ length: count }, (_, i) => from + ((till - from) * i) / (count - 1));

describe("UPPAAL's buckets", () => {
  test.each([
    [251, 28, 173, 9.0625, 17],
    [238, 29, 180, 9.4375, 17],
    [128, 38, 173, 11.25, 13],
    [36, 39, 172, 22.166666666666668, 7],
    [4, 47, 181, 67, 3],
  ])("%s values in [%s, %s]: width %s, %s buckets", (count, from, till, width, many) => {
    const found = buckets(spread(count, from, till));
    expect([found.from, found.width, found.counts.length]).toEqual([from, width, many]);
    expect(found.counts.reduce((sum, n) => sum + n, 0)).toBe(count);
  });

  test("whole numbers have whole widths, equal values one bucket", () => {
    expect(buckets([3, 4, 4, 5, 9], true)).toEqual({ from: 3, width: 2, counts: [3, 1, 0, 1] });
    expect(buckets([7, 7, 7])).toEqual({ from: 7, width: 1, counts: [3] });
  });

  test("no value falls beside the buckets, whatever is rounded", () => {
    for (let n = 2; n < 300; n++) {
      const { counts } = buckets(spread(n, 0.1 * n, 0.1 * n + 1 / n));
      expect(counts.every((count) => count >= 0)).toBe(true);
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(n);
    }
  });
});

describe("plots", () => {
  // The counts of a stored result of UPPAAL 5: 72 runs.
  const stored = { from: 20.182872796477522, width: 1.073290909, counts: [3, 4, 10, 9, 6, 11, 11, 12, 6] };

  test("the seven of a probability", () => {
    const plots = probabilityPlots(stored, 72, 0.05);
    expect(plots.map(({ title, kind }) => `${title}: ${kind}`)).toEqual([
      "Probability Density Distribution: bars",
      "Probability Density Confidence Intervals: bars",
      "Probability Distribution: bars",
      "Probability Confidence Intervals: bars",
      "Cumulative Probability Distribution: line",
      "Cumulative Probability Confidence Intervals: line",
      "Frequency Histogram: bars",
    ]);
    const [density, densityLimits, probability, limits, , cumulative, counts] = plots.map(({ points }) => points);
    expect(density![0]!.y).toBeCloseTo(0.0388214102235059, 9);
    expect(probability![2]).toEqual({ x: expect.closeTo(22.329454614437243, 8), y: 10 / 72 });
    expect(limits![0]!.interval!.high).toBeCloseTo(0.11697481982594136, 12);
    expect(limits![1]!.interval!.low).toBeCloseTo(0.015342537111130598, 12);
    expect(densityLimits![1]!.interval!.low).toBeCloseTo(0.015342537111130598 / 1.073290909, 12);
    expect(cumulative![3]!.y).toBeCloseTo(0.2361111111111111, 12);
    expect(cumulative![3]!.interval!.high).toBeCloseTo(0.3509000340129239, 12);
    expect(cumulative!.length).toBe(10);
    expect(cumulative!.at(-1)!.y).toBe(1);
    expect(counts!.map(({ y }) => y)).toEqual(stored.counts);
  });

  test("shares are of all runs", () => {
    const plots = probabilityPlots(stored, 144, 0.05);
    expect(plots[4]!.points.at(-1)!.y).toBe(0.5);
    const area = plots[0]!.points.reduce((sum, { y }) => sum + y * stored.width, 0);
    expect(area).toBeCloseTo(0.5, 12);
  });

  test("the five of an expectation", () => {
    const plots = expectationPlots(stored, 0.05);
    expect(plots.map(({ title }) => title)).toEqual([
      "Probability Density Distribution",
      "Probability Distribution",
      "Cumulative Probability Distribution",
      "Cumulative Probability Confidence Intervals",
      "Frequency Histogram",
    ]);
  });
});
