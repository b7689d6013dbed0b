/**
 * Difference-bound matrices: making, closing, constraining. A matrix is `dim * dim` bounds in an `Int32Array` from the
 * offset `at` on, row by row; entry `[i * dim + j]` bounds x_i - x_j; index 0 is the clock that is always zero, so column 0
 * holds upper bounds and row 0 negated lower bounds. All clocks are at least zero in every matrix.
 *
 * *Closed* (canonical) means that every entry is the tightest one that the others imply; *empty* is told by a first entry
 * below `LE_ZERO`, and then nothing else may be read. Unless a function says otherwise it requires a closed matrix that is
 * not empty, and ensures the same. Nothing here allocates except where it returns a new array.
 * (Dill 1989; Bengtsson, Yi 2004.)
 */
import { BoundOverflow, INF, LE_ZERO, LT_ZERO } from "./bound.ts";

/** Ensures: all clocks are zero. Requires nothing of the old content. */
export function zero(z: Int32Array, at: number, dim: number): void {
  z.fill(LE_ZERO, at, at + dim * dim);
}

/** Ensures: all clocks have any value of at least zero. Requires nothing of the old content. */
export function universal(z: Int32Array, at: number, dim: number): void {
  z.fill(INF, at, at + dim * dim);
  z.fill(LE_ZERO, at, at + dim);
  for (let i = 1; i < dim; i++) z[at + i * dim + i] = LE_ZERO;
}

/** A new matrix in which all clocks are zero. */
export function newZero(dim: number): Int32Array {
  const z = new Int32Array(dim * dim);
  zero(z, 0, dim);
  return z;
}

/** A new matrix in which all clocks have any value of at least zero. */
export function newUniversal(dim: number): Int32Array {
  const z = new Int32Array(dim * dim);
  universal(z, 0, dim);
  return z;
}

/** Copies the matrix at `from` in `source` to `at` in `z`. The two may not overlap unless they are in different arrays. */
export function copy(z: Int32Array, at: number, source: Int32Array, from: number, dim: number): void {
  for (let k = 0, n = dim * dim; k < n; k++) z[at + k] = source[from + k]!;
}

/** Requires: the matrix is the result of an operation of this folder (emptiness is marked, not computed). */
export function isEmpty(z: Int32Array, at: number): boolean {
  return z[at]! < LE_ZERO;
}

/**
 * All-pairs shortest paths (Floyd, Warshall). Requires: any entries, closed or not. Ensures: closed, or marked as empty.
 * Returns whether the zone is not empty.
 */
export function close(z: Int32Array, at: number, dim: number): boolean {
  for (let i = 0; i < dim; i++) {
    const d = at + i * dim + i;
    if (z[d]! < LE_ZERO) return emptied(z, at);
    z[d] = LE_ZERO;
  }
  for (let k = 0; k < dim; k++) {
    const rowK = at + k * dim;
    for (let i = 0; i < dim; i++) {
      const rowI = at + i * dim;
      const ik = z[rowI + k]!;
      if (ik >= INF || i === k) continue;
      for (let j = 0; j < dim; j++) {
        const kj = z[rowK + j]!;
        if (kj >= INF) continue;
        const sum = ik + kj - ((ik | kj) & 1);
        if (sum < z[rowI + j]!) {
          if (sum <= -INF) throw new BoundOverflow();
          z[rowI + j] = sum;
        } else if (sum >= INF && z[rowI + j]! >= INF) throw new BoundOverflow();
      }
      // A negative cycle shows on the diagonal at the first k that completes it; stopping there keeps sums from exploding.
      if (z[rowI + i]! < LE_ZERO) return emptied(z, at);
    }
  }
  return true;
}

/**
 * Intersects with x - y < or <= c, given as a bound, in O(dim^2). Requires: x != y, c below INF or equal to it (then
 * nothing changes). Ensures: closed, or marked as empty. Returns whether the zone is not empty.
 */
export function constrain(z: Int32Array, at: number, dim: number, x: number, y: number, c: number): boolean {
  if (z[at + x * dim + y]! <= c) return true;
  const back = z[at + y * dim + x]!;
  if (back < INF && back + c - ((back | c) & 1) < LE_ZERO) return emptied(z, at);
  spread(z, at, dim, x, y, c);
  return true;
}

