import type { ClockConstraint, Edge, Guard, Network, NetworkQuery } from "../../../src/network/index.ts";
import { Disabled, Fault, Machine } from "./evaluate.ts";
import { type Limits, Region, Unsupported } from "./region.ts";

/** A state of the region graph: the network's discrete state and a clock region. */
export interface RegionState { readonly cells: Int32Array; readonly region: Region }

interface Choice { readonly edge: Edge; readonly values: readonly number[]; readonly channel: number }
interface Transition { readonly choices: readonly Choice[]; readonly channelPriority: number; readonly processPriority: number; readonly target: RegionState }

/**
 * The semantics of a network over regions, rule by rule as language.md section 5 states it: exact, with no zones and no
 * abstraction. Every method works on one state at a time and copies freely.
 */
export class RegionSystem {
  readonly network: Network;
  readonly machine: Machine;
  private readonly limits: Limits;
  private region!: Region;

  constructor(network: Network, limits: Limits, query?: NetworkQuery) {
    this.network = network;
    this.limits = limits;
    this.machine = new Machine(network, query?.cells ?? 0, query?.functions ?? [], {
      reset: (clock, value) => this.region.reset(clock, value),
      move: (clock, from, plus) => this.region.move(clock, from, plus),
    });
    if (network.processes.some((p) => p.locations.some((l) => l.invariant.rates.length > 0))) throw new Unsupported("stopwatches");
  }

  /** M1. Undefined if the initial state violates an invariant: then there is no state at all. */
  initial(): RegionState | undefined {
    const state = {
      cells: Int32Array.from(this.network.slots, (slot) => slot.initial),
      region: Region.initial(this.network.clocks.map((clock) => clock.initial), this.limits),
    };
    return this.allowed(state) ? state : undefined;
  }

  /** Loads a state, for evaluating code and constraints in it. */
  enter(state: RegionState): void {
    this.machine.cells.set(state.cells);
    this.region = state.region.copy();
  }

  holds(guard: Guard): boolean {
    return guard.data.every((code) => this.machine.run(code) !== 0) && guard.clocks.every((constraint) => this.constraint(constraint));
  }

  constraint(c: ClockConstraint): boolean {
    if (c.unless !== undefined && this.machine.run(c.unless) !== 0) return true;
    const [left, right] = [this.machine.address(c.left), this.machine.address(c.right)];
    return this.region.satisfies(left, right, c.strict, this.machine.run(c.bound));
  }

  clockValue(clock: number): number | undefined {
    return this.region.value(clock);
  }

  /** M2. The next region in time, the same state if it never ends, undefined if time cannot pass. */
  delay(state: RegionState): RegionState | undefined {
    const stopped = this.network.processes.some((p) => {
      const location = p.locations[state.cells[p.index]];
      return location.urgent || location.committed;
    });
    if (stopped || this.urgent(state)) return undefined;
    if (state.region.isEndless()) return state;
    const next = { cells: state.cells, region: state.region.later() };
    if (!this.allowed(next)) return undefined;
    // A delay of d > 0 passes through every earlier instant. If time passes inside the next region and a synchronisation
    // on an urgent channel is possible there, then it is possible before the end of every such delay.
    return !next.region.isInstant() && this.urgent(next) ? undefined : next;
  }

  /** M3 to M7, M12 to M16, PR1, PR2. */
  actions(state: RegionState): RegionState[] {
    const candidates = [...this.internal(state), ...this.binary(state), ...this.broadcast(state), ...this.vectors(state)];
    const isCommitted = (edge: Edge) => this.network.processes[edge.process].locations[edge.source].committed;
    const committed = this.network.processes.some((p) => p.locations[state.cells[p.index]].committed);
    const possible = candidates.flatMap(({ choices, channelPriority }): Transition[] => {
      if (committed && !choices.some((choice) => isCommitted(choice.edge))) return [];
      const target = this.apply(state, choices);
      if (target === undefined) return [];
      return [{ choices, channelPriority, processPriority: Math.max(...choices.map((c) => this.network.processes[c.edge.process].priority)), target }];
    });
    const higher = (a: Transition, b: Transition) =>
      a.channelPriority > b.channelPriority || (a.channelPriority === b.channelPriority && a.processPriority > b.processPriority);
    return possible.filter((t) => !this.network.hasPriorities || !possible.some((other) => higher(other, t))).map((t) => t.target);
  }

  /** M10: a synchronisation over an urgent channel is possible as far as guards go. */
  private urgent(state: RegionState): boolean {
    return [...this.binary(state), ...this.broadcast(state)].some(({ choices }) => this.network.channels[choices[0].channel].urgent);
  }

