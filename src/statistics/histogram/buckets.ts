import { greatest, smallest } from "../../base/index.ts";

/**
 * UPPAAL's buckets: as many as the square root of the number of values, rounded up, of equal width from the least value to
 * the greatest; for whole numbers the width is rounded up to a whole number. The greatest value is not drawn into the last
 * bucket but may open one more, as in UPPAAL. Where all values are equal there is one bucket, of width 1.
 */
export interface Buckets {
  readonly from: number;
  readonly width: number;
  readonly counts: readonly number[];
}

/** Requires at least one value. */
export function buckets(values: readonly number[], whole = false): Buckets {
  const from = smallest(values);
  const span = greatest(values) - from;
  const share = span / Math.ceil(Math.sqrt(values.length));
  const width = span === 0 ? 1 : whole ? Math.ceil(share) : share;
  const counts = Array<number>(Math.floor(span / width) + 1).fill(0);
  for (const value of values) counts[Math.floor((value - from) / width)]!++;
  return { from, width, counts: withoutEmptyEnd(counts) };
}

/** Rounding may put the greatest value into the bucket before the one that was made for it. */
function withoutEmptyEnd(counts: number[]): readonly number[] {
  return counts.at(-1) === 0 ? counts.slice(0, -1) : counts;
}
