/**
 * The fewest constraints that make up a zone (Larsen, Larsson, Pettersson, Yi, Efficient verification of real-time systems:
 * compact data structure and state-space reduction, 1997). Clocks at a fixed distance of each other (cycles of weight zero)
 * form classes; each class is kept as one cycle, and between the first members of classes an entry is redundant if it
 * follows from two others. What every zone promises, x >= 0, is left out.
 */
import { INF, LE_ZERO } from "./bound.ts";

/**
 * Requires: closed, not empty. Ensures: triples (x, y, bound) meaning x - y < or <= c; a matrix in which all clocks are at
 * least zero, constrained by them, equals the zone, and none of the triples can be left out.
 */
export function minimalConstraints(z: Int32Array, at: number, dim: number): Int32Array {
  return Int32Array.from(collect(z, at, dim, true));
}

/** Triples one by one. */
export function* triplesOf(list: Int32Array | readonly number[]): Generator<readonly [number, number, number]> {
  for (let k = 0; k + 2 < list.length; k += 3) yield [list[k]!, list[k + 1]!, list[k + 2]!];
}

/**
 * The same without that promise, so with x >= 0 where nothing implies it, row by row: the form in which UPPAAL writes zones.
 * Requires: closed, not empty. Ensures: an unconstrained matrix constrained by the triples equals the zone.
 */
export function minimalGraph(z: Int32Array, at: number, dim: number): Int32Array {
  const triples = [...triplesOf(collect(z, at, dim, false))];
  return Int32Array.from(triples.sort(([a, b], [c, d]) => a - c || b - d).flat());
}

function collect(z: Int32Array, at: number, dim: number, promised: boolean): number[] {
  const first = classes(z, at, dim);
  const list: number[] = [];
  for (let i = 0; i < dim; i++) {
    if (first[i] !== i) continue;
    keepBetween(z, at, dim, first, i, promised, list);
    keepCycle(z, at, dim, first, i, promised, list);
  }
  return list;
}

/** For each index the smallest index at a fixed distance of it. Requires: closed, not empty. */
export function classes(z: Int32Array, at: number, dim: number): Int32Array {
  const first = new Int32Array(dim).fill(-1);
  for (let i = 0; i < dim; i++) {
    if (first[i]! >= 0) continue;
    for (let j = i; j < dim; j++) if (first[j]! < 0 && isFixed(z, at, dim, i, j)) first[j] = i;
  }
  return first;
}

function isFixed(z: Int32Array, at: number, dim: number, i: number, j: number): boolean {
  const ij = z[at + i * dim + j]!;
  const ji = z[at + j * dim + i]!;
  return ij < INF && ji < INF && ij + ji - ((ij | ji) & 1) === LE_ZERO;
}

/** Appends the entries from the first member i to other first members that no third one implies. */
function keepBetween(
  z: Int32Array,
  at: number,
  dim: number,
  first: Int32Array,
  i: number,
  promised: boolean,
  list: number[],
): void {
  for (let j = 0; j < dim; j++) {
    const ij = z[at + i * dim + j]!;
    if (j === i || first[j] !== j || ij >= INF) continue;
    if (!isRedundant(z, at, dim, first, i, j, promised)) list.push(i, j, ij);
  }
}

/**
 * Whether the entry between the first members i and j follows from another first member, or, if that is promised, from
 * x >= 0 for a clock x of the class of j. Requires: it is below INF.
 */
export function isRedundant(
  z: Int32Array,
  at: number,
  dim: number,
  first: Int32Array,
  i: number,
  j: number,
  promised = true,
): boolean {
  const ij = z[at + i * dim + j]!;
  for (let k = 0; k < dim; k++) {
    if (promised && i === 0 && first[k] === j && z[at + k] === LE_ZERO) return true;
    if (k === i || k === j || first[k] !== k) continue;
    const ik = z[at + i * dim + k]!;
    const kj = z[at + k * dim + j]!;
    if (ik < INF && kj < INF && ik + kj - ((ik | kj) & 1) <= ij) return true;
  }
  return false;
}

function keepCycle(
  z: Int32Array,
  at: number,
  dim: number,
  first: Int32Array,
  i: number,
  promised: boolean,
  list: number[],
): void {
  let from = i;
  for (let j = i + 1; j <= dim; j++) {
    const to = j === dim ? i : j;
    if (to !== i && first[to] !== i) continue;
    const b = z[at + from * dim + to]!;
    if (from !== to && !(promised && from === 0 && b === LE_ZERO)) list.push(from, to, b);
    from = to;
  }
}
