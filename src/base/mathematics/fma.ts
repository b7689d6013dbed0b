import { ldexp, logb } from "./double.ts";

/**
 * x * y + z with one rounding, as C's `fma`: the exact value as a whole number times a power of two, rounded once to the nearest
 * double, halves to even.
 */
export function fma(x: number, y: number, z: number): number {
  const plain = x * y + z;
  if (!Number.isFinite(x) || !Number.isFinite(y) || !Number.isFinite(z)) return plain;
  if (x === 0 || y === 0 || z === 0) return z === 0 && x !== 0 && y !== 0 ? x * y : plain;
  const [a, b, c] = [parts(x), parts(y), parts(z)];
  const exponent = Math.min(a.exponent + b.exponent, c.exponent);
  const product = (a.digits * b.digits) << BigInt(a.exponent + b.exponent - exponent);
  return nearest(product + (c.digits << BigInt(c.exponent - exponent)), exponent);
}

/** A double as digits * 2^exponent. */
function parts(x: number): { digits: bigint; exponent: number } {
  const exponent = logb(x) - 52;
  return { digits: BigInt(ldexp(x, -exponent)), exponent };
}

/** The double nearest to digits * 2^exponent. */
function nearest(digits: bigint, exponent: number): number {
  if (digits === 0n) return 0;
  const size = (digits < 0n ? -digits : digits).toString(2).length;
  const lost = Math.max(size - 53, -1074 - exponent);
  if (lost <= 0) return ldexp(Number(digits), exponent);
  if (lost > size + 1) return digits < 0n ? -0 : 0;
  return ldexp(Number(halved(digits, BigInt(lost))), exponent + lost);
}

/** digits / 2^n to the nearest whole number, halves to even. */
function halved(digits: bigint, n: bigint): bigint {
  const down = digits >> n;
  const twice = (digits - (down << n)) << 1n;
  const unit = 1n << n;
  return twice > unit || (twice === unit && (down & 1n) === 1n) ? down + 1n : down;
}
