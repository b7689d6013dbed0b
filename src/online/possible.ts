/**
 * The set of possible states beside a running system: all symbolic states that the model can be in at the instant of the last
 * event, given everything that was observed. The last clock of their zones is the time since `base`, so that an event at an
 * instant that is no integer (it lies between two) is kept as exactly that. Between two events the model may delay and take
 * any transition that cannot be observed; one that can be observed happens when it is observed, and not otherwise.
 */
import { type Engine, interpret } from "../engine/index.ts";
import type { Network } from "../network/index.ts";
import type { SymbolicState } from "../reduce/index.ts";
import { constantOf, dbm, INF, le, type Zone } from "../zones/index.ts";

/** More possible states than allowed: they cannot be followed. */
export class TooMany extends Error {
  override readonly name = "TooMany";
  constructor(limit: number) {
    super(`more than ${limit} possible states`);
  }
}

/** States by their discrete part, without zones inside others. */
export class StateSet {
  readonly dim: number;
  count = 0;
  private readonly zones = new Map<string, { readonly cells: Int32Array; list: Zone[] }>();
  private readonly limit: number;

  constructor(dim: number, limit: number) {
    this.dim = dim;
    this.limit = limit;
  }

  /** Returns whether it was new. Both are copied. */
  add(cells: Int32Array, zone: Zone): boolean {
    const key = cells.join(",");
    const known = this.zones.get(key);
    if (known === undefined) this.zones.set(key, { cells: cells.slice(), list: [zone.slice()] });
    else {
      const { dim } = this;
      if (known.list.some((z) => dbm.isSubset(zone, 0, z, 0, dim))) return false;
      const before = known.list.length;
      known.list = known.list.filter((z) => !dbm.isSubset(z, 0, zone, 0, dim));
      this.count -= before - known.list.length;
      known.list.push(zone.slice());
    }
    if (++this.count > this.limit) throw new TooMany(this.limit);
    return true;
  }

  states(): SymbolicState[] {
    return [...this.zones.values()].flatMap(({ cells, list }) => list.map((zone) => ({ cells, zone })));
  }
}

export class Possible {
  readonly network: Network;
  readonly engine: Engine;
  private readonly dim: number;
  private readonly elapsed: number;
  private readonly observable: (channel: number) => boolean;
  private readonly limit: number;

  /** Requires: the network's last clock is the time since `base`. */
  constructor(network: Network, observable: (channel: number) => boolean, limit: number) {
    this.network = network;
    this.engine = interpret(network);
    this.dim = network.clocks.length;
    this.elapsed = this.dim - 1;
    this.observable = observable;
    this.limit = limit;
  }

  initial(): SymbolicState[] {
    const { engine } = this;
    return engine.initial() ? [{ cells: engine.cells.slice(0, engine.size), zone: engine.zone.slice() }] : [];
  }

  /** The initial state with other values in some cells, where no invariant forbids it. */
  initialWith(values: ReadonlyMap<number, number>): SymbolicState[] {
    const { network, dim } = this;
    const cells = Int32Array.from(network.slots, ({ initial }) => initial);
    for (const [cell, value] of values) cells[cell] = value;
    const zone = new Int32Array(dim * dim);
    dbm.zero(zone, 0, dim);
    network.clocks.forEach((clock, x) => {
      if (x > 0 && clock.initial !== 0) dbm.reset(zone, 0, dim, x, clock.initial);
    });
    return [this.allowed({ cells, zone })].filter((state) => state !== undefined);
  }

  /** Everything that can be at an instant between `low` and `high` after `base` without an observation until then. */
  at(
    states: readonly SymbolicState[],
    low: number,
    high: number,
  ): { readonly states: SymbolicState[]; readonly latest: number } {
    const { engine, dim, elapsed } = this;
    const reached = new StateSet(dim, this.limit);
    const waiting: SymbolicState[] = [];
    let latest = 0;
    const arrive = (): boolean => {
      engine.elapse(() => {
        if (
          dbm.constrain(engine.zone, 0, dim, elapsed, 0, le(high)) &&
          reached.add(engine.cells.subarray(0, engine.size), engine.zone)
        ) {
          const upper = engine.zone[elapsed * dim]!;
          latest = Math.max(latest, upper >= INF ? high : constantOf(upper));
          waiting.push({ cells: engine.cells.slice(0, engine.size), zone: engine.zone.slice() });
        }
        return false;
      });
      return false;
    };
    for (const { cells, zone } of states) {
      this.put(cells, zone);
      arrive();
    }
    for (let state = waiting.pop(); state !== undefined; state = waiting.pop()) {
      this.put(state.cells, state.zone);
      engine.successors(() =>
        engine.transitionChannel >= 0 && this.observable(engine.transitionChannel) ? false : arrive(),
      );
    }
    const now = new StateSet(dim, this.limit);
    for (const { cells, zone } of reached.states()) {
      const z = zone.slice();
      if (dbm.constrain(z, 0, dim, 0, elapsed, le(-low))) now.add(cells, z);
    }
    return { states: now.states(), latest };
  }

  /** The states after a transition over a channel, without delay; and the channels that are possible instead. */
  take(
    states: readonly SymbolicState[],
    channel: string,
  ): { readonly states: SymbolicState[]; readonly others: ReadonlySet<string> } {
    const { engine, network } = this;
    const after = new StateSet(this.dim, this.limit);
    const others = new Set<string>();
    for (const { cells, zone } of states) {
      this.put(cells, zone);
      engine.successors(() => {
        const name = network.channels[engine.transitionChannel]?.name;
        if (name === channel) after.add(engine.cells.subarray(0, engine.size), engine.zone);
        else if (name !== undefined) others.add(name);
        return false;
      });
    }
    return { states: after.states(), others };
  }

  /** The part of a state that its invariants allow, if any. */
  allowed({ cells, zone }: SymbolicState): SymbolicState | undefined {
    this.engine.cells.set(cells);
    const { invariant } = this.engine.timing();
    const z = zone.slice();
    return invariant !== undefined && dbm.intersect(z, 0, invariant, 0, this.dim) ? { cells, zone: z } : undefined;
  }

  private put(cells: Int32Array, zone: Zone): void {
    this.engine.cells.set(cells);
    this.engine.zone = zone.slice();
  }
}
