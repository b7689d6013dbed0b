import { betaQuantiles } from "../special/beta.ts";
import { lowerGamma } from "../special/gamma.ts";
import type { Interval } from "./binomial.ts";

/**
 * A probability to a relative error, also where it is small and no fixed number of runs would do: inverse binomial sampling.
 * Run until a number r of successes that depends on alpha and epsilon alone; with n runs by then the estimate (r - 1)/(n - 1)
 * has no bias (Haldane 1945) and is within epsilon of the truth, relatively, with probability at least 1 - alpha. r is
 * computed for the limit of small probabilities, where p n has a gamma law; larger ones vary less (Mendo and Hernando 2006),
 * which the tests check by the exact law on a grid. Who has a limit on runs takes it in place of an answer: with probability
 * 0 there is none.
 */
export function successesFor(alpha: number, epsilon: number): number {
  const covers = (r: number): boolean =>
    lowerGamma(r, (r - 1) / (1 - epsilon)) - lowerGamma(r, (r - 1) / (1 + epsilon)) >= 1 - alpha;
  let high = 2;
  while (!covers(high)) high *= 2;
  let low = high / 2;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (covers(middle)) high = middle;
    else low = middle;
  }
  return high;
}

export function inverseEstimate(successes: number, runs: number): number {
  return runs === 1 ? 1 : (successes - 1) / (runs - 1);
}

/** The exact interval after the run with the last of r successes. */
export function inverseInterval(successes: number, runs: number, alpha: number): Interval {
  return {
    low: betaQuantiles(alpha / 2, 1 - alpha / 2, successes, runs - successes + 1).x,
    high: runs === successes ? 1 : betaQuantiles(1 - alpha / 2, alpha / 2, successes, runs - successes).x,
  };
}
