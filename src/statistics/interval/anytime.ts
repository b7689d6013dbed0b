import { lgamma, ln } from "../../base/index.ts";
import type { Interval } from "./binomial.ts";

/**
 * An interval for a probability that holds whenever one stops looking, as after a test that stops by what it has seen: there
 * Clopper and Pearson's, which is for a number of runs fixed before, covers 91 % instead of 95 % where the probability is at
 * the limit of the test. A probability p is left out once the runs are 1/alpha times likelier under a mixture of all
 * probabilities (Jeffreys's, Beta(1/2, 1/2)) than under p. If p is true that ratio is a martingale with mean 1, and so comes
 * to 1/alpha with probability at most alpha, at whatever time (Ville 1939; Robbins 1970). It pays with width, about 1.5 times.
 */
export function anytimeInterval(k: number, n: number, alpha: number): Interval {
  const mixed = lnBeta(k + 0.5, n - k + 0.5) - lnBeta(0.5, 0.5);
  const isOut = (p: number): boolean => mixed - times(k, p) - times(n - k, 1 - p) >= -ln(alpha);
  return {
    low: k === 0 ? 0 : boundary(0, k / n, isOut),
    high: k === n ? 1 : boundary(1, k / n, isOut),
  };
}

/** Where what is out, from `outside` on, ends before what is inside. */
function boundary(outside: number, inside: number, isOut: (p: number) => boolean): number {
  let [out, within] = [outside, inside];
  for (let i = 0; i < 100; i++) {
    const middle = (out + within) / 2;
    if (isOut(middle)) out = middle;
    else within = middle;
  }
  return out;
}

/** The logarithm of p to this power. */
function times(count: number, p: number): number {
  return count === 0 ? 0 : count * ln(p);
}

function lnBeta(a: number, b: number): number {
  return lgamma(a) + lgamma(b) - lgamma(a + b);
}
