/**
 * Comparing difference-bound matrices. Both must be closed and not empty (see `matrix.ts`); then sets of valuations compare
 * as their entries do, and equal sets have equal entries. Nothing is changed.
 */
import { INF, LE_ZERO } from "./bound.ts";

/** The answers of `relation`, as a set of two bits. */
export const INCOMPARABLE = 0;
export const SUBSET = 1;
export const SUPERSET = 2;
export const EQUAL = 3;

/** Whether the first zone is inside the second. */
export function isSubset(a: Int32Array, aAt: number, b: Int32Array, bAt: number, dim: number): boolean {
  for (let k = 0, n = dim * dim; k < n; k++) if (a[aAt + k]! > b[bAt + k]!) return false;
  return true;
}

/** `SUBSET` if the first is inside the second and not equal, `SUPERSET` for the converse, `EQUAL` or `INCOMPARABLE`. */
export function relation(a: Int32Array, aAt: number, b: Int32Array, bAt: number, dim: number): number {
  let answer = EQUAL;
  for (let k = 0, n = dim * dim; k < n; k++) {
    const difference = a[aAt + k]! - b[bAt + k]!;
    if (difference > 0) answer &= SUPERSET;
    else if (difference < 0) answer &= SUBSET;
    if (answer === INCOMPARABLE) return INCOMPARABLE;
  }
  return answer;
}

export function equals(a: Int32Array, aAt: number, b: Int32Array, bAt: number, dim: number): boolean {
  for (let k = 0, n = dim * dim; k < n; k++) if (a[aAt + k] !== b[bAt + k]) return false;
  return true;
}

/** False only if the two zones have no valuation in common: some difference is bounded apart. True is no promise. */
export function mayIntersect(a: Int32Array, aAt: number, b: Int32Array, bAt: number, dim: number): boolean {
  for (let i = 0; i < dim; i++) {
    for (let j = 0; j < dim; j++) {
      const ij = a[aAt + i * dim + j]!;
      const ji = b[bAt + j * dim + i]!;
      if (ij < INF && ji < INF && ij + ji - ((ij | ji) & 1) < LE_ZERO) return false;
    }
  }
  return true;
}

/** A hash of the entries (FNV-1a over words, with a final mix), a signed 32-bit integer. */
export function hash(z: Int32Array, at: number, dim: number): number {
  let h = 0x811c9dc5 | 0;
  for (let k = 0, n = dim * dim; k < n; k++) {
    h = Math.imul(h ^ z[at + k]!, 0x01000193);
    h ^= h >>> 15;
  }
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  return h ^ (h >>> 13);
}
