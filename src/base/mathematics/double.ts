import { highWord, lowWord, whole, words } from "./bits.ts";

/**
 * What C's functions on doubles do that has no counterpart in JavaScript: exponents, neighbours, one rounding for a product
 * and a sum, and the classes of numbers. Of two numbers `fmax` and `fmin` take the other when one is none (NaN).
 */
export function logb(x: number): number {
  if (x === 0) return Number.NEGATIVE_INFINITY;
  if (!Number.isFinite(x)) return x * x;
  whole[0] = x;
  const exponent = (words[highWord]! >>> 20) & 0x7ff;
  return exponent === 0 ? logb(x * 2 ** 54) - 54 : exponent - 1023;
}

/** As glibc: the least integer for 0 and for what is no number, the greatest for infinity. */
export function ilogb(x: number): number {
  const exponent = logb(x);
  if (Number.isFinite(exponent)) return exponent;
  return exponent === Number.POSITIVE_INFINITY ? 2147483647 : -2147483648;
}

/** x * 2^n with one rounding: of a number in [1, 2) by a last factor that is a normal number. */
export function ldexp(x: number, n: number): number {
  if (x === 0 || !Number.isFinite(x)) return x;
  const e = logb(x);
  const digits = x * 2 ** -(e >> 1) * 2 ** ((e >> 1) - e);
  const exponent = e + n;
  if (exponent < -1080) return digits * 0;
  return exponent < -1022 ? digits * 2 ** (exponent + 100) * 2 ** -100 : digits * 2 ** exponent;
}

export function nextafter(x: number, y: number): number {
  if (Number.isNaN(x) || Number.isNaN(y)) return Number.NaN;
  if (x === y) return y;
  if (x === 0) return y > 0 ? 5e-324 : -5e-324;
  whole[0] = x;
  const away = y > x === x > 0;
  const low = words[lowWord]!;
  words[lowWord] = low + (away ? 1 : -1);
  if (low === (away ? -1 : 0)) words[highWord]! += away ? 1 : -1;
  return whole[0]!;
}

/** FP_NAN 0, FP_INFINITE 1, FP_ZERO 2, FP_SUBNORMAL 3, FP_NORMAL 4, as glibc. */
export function fpclassify(x: number): number {
  if (Number.isNaN(x)) return 0;
  if (!Number.isFinite(x)) return 1;
  return x === 0 ? 2 : Math.abs(x) < 2 ** -1022 ? 3 : 4;
}

export function fmax(x: number, y: number): number {
  return Number.isNaN(x) ? y : Number.isNaN(y) ? x : Math.max(x, y);
}

export function fmin(x: number, y: number): number {
  return Number.isNaN(x) ? y : Number.isNaN(y) ? x : Math.min(x, y);
}

export function fdim(x: number, y: number): number {
  return x <= y ? 0 : x - y;
}

/** C's pow is 1 for base 1, and for base -1 with an infinite exponent, where JavaScript's is no number. */
export function pow(x: number, y: number): number {
  return x === 1 || (x === -1 && Math.abs(y) === Number.POSITIVE_INFINITY) ? 1 : x ** y;
}

/** Halves go away from 0. */
export function round(x: number): number {
  const down = Math.trunc(x);
  return Math.abs(x - down) >= 0.5 ? down + Math.sign(x) : down;
}

export function copysign(x: number, y: number): number {
  return signbit(y) ? -Math.abs(x) : Math.abs(x);
}

export function signbit(x: number): boolean {
  return x < 0 || Object.is(x, -0);
}
