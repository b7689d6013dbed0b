/** Edges with values for their selections, as the data of the state at hand enables them (docs/semantics.md 5.1). */
import type { Condition, Limit } from "./constraint.ts";
import type { Memory } from "./memory.ts";
import { unlessFault } from "./outcome.ts";
import type { Edge } from "./process.ts";
import type { Zone } from "./zone.ts";

export interface Instance {
  readonly edge: Edge;
  readonly values: readonly number[];
  /** -1 for an internal edge. */
  readonly channel: number;
  /** The bounds of its guard. */
  readonly limits: readonly Limit[];
}

/**
 * All instances of an edge whose guard the data allows; bounds on clocks are listed and not judged. Those that fault are left
 * out if that is wished.
 */
export function instancesOf(edge: Edge, memory: Memory, skipsFaults = false): Instance[] {
  const out: Instance[] = [];
  choose(edge, [], memory, skipsFaults, out);
  return out;
}

/** Adds the instances whose first selections have these values. */
function choose(edge: Edge, values: readonly number[], memory: Memory, skipsFaults: boolean, out: Instance[]): void {
  const select = edge.selects[values.length];
  if (select === undefined) {
    const one = unlessFault(() => instanceOf(edge, values, memory), skipsFaults);
    if (one !== undefined) out.push(one);
    return;
  }
  const high = select.high();
  for (let v = select.low(); v <= high; v++) {
    memory.cells[select.at] = v;
    choose(edge, [...values, v], memory, skipsFaults, out);
  }
}

function instanceOf(edge: Edge, values: readonly number[], memory: Memory): Instance | undefined {
  memory.begin();
  for (const guard of edge.guards) if (!guard.data()) return undefined;
  const channel = edge.channel === undefined ? -1 : edge.channel();
  return { edge, values, channel, limits: limitsOf(edge.guards) };
}

function limitsOf(conditions: readonly Condition[]): Limit[] {
  const limits: Limit[] = [];
  for (const condition of conditions) condition.limits(limits);
  return limits;
}

/**
 * The part of a zone where all bounds hold, each constant taken `scale` times; undefined if there is none. It may be
 * the zone itself.
 */
export function within(zone: Zone, limits: readonly Limit[], scale: number): Zone | undefined {
  if (limits.length === 0) return zone;
  const z = zone.copy();
  return narrow(z, limits, scale) ? z : undefined;
}

/** Keeps of a zone what is within all bounds. False, and the zone is of no use, if there is nothing. */
export function narrow(zone: Zone, limits: readonly Limit[], scale: number): boolean {
  for (const { left, right, bound, strict } of limits)
    if (!zone.constrain(left, right, bound * scale, strict)) return false;
  return true;
}
