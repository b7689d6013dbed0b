import { exp, ln } from "../../base/index.ts";
import { type Source, standardNormal } from "./inverted.ts";

/**
 * Gamma and beta laws after Marsaglia and Tsang ("A simple method for generating gamma variables", 2000): a normal number is
 * transformed and accepted or drawn anew, with 1.05 attempts of two draws on average or fewer. The number of draws varies:
 * two an attempt, and one more for a shape below 1. The logarithm is kept apart, as a gamma number of a small shape may be
 * too small for a double.
 */
export function drawGamma(source: Source, shape: number, scale: number): number {
  if (shape >= 1) return scale * large(source, shape);
  const exponent = ln(source()) / shape;
  return scale * large(source, shape + 1) * exp(exponent);
}

/** The quotient of a gamma number and its sum with another. */
export function drawBeta(source: Source, a: number, b: number): number {
  const first = lnGammaNumber(source, a);
  const second = lnGammaNumber(source, b);
  return 1 / (1 + exp(second - first));
}

function lnGammaNumber(source: Source, shape: number): number {
  if (shape >= 1) return ln(large(source, shape));
  const exponent = ln(source()) / shape;
  return ln(large(source, shape + 1)) + exponent;
}

/** A gamma number of shape at least 1 and scale 1. */
function large(source: Source, shape: number): number {
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = standardNormal(source);
    const u = source();
    const root = 1 + c * x;
    const v = root * root * root;
    if (root > 0 && ln(u) < 0.5 * x * x + d - d * v + d * ln(v)) return d * v;
  }
}
