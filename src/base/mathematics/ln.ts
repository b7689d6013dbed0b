import { highWord, whole, words } from "./bits.ts";

/**
 * The natural logarithm from + - * / and the bits of a double alone, so that it is the same number bit for bit in every
 * JavaScript engine and, written down again, in WebAssembly. x = 2^k * m with m in [sqrt(1/2), sqrt(2)) up to 2^-20; with f
 * = m - 1 and s = f / (2 + f) it is ln(1 + f) = f - f²/2 + s (f²/2 + R), R = 2 (s²/3 + s⁴/5 + ...), as a polynomial in s²
 * whose error is below 2^-63. The order of operations is part of the promise. Error below 0.8 units in the last place
 * (measured by `test/statistics/ln.test.ts`).
 */
export function ln(x: number): number {
  if (!(x >= 2.2250738585072014e-308)) return ofSmall(x);
  if (x === Number.POSITIVE_INFINITY) return x;
  return scaled(x, 0);
}

/** ln(x) + more * ln 2 for a normal number. */
function scaled(x: number, more: number): number {
  whole[0] = x;
  // The offset lets the exponent change at sqrt(1/2) in place of 1.
  const e = (words[highWord]! + 0x95f62) >> 20;
  const k = e - 1023 + more;
  const f = x * inverse[e]! - 1;
  const s = f / (2 + f);
  const half = 0.5 * f * f;
  return k * LN2_HIGH - (half - (s * (half + rest(s * s)) + k * LN2_LOW) - f);
}

function ofSmall(x: number): number {
  if (x > 0) return scaled(x * 18014398509481984, -54);
  return x === 0 ? Number.NEGATIVE_INFINITY : Number.NaN;
}

/** 2^(1023 - e), exact also where it is subnormal; faster than putting an exponent into the bits. */
const inverse = Float64Array.from({ length: 2048 }, (_, e) => (e === 0 ? 0 : 2 ** (1023 - e)));

/** ln 2 in two parts; the first has 32 bits, so that its product with an exponent is exact. */
export const LN2_HIGH = 0.6931471803691238;
export const LN2_LOW = 1.9082149292705877e-10;

function rest(z: number): number {
  const low = 0.22222222392581045 + z * (0.18181795547521137 + z * (0.15386244737621665 + z * tail(z)));
  return z * (0.6666666666666666 + z * (0.40000000000000885 + z * (0.28571428570799784 + z * low)));
}

function tail(z: number): number {
  return 0.13268638369266825 + z * 0.13088034850927555;
}
