import { HALF_LN_2PI, lgamma, ln, stirling } from "../../base/index.ts";

/**
 * Densities of binomial, Poisson, beta and gamma laws are powers over gamma functions, huge numbers whose quotient is small.
 * After Loader ("Fast and accurate computation of binomial probabilities", 2000) they are e^-deviance times a root: nothing
 * cancels, whatever the size.
 */

/** ln Γ(x) minus Stirling's formula (x - 1/2) ln x - x + ln √(2π), for x > 0. */
export function stirlingError(x: number): number {
  return x >= 10 ? stirling(x) : lgamma(x) - ((x - 0.5) * ln(x) - x + HALF_LN_2PI);
}

/** x ln(x/m) + m - x, without cancellation where x is near m. */
export function deviance(x: number, m: number): number {
  if (x === 0) return m;
  if (Math.abs(x - m) >= 0.1 * (x + m)) return x * ln(x / m) + m - x;
  const v = (x - m) / (x + m);
  let sum = (x - m) * v;
  let term = 2 * x * v;
  for (let j = 3; j < 100; j += 2) {
    term *= v * v;
    const next = sum + term / j;
    if (next === sum) break;
    sum = next;
  }
  return sum;
}

/** The logarithm of the probability of k under Poisson's law. */
export function lnPoisson(k: number, mean: number): number {
  if (k === 0) return -mean;
  return -stirlingError(k) - deviance(k, mean) - HALF_LN_2PI - 0.5 * ln(k);
}
