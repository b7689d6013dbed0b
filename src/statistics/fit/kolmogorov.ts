import { exp } from "../../base/index.ts";

/**
 * The Kolmogorov-Smirnov tests: the greatest distance between a sample's cumulative function and a given one, or another
 * sample's, and the probability p of one as great or greater if the laws are equal, by the limit law with Stephens's
 * correction for n (within 0.01 of the true p from some ten values on; laws with ties make it larger, never smaller).
 */
export interface Fit {
  readonly statistic: number;
  readonly p: number;
}

export function kolmogorov(sample: ArrayLike<number>, cumulative: (x: number) => number): Fit {
  const sorted = Float64Array.from(sample).sort();
  const n = sorted.length;
  let most = 0;
  sorted.forEach((x, i) => {
    const f = cumulative(x);
    most = Math.max(most, f - i / n, (i + 1) / n - f);
  });
  return { statistic: most, p: kolmogorovTail(most, n) };
}

export function kolmogorovTwo(first: ArrayLike<number>, second: ArrayLike<number>): Fit {
  const a = Float64Array.from(first).sort();
  const b = Float64Array.from(second).sort();
  let most = 0;
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const x = Math.min(a[i]!, b[j]!);
    while (i < a.length && a[i]! <= x) i++;
    while (j < b.length && b[j]! <= x) j++;
    most = Math.max(most, Math.abs(i / a.length - j / b.length));
  }
  return { statistic: most, p: kolmogorovTail(most, (a.length * b.length) / (a.length + b.length)) };
}

/** The probability of a distance as great or greater for n values. */
export function kolmogorovTail(distance: number, n: number): number {
  const root = Math.sqrt(n);
  const x = (root + 0.12 + 0.11 / root) * distance;
  return x < 1 ? 1 - rising(x) : falling(x);
}

function rising(x: number): number {
  if (x < 0.05) return 0;
  let sum = 0;
  for (let k = 1; k < 40; k += 2) sum += exp(-(k * k * Math.PI * Math.PI) / (8 * x * x));
  return (Math.sqrt(2 * Math.PI) / x) * sum;
}

function falling(x: number): number {
  let sum = 0;
  for (let k = 1; k < 20; k++) sum += (k % 2 === 1 ? 2 : -2) * exp(-2 * k * k * x * x);
  return Math.max(0, sum);
}
