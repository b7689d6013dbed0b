/**
 * The simulator: a network walked by hand or at random. Symbolic states are sets of valuations (delays included), concrete
 * states exact values with delays chosen by the caller. Every state visited is kept, so that one can go back. `explain`
 * tells why an edge cannot be taken now, naming the first thing that is false.
 */
import { last, wants } from "../base/index.ts";
import { Concrete, type Engine, interpret, type Step, wordsOf } from "../engine/index.ts";
import type { Network } from "../network/index.ts";
import { type Federation, type Interval, type Point, type Rational, rationals, showZone } from "../zones/index.ts";
import { buildTrace, isUntraced } from "./build.ts";
import { explainConcrete, explainSymbolic, type Obstacle } from "./explain.ts";
import { type Later, laterSteps, type Target, targetsOf } from "./later.ts";
import { elapse } from "./retrace.ts";
import { type Trace, type TraceTransition, traceTransition, wordsOfTransition } from "./trace.ts";

/** A transition that can be taken now. */
export interface Option {
  readonly index: number;
  readonly transition: TraceTransition;
  /** Symbolic: the part of the state from which it can be taken, as text. */
  readonly where?: string;
}

interface SymbolicState {
  readonly cells: Int32Array;
  /** The valuations on arrival. */
  readonly entry: Federation;
  readonly zones: Federation;
}

/** Walks over symbolic states. Starts in the initial state; `isEmpty` if there is none. */
export class SymbolicSimulator {
  readonly network: Network;
  private readonly engine: Engine;
  private readonly history: SymbolicState[] = [];
  private readonly taken: TraceTransition[] = [];

  constructor(network: Network) {
    wants("new SymbolicSimulator", network, "network");
    this.network = network;
    this.engine = interpret(network);
    if (this.engine.initial()) this.history.push(this.settle([this.engine.zone.slice()]));
  }

  get isEmpty(): boolean {
    return this.history.length === 0;
  }

  get length(): number {
    return this.history.length;
  }

  get transitions(): readonly TraceTransition[] {
    return this.taken;
  }

  get locations(): readonly number[] {
    return Array.from(this.state.cells.subarray(0, this.network.processes.length));
  }

  get variables(): readonly number[] {
    return Array.from(this.state.cells.subarray(this.network.processes.length));
  }

  get zones(): Federation {
    return this.state.zones;
  }

  /** The clocks' constraints as text; several sets are joined by `or`. */
  get constraints(): string {
    return this.show(this.state.zones);
  }

  options(): readonly Option[] {
    return this.targets().map(({ words, channel, from }, index) => ({
      index,
      transition: traceTransition(this.network, words, channel),
      where: this.show(from),
    }));
  }

  take(index: number): boolean {
    const target = this.targets()[index];
    if (target === undefined) return false;
    this.engine.cells.set(target.cells);
    this.history.push(this.settle(target.zones));
    this.taken.push(traceTransition(this.network, target.words, target.channel));
    return true;
  }

  back(): boolean {
    if (this.history.length < 2) return false;
    this.history.pop();
    this.taken.pop();
    return true;
  }

  /** Takes one of the possible transitions at random. False if there is none. */
  random(random: () => number): boolean {
    const count = this.targets().length;
    return count > 0 && this.take(Math.floor(random() * count));
  }

  /** What keeps an edge from being taken now; nothing if it can be taken. */
  explain(edge: number): readonly Obstacle[] {
    return explainSymbolic(
      this.network,
      edge,
      this.state.cells,
      this.state,
      this.targets().map((t) => t.words),
    );
  }

  /** The run so far with exact delays, replayed, as a trace; or why there is none. */
  trace(): Trace | string {
    return traceOf(this.network, this.taken);
  }

  private get state(): SymbolicState {
    return last(this.history);
  }

  private show(f: Federation): string {
    const names = this.network.clocks.map((c) => c.name);
    return f.map((z) => showZone(z, 0, this.engine.dim, names)).join(" or ");
  }

  /** The state at hand in the engine, with its delays. */
  private settle(entry: Federation): SymbolicState {
    const { engine } = this;
    const { all } = elapse(entry, engine.timing(), [], engine.dim);
    return { cells: engine.cells.slice(0, engine.size), entry, zones: all };
  }

  private targets(): readonly Target[] {
    return this.isEmpty ? [] : targetsOf(this.engine, this.state.cells, this.state.zones);
  }
}

interface ConcreteState {
  readonly cells: Int32Array;
  readonly values: Point;
  /** How it was reached: by a delay, by a transition, or not at all. */
  readonly by: { readonly delay: Rational } | { readonly transition: TraceTransition } | undefined;
}

/** Walks over concrete states: the caller chooses delays and transitions. */
export class ConcreteSimulator {
  readonly network: Network;
  private readonly machine: Concrete;
  private readonly history: ConcreteState[] = [];
  /** For what is possible later. */
  private engine: Engine | undefined;

