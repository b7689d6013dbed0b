import { greatest, smallest } from "../base/index.ts";
/**
 * Adapting possible states to what was measured: variables and locations are set, clocks are given new bounds while the
 * relations of all others stay; afterwards the invariants must allow the state. Names and values are looked at first, so
 * that an event is taken in whole or not at all.
 */
import { type Network, processAt, slotOf } from "../network/index.ts";
import type { SymbolicState } from "../reduce/index.ts";
import { dbm, le } from "../zones/index.ts";
import type { OnlineEvent } from "./event.ts";
import type { Possible } from "./possible.ts";

/** A measured variable, and the values that it had in the possible states before it was set. */
export interface Correction {
  readonly name: string;
  readonly low: number;
  readonly high: number;
  readonly value: number;
}

export class Adapter {
  private readonly network: Network;
  private readonly space: Possible;
  private readonly slots: ReadonlyMap<string, number>;
  private readonly clocks: ReadonlyMap<string, number>;
  private readonly channels: ReadonlySet<string>;

  /** Requires: the network's last clock is the time since the base. */
  constructor(network: Network, space: Possible) {
    this.network = network;
    this.space = space;
    const first = network.processes.length;
    this.slots = new Map(network.slots.slice(first).map((s, i) => [s.name, first + i]));
    this.clocks = new Map(network.clocks.slice(1, -1).map((c, i) => [c.name, 1 + i]));
    this.channels = new Set(network.channels.map((c) => c.name));
  }

  /** What names or values of an event cannot be, if any. */
  check({ event, is, set, clock, at }: OnlineEvent): string | undefined {
    if (event !== undefined && !this.channels.has(event)) return `there is no channel '${event}'`;
    for (const [name, value] of [...Object.entries(is ?? {}), ...Object.entries(set ?? {})]) {
      const slot = slotOf(this.network, this.slots.get(name) ?? -1);
      if (slot === undefined) return `there is no variable '${name}'`;
      if (value < slot.low || value > slot.high)
        return `'${name}' cannot be ${value}: its range is ${slot.low}..${slot.high}`;
    }
    for (const name of Object.keys(clock ?? {})) if (!this.clocks.has(name)) return `there is no clock '${name}'`;
    for (const [name, location] of Object.entries(at ?? {})) {
      const process = this.network.processes.find((p) => p.name === name);
      if (process === undefined) return `there is no process '${name}'`;
      if (!process.locations.some((l) => l.name === location)) return `process '${name}' has no location '${location}'`;
    }
    return undefined;
  }

  /** The states that have the measured values. */
  agreeing(states: readonly SymbolicState[], { is }: OnlineEvent): SymbolicState[] {
    const wanted = Object.entries(is ?? {}).map(([name, value]) => [this.slots.get(name) as number, value] as const);
    return states.filter(({ cells }) => wanted.every(([slot, value]) => cells[slot] === value));
  }

  /** What an event sets, and what the states had there. Requires: some states. */
  corrections(states: readonly SymbolicState[], { set }: OnlineEvent): Correction[] {
    return Object.entries(set ?? {}).map(([name, value]) => {
      const slot = this.slots.get(name) as number;
      const before = states.map(({ cells }) => cells[slot]!);
      return { name, low: smallest(before), high: greatest(before), value };
    });
  }

  /** The states with what is to be set. */
  adapt(states: readonly SymbolicState[], { set, clock, at }: OnlineEvent): SymbolicState[] {
    if (set === undefined && clock === undefined && at === undefined) return [...states];
    const { network } = this;
    const dim = network.clocks.length;
    return states.flatMap((state) => {
      const cells = state.cells.slice();
      const zone = state.zone.slice();
      for (const [name, value] of Object.entries(set ?? {})) cells[this.slots.get(name) as number] = value;
      for (const [name, location] of Object.entries(at ?? {})) {
        const process = network.processes.findIndex((p) => p.name === name);
        cells[process] = processAt(network, process).locations.findIndex((l) => l.name === location);
      }
      for (const [name, [low, high]] of Object.entries(clock ?? {})) {
        const x = this.clocks.get(name) as number;
        dbm.free(zone, 0, dim, x);
        dbm.constrain(zone, 0, dim, 0, x, le(-low));
        if (high !== null) dbm.constrain(zone, 0, dim, x, 0, le(high));
      }
      const allowed = this.space.allowed({ cells, zone });
      return allowed === undefined ? [] : [allowed];
    });
  }

  /** The discrete states with any values of the clocks that their invariants allow, at a time between two. */
  forget(states: readonly SymbolicState[], low: number, high: number): SymbolicState[] {
    const dim = this.network.clocks.length;
    const zone = dbm.newUniversal(dim);
    dbm.constrain(zone, 0, dim, dim - 1, 0, le(high));
    dbm.constrain(zone, 0, dim, 0, dim - 1, le(-low));
    const known = new Set<string>();
    return states
      .filter(({ cells }) => !known.has(cells.join()) && known.add(cells.join()))
      .flatMap(({ cells }) => this.space.allowed({ cells, zone }) ?? []);
  }
}
