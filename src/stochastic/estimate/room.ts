import type { Limits } from "../../search/index.ts";
import { type InstantiatedStochastic, instantiateStochastic } from "../lower/instantiate.ts";
import { instantiateStatistical, sourceOf } from "../lower/query.ts";
import type { StatisticalQuery } from "../query.ts";
import type { RunFault } from "../sample.ts";
import type { Courses } from "./simulate.ts";
import type { Supply } from "./supply.ts";

/**
 * Room for the processes of dynamic templates. A network has places for so many of each; a run that needs more is made again,
 * from its start, on a network with twice as many. It is the same run up to there, since who does not exist draws nothing:
 * the answer is that of a network that had room from the start.
 */
export class Room {
  made: InstantiatedStochastic;
  query: StatisticalQuery;
  private readonly limits: Limits;

  constructor(made: InstantiatedStochastic, query: StatisticalQuery, limits: Limits) {
    this.made = made;
    this.query = query;
    this.limits = limits;
    // What another query needed will be needed again.
    for (let next = grown.get(made); next !== undefined && this.take(next); next = grown.get(next));
  }

  /** Whether there is more room than when a run ended in this fault. */
  makeFor(fault: Pick<RunFault, "code"> | undefined): boolean {
    const { pool } = this.made;
    if (fault?.code !== "too-many-processes" || 2 * pool > MOST || !this.isAfforded()) return false;
    const { made } = instantiateStochastic(this.made.model, { pool: 2 * pool });
    return made !== undefined && this.take(made);
  }

  /** Whether the memory that is allowed has room for a network twice as large. */
  private isAfforded(): boolean {
    const { memory = Number.POSITIVE_INFINITY } = this.limits;
    const parts = this.made.network.processes.reduce(
      (sum, { edges, locations }) => sum + edges.length + locations.length,
      0,
    );
    return 2 * parts * PART <= memory;
  }

  private take(made: InstantiatedStochastic): boolean {
    const checked = sourceOf(this.query);
    const { query } = checked ? instantiateStatistical(made, checked, this.query.text) : {};
    if (query === undefined) return false;
    if (made.pool > this.made.pool) grown.set(this.made, made);
    this.made = made;
    this.query = query;
    return true;
  }
}

/** By network the one with twice as much room, where somebody needed it. */
const grown = new WeakMap<InstantiatedStochastic, InstantiatedStochastic>();

/**
 * More of a template at a time are taken for a mistake: each may concern each other, and the code for all of them is made first.
 */
const MOST = 1024;
/** Bytes that an edge or a location takes, with the code that is made of it. */
const PART = 8_000;

/** Runs from a supply for the room there is, made anew from where it was too small. */
export function supplyWithRoom(room: Room, supplyFor: (room: Room, first: number) => Supply): Supply {
  let supply = supplyFor(room, 0);
  return {
    next(most, patience) {
      const batches = supply.next(most, patience);
      if (batches === undefined) return undefined;
      const shortest = batches.reduce((least, batch) => (batch.count < least.count ? batch : least));
      if (!room.makeFor(shortest.fault)) return batches;
      supply.close();
      supply = supplyFor(room, shortest.first + shortest.count);
      return batches.map(({ fault: _, ...batch }) => batch);
    },
    close: () => supply.close(),
  };
}

/** Courses likewise. */
export function coursesWithRoom(room: Room, coursesFor: (room: Room, first: number) => Courses): Courses {
  let courses = coursesFor(room, 0);
  return {
    next(patience) {
      const recorded = courses.next(patience);
      const fault = recorded && "fault" in recorded ? recorded.fault : undefined;
      if (fault === undefined || !room.makeFor(fault)) return recorded;
      courses.close();
      courses = coursesFor(room, fault.run);
      return undefined;
    },
    close: () => courses.close(),
  };
}