  constructor(network: Network) {
    wants("new ConcreteSimulator", network, "network");
    this.network = network;
    this.machine = new Concrete(network);
    if (this.machine.initial()) this.note(undefined);
  }

  get isEmpty(): boolean {
    return this.history.length === 0;
  }

  get locations(): readonly number[] {
    return Array.from(this.machine.cells.subarray(0, this.network.processes.length));
  }

  get variables(): readonly number[] {
    return Array.from(this.machine.cells.subarray(this.network.processes.length, this.network.slots.length));
  }

  /** Exact clock values; entry 0 is clock 1. */
  get values(): readonly Rational[] {
    return this.machine.values.slice(1);
  }

  /** What happened so far. */
  get events(): readonly NonNullable<ConcreteState["by"]>[] {
    return this.history.flatMap((s) => (s.by === undefined ? [] : [s.by]));
  }

  /** The delays possible now; null if time cannot pass. */
  delays(): Interval | null {
    return this.isEmpty ? null : this.machine.delays();
  }

  delay(d: Rational): boolean {
    if (this.isEmpty || !this.machine.delay(d)) return false;
    this.note({ delay: d });
    return true;
  }

  options(): readonly Option[] {
    if (this.isEmpty) return [];
    return this.machine.steps().map((s, index) => ({ index, transition: this.name(s) }));
  }

  /** The transitions that are possible now or after a delay, with these delays. */
  later(): readonly Later[] {
    if (this.isEmpty) return [];
    this.engine ??= interpret(this.network);
    const { machine } = this;
    const cells = machine.cells.slice(0, this.network.slots.length);
    return laterSteps(this.engine, cells, machine.values, machine.delays(), machine.stopped());
  }

  take(index: number): boolean {
    if (this.isEmpty) return false;
    const step = this.machine.steps()[index];
    if (step === undefined || !this.machine.take(step)) return false;
    this.note({ transition: this.name(step) });
    return true;
  }

  back(): boolean {
    if (this.history.length < 2) return false;
    this.history.pop();
    const { cells, values } = last(this.history);
    this.machine.cells.set(cells);
    this.machine.values = values;
    return true;
  }

  /**
   * One random event: a delay (on a grid of half units, at most `longest`) or a transition. False if neither is possible.
   */
  random(random: () => number, longest = 4): boolean {
    const steps = this.machine.steps();
    const possible = this.delays();
    if (steps.length > 0 && (possible === null || random() < 0.5))
      return this.take(Math.floor(random() * steps.length));
    if (possible === null) return false;
    const wish = rationals.rational(1 + Math.floor(random() * 2 * longest), 2);
    if (this.delay(wish)) return true;
    if (possible.high !== null && !possible.highStrict) return this.delay(possible.high);
    if (possible.high !== null) return this.delay(rationals.rational(possible.high.n, possible.high.d * 2n));
    return steps.length > 0 && this.take(Math.floor(random() * steps.length));
  }

  explain(edge: number): readonly Obstacle[] {
    return this.isEmpty ? [] : explainConcrete(this.machine, edge);
  }

  /** The run so far with the delays that were chosen, as a trace; or why there is none. */
  trace(): Trace | string {
    const transitions = this.events.flatMap((e) => ("transition" in e ? [e.transition] : []));
    const found = traceOf(this.network, transitions);
    if (typeof found === "string") return found;
    // The values on arrival by a transition, and all the time until the next one.
    const arrivals: { values: Point; delay: Rational }[] = [];
    for (const { by, values } of this.history) {
      if (by !== undefined && "delay" in by) {
        const before = last(arrivals);
        before.delay = rationals.plus(before.delay, by.delay);
      } else arrivals.push({ values: values.slice(1), delay: rationals.ZERO });
    }
    const { concreteReason: _, ...rest } = found;
    return {
      ...rest,
      states: found.states.map((s, i) => ({ ...s, ...arrivals[i] })),
      concrete: true,
      duration: arrivals.reduce((sum, a) => rationals.plus(sum, a.delay), rationals.ZERO),
    };
  }

  private name(step: Step): TraceTransition {
    return traceTransition(this.network, wordsOf(step), step.channel);
  }

  private note(by: ConcreteState["by"]): void {
    this.history.push({
      cells: this.machine.cells.slice(0, this.network.slots.length),
      values: this.machine.values,
      by,
    });
  }
}

/** Transitions run again exactly, from the initial state to wherever the last one leads. */
function traceOf(network: Network, transitions: readonly TraceTransition[]): Trace | string {
  const words = transitions.map(wordsOfTransition);
  const made = buildTrace(interpret(network), {
    path: [{ words: [] }, ...words.map((w) => ({ words: w }))],
    goal: (reached) => reached,
    ending: "goal",
    network,
  });
  return isUntraced(made) ? made.reason : made;
}
