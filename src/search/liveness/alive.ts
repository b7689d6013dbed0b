/**
 * Which symbolic states have no deadlock. To find out is dear, so for each discrete state the largest zones that have none
 * are kept: what lies inside one of them has none either.
 */
import type { Engine } from "../../engine/index.ts";
import { dbm, type Zone } from "../../zones/index.ts";
import type { DiscreteStates } from "../explore/discrete.ts";

export class Alive {
  private readonly engine: Engine;
  private readonly discrete: DiscreteStates;
  private readonly zones: Zone[][] = [];

  constructor(engine: Engine, discrete: DiscreteStates) {
    this.engine = engine;
    this.discrete = discrete;
  }

  /** Whether no valuation of the zone is deadlocked in the state at hand. Requires: the zone is inside the invariants. */
  has(zone: Zone): boolean {
    const { engine, zones } = this;
    const { dim } = engine;
    const state = this.discrete.intern(engine.cells);
    const known = zones[state] ?? [];
    if (known.some((z) => dbm.isSubset(zone, 0, z, 0, dim))) return true;
    if (engine.deadlocked(zone).length > 0) return false;
    zones[state] = [...known.filter((z) => !dbm.isSubset(z, 0, zone, 0, dim)), zone.slice()];
    return true;
  }
}
