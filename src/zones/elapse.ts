/**
 * Delays through sets that are not convex: time successors that stay inside a federation at every instant (for `E[] p` and
 * its kin), and time predecessors that avoid one (Pred_t of Cassez, David, Fleury, Larsen, Lime, Efficient on-the-fly
 * algorithms for the analysis of timed games, 2005). Inside one convex zone a delay is decided by its ends; from zone to
 * zone it passes inside both, or over a border that belongs to one of them, and strictness decides which.
 */
import { INF } from "./bound.ts";
import * as delay from "./delay.ts";
import {
  add,
  down,
  type Federation,
  includesZone,
  intersect,
  meetZones,
  subtract,
  union,
  type Zone,
} from "./federation.ts";
import { close } from "./matrix.ts";

/**
 * All v + d with v in `start`, d >= 0 and v + e in `inside` for every e from 0 to d, both ends included. Clocks x with
 * `stopped[x] !== 0` stand still, and then the result is an over-approximation (see `delay.ts`).
 */
export function elapseInside(start: Federation, inside: Federation, dim: number, stopped?: Uint8Array): Federation {
  const before = inside.map((p) => justBefore(p, dim, stopped));
  let reached: Federation = [];
  // Zones reached so far in each convex part. Time never comes back to a part it has left, so this ends.
  const waiting: { part: number; zone: Zone }[] = [];
  const within: Federation[] = inside.map(() => []);
  const arrive = (part: number, from: Zone | null) => {
    if (from === null) return;
    const z = from.slice();
    if (stopped === undefined) delay.up(z, 0, dim);
    else delay.upExcept(z, 0, dim, stopped);
    const zone = meetZones(z, inside[part]!, dim);
    if (zone === null || includesZone(within[part]!, zone, dim)) return;
    within[part] = add(within[part]!, zone, dim);
    reached = add(reached, zone, dim);
    waiting.push({ part, zone });
  };
  for (const z of start) for (let k = 0; k < inside.length; k++) arrive(k, meetZones(z, inside[k]!, dim));
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const after = justAfter(next.zone, dim, stopped);
    for (let k = 0; k < inside.length; k++) {
      if (k === next.part) continue;
      // Overlaps need no case of their own: from a point in both, time goes on inside k iff the point is just before k.
      const edge = before[k]!;
      if (edge !== null) arrive(k, meetZones(next.zone, edge, dim));
      if (after !== null) arrive(k, meetZones(after, inside[k]!, dim));
    }
  }
  return reached;
}

/** The valuations v such that v + e is in p for all small e > 0, or null if there are none. */
export function justBefore(p: Zone, dim: number, stopped?: Uint8Array): Zone | null {
  return border(p, dim, 1, stopped);
}

/** The valuations v such that v - e is in p for all small e > 0, or null if there are none. */
export function justAfter(p: Zone, dim: number, stopped?: Uint8Array): Zone | null {
  return border(p, dim, -1, stopped);
}

function border(p: Zone, dim: number, direction: number, stopped: Uint8Array | undefined): Zone | null {
  const z = p.slice();
  for (let i = 0; i < dim; i++) {
    for (let j = 0; j < dim; j++) {
      const k = i * dim + j;
      if (z[k]! >= INF) continue;
      const slope = direction * (runs(i, stopped) - runs(j, stopped));
      // A difference that grows must still be below its limit; one that falls may stand on a limit left out.
      if (slope > 0) z[k]! &= ~1;
      else if (slope < 0) z[k]! |= 1;
    }
  }
  return close(z, 0, dim) ? z : null;
}

function runs(i: number, stopped: Uint8Array | undefined): number {
  return i === 0 || (stopped !== undefined && stopped[i] !== 0) ? 0 : 1;
}

/** All v >= 0 such that for some d >= 0, v + d is in `good` and v + e is not in `bad` for every e from 0 to d. */
export function predT(good: Federation, bad: Federation, dim: number): Federation {
  let all: Federation = [];
  for (const g of good) {
    // For convex g, the earliest of the delays that avoid one zone of bad avoids them all: intersect over bad.
    let safe: Federation = down([g], dim);
    for (const b of bad) safe = intersect(safe, predTZone(g, b, dim), dim);
    all = union(all, safe, dim);
  }
  return all;
}

function predTZone(g: Zone, b: Zone, dim: number): Federation {
  const past = down([b], dim);
  const never = subtract(down([g], dim), past, dim);
  const sooner = down(subtract(intersect([g], past, dim), [b], dim), dim);
  return union(never, sooner, dim);
}
