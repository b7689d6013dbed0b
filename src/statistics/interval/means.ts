import { ln } from "../../base/index.ts";
import { studentQuantile } from "../special/student.ts";
import type { Summary } from "../summary.ts";
import type { Interval } from "./binomial.ts";

/**
 * Intervals for a mean. Student's is exact for normal values, good for many values of any law with a variance, and too narrow for
 * few values of a skewed one. Hoeffding's and the empirical Bernstein bound (Maurer and Pontil 2009) hold for every law on a
 * known range and every n; the second is much narrower where the variance is small beside the range.
 */
export function studentInterval(summary: Summary, alpha: number): Interval {
  if (summary.count < 2) return { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };
  const half = studentQuantile(1 - alpha / 2, summary.count - 1) * (summary.deviation / Math.sqrt(summary.count));
  return { low: summary.mean - half, high: summary.mean + half };
}

/** Requires values within the range. */
export function hoeffding(summary: Summary, range: Interval, alpha: number): Interval {
  return within(range, summary.mean, (range.high - range.low) * Math.sqrt(ln(2 / alpha) / (2 * summary.count)));
}

/** Requires values within the range. */
export function bernstein(summary: Summary, range: Interval, alpha: number): Interval {
  if (summary.count < 2) return range;
  const log = ln(4 / alpha);
  const spread = Math.sqrt((2 * summary.variance * log) / summary.count);
  return within(range, summary.mean, spread + (7 * (range.high - range.low) * log) / (3 * (summary.count - 1)));
}

function within(range: Interval, mean: number, half: number): Interval {
  return { low: Math.max(range.low, mean - half), high: Math.min(range.high, mean + half) };
}
