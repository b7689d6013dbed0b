import { exp } from "../../base/index.ts";
import { lnPoisson } from "../special/deviance.ts";
import { type Chain, step } from "./chain.ts";

/**
 * Where a chain in continuous time is after some time, by uniformisation: all states are left with the greatest rate of any,
 * partly back to themselves, so that the number of steps has Poisson's law and each step is that of one matrix. Only sums of
 * positive numbers: nothing cancels. Poisson's probabilities are computed each by itself from its logarithm and cut off on
 * both sides where a geometric series bounds what is left (Fox and Glynn 1988 do it by recurrence); the result is below the
 * truth by `error` at most, summed over all states, besides rounding. It takes about rate times time steps.
 */
export function afterTime(rates: Chain, initial: ArrayLike<number>, time: number, error = 1e-13): Float64Array {
  const exits = exitRates(rates);
  const rate = exits.reduce((most, exit) => Math.max(most, exit), 0);
  let now: Float64Array = Float64Array.from(initial);
  const mean = rate * time;
  if (mean === 0) return now;
  const staying = exits.map((exit) => (rate - exit) / rate);
  const { first, weights } = poissonWindow(mean, error);
  const sum = new Float64Array(now.length);
  for (let k = 0; k < first + weights.length; k++) {
    const weight = k < first ? 0 : weights[k - first]!;
    if (weight > 0) for (let s = 0; s < sum.length; s++) sum[s]! += weight * now[s]!;
    now = step(rates, now, rate, staying);
  }
  return sum;
}

function exitRates({ starts, weights }: Chain): Float64Array {
  return Float64Array.from({ length: starts.length - 1 }, (_, s) => {
    let sum = 0;
    for (let i = starts[s]!; i < starts[s + 1]!; i++) sum += weights[i]!;
    return sum;
  });
}

/** The probabilities of Poisson's law from `first` on; those left out sum to at most `error`. */
export function poissonWindow(
  mean: number,
  error: number,
): { readonly first: number; readonly weights: readonly number[] } {
  const mode = Math.floor(mean);
  const weight = (k: number): number => exp(lnPoisson(k, mean));
  let first = mode;
  // Below k each weight is at most k/mean of the one above it, beyond k at most mean/(k+1) of the one before.
  while (first > 0 && weight(first - 1) > (error / 2) * (1 - (first - 1) / mean)) first--;
  const weights: number[] = [];
  for (let k = first; ; k++) {
    const next = weight(k);
    if (k > mean && next <= (error / 2) * (1 - mean / (k + 1))) break;
    weights.push(next);
  }
  return { first, weights };
}
