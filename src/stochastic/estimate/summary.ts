import { anytimeInterval, buckets, clopperPearson, quantileInterval, studentInterval } from "../../statistics/index.ts";
import type { Histogram, Quantile, Range, Sample } from "./estimate.ts";
import type { Parameters } from "./parameters.ts";
import type { Values } from "./values.ts";

/** Clopper's and Pearson's interval; everything is possible before the first run. */
export function intervalOf(successes: number, runs: number, alpha: number): Range {
  return runs === 0 ? { low: 0, high: 1 } : clopperPearson(successes, runs, alpha);
}

/** The same of runs that stopped by what they showed. */
export function stoppedInterval(successes: number, runs: number, alpha: number): Range {
  return runs === 0 ? { low: 0, high: 1 } : anytimeInterval(successes, runs, alpha);
}

/** Half of Student's interval for the mean. */
export function meanHalfWidth({ summary }: Values, alpha: number): number {
  return studentInterval(summary, alpha).high - summary.mean;
}

/** What is told of the numbers of runs: least, greatest, mean with its interval, a histogram, quantiles where asked for. */
export function summarise(values: Values, { alpha, quantiles }: Parameters): Sample {
  const all = values.all();
  const { count, least, greatest, mean, deviation } = values.summary;
  if (count === 0) return { count, all };
  return {
    count,
    all,
    min: least,
    max: greatest,
    mean: values.isConstant ? least : mean,
    deviation: values.isConstant ? 0 : deviation,
    ...(values.isConstant ? {} : { halfWidth: meanHalfWidth(values, alpha) }),
    histogram: histogramOf(all),
    ...(quantiles.length === 0 ? {} : { quantiles: quantilesOf(all, quantiles, alpha) }),
  };
}

function histogramOf(all: Float64Array): Histogram {
  const { from, width, counts } = buckets(Array.from(all), all.every(Number.isInteger));
  return { start: from, width, counts };
}

function quantilesOf(all: Float64Array, at: readonly number[], alpha: number): Quantile[] {
  const sorted = all.slice().sort();
  return at.map((p) => {
    const { estimate, low, high } = quantileInterval(sorted, p, alpha);
    return { at: p, value: estimate, interval: { low, high } };
  });
}
