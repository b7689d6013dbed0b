/**
 * Time on difference-bound matrices: successors and predecessors, also where some clocks stand still (stopwatches). The
 * encoding and the general *requires* and *ensures* are those of `matrix.ts`. With stopped clocks the true sets are not
 * zones (they bound sums of differences): these functions give the smallest zones around them, an over-approximation.
 */
import { INF, LE_ZERO } from "./bound.ts";
import { close } from "./matrix.ts";

/** Ensures: all valuations v + d with v in the old zone and d >= 0. */
export function up(z: Int32Array, at: number, dim: number): void {
  for (let i = 1; i < dim; i++) z[at + i * dim] = INF;
}

/** Ensures: all valuations v >= 0 such that v + d is in the old zone for some d >= 0. */
export function down(z: Int32Array, at: number, dim: number): void {
  for (let j = 1; j < dim; j++) {
    // x_j can fall until some clock is zero: -x_j <= x_i - x_j <= z_ij.
    let low = LE_ZERO;
    for (let i = 1; i < dim; i++) {
      const ij = z[at + i * dim + j]!;
      if (ij < low) low = ij;
    }
    z[at + j] = low;
  }
}

/**
 * Time passes for the clocks x with `stopped[x] === 0`; the others, and the zero clock, keep their value. Ensures: the
 * smallest zone that holds all of these valuations. Differences of two running or two standing clocks stay; a running
 * clock loses its upper bound against a standing one and keeps the lower. No path leads from a running to a standing
 * clock without such a lost entry, so the matrix stays closed.
 */
export function upExcept(z: Int32Array, at: number, dim: number, stopped: Uint8Array): void {
  for (let i = 1; i < dim; i++) {
    if (stopped[i] !== 0) continue;
    const row = at + i * dim;
    z[row] = INF;
    for (let j = 1; j < dim; j++) if (stopped[j] !== 0) z[row + j] = INF;
  }
}

/** Predecessors of the zone by a delay in which the clocks in `stopped` stand still: the smallest zone around them. */
export function downExcept(z: Int32Array, at: number, dim: number, stopped: Uint8Array): void {
  for (let j = 1; j < dim; j++) {
    if (stopped[j] !== 0) continue;
    z[at + j] = LE_ZERO;
    for (let i = 1; i < dim; i++) if (stopped[i] !== 0) z[at + i * dim + j] = INF;
  }
  close(z, at, dim);
}

/** Whether every valuation of the zone can delay for ever inside it. `stopped` as for `upExcept`, if given. */
export function isUnbounded(z: Int32Array, at: number, dim: number, stopped?: Uint8Array): boolean {
  for (let i = 1; i < dim; i++) {
    if (stopped !== undefined && stopped[i] !== 0) continue;
    const row = at + i * dim;
    if (z[row]! < INF) return false;
    if (stopped === undefined) continue;
    for (let j = 1; j < dim; j++) if (stopped[j] !== 0 && z[row + j]! < INF) return false;
  }
  return true;
}
