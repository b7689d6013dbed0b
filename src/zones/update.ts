/**
 * Updates of clocks on difference-bound matrices, forwards and backwards. The encoding and the general *requires* and
 * *ensures* are those of `matrix.ts`: all of these keep a closed matrix closed. `x` and `y` are indices above 0.
 */
import { add, INF, LE_ZERO, le } from "./bound.ts";
import { constrain } from "./matrix.ts";

/** x = value. Requires: value >= 0 and representable. */
export function reset(z: Int32Array, at: number, dim: number, x: number, value: number): void {
  const row = at + x * dim;
  if (value === 0) {
    for (let j = 0; j < dim; j++) {
      z[row + j] = z[at + j]!;
      z[at + j * dim + x] = z[at + j * dim]!;
    }
  } else {
    const above = le(value);
    const below = le(-value);
    for (let j = 0; j < dim; j++) {
      z[row + j] = add(above, z[at + j]!);
      z[at + j * dim + x] = add(z[at + j * dim]!, below);
    }
  }
  z[row + x] = LE_ZERO;
}

/** x = y. */
export function copyClock(z: Int32Array, at: number, dim: number, x: number, y: number): void {
  if (x === y) return;
  const rowX = at + x * dim;
  const rowY = at + y * dim;
  for (let j = 0; j < dim; j++) {
    z[rowX + j] = z[rowY + j]!;
    z[at + j * dim + x] = z[at + j * dim + y]!;
  }
  z[rowX + x] = LE_ZERO;
}

/** Whether y + d is at least zero in the whole zone, so that `shift` loses nothing. */
export function staysNonNegative(z: Int32Array, at: number, _dim: number, y: number, d: number): boolean {
  return -(z[at + y]! >> 1) + d >= 0;
}

/**
 * x = y + d, where y may be x and d may be negative. Valuations with y + d < 0 have no successor and drop out (ask
 * `staysNonNegative` first to report them). Ensures: closed, or marked as empty. Returns whether the zone is not empty.
 */
export function shift(z: Int32Array, at: number, dim: number, x: number, y: number, d: number): boolean {
  if (d < 0 && !constrain(z, at, dim, 0, y, le(d))) return false;
  copyClock(z, at, dim, x, y);
  if (d === 0) return true;
  const row = at + x * dim;
  const above = le(d);
  const below = le(-d);
  for (let j = 0; j < dim; j++) {
    if (j === x) continue;
    z[row + j] = add(z[row + j]!, above);
    z[at + j * dim + x] = add(z[at + j * dim + x]!, below);
  }
  return true;
}

/** Forgets x: any value of at least zero. */
export function free(z: Int32Array, at: number, dim: number, x: number): void {
  const row = at + x * dim;
  for (let j = 0; j < dim; j++) {
    z[row + j] = INF;
    z[at + j * dim + x] = z[at + j * dim]!;
  }
  z[row + x] = LE_ZERO;
}

/**
 * The valuations that x = value takes into the zone. Requires: value representable. Ensures: closed, or marked as empty.
 * Returns whether the zone is not empty; so do the other inverses.
 */
export function resetInverse(z: Int32Array, at: number, dim: number, x: number, value: number): boolean {
  if (!constrain(z, at, dim, x, 0, le(value)) || !constrain(z, at, dim, 0, x, le(-value))) return false;
  free(z, at, dim, x);
  return true;
}

/** The valuations that x = y takes into the zone. */
export function copyInverse(z: Int32Array, at: number, dim: number, x: number, y: number): boolean {
  return shiftInverse(z, at, dim, x, y, 0);
}

/** The valuations that x = y + d takes into the zone; y may be x, d may be negative. */
export function shiftInverse(z: Int32Array, at: number, dim: number, x: number, y: number, d: number): boolean {
  if (x === y) return shift(z, at, dim, x, x, -d);
  if (!constrain(z, at, dim, x, y, le(d)) || !constrain(z, at, dim, y, x, le(-d))) return false;
  free(z, at, dim, x);
  return true;
}
