/**
 * Extrapolation: the abstractions Extra+LU and Extra+M, and the weaker ExtraLU and ExtraM, of Behrmann, Bouyer, Larsen and
 * Pelanek (Lower and upper bounds in zone-based abstractions of timed automata, 2006). They make zones finite in number for
 * automata without diagonal constraints; with diagonals see `diagonal.ts`. LU abstractions preserve reachability only,
 * M abstractions preserve bisimulation.
 *
 * `lower` and `upper` hold for each clock the largest constant c of a constraint x > c, x >= c (lower) or x < c, x <= c
 * (upper) that may still matter, or `NO_BOUND`. Index 0 must hold 0. Every condition is read on the original matrix.
 * All require a closed matrix that is not empty, and ensure a closed one around it. They return whether anything changed.
 */
import { INF, LE_ZERO, lt } from "./bound.ts";
import { close } from "./matrix.ts";

/** No constraint of that kind: minus infinity. Any negative entry means the same, as clocks are never negative. */
export const NO_BOUND = -1;

export function extraPlusLU(z: Int32Array, at: number, dim: number, lower: Int32Array, upper: Int32Array): boolean {
  let changed = false;
  // Row 0 is read for all other rows, hence written last; every other entry is read only for itself. Minus infinity needs
  // no case of its own in the conditions: -c_0i is at least 0, so above any negative bound.
  for (let i = 1; i < dim; i++) {
    const row = at + i * dim;
    const most = lower[i]!;
    const all = -(z[at + i]! >> 1) > most;
    for (let j = 0; j < dim; j++) {
      const ij = z[row + j]!;
      if (i === j || ij >= INF) continue;
      if (all || ij >> 1 > most || (j > 0 && -(z[at + j]! >> 1) > upper[j]!)) {
        z[row + j] = INF;
        changed = true;
      }
    }
  }
  for (let j = 1; j < dim; j++) {
    const u = upper[j]!;
    if (-(z[at + j]! >> 1) <= u) continue;
    const wider = u < 0 ? LE_ZERO : lt(-u);
    if (wider === z[at + j]) continue;
    z[at + j] = wider;
    changed = true;
  }
  if (changed) close(z, at, dim);
  return changed;
}

export function extraPlusM(z: Int32Array, at: number, dim: number, most: Int32Array): boolean {
  return extraPlusLU(z, at, dim, most, most);
}

export function extraLU(z: Int32Array, at: number, dim: number, lower: Int32Array, upper: Int32Array): boolean {
  let changed = false;
  for (let i = 0; i < dim; i++) {
    for (let j = 0; j < dim; j++) {
      const k = at + i * dim + j;
      const ij = z[k]!;
      if (i === j || ij >= INF) continue;
      let wider = ij;
      if (i > 0 && (lower[i]! < 0 || ij >> 1 > lower[i]!)) wider = INF;
      else if (j > 0 && upper[j]! < 0) wider = i === 0 ? LE_ZERO : INF;
      else if (j > 0 && -(ij >> 1) > upper[j]!) wider = lt(-upper[j]!);
      if (wider === ij) continue;
      z[k] = wider;
      changed = true;
    }
  }
  if (changed) close(z, at, dim);
  return changed;
}

export function extraM(z: Int32Array, at: number, dim: number, most: Int32Array): boolean {
  return extraLU(z, at, dim, most, most);
}
