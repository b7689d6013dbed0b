import { exp } from "../../base/index.ts";
import { deviance, stirlingError } from "./deviance.ts";

/**
 * The regularised incomplete gamma functions P(a, x) and Q(a, x) = 1 - P(a, x): the cumulative function of the gamma law of
 * shape a and its upper tail; by the series below the mean and the continued fraction above it, so that the smaller of the
 * two has a small relative error. From them the tail of the chi-square law.
 */
export function lowerGamma(a: number, x: number): number {
  if (x <= 0) return 0;
  return x < a + 1 ? series(a, x) : 1 - fraction(a, x);
}

function upperGamma(a: number, x: number): number {
  if (x <= 0) return 1;
  return x < a + 1 ? 1 - series(a, x) : fraction(a, x);
}

/** The chi-square law's probability of a greater value. */
export function chiSquareTail(x: number, freedom: number): number {
  return upperGamma(freedom / 2, x / 2);
}

/** x^a e^-x / Γ(a). */
function power(a: number, x: number): number {
  return Math.sqrt(a / (2 * Math.PI)) * exp(-stirlingError(a) - deviance(a, x));
}

function series(a: number, x: number): number {
  let term = 1 / a;
  let sum = term;
  for (let n = 1; n < 1000 + 50 * Math.sqrt(a); n++) {
    term *= x / (a + n);
    sum += term;
    if (term < sum * 1e-17) break;
  }
  return sum * power(a, x);
}

function fraction(a: number, x: number): number {
  if (x === Number.POSITIVE_INFINITY) return 0;
  let b = x + 1 - a;
  let c = 1e300;
  let d = 1 / b;
  let value = d;
  for (let n = 1; n < 1000 + 50 * Math.sqrt(a); n++) {
    const step = n * (a - n);
    b += 2;
    d = 1 / (step * d + b);
    c = b + step / c;
    const factor = c * d;
    value *= factor;
    if (Math.abs(factor - 1) < 2.3e-16) break;
  }
  return value * power(a, x);
}
