import { describe, expect, test } from "vitest";
import { Draws, drawExponential, exp, kolmogorov, ln, ziggurat } from "../../src/statistics/index.ts";

/** Exponential numbers of rate 1 by layers: the layers fit the curve, and the numbers follow the law. */
describe("exponential numbers", () => {
  const { widths, heights, tail } = ziggurat;
  const numbers = (count: number, seed: number): number[] => {
    const draws = new Draws(seed, 0);
    draws.start(0);
    return Array.from({ length: count }, () => draws.exponential());
  };

  test("all layers are of one size and meet at the top", () => {
    const area = widths[1]! * exp(-tail) + exp(-tail);
    expect(widths[0]! * heights[1]!).toBeCloseTo(area, 14);
    for (let i = 1; i < 256; i++) {
      expect(heights[i]).toBeCloseTo(exp(-widths[i]!), 13);
      expect(widths[i]! * (heights[i + 1]! - heights[i]!)).toBeCloseTo(area, 13);
    }
  });

  test("200,000 numbers follow the law, and so do those beyond the lowest layer", () => {
    const values = numbers(200_000, 3);
    expect(kolmogorov(values, (x) => 1 - exp(-x)).p).toBeGreaterThan(1e-3);
    const many = Array.from({ length: 5 }, (_, k) => numbers(400_000, 4 + k)).flat();
    const beyond = many.filter((x) => x >= tail).map((x) => x - tail);
    const expected = many.length * exp(-tail);
    expect(Math.abs(beyond.length - expected)).toBeLessThan(4 * Math.sqrt(expected));
    expect(kolmogorov(beyond, (x) => 1 - exp(-x)).p).toBeGreaterThan(1e-3);
  });

  test("near 0, and in the corners of the layers, they follow it too", () => {
    const count = 1_000_000;
    const values = numbers(count, 11);
    for (const [low, high] of [
      [0, 1e-3],
      [0, widths[255]!],
      [widths[128]!, widths[127]!],
      [widths[2]!, tail],
    ] as const) {
      const p = exp(-low) - exp(-high);
      const found = values.filter((x) => x >= low && x < high).length;
      expect(Math.abs(found - count * p)).toBeLessThan(4 * Math.sqrt(count * p));
    }
  });

  test("never below 0 and always finite, whatever is drawn", () => {
    const given = (...list: number[]) => drawExponential(() => list.shift()!);
    expect(given(1)).toBe(0);
    expect(given(2 ** -53)).toBeGreaterThan(0);
    // The end of the lowest layer: the tail, and then what comes next.
    expect(given(1 / 256 - 2 ** -53, 0.3)).toBeGreaterThan(tail);
    // The end of another layer is beyond the curve: at its upper side it is refused, at its lower side taken.
    const end = 2 / 256 - 2 ** -53;
    expect(given(end, 1, 1)).toBe(0);
    expect(given(end, 2 ** -53, 1)).toBeCloseTo(-ln(heights[1]!), 10);
  });
});
