/**
 * Rows made equal: the valuations of a zone in which some clocks have one value, in one pass. A shortest path passes the
 * point that the rows become at most once, by the best way to any of them and the best way on from any of them.
 */
import { add, INF, LE_ZERO } from "./bound.ts";

/**
 * Puts the first `size` rows and columns of the intersection into `out`, as a matrix of dimension `size`; `out` may be `z`
 * where `size` is `dim`. Requires: z closed, not empty, at offset 0. Ensures: the result closed. Returns whether it is not
 * empty; if it is, nothing is written.
 */
export function equate(z: Int32Array, dim: number, rows: readonly number[], out: Int32Array, size: number): boolean {
  const to = new Int32Array(dim).fill(INF);
  const from = new Int32Array(dim).fill(INF);
  for (let k = 0; k < rows.length; k++) {
    const r = rows[k]!;
    for (let i = 0; i < dim; i++) {
      const into = z[i * dim + r]!;
      if (into < to[i]!) to[i] = into;
      const on = z[r * dim + i]!;
      if (on < from[i]!) from[i] = on;
    }
  }
  for (let k = 0; k < rows.length; k++) if (from[rows[k]!]! < LE_ZERO) return false;
  for (let i = 0; i < size; i++) {
    const into = to[i]!;
    for (let j = 0; j < size; j++) {
      const old = z[i * dim + j]!;
      const way = into >= INF ? INF : add(into, from[j]!);
      out[i * size + j] = Math.min(way, old);
    }
  }
  return true;
}
