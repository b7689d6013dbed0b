import { ln } from "../../base/index.ts";
import { incompleteBeta } from "../special/beta.ts";
import type { Interval } from "./binomial.ts";

/**
 * What a sample says of its law without assuming one. A quantile lies between two values of the sorted sample with a
 * probability that is binomial, whatever the law: exact, at least 1 - alpha. The band of Dvoretzky, Kiefer and Wolfowitz,
 * with Massart's constant, holds the whole cumulative function at once.
 */
export interface Quantile extends Interval {
  readonly estimate: number;
}

/** Requires a sorted sample of at least one value; an end is infinite where the sample is too small for it. */
export function quantileInterval(sorted: ArrayLike<number>, p: number, alpha: number): Quantile {
  const n = sorted.length;
  const below = firstAbove(n, (k) => atMost(k, n, p) > alpha / 2);
  const above = firstAbove(n, (k) => 1 - atMost(k - 1, n, p) <= alpha / 2);
  return {
    estimate: sorted[Math.max(0, Math.ceil(p * n) - 1)]!,
    low: below === 0 ? Number.NEGATIVE_INFINITY : sorted[below - 1]!,
    high: above > n ? Number.POSITIVE_INFINITY : sorted[above - 1]!,
  };
}

/** The distance from the sample's cumulative function that the true one keeps everywhere, with probability at least 1 - alpha. */
export function bandHalfWidth(n: number, alpha: number): number {
  return Math.sqrt(ln(2 / alpha) / (2 * n));
}

/** The probability of at most k successes in n. */
function atMost(k: number, n: number, p: number): number {
  if (k < 0) return 0;
  return k >= n ? 1 : incompleteBeta(1 - p, n - k, k + 1, p);
}

/** The least k from 0 to n + 1 at which a monotone condition holds; n + 1 where it holds nowhere before. */
function firstAbove(n: number, holds: (k: number) => boolean): number {
  let low = -1;
  let high = n + 1;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) high = middle;
    else low = middle;
  }
  return high;
}
