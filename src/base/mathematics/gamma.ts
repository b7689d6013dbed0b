import { exp } from "./exp.ts";
import { ln } from "./ln.ts";
import { sinpi } from "./sinpi.ts";

/**
 * The gamma function and the logarithm of its absolute value, as C's `tgamma` and `lgamma`. Around 2 the logarithm is a
 * polynomial, exact to the last bits also next to its zeros at 1 and 2; other arguments below 10 go there by Γ(x+1) = x Γ(x);
 * from 10 on it is Stirling's series, below 0 the reflection at 1/2. Measured errors stand in `test/statistics/special.test.ts`.
 */
export function lgamma(x: number): number {
  if (Number.isNaN(x)) return x;
  if (Math.abs(x) === Number.POSITIVE_INFINITY) return Number.POSITIVE_INFINITY;
  if (x <= 0) return reflected(x);
  if (x < 0.5) return aroundTwo(x) - ln(x) - ln(1 + x);
  if (x < 1.5) return aroundTwo(x - 1) - ln(x);
  if (x <= 2.5) return aroundTwo(x - 2);
  if (x < 10) {
    const steps = Math.floor(x - 1.5);
    return aroundTwo(x - steps - 2) + ln(rising(1, x - steps, steps));
  }
  return (x - 0.5) * (ln(x) - 1) + (HALF_LN_2PI - 0.5) + stirling(x);
}

export const HALF_LN_2PI = 0.9189385332046728;

/** What Stirling's formula for ln Γ(x) leaves: 1/(12x) - 1/(360x³) + ...; below 2^-53 of 1/(12x) for x >= 10. */
export function stirling(x: number): number {
  const z = 1 / (x * x);
  const last =
    0.0008417508417508417 + z * (-0.0019175269175269176 + z * (0.00641025641025641 - z * 0.029550653594771242));
  const first = 0.08333333333333333 + z * (-0.002777777777777778 + z * 0.0007936507936507937);
  return (first + z * z * z * (-0.0005952380952380953 + z * last)) / x;
}

function reflected(x: number): number {
  if (Number.isInteger(x)) return Number.POSITIVE_INFINITY;
  if (x > -1e-17) return -ln(-x);
  return ln(Math.PI / Math.abs(x * sinpi(x))) - lgamma(-x);
}

export function tgamma(x: number): number {
  if (x === 0) return 1 / x;
  if (x < 0) return ofNegative(x);
  if (x > 172) return Number.POSITIVE_INFINITY;
  if (x < 0.5) return exp(aroundTwo(x)) / (x * (1 + x));
  if (x < 1.5) return exp(aroundTwo(x - 1)) / x;
  const steps = Math.max(0, Math.floor(x - 1.5));
  return rising(exp(aroundTwo(x - steps - 2)), x - steps, steps);
}

/** Γ(x) Γ(-x) = -π / (x sin πx); far out in two steps, as Γ(-x) may be too large where Γ(x) is not yet 0. */
function ofNegative(x: number): number {
  if (Number.isInteger(x) || x === Number.NEGATIVE_INFINITY) return Number.NaN;
  const far = x < -150 ? 20 : 0;
  return -Math.PI / (x * sinpi(x)) / tgamma(-x - far) / rising(1, -x - far, far);
}

/** from * x (x+1) ... (x+steps-1). */
function rising(from: number, x: number, steps: number): number {
  let product = from;
  for (let i = 0; i < steps; i++) product *= x + i;
  return product;
}

/** ln Γ(2 + z) for |z| <= 1/2, relative error of the polynomial below 2^-60. */
function aroundTwo(z: number): number {
  let sum = 0;
  for (let i = coefficients.length - 1; i >= 0; i--) sum = coefficients[i]! + z * sum;
  return z * sum;
}

const coefficients: readonly number[] = [
  0.42278433509846713, 0.3224670334241132, -0.06735230105319814, 0.02058080842778457, -0.0073855510286681535,
  0.002890510330738737, -0.0011927539120010226, 0.0005096695248853096, -0.00022315475074520367, 9.945750909889392e-5,
  -4.4926351103833334e-5, 2.050726741605779e-5, -9.438458716242811e-6, 4.374374916915131e-6, -2.0449201467015115e-6,
  9.578663334114758e-7, -4.303558760359961e-7, 2.0304806751615227e-7, -1.3412819758517287e-7, 6.379047507619774e-8,
];
