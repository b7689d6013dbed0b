/**
 * Subsumption under the coarsest sound abstraction by bounds, aLU, without computing it: zones are stored as they are and
 * compared in O(dim^2) (Herbreteau, Srivathsan, Walukiewicz, Better abstractions for timed automata, 2012). aLU(Z) holds
 * every valuation that some v' in Z simulates: v is simulated by v' if for each clock x, v'(x) < v(x) implies v'(x) > L(x),
 * and v'(x) > v(x) implies v(x) > U(x). For automata without diagonal constraints; aLU preserves reachability only, aM
 * (L = U: each clock equal, or above M in both) is a bisimulation. The bound arrays are those of `extrapolate.ts`.
 */
import { lt } from "./bound.ts";

/**
 * Whether the zone a is inside aLU(b). Requires: both closed and not empty; `lower[0]` and `upper[0]` are 0. Not inside iff
 * for some x, y, zero included, a_0x >= (<=, -U(x)), b_yx < a_yx and b_yx + (<, -L(y)) < a_0x.
 */
export function isSubsumedLU(
  a: Int32Array,
  aAt: number,
  b: Int32Array,
  bAt: number,
  dim: number,
  lower: Int32Array,
  upper: Int32Array,
): boolean {
  for (let x = 0; x < dim; x++) {
    const a0x = a[aAt + x]!;
    const u = upper[x]!;
    if (u < 0 || a0x < 1 - 2 * u) continue;
    for (let y = 0, yx = x; y < dim; y++, yx += dim) {
      const byx = b[bAt + yx]!;
      if (byx >= a[aAt + yx]!) continue;
      const l = lower[y]!;
      // The sum with a strict bound is strict: clearing the low bit of byx does what the general addition does.
      if (l >= 0 && (byx & ~1) + lt(-l) < a0x) return false;
    }
  }
  return true;
}

/** Whether the zone a is inside aM(b). Requires as `isSubsumedLU`. */
export function isSubsumedM(
  a: Int32Array,
  aAt: number,
  b: Int32Array,
  bAt: number,
  dim: number,
  most: Int32Array,
): boolean {
  return isSubsumedLU(a, aAt, b, bAt, dim, most, most);
}
