/**
 * Time in the state at hand (docs/compatibility.md M2): which valuations a zone reaches by delay, and from which
 * valuations a set is reached. A delay by d from v needs the invariants from v to v + d, no urgent or committed
 * location, and no urgent synchronisation enabled at any instant from v to v + d, the last one left out. Stopped clocks
 * make both directions over-approximations.
 */
import { dbm, elapseInside, type Federation, federation, justAfter, predT, type Zone } from "../../zones/index.ts";
import type { Timing } from "../engine.ts";
import { Invariants, stoppedClocks } from "./invariant.ts";
import type { Program } from "./program.ts";
import { Urgency } from "./urgency.ts";

export class Time {
  private readonly program: Program;
  private readonly dim: number;
  private readonly invariants: Invariants;
  private readonly urgency: Urgency | undefined;
  private readonly stopped: Uint8Array;

  constructor(program: Program) {
    this.program = program;
    this.dim = program.dim;
    this.invariants = new Invariants(program);
    this.stopped = new Uint8Array(program.dim);
    if (program.hasUrgentChannels) this.urgency = new Urgency(program);
  }

  /** Whether a process stands in an urgent or committed location. */
  isStill(): boolean {
    const { locations, machine } = this.program;
    for (let p = 0; p < locations.length; p++) if (locations[p]![machine.cells[p]!]!.still) return true;
    return false;
  }

  /** Everything that decides about delays in the state at hand. */
  timing(): Timing {
    const invariant = dbm.newUniversal(this.dim);
    const exists = this.invariants.evaluate() && this.invariants.constrain(invariant);
    const urgent = this.isStill() ? null : this.urgency === undefined ? [] : this.urgency.guards();
    const stopped = stoppedClocks(this.program, this.stopped);
    return {
      invariant: exists ? invariant : undefined,
      still: urgent === null,
      urgent: urgent ?? [],
      stopped: stopped?.slice(),
    };
  }

  /** The time successors of a zone inside the invariants, in place if they are one zone; otherwise as a list. */
  elapse(z: Zone): Federation | null {
    if (this.isStill()) return null;
    const urgent = this.urgency === undefined ? [] : this.urgency.guards();
    if (urgent === null) return null;
    const stopped = stoppedClocks(this.program, this.stopped);
    if (urgent.length > 0) {
      const { invariant } = this.timing();
      return invariant === undefined ? [] : elapseUntil(z, invariant, urgent, this.dim, stopped);
    }
    if (stopped === undefined) dbm.up(z, 0, this.dim);
    else dbm.upExcept(z, 0, this.dim, stopped);
    this.invariants.evaluate();
    this.invariants.constrain(z);
    return null;
  }
}

/** All that z reaches by delay when time stops at the first instant in `urgent`. */
export function elapseUntil(
  z: Zone,
  invariant: Zone,
  urgent: Federation,
  dim: number,
  stopped: Uint8Array | undefined,
): Federation {
  const free = federation.subtract([invariant], urgent, dim);
  const reached = elapseInside([z], free, dim, stopped);
  let all = federation.add(reached, z.slice(), dim);
  for (const r of reached) {
    const last = justAfter(r, dim, stopped);
    const end = last === null ? null : federation.meetZones(last, invariant, dim);
    if (end !== null) all = federation.add(all, end, dim);
  }
  return all;
}

/**
 * The valuations of the invariant from which a delay leads into `target`, as far as urgency lets it, and without ever being
 * in `avoid`. Requires: `target` and `avoid` have nothing in common.
 */
export function timePredecessors(target: Federation, t: Timing, dim: number, avoid: Federation = []): Federation {
  if (t.still || t.invariant === undefined) return target;
  const { invariant, urgent, stopped } = t;
  if (stopped !== undefined) {
    const past = target.map((a) => {
      const z = a.slice();
      dbm.downExcept(z, 0, dim, stopped);
      return z;
    });
    return federation.intersect(past, [invariant], dim);
  }
  if (urgent.length === 0 && avoid.length === 0) return federation.downWithin(target, invariant, dim);
  const closed = avoid.length === 0 ? urgent : federation.union(urgent, avoid, dim);
  let before: Federation = federation.subtract(target, urgent, dim);
  if (urgent.length > 0) {
    // A delay may end in an urgent valuation but not pass one: look at what lies just before such ends.
    const ends = federation.intersect(target, urgent, dim);
    for (const free of federation.subtract([invariant], closed, dim)) {
      const border = justAfter(free, dim);
      if (border === null) continue;
      const last = federation.intersect(ends, [border], dim);
      before = federation.union(before, federation.intersect(federation.down(last, dim), [free], dim), dim);
    }
  }
  const past = federation.intersect(predT(before, closed, dim), [invariant], dim);
  return federation.union(target, past, dim);
}
