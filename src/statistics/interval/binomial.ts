import { betaQuantiles } from "../special/beta.ts";

/** A confidence interval; alpha is the probability, at most, that it misses what it is for. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** How UPPAAL 5 shows an interval: its middle, which is not the share of successes, and half its width. */
export function centred({ low, high }: Interval): { readonly middle: number; readonly half: number } {
  return { middle: (low + high) / 2, half: (high - low) / 2 };
}

/**
 * Intervals for a probability from k successes in n independent runs. Clopper and Pearson's is exact: it covers with at least
 * 1 - alpha for every probability and every n. Jeffreys's, from the posterior under the prior Beta(1/2, 1/2), is narrower and
 * covers so only on average over probabilities.
 */
export function clopperPearson(k: number, n: number, alpha: number): Interval {
  return {
    low: k === 0 ? 0 : betaQuantiles(alpha / 2, 1 - alpha / 2, k, n - k + 1).x,
    high: k === n ? 1 : betaQuantiles(1 - alpha / 2, alpha / 2, k + 1, n - k).x,
  };
}

export function jeffreys(k: number, n: number, alpha: number): Interval {
  return {
    low: k === 0 ? 0 : betaQuantiles(alpha / 2, 1 - alpha / 2, k + 0.5, n - k + 0.5).x,
    high: k === n ? 1 : betaQuantiles(1 - alpha / 2, alpha / 2, k + 0.5, n - k + 0.5).x,
  };
}

/**
 * The interval of UPPAAL 4.1.26, which gave all of alpha to the one open end where k is 0 or n; it stopped at a width
 * of 2 epsilon.
 */
export function olderInterval(k: number, n: number, alpha: number): Interval {
  return clopperPearson(k, n, k === 0 || k === n ? 2 * alpha : alpha);
}
