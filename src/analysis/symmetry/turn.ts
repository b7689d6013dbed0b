/** Rings of elements: each state is turned to the smallest of its images. */
import type { RingSymmetry } from "./facts.ts";
import type { Group } from "./groups.ts";
import { Relabelling } from "./relabel.ts";
import { compareStates } from "./saved.ts";

/** Turns a ring, in place. */
export function turner(
  { of: ring, with: within }: Group<RingSymmetry>,
  slots: number,
  dim: number,
): (cells: Int32Array, zone: Int32Array) => void {
  const clockTo = Int32Array.from({ length: dim }, (_, x) => x);
  for (const [from, to] of ring.clocks) clockTo[from] = to;
  const others = within.map((relabel) => new Relabelling(relabel));
  const turn = (cells: Int32Array, zone: Int32Array): void => {
    const moved = ring.cells.map(([from]) => cells[from]);
    ring.cells.forEach(([, to], k) => {
      cells[to] = moved[k]!;
    });
    for (const v of ring.values)
      if (cells[v]! >= ring.low && cells[v]! <= ring.high) cells[v] = cells[v] === ring.high ? ring.low : cells[v]! + 1;
    for (const one of others) one.apply(cells);
    const before = zone.slice();
    for (let x = 0; x < dim; x++)
      for (let y = 0; y < dim; y++) zone[clockTo[x]! * dim + clockTo[y]!] = before[x * dim + y]!;
  };
  return (cells, zone) => {
    for (const one of others) one.apply(cells);
    const best = { cells: cells.slice(0, slots), zone: zone.slice() };
    for (let k = ring.low; k < ring.high; k++) {
      turn(cells, zone);
      if (compareStates(cells, zone, best, slots, dim) >= 0) continue;
      best.cells.set(cells.subarray(0, slots));
      best.zone.set(zone);
    }
    cells.set(best.cells);
    zone.set(best.zone);
  };
}