/** Lets the new bound c on x - y pass through row y and column x: with no negative cycle, that closes the matrix again. */
function spread(z: Int32Array, at: number, dim: number, x: number, y: number, c: number): void {
  const rowY = at + y * dim;
  for (let i = 0; i < dim; i++) {
    const rowI = at + i * dim;
    const ix = z[rowI + x]!;
    if (ix >= INF) continue;
    const ixc = ix + c - ((ix | c) & 1);
    // This row has nothing to gain if its entry for y does not get tighter, since z_ij <= z_iy + z_yj.
    if (ixc >= z[rowI + y]!) {
      if (ixc >= INF) throw new BoundOverflow();
      continue;
    }
    if (ixc <= -INF) throw new BoundOverflow();
    for (let j = 0; j < dim; j++) {
      const yj = z[rowY + j]!;
      if (yj >= INF) continue;
      const sum = ixc + yj - ((ixc | yj) & 1);
      if (sum < z[rowI + j]!) {
        if (sum <= -INF) throw new BoundOverflow();
        z[rowI + j] = sum;
      } else if (sum >= INF && z[rowI + j]! >= INF) throw new BoundOverflow();
    }
  }
}

/**
 * Intersects with `count` constraints, triples (x, y, bound) from `list[0]` on. Stops at the first that empties the zone.
 * Requires and ensures as `constrain`.
 */
export function constrainMany(z: Int32Array, at: number, dim: number, list: Int32Array, count: number): boolean {
  for (let k = 0; k < 3 * count; k += 3) {
    if (!constrain(z, at, dim, list[k]!, list[k + 1]!, list[k + 2]!)) return false;
  }
  return true;
}

/** Whether the intersection with x - y < or <= c would not be empty. Changes nothing. */
export function satisfies(z: Int32Array, at: number, dim: number, x: number, y: number, c: number): boolean {
  const back = z[at + y * dim + x]!;
  return back >= INF || c >= INF || back + c - ((back | c) & 1) >= LE_ZERO;
}

/** Intersects with the zone at `from` in `other`. Ensures: closed, or marked as empty. Returns whether it is not empty. */
export function intersect(z: Int32Array, at: number, other: Int32Array, from: number, dim: number): boolean {
  let tighter = 0;
  let x = 0;
  let y = 0;
  for (let k = 0, n = dim * dim; k < n; k++) {
    if (other[from + k]! < z[at + k]!) {
      tighter++;
      x = (k / dim) | 0;
      y = k % dim;
    }
  }
  if (tighter === 0) return true;
  if (tighter === 1) return constrain(z, at, dim, x, y, other[from + x * dim + y]!);
  for (let k = 0, n = dim * dim; k < n; k++) if (other[from + k]! < z[at + k]!) z[at + k] = other[from + k]!;
  return close(z, at, dim);
}

/** The smallest zone around this one and that at `from` in `other` (an over-approximation of their union). */
export function hull(z: Int32Array, at: number, other: Int32Array, from: number, dim: number): void {
  for (let k = 0, n = dim * dim; k < n; k++) if (other[from + k]! > z[at + k]!) z[at + k] = other[from + k]!;
}

/** What a zone says of one clock: low <= x <= high, or strict where told; `high` is `Infinity` if there is no limit. */
export interface ClockBounds {
  readonly low: number;
  readonly lowStrict: boolean;
  readonly high: number;
  readonly highStrict: boolean;
}

/** The tightest bounds of x_i - x_j in the zone; with j = 0 those of the clock itself. */
export function bounds(z: Int32Array, at: number, dim: number, i: number, j = 0): ClockBounds {
  const high = z[at + i * dim + j]!;
  const low = z[at + j * dim + i]!;
  return {
    low: low >= INF ? Number.NEGATIVE_INFINITY : 0 - (low >> 1),
    lowStrict: low >= INF || (low & 1) === 0,
    high: high >= INF ? Number.POSITIVE_INFINITY : high >> 1,
    highStrict: high >= INF || (high & 1) === 0,
  };
}

function emptied(z: Int32Array, at: number): false {
  z[at] = LT_ZERO;
  return false;
}
