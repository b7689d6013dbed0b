/**
 * Deadlock (docs/compatibility.md 5.4): the valuations of a zone in which no action is possible, now or after any delay. That
 * is the zone without the time predecessors of every part from which a transition exists, target invariants included.
 * Priorities do not matter: where any transition is enabled, one of highest priority is.
 */
import { dbm, type Federation, federation, type Zone } from "../../zones/index.ts";
import { type Time, timePredecessors } from "./delay.ts";
import { Moves } from "./moves.ts";
import type { Program } from "./program.ts";

export class Deadlock {
  private readonly program: Program;
  private readonly time: Time;
  /** Of its own, so that deadlocks can be asked for while another enumeration runs. */
  private readonly moves: Moves;

  constructor(program: Program, time: Time) {
    this.program = program;
    this.time = time;
    this.moves = new Moves(program);
  }

  /** Requires: zone inside the invariants of the state at hand; closed, not empty. */
  of(zone: Zone): Federation {
    const { dim } = this.program;
    const timing = this.time.timing();
    const future = zone.slice();
    if (!timing.still && timing.invariant !== undefined) {
      if (timing.stopped === undefined) dbm.up(future, 0, dim);
      else dbm.upExcept(future, 0, dim, timing.stopped);
      dbm.intersect(future, 0, timing.invariant, 0, dim);
    }
    let rest: Federation = [zone.slice()];
    this.moves.enabled(future, (part) => {
      rest = federation.subtract(rest, timePredecessors([part], timing, dim), dim);
      return rest.length === 0;
    });
    return rest;
  }
}
