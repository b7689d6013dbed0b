/**
 * Jumps: what an engine may do instead of running round an acceleratable cycle. From the moment the reset location is
 * entered (the clock is 0 then), many rounds at once lead back to it after any time from `from` on: with a window [a, b] and
 * i the number of rounds from which on the windows overlap, that is ia. It is Definition 3.10 of Hendriks and Larsen (2002)
 * with everything between the two visits of the reset location taken together, and needs neither unfoldings nor a reset on
 * the first edge. Only cycles whose acceleration is exact (`exactness.ts`) have jumps. Where others may change what the
 * guards read (`watches`), a jump lasts only while all guards hold.
 */
import type { ClockConstraint, Edge, Network, NetworkQuery } from "../../network/index.ts";
import { MAX_CONSTANT } from "../../zones/index.ts";
import { eachConstraint, formulasOf } from "../code/walk.ts";
import { simpleCycles } from "./cycles.ts";
import { judge, touchedBy } from "./exactness.ts";
import { compoundCycles } from "./trails.ts";
import { clockOf, type End, overlapFrom, type TimedCycle, timeCycle } from "./window.ts";

/** How many cycles that visit a location twice are looked at. */
export const MOST_COMPOUND = 50;

export interface Jump extends TimedCycle {
  readonly process: number;
  /** The least number of rounds it stands for. */
  readonly rounds: number;
  /** How long it takes at least; `strict` if longer. */
  readonly from: End;
  readonly watches: boolean;
}

export interface JumpOptions {
  /** How many cycles of a process are looked at. */
  readonly limit: number;
  /**
   * Only if one of them is worth its while for this query: some other clock is compared with a constant that is so many
   * times as large as what the jump takes at least.
   */
  readonly worth?: { readonly query: NetworkQuery; readonly times: number };
}

export function findJumps(network: Network, { limit, worth }: JumpOptions): readonly Jump[] {
  const largest = worth === undefined ? [] : largestConstants(network, worth.query);
  // What passes while a jump lasts is measured by other clocks only.
  const pays = (clock: number, least: number): boolean =>
    worth === undefined || largest.some((c, x) => x !== clock && c >= worth.times * Math.max(1, least));
  if (!pays(0, 1)) return [];
  const touched = touchedBy(network);
  const jumps: Jump[] = [];
  for (const process of network.processes) {
    const into = process.locations.map(() => [] as Edge[]);
    for (const e of process.edges) into[e.target]!.push(e);
    const cycles = [
      ...simpleCycles(process, limit).cycles,
      ...compoundCycles(network, process, into, { limit: Math.min(limit, MOST_COMPOUND) }),
    ];
    for (const edges of cycles) {
      const timed = timeCycle(network, process, edges, into);
      if ("reason" in timed) continue;
      const { cycle } = timed;
      const { lower, upper } = cycle.window;
      const rounds = upper.value === Infinity ? undefined : overlapFrom(cycle.window);
      if (rounds === undefined || rounds * lower.value > MAX_CONSTANT) continue;
      const from: End = { value: rounds * lower.value, strict: lower.strict };
      const { fails, watches } = judge(network, process, cycle, touched);
      if (fails.length === 0) jumps.push({ ...cycle, process: process.index, rounds, from, watches });
    }
  }
  return jumps.some((j) => pays(j.clock, Math.max(j.from.value, j.window.upper.value))) ? jumps : [];
}

/** By clock, the largest constant it is compared with; those that are only known at run time are left out. */
function largestConstants(network: Network, query: NetworkQuery): readonly number[] {
  const largest = new Array<number>(network.clocks.length).fill(0);
  const add = (c: ClockConstraint): void => {
    if (c.bound.op !== "const") return;
    for (const ref of [c.left, c.right]) {
      const clock = clockOf(ref);
      if (clock !== undefined && clock > 0) largest[clock] = Math.max(largest[clock]!, Math.abs(c.bound.value));
    }
  };
  for (const p of network.processes) {
    for (const l of p.locations) l.invariant.clocks.forEach(add);
    for (const e of p.edges) e.guard.clocks.forEach(add);
  }
  for (const f of formulasOf(query)) eachConstraint(f, false, add);
  return largest;
}
