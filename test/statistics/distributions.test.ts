import { describe, expect, test } from "vitest";
import { builtin } from "../../src/model/builtin.ts";
import {
  chiSquareFit,
  Draws,
  distributions,
  drawFrom,
  incompleteBeta,
  kolmogorov,
  lnPoisson,
  lowerGamma,
  normalCumulative,
} from "../../src/statistics/index.ts";

const COUNT = 100_000;

function sample(name: string, args: readonly number[], count = COUNT): number[] {
  const draws = new Draws(2026, 1);
  draws.start(0);
  return Array.from({ length: count }, () => drawFrom(distributions[name]!, () => draws.next(), args) as number);
}

interface Law {
  readonly mean: number;
  readonly variance: number;
  readonly cumulative: (x: number) => number;
}

const normal = (m: number, s: number): Law => ({
  mean: m,
  variance: s * s,
  cumulative: (x) => normalCumulative((x - m) / s),
});
const gamma = (k: number, s: number): Law => ({
  mean: k * s,
  variance: k * s * s,
  cumulative: (x) => lowerGamma(k, x / s),
});
const beta = (a: number, b: number): Law => ({
  mean: a / (a + b),
  variance: (a * b) / ((a + b) ** 2 * (a + b + 1)),
  cumulative: (x) => incompleteBeta(x, a, b),
});

function weibull(shape: number, scale: number, gamma1: number, gamma2: number): Law {
  return {
    mean: scale * gamma1,
    variance: scale * scale * (gamma2 - gamma1 * gamma1),
    cumulative: (x) => -Math.expm1(-((x / scale) ** shape)),
  };
}

function triangle(a: number, m: number, b: number): Law {
  return {
    mean: (a + m + b) / 3,
    variance: (a * a + m * m + b * b - a * m - a * b - m * b) / 18,
    cumulative: (x) => (x < m ? (x - a) ** 2 / ((b - a) * (m - a)) : 1 - (b - x) ** 2 / ((b - a) * (b - m))),
  };
}

const arcsine = (a: number, b: number): Law => ({
  mean: (a + b) / 2,
  variance: (b - a) ** 2 / 8,
  cumulative: (x) => (2 / Math.PI) * Math.asin(Math.sqrt((x - a) / (b - a))),
});
const uniform: Law = { mean: 3.5, variance: 49 / 12, cumulative: (x) => x / 7 };

const laws: readonly [string, number[], Law][] = [
  ["random", [7], uniform],
  ["random_normal", [10, 2], normal(10, 2)],
  ["random_normal", [-3, 0.01], normal(-3, 0.01)],
  ["random_gamma", [0.2, 3], gamma(0.2, 3)],
  ["random_gamma", [1, 2], gamma(1, 2)],
  ["random_gamma", [2.5, 2], gamma(2.5, 2)],
  ["random_gamma", [300, 0.1], gamma(300, 0.1)],
  ["random_weibull", [1, 4], weibull(1, 4, 1, 2)],
  ["random_weibull", [2, 3], weibull(2, 3, Math.sqrt(Math.PI) / 2, 1)],
  ["random_weibull", [0.5, 1], weibull(0.5, 1, 2, 24)],
  ["random_beta", [2, 5], beta(2, 5)],
  ["random_beta", [0.3, 0.4], beta(0.3, 0.4)],
  ["random_beta", [50, 0.5], beta(50, 0.5)],
  ["random_arcsine", [2, 6], arcsine(2, 6)],
  ["random_tri", [1, 2, 5], triangle(1, 2, 5)],
  ["random_tri", [1, 1, 5], triangle(1, 1, 5)],
  ["random_tri", [1, 5, 5], triangle(1, 5, 5)],
];

/**
 * Of 100,000 draws each with a fixed seed; a right law would fail a threshold with probability 1e-4 (3.9 standard errors,
 * p of 1e-4).
 */
