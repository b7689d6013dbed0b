import type { Source } from "../distributions/inverted.ts";
import { normalCumulative, normalQuantile } from "../special/normal.ts";
import type { Interval } from "./binomial.ts";

/**
 * An interval for the mean of a skewed law, where Student's misses too often: the bias-corrected and accelerated bootstrap of Efron (1987).
 * The sample is drawn from anew, with replacement, `rounds` times; the ends are quantiles of the means, moved by bias and skewness. It takes n draws a
 * round. The coverage goes to 1 - alpha faster than Student's, but for few values it falls short as well: measured in `test/statistics/coverage.test.ts`.
 */
export function bootstrapInterval(
  values: ArrayLike<number>,
  alpha: number,
  source: Source,
  rounds: number = 2000,
): Interval {
  const data = Float64Array.from(values);
  const mean = data.reduce((sum, x) => sum + x, 0) / data.length;
  const means = Float64Array.from({ length: rounds }, () => resampled(data, source)).sort();
  const lower = means.filter((x) => x < mean).length + means.filter((x) => x === mean).length / 2;
  if (lower === 0 || lower === rounds) return { low: means[0]!, high: means[rounds - 1]! };
  const bias = normalQuantile(lower / rounds);
  const skew = acceleration(data, mean);
  const end = (p: number): number => {
    const z = bias + normalQuantile(p);
    const share = normalCumulative(bias + z / (1 - skew * z));
    return means[Math.min(rounds - 1, Math.max(0, Math.floor(share * (rounds + 1)) - 1))]!;
  };
  return { low: end(alpha / 2), high: end(1 - alpha / 2) };
}

function resampled(data: Float64Array, source: Source): number {
  let sum = 0;
  for (let i = 0; i < data.length; i++) sum += data[Math.ceil(source() * data.length) - 1]!;
  return sum / data.length;
}

/** A sixth of the skewness of the mean, by the jackknife. */
function acceleration(data: Float64Array, mean: number): number {
  let squares = 0;
  let cubes = 0;
  for (const x of data) {
    squares += (x - mean) ** 2;
    cubes += (x - mean) ** 3;
  }
  return squares === 0 ? 0 : cubes / (6 * squares ** 1.5);
}
