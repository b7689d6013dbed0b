import type { ClockConstraint, Edge, Guard, Network, NetworkQuery } from "../../../src/network/index.ts";
import { Machine } from "./evaluate.ts";
import { type Clocks, type Limits, Region, Unsupported } from "./region.ts";

/** The network's discrete state with its clocks: a region, or a point. */
export interface State<C> {
  readonly cells: Int32Array;
  readonly region: C;
}
export type RegionState = State<Region>;

interface Choice {
  readonly edge: Edge;
  readonly values: readonly number[];
  readonly channel: number;
}
interface Transition<C> {
  readonly choices: readonly Choice[];
  readonly channelPriority: number;
  readonly processPriority: number;
  readonly target: State<C>;
}

/**
 * The actions of a network, rule by rule as docs/compatibility.md names them: exact, with no zones and no abstraction.
 * Every method works on one state at a time and copies freely.
 */
export class ActionSystem<C extends Clocks<C>> {
  readonly network: Network;
  readonly machine: Machine;
  private readonly first: () => C;
  protected region!: C;

  constructor(network: Network, first: () => C, query?: NetworkQuery) {
    this.network = network;
    this.first = first;
    this.machine = new Machine(network, query?.cells ?? 0, query?.functions ?? [], {
      reset: (clock, value) => this.region.reset(clock, value),
      move: (clock, from, plus) => this.region.move(clock, from, plus),
    });
    if (network.processes.some((p) => p.locations.some((l) => l.invariant.rates.length > 0)))
      throw new Unsupported("stopwatches");
  }

  /** M1. Undefined if the initial state violates an invariant: then there is no state at all. */
  initial(): State<C> | undefined {
    const state = { cells: Int32Array.from(this.network.slots, (slot) => slot.initial), region: this.first() };
    return this.allowed(state) ? state : undefined;
  }

  /** Loads a state, for evaluating code and constraints in it. */
  enter(state: State<C>): void {
    this.machine.cells.set(state.cells);
    this.region = state.region.copy();
  }

  holds(guard: Guard): boolean {
    return (
      guard.data.every((code) => this.machine.run(code) !== 0) &&
      guard.clocks.every((constraint) => this.constraint(constraint))
    );
  }

  constraint(c: ClockConstraint): boolean {
    if (c.unless !== undefined && this.machine.run(c.unless) !== 0) return true;
    const [left, right] = [this.machine.address(c.left), this.machine.address(c.right)];
    return this.region.satisfies(left, right, c.strict, this.machine.run(c.bound));
  }

  /** M2, M8: some location forbids all delay. */
  isStopped(state: State<C>): boolean {
    return this.network.processes.some((p) => {
      const location = p.locations[state.cells[p.index]!]!;
      return location.urgent || location.committed;
    });
  }

  /** M3 to M7, M12 to M16, PR1, PR2. */
  actions(state: State<C>): State<C>[] {
    const candidates = [
      ...this.internal(state),
      ...this.binary(state),
      ...this.broadcast(state),
      ...this.vectors(state),
    ];
    const isCommitted = (edge: Edge) => this.network.processes[edge.process]!.locations[edge.source]!.committed;
    const committed = this.network.processes.some((p) => p.locations[state.cells[p.index]!]!.committed);
    const possible = candidates.flatMap(({ choices, channelPriority }): Transition<C>[] => {
      if (committed && !choices.some((choice) => isCommitted(choice.edge))) return [];
      const target = this.apply(state, choices);
      if (target === undefined) return [];
      return [
        {
          choices,
          channelPriority,
          processPriority: Math.max(...choices.map((c) => this.network.processes[c.edge.process]!.priority)),
          target,
        },
      ];
    });
    const higher = (a: Transition<C>, b: Transition<C>) =>
      a.channelPriority > b.channelPriority ||
      (a.channelPriority === b.channelPriority && a.processPriority > b.processPriority);
    return possible
      .filter((t) => !this.network.hasPriorities || !possible.some((other) => higher(other, t)))
      .map((t) => t.target);
  }

  /** M10: a synchronisation over an urgent channel is possible as far as guards go. */
  urgent(state: State<C>): boolean {
    return [...this.binary(state), ...this.broadcast(state)].some(
      ({ choices }) => this.network.channels[choices[0]!.channel]!.urgent,
    );
  }

  private internal(state: State<C>) {
    return this.enabled(state, (edge) => edge.sync === undefined).map((choice) => ({
      choices: [choice],
      channelPriority: this.network.defaultPriority,
    }));
  }

  /** M4. The sender's update comes first. */
  private binary(state: State<C>) {
    const senders = this.onChannels(state, "!", false);
    const receivers = this.onChannels(state, "?", false);
    return senders.flatMap((s) =>
      receivers
        .filter((r) => r.channel === s.channel && r.edge.process !== s.edge.process)
        .map((r) => ({ choices: [s, r], channelPriority: this.network.channels[s.channel]!.priority })),
    );
  }

