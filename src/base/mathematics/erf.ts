import { exp } from "./exp.ts";

/**
 * The error function and its complement, as C's `erf` and `erfc`. Up to 1/2 erf is x times a polynomial in x²; from there on
 * e^(x²) erfc(x) (1 + 2x) is a Chebyshev series in (x - 3.75) / (x + 3.75), and e^(-x²) is taken in two factors, so that the
 * rounding of x² does not count. Measured errors stand in `test/statistics/special.test.ts`.
 */
export function erf(x: number): number {
  if (Math.abs(x) <= 0.5) return x * inner(x * x);
  return x > 0 ? 1 - upper(x) : x < 0 ? upper(-x) - 1 : x;
}

export function erfc(x: number): number {
  if (Math.abs(x) <= 0.5) return 1 - x * inner(x * x);
  return x > 0 ? upper(x) : x < 0 ? 2 - upper(-x) : x;
}

function inner(z: number): number {
  let sum = 0;
  for (let i = small.length - 1; i >= 0; i--) sum = small[i]! + z * sum;
  return sum;
}

/** erfc(x) for x > 1/2. */
function upper(x: number): number {
  if (x > 28) return 0;
  return (decay(x) * series((x - 3.75) / (x + 3.75))) / (1 + 2 * x);
}

/** e^(-x²). */
function decay(x: number): number {
  const high = Math.fround(x);
  return exp(-high * high) * exp(-(x - high) * (x + high));
}

/** Clenshaw's sum of the Chebyshev series, whose interval is that of x from 1/2 to infinity. */
function series(t: number): number {
  const w = (2 * (t - FIRST)) / (1 - FIRST) - 1;
  let last = 0;
  let next = 0;
  for (let i = large.length - 1; i > 0; i--) {
    const sum = large[i]! + 2 * w * last - next;
    next = last;
    last = sum;
  }
  return large[0]! / 2 + w * last - next;
}

const FIRST = (0.5 - 3.75) / (0.5 + 3.75);

const small: readonly number[] = [
  1.1283791670955126, -0.37612638903183715, 0.11283791670952596, -0.026866170644428485, 0.005223977615420539,
  -0.0008548326188759752, 0.00012055289567541706, -1.4924196305569617e-5, 1.643068417974155e-6, -1.5940066854661717e-7,
  1.1472499701094691e-8,
];

const large: readonly number[] = [
  2.419107068372876, -0.07449995301009735, -0.01989843161011852, 0.019905393893364882, -0.009002331393380927,
  0.002942133407309639, -0.0007508778230431329, 0.00014982479112138588, -2.2031234655936493e-5, 1.8855545928961662e-6,
  6.060729559673998e-8, -4.563538388649774e-8, 5.162357979173963e-9, 3.47221966254329e-10, -1.575268436129396e-10,
  7.129201208528781e-12, 3.3790897880065413e-12, -4.440652602469761e-13, -6.43625459109831e-14, 1.6260780477370676e-14,
  1.1690084467834413e-15, -5.415558885519268e-16, -2.1849878520778407e-17, 1.8089668415515608e-17,
];
