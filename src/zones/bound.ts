/**
 * Bounds: one entry of a difference-bound matrix, an upper limit on the difference of two clocks, in one 32-bit integer.
 * `<= c` is `2c + 1`, `< c` is `2c`, no limit is `INF`; so a smaller integer is a tighter bound. (Bengtsson, Yi 2004.)
 * Numbers never wrap: a sum that would leave the encoding throws `BoundOverflow`, which a search turns into `unknown`.
 * Finite bounds lie strictly between `-INF` and `INF`.
 */

/** No limit. Absorbs in `add`. */
export const INF = 0x7fffffff;
/** `<= 0`: the diagonal of a matrix that is not empty. */
export const LE_ZERO = 1;
/** `< 0`: below it, the diagonal of an empty matrix. */
export const LT_ZERO = 0;
/** The largest absolute value of a constant that clocks can be compared with or set to. */
export const MAX_CONSTANT = 2 ** 30 - 2;

/** Differences of clocks left the 32-bit encoding: the answer cannot be had with these matrices. Not a fault of ours. */
export class BoundOverflow extends Error {
  override readonly name = "BoundOverflow";
  constructor() {
    super(`clock differences beyond ${MAX_CONSTANT}`);
  }
}

/** Whether `c` can be the constant of a bound. Callers report a constant of the model for which it cannot. */
export function isRepresentable(c: number): boolean {
  return Number.isInteger(c) && c >= -MAX_CONSTANT && c <= MAX_CONSTANT;
}

/** The bound `<= c`. Requires: c is representable. */
export function le(c: number): number {
  return 2 * c + 1;
}

/** The bound `< c`. Requires: c is representable. */
export function lt(c: number): number {
  return 2 * c;
}

/** Requires: b is finite. */
export function constantOf(b: number): number {
  return b >> 1;
}

/** Requires: b is finite. */
export function isStrict(b: number): boolean {
  return (b & 1) === 0;
}

/** The bound on x - z that follows from a on x - y and b on y - z. Throws `BoundOverflow` rather than wrap or round. */
export function add(a: number, b: number): number {
  if (a >= INF || b >= INF) return INF;
  const sum = a + b - ((a | b) & 1);
  if (sum >= INF || sum <= -INF) throw new BoundOverflow();
  return sum;
}

/** The complement: not (x - y <= c) is y - x < -c. Requires: b is finite. */
export function negate(b: number): number {
  return 1 - b;
}

/** The bound as in text, operator first: `<=3`, `<-2`, `<inf`. */
export function showBound(b: number): string {
  if (b >= INF) return "<inf";
  return `${isStrict(b) ? "<" : "<="}${constantOf(b)}`;
}
