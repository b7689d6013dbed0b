import { highWord, whole, words } from "./bits.ts";
import { LN2_HIGH, LN2_LOW } from "./ln.ts";

/**
 * The exponential function from + - * / and the bits of a double alone: the same bit for bit in every engine, as `ln` is.
 * x = k ln 2 + r with |r| <= ln 2 / 2; then e^r = 1 + (r + r² P(r)) with a polynomial whose error is below 2^-62, and the
 * power of two is put in by its bits. Error below 0.8 units in the last place (measured by `test/statistics/ln.test.ts`).
 */
export function exp(x: number): number {
  if (!(x > -746)) return x < 0 ? 0 : Number.NaN;
  if (x > 710) return Number.POSITIVE_INFINITY;
  const k = Math.floor(x * Math.LOG2E + 0.5);
  const high = x - k * LN2_HIGH;
  const low = k * LN2_LOW;
  const r = high - low;
  const lost = high - r - low;
  return scale(1 + (r + (lost + r * r * rest(r))), k);
}

function rest(r: number): number {
  const last = 2.480158732567746e-5 + r * (2.755725517000089e-6 + r * end(r));
  const middle = 0.008333333333326084 + r * (0.0013888888888883711 + r * (0.0001984126987500228 + r * last));
  return 0.5 + r * (0.1666666666666667 + r * (0.04166666666666667 + r * middle));
}

function end(r: number): number {
  return 2.755727347871858e-7 + r * (2.5105312729622103e-8 + r * 2.09147553258932e-9);
}

/** y * 2^k for y near 1: in two factors that are normal numbers, so that only the last product rounds. */
function scale(y: number, k: number): number {
  const half = k >> 1;
  return y * powerOfTwo(half) * powerOfTwo(k - half);
}

/** Requires -1022 <= k <= 1023. */
function powerOfTwo(k: number): number {
  whole[0] = 1;
  words[highWord] = (k + 1023) << 20;
  return whole[0]!;
}
