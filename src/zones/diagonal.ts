/**
 * Extrapolation in the presence of diagonal constraints x - y < c, where the classical ones give wrong answers (Bouyer
 * 2004). A zone is split by every diagonal, each piece is extrapolated by Extra+M, and what it gained on the wrong side of
 * a diagonal is cut off again (Bengtsson, Yi, On clock difference constraints and termination in reachability analysis of
 * timed automata, 2003). A valuation gained is above M in the same clocks as one of the piece, equal to it in the others,
 * and on the same side of every diagonal: a bisimulation, so all queries are preserved. Never with LU bounds.
 *
 * The bounds must cover the diagonals: x - y < c becomes x < c + k when y is set to k, and y > k - c when x is. The list
 * must be closed under copies: where x is set to z + d it becomes z - y < c - d, and where y is, x - z < c + d.
 */
import { negate } from "./bound.ts";
import { extraPlusM } from "./extrapolate.ts";
import type { Federation, Zone } from "./federation.ts";
import { constrain } from "./matrix.ts";

/**
 * The pieces of the zone, each inside one side of every diagonal. Requires: closed, not empty; `diagonals` are triples
 * (x, y, bound) with x and y above 0. Ensures: disjoint zones, together the zone.
 */
export function splitByDiagonals(z: Int32Array, at: number, dim: number, diagonals: Int32Array): Federation {
  let pieces: Zone[] = [z.slice(at, at + dim * dim)];
  for (let k = 0; k < diagonals.length; k += 3) {
    const x = diagonals[k]!;
    const y = diagonals[k + 1]!;
    const c = diagonals[k + 2]!;
    const next: Zone[] = [];
    for (const piece of pieces) {
      const other = piece.slice();
      if (constrain(piece, 0, dim, x, y, c)) next.push(piece);
      if (constrain(other, 0, dim, y, x, negate(c))) next.push(other);
    }
    pieces = next;
  }
  return pieces;
}

/**
 * Requires as `splitByDiagonals`; `most` as for `extraPlusM`, covering the diagonals' constants as said above. Ensures:
 * zones that together hold the zone, each inside one side of every diagonal; finitely many for given constants.
 */
export function extraDiagonal(
  z: Int32Array,
  at: number,
  dim: number,
  most: Int32Array,
  diagonals: Int32Array,
): Federation {
  return splitByDiagonals(z, at, dim, diagonals).map((piece) => {
    const wide = piece.slice();
    if (extraPlusM(wide, 0, dim, most)) cutBack(piece, wide, dim, diagonals);
    return wide;
  });
}

/** Puts `wide` on the side of every diagonal on which `piece` lies. Ensures: closed and not empty, since it holds `piece`. */
function cutBack(piece: Zone, wide: Zone, dim: number, diagonals: Int32Array): void {
  for (let k = 0; k < diagonals.length; k += 3) {
    const x = diagonals[k]!;
    const y = diagonals[k + 1]!;
    const c = diagonals[k + 2]!;
    if (piece[x * dim + y]! <= c) constrain(wide, 0, dim, x, y, c);
    else constrain(wide, 0, dim, y, x, negate(c));
  }
}