describe.each(laws)("%s(%j)", (name, args, law) => {
  const values = sample(name, args);
  test("has its mean and its variance", () => {
    const mean = values.reduce((sum, x) => sum + x, 0) / COUNT;
    const second = values.reduce((sum, x) => sum + (x - law.mean) ** 2, 0) / COUNT;
    const fourth = values.reduce((sum, x) => sum + (x - law.mean) ** 4, 0) / COUNT;
    expect(Math.abs(mean - law.mean)).toBeLessThan(3.9 * Math.sqrt(law.variance / COUNT));
    expect(Math.abs(second - law.variance)).toBeLessThan(3.9 * Math.sqrt((fourth - second ** 2) / COUNT));
  });

  test("has its cumulative function", () => {
    expect(kolmogorov(values, law.cumulative).p).toBeGreaterThan(1e-4);
  });

  test("takes as many draws as it says", () => {
    const { draws } = distributions[name]!;
    let taken = 0;
    drawFrom(distributions[name]!, () => (taken++, 0.3), args);
    if (draws !== "varies") expect(taken).toBe(draws);
  });

  test("is finite at both ends of the source", () => {
    if (distributions[name]!.draws === "varies") return;
    for (const u of [2 ** -53, 1]) expect(drawFrom(distributions[name]!, () => u, args)).toSatisfy(Number.isFinite);
  });
});

describe("random_poisson", () => {
  test.each([0.1, 3, 9.9, 10, 25, 400, 1e6])("of mean %s", (mean) => {
    const values = sample("random_poisson", [mean]);
    const low = Math.max(0, Math.floor(mean - 8 * Math.sqrt(mean)));
    const step = Math.max(1, Math.round(Math.sqrt(mean) / 8));
    const cells = Math.ceil((16 * Math.sqrt(mean) + 20) / step);
    const counts = Array<number>(cells).fill(0);
    for (const k of values) counts[Math.floor((k - low) / step)]!++;
    const expected = counts.map((_, i) => {
      let sum = 0;
      for (let k = low + i * step; k < low + (i + 1) * step; k++) sum += Math.exp(lnPoisson(k, mean));
      return sum * COUNT;
    });
    expect(chiSquareFit(counts, expected).p).toBeGreaterThan(1e-4);
  });

  test("of mean 0 is 0, and the last draw ends", () => {
    expect(drawFrom(distributions.random_poisson!, () => 1, [0])).toBe(0);
    expect(drawFrom(distributions.random_poisson!, () => 1, [9.9])).toBeLessThan(80);
  });
});

describe("parameters", () => {
  test.each<[string, number[], string]>([
    ["random", [-1], "max is -1, which is negative"],
    ["random", [Number.NaN], "max is NaN, which is no finite number"],
    ["random_normal", [0, -2], "sd is -2, which is negative"],
    ["random_normal", [Number.POSITIVE_INFINITY, 2], "mean is Infinity, which is no finite number"],
    ["random_poisson", [-0.5], "lambda is -0.5, which is negative"],
    ["random_gamma", [0, 1], "shape is 0, which is not above 0"],
    ["random_gamma", [1, 0], "scale is 0, which is not above 0"],
    ["random_weibull", [1, -1], "scale is -1, which is not above 0"],
    ["random_beta", [1, 0], "b is 0, which is not above 0"],
    ["random_arcsine", [2, 1], "from is 2, which is above till, 1"],
    ["random_tri", [1, 5, 2], "mode is 5, which is above till, 2"],
    ["random_tri", [3, 2, 5], "from is 3, which is above mode, 2"],
  ])("%s%j is refused", (name, args, message) => {
    expect(drawFrom(distributions[name]!, () => 0.5, args)).toBe(message);
  });

  test("laws of a single value are that value", () => {
    const draw = (name: string, ...args: number[]) => drawFrom(distributions[name]!, () => 0.7, args);
    expect(draw("random_normal", 4, 0)).toBe(4);
    expect(draw("random", 0)).toBe(0);
    expect(draw("random_tri", 2, 2, 2)).toBe(2);
    expect(draw("random_arcsine", 3, 3)).toBe(3);
  });

  test("every random function of the language has its law, with as many parameters", () => {
    for (const [name, law] of Object.entries(distributions))
      expect(builtin(name)?.params.length, name).toBe(law.parameters.length);
  });
});
