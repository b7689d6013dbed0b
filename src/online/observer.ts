/**
 * The observer: keeps the set of possible states of a running system, event by event, and answers queries about the next time
 * window from all of them. An event that no run of the model explains is refused with the reason, and nothing changes; so is
 * one that comes out of order, or whose values cannot be. Everything is a value: `checkpoint` gives the state as data from
 * which `restore` continues. Zones are rebuilt there in constant length, and compared (see `rebuild.ts`).
 */
import { append, assert, wants } from "../base/index.ts";
import { Fault } from "../engine/index.ts";
import type { Network } from "../network/index.ts";
import type { SymbolicState } from "../reduce/index.ts";
import { withClock } from "../reduce/index.ts";
import { BoundOverflow, dbm } from "../zones/index.ts";
import { Adapter, type Correction } from "./adapt.ts";
import type { OnlineEvent } from "./event.ts";
import { Possible, StateSet, TooMany } from "./possible.ts";
import { readZone, type WrittenZone, writeZone } from "./rebuild.ts";
import type { Unknowns } from "./unknowns.ts";

export interface ObserverOptions {
  /** Channels whose synchronisations are observed; all of them by default. An array's name stands for its elements. */
  readonly observe?: readonly string[] | undefined;
  /** The largest number of possible states; 10000 by default. */
  readonly maxStates?: number | undefined;
  /** Constants that are learned. */
  readonly unknowns?: Unknowns | undefined;
}

/** Why an event was refused. */
export interface Refused {
  readonly kind: "malformed" | "order" | "impossible" | "unexplained" | "limit" | "fault";
  readonly reason: string;
}

export interface Checkpoint {
  /** Events accepted so far, and the time of the last one. */
  readonly accepted: number;
  readonly t: number;
  readonly base: number;
  /** For each possible state its cells and its zone. */
  readonly states: readonly ({ readonly cells: readonly number[] } & WrittenZone)[];
}

/** The states that had what was measured, and these as they were set then. */
interface Followed {
  readonly agreeing: readonly SymbolicState[];
  readonly adapted: readonly SymbolicState[];
}

export class Observer {
  /** The network with the time since `base` as its last clock. */
  readonly network: Network;
  accepted = 0;
  /** The time of the last accepted event. */
  t = 0;
  /** What the last accepted event set. */
  corrections: readonly Correction[] = [];
  readonly unknowns: Unknowns | undefined;
  private base = 0;
  private possible: SymbolicState[];
  private readonly space: Possible;
  private readonly adapter: Adapter;
  private readonly limit: number;

  constructor(network: Network, options: ObserverOptions = {}) {
    wants("new Observer", network, "network");
    this.network = withClock(network, "(elapsed)");
    this.limit = options.maxStates ?? 10_000;
    const { observe } = options;
    const observed = network.channels.map(
      (c) => observe === undefined || observe.some((o) => c.name === o || c.name.startsWith(`${o}[`)),
    );
    this.space = new Possible(this.network, (channel) => observed[channel] === true, this.limit);
    this.adapter = new Adapter(this.network, this.space);
    this.unknowns = options.unknowns;
    this.possible = this.unknowns?.begin(this.space) ?? this.space.initial();
  }

  /** The states that are possible at the instant of the last event, with the time since `base` as last clock. */
  get states(): readonly SymbolicState[] {
    return this.possible;
  }

  /** Takes an event in; undefined if it was accepted. */
  observe(event: OnlineEvent): Refused | undefined {
    if (event.t < this.t) return { kind: "order", reason: `time ${event.t} lies before ${this.t}` };
    const wrong = this.adapter.check(event) ?? this.unknowns?.refusal(event);
    if (wrong !== undefined) return { kind: "impossible", reason: wrong };
    try {
      const next =
        this.unknowns === undefined ? this.follow(this.possible, event) : this.followParts(this.unknowns, event);
      if ("kind" in next) return next;
      this.corrections = this.adapter.corrections(next.agreeing, event);
      this.possible = this.rebase(next.adapted, Math.floor(event.t));
      this.t = event.t;
      this.accepted++;
      return undefined;
    } catch (error) {
      if (error instanceof TooMany || error instanceof BoundOverflow) return { kind: "limit", reason: error.message };
      if (error instanceof Fault) return { kind: "fault", reason: error.message };
      throw error;
    }
  }

