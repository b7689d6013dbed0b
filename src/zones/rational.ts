/**
 * Exact rational numbers for valuations and delays: numerator and positive denominator without a common divisor, so equal
 * numbers have equal fields. Arithmetic is in bigint and never rounds. For traces and tests, not for the search.
 */
export interface Rational {
  readonly n: bigint;
  readonly d: bigint;
}

export const ZERO: Rational = { n: 0n, d: 1n };

/** Requires: d is not zero. */
export function rational(n: bigint | number, d: bigint | number = 1n): Rational {
  let top = BigInt(n);
  let bottom = BigInt(d);
  if (bottom < 0n) {
    top = -top;
    bottom = -bottom;
  }
  const g = divisor(top < 0n ? -top : top, bottom);
  return { n: top / g, d: bottom / g };
}

export function plus(a: Rational, b: Rational): Rational {
  return rational(a.n * b.d + b.n * a.d, a.d * b.d);
}

export function minus(a: Rational, b: Rational): Rational {
  return rational(a.n * b.d - b.n * a.d, a.d * b.d);
}

/** Negative, zero or positive as a is smaller than, equal to or larger than b. */
export function compareRational(a: Rational, b: Rational): number {
  const difference = a.n * b.d - b.n * a.d;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** The largest integer that is not above a. */
export function floor(a: Rational): bigint {
  const q = a.n / a.d;
  return a.n < 0n && q * a.d !== a.n ? q - 1n : q;
}

/** `3`, `1/2`, `-7/4`. */
export function showRational(a: Rational): string {
  return a.d === 1n ? `${a.n}` : `${a.n}/${a.d}`;
}

function divisor(a: bigint, b: bigint): bigint {
  let x = a;
  let y = b;
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}
