import type { Edge, Outcome, Process, Select, StochasticNetwork, Sync, Way } from "../network.ts";
import type { Evaluator } from "./evaluate.ts";
import { Stuck } from "./fault.ts";
import type { Memory } from "./memory.ts";
import type { Watcher } from "./moment.ts";

/** One edge with values for its selects. */
export interface Option {
  readonly edge: Edge;
  readonly values: readonly number[];
}
/** An option with the ways chosen at its branch points, in order, and the location they lead to. */
export interface Move extends Option {
  readonly ways: readonly Way[];
  readonly target: number;
}

/** Finds out what can happen now, and chooses. Everything here is evaluated before any update. */
export class Chooser {
  private readonly network: StochasticNetwork;
  private readonly memory: Memory;
  private readonly evaluator: Evaluator;
  private readonly watcher: Watcher;

  constructor(network: StochasticNetwork, memory: Memory, evaluator: Evaluator, watcher: Watcher) {
    this.network = network;
    this.memory = memory;
    this.evaluator = evaluator;
    this.watcher = watcher;
  }

  /** What a process can do by itself, in the order written, later selects fastest. */
  outputs(process: Process): Option[] {
    const here = process.locations[this.memory.int(process.index)];
    return (here?.outputs ?? []).flatMap((output) => this.options(process.edges[output]));
  }

  private options(edge: Edge | undefined, channel?: number): Option[] {
    if (edge === undefined) return [];
    const options: Option[] = [];
    this.eachValue(edge.selects, [], (values) => {
      if (channel !== undefined && this.channel(edge.sync) !== channel) return;
      if (this.watcher.holds(edge.guard)) options.push({ edge, values: [...values] });
    });
    return options;
  }

  private eachValue(selects: readonly Select[], values: number[], visit: (values: readonly number[]) => void): void {
    const select = selects[values.length];
    if (select === undefined) return visit(values);
    for (let value = select.low; value <= select.high; value++) {
      this.memory.setInt(select.cell, value);
      this.eachValue(selects, [...values, value], visit);
    }
  }

  /** Puts the values of an option's selects where its code reads them. */
  select({ edge, values }: Option): void {
    for (const [k, { cell }] of edge.selects.entries()) this.memory.setInt(cell, values[k] ?? 0);
  }

  private channel(sync: Sync | undefined): number {
    return sync === undefined ? -1 : this.evaluator.address(sync)();
  }

  /** Those who go with the sender, in the order of the system line; each by one of its ready edges. */
  receivers(option: Option): Option[] {
    const { sync } = option.edge;
    const ready = this.partners(option);
    if (sync && !sync.broadcast) this.onePartner(ready, sync);
    return ready.flatMap((options) => options[this.memory.pick(options.length)] ?? []);
  }

  /** By process that is ready to receive: its options. */
  partners(option: Option): Option[][] {
    const { edge } = option;
    if (edge.sync === undefined) return [];
    this.select(option);
    const channel = this.channel(edge.sync);
    return this.network.processes.flatMap((process): Option[][] => {
      if (process.index === edge.process) return [];
      const here = process.locations[this.memory.int(process.index)];
      const options = (here?.inputs ?? []).flatMap((input) => this.options(process.edges[input], channel));
      return options.length > 0 ? [options] : [];
    });
  }

  private onePartner(ready: readonly (readonly Option[])[], { origin }: Sync): void {
    if (ready.length <= 1) return;
    const names = ready.map(([option]) => this.network.processes[option?.edge.process ?? 0]?.name).join(", ");
    throw new Stuck(
      "several-partners",
      `several processes are ready for this handshake (${names}): nothing says how likely each is`,
      origin,
    );
  }

  /** Goes through branch points by weight. */
  move(option: Option): Move {
    this.select(option);
    const ways: Way[] = [];
    let outcome: Outcome = option.edge.then;
    while (outcome.kind === "branch") {
      const way = this.way(outcome);
      ways.push(way);
      outcome = way.then;
    }
    return { ...option, ways, target: outcome.location };
  }

  private way(branch: Outcome & { kind: "branch" }): Way {
    const weights = branch.ways.map(({ weight, guard, origin }) => {
      const value = this.watcher.holds(guard) ? this.evaluator.value(weight)() : 0;
      if (!(value >= 0 && value < Infinity)) throw new Stuck("weights", `a weight is ${value}`, origin);
      return value;
    });
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    if (total === 0) throw new Stuck("weights", "the weights of this branch point sum to zero", branch.origin);
    return branch.ways[this.memory.weighted(weights, total)]!;
  }
}