  /**
   * Each combination of values by itself: one that explains the event no longer, or with which the model itself fails, drops out, and
   * the others go on. Where all do, it is told as of all together, or of the first that fails.
   */
  private followParts(unknowns: Unknowns, event: OnlineEvent): Followed | Refused {
    const all: { agreeing: SymbolicState[]; adapted: SymbolicState[] } = { agreeing: [], adapted: [] };
    let fault: Refused | undefined;
    for (const { values, states } of unknowns.parts(this.possible))
      try {
        const next = this.follow(states, event);
        if ("kind" in next) continue;
        append(all.agreeing, next.agreeing);
        append(all.adapted, next.adapted);
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
        fault ??= { kind: "fault", reason: `${error.message}, with ${unknowns.textOf(values)}` };
      }
    if (all.adapted.length > 0) return all;
    return fault ?? this.follow(this.possible, event);
  }

  private follow(before: readonly SymbolicState[], event: OnlineEvent): Followed | Refused {
    const unexplained = (reason: string): Refused => ({ kind: "unexplained", reason });
    let states: SymbolicState[];
    if (event.resync === true) {
      states = this.adapter.forget(before, Math.floor(event.t) - this.base, Math.ceil(event.t) - this.base);
      if (states.length === 0) return unexplained("no invariant allows these values");
    } else {
      const there = this.space.at(before, Math.floor(event.t) - this.base, Math.ceil(event.t) - this.base);
      states = there.states;
      if (states.length === 0)
        return unexplained(
          `no run reaches time ${event.t} without an event that was not seen; the latest is ${this.base + there.latest}`,
        );
    }
    if (event.event !== undefined) {
      const { states: after, others } = this.space.take(states, event.event);
      if (after.length === 0) {
        const instead = others.size === 0 ? "no event is" : `possible: ${[...others].sort().join(", ")}`;
        return unexplained(
          `no run has '${event.event}' at time ${event.t}; ${instead}${others.size === 0 ? " possible" : ""}`,
        );
      }
      states = after;
    }
    const agreeing = this.adapter.agreeing(states, event);
    if (agreeing.length === 0) return unexplained("no run has these values");
    const adapted = this.adapter.adapt(agreeing, event);
    if (adapted.length === 0) return unexplained("no invariant allows these values");
    return { agreeing, adapted };
  }

  /** Counts time from another base on. Requires: no state lies before it. */
  private rebase(states: readonly SymbolicState[], base: number): SymbolicState[] {
    const clock = this.network.clocks.length - 1;
    const dim = clock + 1;
    const shift = base - this.base;
    this.base = base;
    const set = new StateSet(dim, this.limit);
    for (const { cells, zone } of states) {
      const z = zone.slice();
      if (shift !== 0) assert(dbm.shift(z, 0, dim, clock, clock, -shift), "time goes on");
      set.add(cells, z);
    }
    return set.states();
  }

  /** Gives back the present state when called. */
  mark(): () => void {
    const { possible, accepted, t, base, corrections } = this;
    return () => {
      this.possible = possible;
      this.accepted = accepted;
      this.t = t;
      this.base = base;
      this.corrections = corrections;
    };
  }

  checkpoint(): Checkpoint {
    const dim = this.network.clocks.length;
    return {
      accepted: this.accepted,
      t: this.t,
      base: this.base,
      states: this.possible.map(({ cells, zone }) => ({
        cells: Array.from(cells),
        ...writeZone(zone, dim),
      })),
    };
  }

  /** Continues from a checkpoint; the reason if it is not one of this model. */
  restore(from: Checkpoint): string | undefined {
    const dim = this.network.clocks.length;
    const states: SymbolicState[] = [];
    for (const { cells, ...written } of from.states) {
      if (cells.length !== this.network.slots.length) return "it has another number of variables";
      if (this.network.slots.some(({ low, high }, i) => !(cells[i]! >= low && cells[i]! <= high)))
        return "a value is out of its range";
      const zone = readZone(written, dim);
      if (typeof zone === "string") return zone;
      states.push({ cells: Int32Array.from(cells), zone });
    }
    this.possible = states;
    this.accepted = from.accepted;
    this.t = from.t;
    this.base = from.base;
    return undefined;
  }

  /** The possible states with their time set to zero: where the next window begins. */
  windowStates(): SymbolicState[] {
    const clock = this.network.clocks.length - 1;
    const set = new StateSet(clock + 1, this.limit);
    for (const { cells, zone } of this.possible) {
      const z = zone.slice();
      dbm.reset(z, 0, clock + 1, clock, 0);
      set.add(cells, z);
    }
    return set.states();
  }
}