  private internal(state: RegionState) {
    return this.enabled(state, (edge) => edge.sync === undefined).map((choice) => ({ choices: [choice], channelPriority: this.network.defaultPriority }));
  }

  /** M4. The sender's update comes first. */
  private binary(state: RegionState) {
    const senders = this.onChannels(state, "!", false);
    const receivers = this.onChannels(state, "?", false);
    return senders.flatMap((s) => receivers
      .filter((r) => r.channel === s.channel && r.edge.process !== s.edge.process)
      .map((r) => ({ choices: [s, r], channelPriority: this.network.channels[s.channel].priority })));
  }

  /** M5. Receivers in the order of the system line. */
  private broadcast(state: RegionState) {
    const senders = this.onChannels(state, "!", true);
    const receivers = senders.length === 0 ? [] : this.onChannels(state, "?", true);
    return senders.flatMap((s) => {
      const perProcess = this.network.processes
        .filter((p) => p.index !== s.edge.process)
        .map((p) => receivers.filter((r) => r.edge.process === p.index && r.channel === s.channel))
        .filter((list) => list.length > 0);
      return product(perProcess).map((rest) => ({ choices: [s, ...rest], channelPriority: this.network.channels[s.channel].priority }));
    });
  }

  /** TChecker: a weak participant takes part if its location has an edge with the event, whatever the guards say. */
  private vectors(state: RegionState) {
    return this.network.vectors.flatMap((vector) => {
      const lists = vector.parts.map((part) => ({
        weak: part.weak,
        edges: this.network.processes[part.process].edges.filter((edge) =>
          edge.source === state.cells[part.process] && edge.sync?.kind === "event" && edge.sync.event === part.event),
      })).filter((part) => !part.weak || part.edges.length > 0).map((part) => part.edges);
      if (lists.length === 0) return [];
      return product(lists)
        .filter((edges) => edges.every((edge) => { this.enter(state); return this.holds(edge.guard); }))
        .map((edges) => ({ choices: edges.map((edge) => ({ edge, values: [], channel: -1 })), channelPriority: this.network.defaultPriority }));
    });
  }

  private onChannels(state: RegionState, direction: "!" | "?", broadcast: boolean): Choice[] {
    return this.enabled(state, (edge) => edge.sync?.kind === "channel" && edge.sync.direction === direction)
      .filter((choice) => this.network.channels[choice.channel].broadcast === broadcast);
  }

  /** M12, M13: every edge from a current location, with every choice of its selects, whose guard holds. */
  private enabled(state: RegionState, wanted: (edge: Edge) => boolean): Choice[] {
    return this.network.processes.flatMap((p) => p.edges
      .filter((edge) => edge.source === state.cells[p.index] && wanted(edge))
      .flatMap((edge) => product(edge.selects.map(({ low, high }) => range(low, high))).flatMap((values): Choice[] => {
        this.enter(state);
        this.select(edge, values);
        if (!this.holds(edge.guard)) return [];
        const sync = edge.sync?.kind === "channel" ? edge.sync.channel : undefined;
        const channel = sync === undefined ? -1 : sync.terms.reduce((sum, term) => sum + this.machine.term(term), sync.base);
        return [{ edge, values, channel }];
      })));
  }

  private select(edge: Edge, values: readonly number[]): void {
    edge.selects.forEach((select, i) => { this.machine.cells[select.cell] = values[i]; });
  }

  /** M6, M9, M14: undefined if the target violates an invariant. */
  private apply(state: RegionState, choices: readonly Choice[]): RegionState | undefined {
    this.enter(state);
    try {
      for (const code of this.network.beforeUpdate) this.machine.run(code);
      for (const { edge, values } of choices) {
        this.select(edge, values);
        for (const code of edge.update) this.machine.run(code);
      }
      for (const code of this.network.afterUpdate) this.machine.run(code);
    } catch (error) {
      if (error instanceof Disabled) return undefined;
      throw error;
    }
    for (const { edge } of choices) this.machine.cells[edge.process] = edge.target;
    const target = { cells: this.machine.cells.slice(0, this.network.slots.length), region: this.region };
    return this.allowed(target) ? target : undefined;
  }

  private allowed(state: RegionState): boolean {
    this.enter(state);
    return this.network.processes.every((p) => this.holds(p.locations[state.cells[p.index]].invariant));
  }
}

export { Fault };

function product<T>(lists: readonly (readonly T[])[]): T[][] {
  return lists.reduce<T[][]>((rows, list) => rows.flatMap((row) => list.map((item) => [...row, item])), [[]]);
}
function range(low: number, high: number): number[] {
  return Array.from({ length: high - low + 1 }, (_, i) => low + i);
}
