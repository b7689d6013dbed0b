/**
 * The representative of a state under symmetries: its elements sorted by what belongs to them (Definitions 4.4 to 4.11 of
 * the paper, the bubble sort of its Figure 3). Locations and variables come first, then whether a variable holds the element, then clocks by
 * which is ahead. Any exchange of elements is sound, so it does not matter that the order is not always canonical.
 * The compiled engine does exactly the same (`engine/compile/symmetry.ts`).
 */
import type { Network } from "../network/index.ts";
import type { SetSymmetry, Symmetry } from "./symmetry.ts";

export type Representative = (cells: Int32Array, zone: Int32Array) => void;

/** Sorts a discrete state and its closed zone in place. */
export function representative(network: Network, { sets }: Symmetry): Representative {
  const dim = network.clocks.length;
  return (cells, zone) => {
    for (const set of sets) sort(set, network, cells, zone, dim);
  };
}

function sort(set: SetSymmetry, network: Network, cells: Int32Array, zone: Int32Array, dim: number): void {
  for (let last = set.size - 1; last > 0; last--) {
    let moved = false;
    for (let i = 0; i < last; i++) {
      if (!isGreater(set, i, network, cells, zone, dim)) continue;
      exchange(set, i, cells, zone, dim);
      moved = true;
    }
    if (!moved) return;
  }
}

/** Whether element i comes after element i + 1. */
function isGreater(
  set: SetSymmetry,
  i: number,
  network: Network,
  cells: Int32Array,
  zone: Int32Array,
  dim: number,
): boolean {
  const [mine, next] = [set.cells[i], set.cells[i + 1]];
  for (let k = 0; k < mine.length; k++) {
    // A variable that holds an element is compared by whether it is the owner itself.
    const holds = network.slots[mine[k]].scalarSet === set.set;
    const a = holds ? +(cells[mine[k]] === i) : cells[mine[k]];
    const b = holds ? +(cells[next[k]] === i + 1) : cells[next[k]];
    if (a !== b) return a > b;
  }
  for (const value of set.values) {
    const a = +(cells[value] === i);
    const b = +(cells[value] === i + 1);
    if (a !== b) return b > a;
  }
  const [x, y] = [set.clocks[i], set.clocks[i + 1]];
  for (let k = 0; k < x.length; k++) {
    const [p, q] = [x[k], y[k]];
    if (zone[p * dim + q] !== zone[q * dim + p]) return zone[p * dim + q] > zone[q * dim + p];
    if (zone[p] !== zone[q]) return zone[p] > zone[q];
    if (zone[p * dim] !== zone[q * dim]) return zone[p * dim] > zone[q * dim];
  }
  return false;
}

function exchange(set: SetSymmetry, i: number, cells: Int32Array, zone: Int32Array, dim: number): void {
  const { cells: pairs, clocks } = set.swaps[i];
  for (const [a, b] of pairs) [cells[a], cells[b]] = [cells[b], cells[a]];
  for (const v of set.values) cells[v] = cells[v] === i ? i + 1 : cells[v] === i + 1 ? i : cells[v];
  for (const [a, b] of clocks) {
    for (let k = 0; k < dim; k++) [zone[a * dim + k], zone[b * dim + k]] = [zone[b * dim + k], zone[a * dim + k]];
    for (let k = 0; k < dim; k++) [zone[k * dim + a], zone[k * dim + b]] = [zone[k * dim + b], zone[k * dim + a]];
  }
}
