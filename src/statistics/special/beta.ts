import { exp, ln } from "../../base/index.ts";
import { deviance, stirlingError } from "./deviance.ts";

/**
 * The regularised incomplete beta function I_x(a, b), the cumulative function of the beta law, and its inverse in x, for
 * a, b > 0. The function is Lentz's evaluation of the continued fraction, on the side where it converges fast. The inverse
 * is Newton's method, kept in a bracket, for the logarithm of the smaller tail over the logarithm of the smaller of x and
 * y = 1 - x: so neither small probabilities nor quantiles near 0 or 1 lose digits. Relative errors are below 1e-12
 * (measured by `test/statistics/special.test.ts`).
 */
export function incompleteBeta(x: number, a: number, b: number, y: number = 1 - x): number {
  return lower(x, y, a, b);
}

/** The x of which I_x(a, b) is p. */
export function betaQuantile(p: number, a: number, b: number): number {
  return betaQuantiles(p, 1 - p, a, b).x;
}

/** The same from both p and q = 1 - p, with both x and y = 1 - x, each to its own last digits. */
export function betaQuantiles(p: number, q: number, a: number, b: number): { readonly x: number; readonly y: number } {
  if (p <= 0) return { x: 0, y: 1 };
  if (q <= 0) return { x: 1, y: 0 };
  if (p > lower(0.5, 0.5, a, b)) {
    const y = smallQuantile(q, p, b, a);
    return { x: 1 - y, y };
  }
  const x = smallQuantile(p, q, a, b);
  return { x, y: 1 - x };
}

/** I_x(a, b) for y = 1 - x. */
function lower(x: number, y: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (y <= 0) return 1;
  return x * (a + b + 2) < a + 1
    ? power(x, y, a, b) / fraction(x, y, a, b)
    : 1 - power(y, x, b, a) / fraction(y, x, b, a);
}

/** x^a y^b / B(a, b), for x + y = 1. */
function power(x: number, y: number, a: number, b: number): number {
  const n = a + b;
  const exponent = stirlingError(n) - stirlingError(a) - stirlingError(b) - deviance(a, n * x) - deviance(b, n * y);
  return Math.sqrt((a / n) * (b / (2 * Math.PI))) * exp(exponent);
}

const TINY = 1e-300;
const clear = (x: number): number => (Math.abs(x) < TINY ? TINY : x);

/** The even part of the usual continued fraction, written with y = 1 - x so that nothing cancels where x is near 1. */
function fraction(x: number, y: number, a: number, b: number): number {
  const most = 1000 + 50 * Math.sqrt(a + b);
  let value = clear((a * (a * y - b * x + 1)) / (a + 1));
  let c = value;
  let d = 0;
  for (let m = 1; m < most; m++) {
    const step = x / (a + 2 * m - 1);
    const above = (a + m - 1) * (a + b + m - 1) * m * (b - m) * step * step;
    const below = m + m * (b - m) * step + ((a + m) * (a * y - b * x + 1 + m * (1 + y))) / (a + 2 * m + 1);
    d = 1 / clear(below + above * d);
    c = clear(below + above / c);
    const factor = c * d;
    value *= factor;
    if (Math.abs(factor - 1) < 2.3e-16) break;
  }
  return value;
}

/** A quantile that is at most 1/2. */
function smallQuantile(p: number, q: number, a: number, b: number): number {
  const [sign, goal] = p <= q ? [1, ln(p)] : [-1, ln(q)];
  let low = -746;
  let high = -Math.LN2;
  let t = Math.min(high, ln(a / (a + b)));
  for (let i = 0; i < 200; i++) {
    const x = exp(t);
    const value = sign === 1 ? lower(x, 1 - x, a, b) : lower(1 - x, x, b, a);
    const excess = sign * (ln(value) - goal);
    if (excess > 0) high = t;
    else low = t;
    const next = t - (excess * (1 - x) * value) / power(x, 1 - x, a, b);
    const inside = next >= low && next <= high;
    if (Math.abs(next - t) <= 4e-16 * Math.max(1, Math.abs(t))) return exp(inside ? next : t);
    t = inside ? next : low + (high - low) / 2;
  }
  return exp(t);
}