  /** M5. Receivers in the order of the system line. */
  private broadcast(state: State<C>) {
    const senders = this.onChannels(state, "!", true);
    const receivers = senders.length === 0 ? [] : this.onChannels(state, "?", true);
    return senders.flatMap((s) => {
      const perProcess = this.network.processes
        .filter((p) => p.index !== s.edge.process)
        .map((p) => receivers.filter((r) => r.edge.process === p.index && r.channel === s.channel))
        .filter((list) => list.length > 0);
      return product(perProcess).map((rest) => ({
        choices: [s, ...rest],
        channelPriority: this.network.channels[s.channel]!.priority,
      }));
    });
  }

  /** TChecker: a weak participant takes part if its location has an edge with the event, whatever the guards say. */
  private vectors(state: State<C>) {
    return this.network.vectors.flatMap((vector) => {
      const lists = vector.parts
        .map((part) => ({
          weak: part.weak,
          edges: this.network.processes[part.process]!.edges.filter(
            (edge) =>
              edge.source === state.cells[part.process] &&
              edge.sync?.kind === "event" &&
              edge.sync.event === part.event,
          ),
        }))
        .filter((part) => !part.weak || part.edges.length > 0)
        .map((part) => part.edges);
      if (lists.length === 0) return [];
      return product(lists)
        .filter((edges) =>
          edges.every((edge) => {
            this.enter(state);
            return this.holds(edge.guard);
          }),
        )
        .map((edges) => ({
          choices: edges.map((edge) => ({ edge, values: [], channel: -1 })),
          channelPriority: this.network.defaultPriority,
        }));
    });
  }

  private onChannels(state: State<C>, direction: "!" | "?", broadcast: boolean): Choice[] {
    return this.enabled(state, (edge) => edge.sync?.kind === "channel" && edge.sync.direction === direction).filter(
      (choice) => this.network.channels[choice.channel]!.broadcast === broadcast,
    );
  }

  /** M12, M13: every edge from a current location, with every choice of its selects, whose guard holds. */
  private enabled(state: State<C>, wanted: (edge: Edge) => boolean): Choice[] {
    return this.network.processes.flatMap((p) =>
      p.edges
        .filter((edge) => edge.source === state.cells[p.index] && wanted(edge))
        .flatMap((edge) =>
          product(edge.selects.map(({ low, high }) => range(low, high))).flatMap((values): Choice[] => {
            this.enter(state);
            this.select(edge, values);
            if (!this.holds(edge.guard)) return [];
            const sync = edge.sync?.kind === "channel" ? edge.sync.channel : undefined;
            const channel =
              sync === undefined ? -1 : sync.terms.reduce((sum, term) => sum + this.machine.term(term), sync.base);
            return [{ edge, values, channel }];
          }),
        ),
    );
  }

  private select(edge: Edge, values: readonly number[]): void {
    edge.selects.forEach((select, i) => {
      this.machine.cells[select.cell] = values[i]!;
    });
  }

  /** M6, M9, M14: undefined if the target violates an invariant. */
  private apply(state: State<C>, choices: readonly Choice[]): State<C> | undefined {
    this.enter(state);
    for (const code of this.network.beforeUpdate) this.machine.run(code);
    for (const { edge, values } of choices) {
      this.select(edge, values);
      for (const code of edge.update) this.machine.run(code);
    }
    for (const code of this.network.afterUpdate) this.machine.run(code);
    for (const { edge } of choices) this.machine.cells[edge.process] = edge.target;
    const target = { cells: this.machine.cells.slice(0, this.network.slots.length), region: this.region };
    return this.allowed(target) ? target : undefined;
  }

  allowed(state: State<C>): boolean {
    this.enter(state);
    return this.network.processes.every((p) => this.holds(p.locations[state.cells[p.index]!]!.invariant));
  }
}

/** The same with delays over regions. */
export class RegionSystem extends ActionSystem<Region> {
  constructor(network: Network, limits: Limits, query?: NetworkQuery) {
    super(
      network,
      () =>
        Region.initial(
          network.clocks.map((clock) => clock.initial),
          limits,
        ),
      query,
    );
  }

  clockValue(clock: number): number | undefined {
    return this.region.value(clock);
  }

  /** M2. The next region in time, the same state if it never ends, undefined if time cannot pass. */
  delay(state: RegionState): RegionState | undefined {
    if (this.isStopped(state) || this.urgent(state)) return undefined;
    if (state.region.isEndless()) return state;
    const next = { cells: state.cells, region: state.region.later() };
    if (!this.allowed(next)) return undefined;
    // A delay of d > 0 passes through every earlier instant. If time passes inside the next region and a synchronisation
    // on an urgent channel is possible there, then it is possible before the end of every such delay.
    return !next.region.isInstant() && this.urgent(next) ? undefined : next;
  }
}

function product<T>(lists: readonly (readonly T[])[]): T[][] {
  return lists.reduce<T[][]>((rows, list) => rows.flatMap((row) => list.map((item) => [...row, item])), [[]]);
}
function range(low: number, high: number): number[] {
  return Array.from({ length: high - low + 1 }, (_, i) => low + i);
}
