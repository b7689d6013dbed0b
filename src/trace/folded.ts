/**
 * From transitions at exact moments, some of them rounds told once, to a trace. The run is made by the concrete semantics: of
 * rounds the first is gone, and its second tells what each round adds to clocks and to variables that are counted. Then it is
 * replayed in closed form (`replay.ts`), and is no trace unless it does. The zone of a state is made of the whole numbers
 * around the values that this run has there.
 */
import { Concrete, Fault } from "../engine/index.ts";
import type { Network } from "../network/index.ts";
import {
  BoundOverflow,
  dbm,
  type Federation,
  isRepresentable,
  le,
  type Point,
  type Rational,
  rationals,
} from "../zones/index.ts";
import { replayTrace } from "./replay.ts";
import { type Event, isRounds, type Rounds } from "./rounds.ts";
import {
  type Adds,
  type Trace,
  type TraceRounds,
  type TraceState,
  type TraceTransition,
  traceConstraints,
  traceNames,
  traceTransition,
} from "./trace.ts";

const { compareRational, floor, minus, plus, rational, ZERO } = rationals;

/**
 * The trace that ends at a moment, or why there is none. `goal` tells the valuations that end it, for its last discrete state.
 */
export function foldedTrace(
  network: Network,
  items: readonly (Event | Rounds)[],
  duration: Rational = ZERO,
  goal: (cells: Int32Array) => Federation,
): Trace | string {
  try {
    const folding = new Folding(network);
    const problem = folding.run(items, duration);
    if (problem !== undefined) return problem;
    const trace = folding.trace(duration);
    return replayTrace(network, trace, goal(folding.cells())) ?? trace;
  } catch (error) {
    if (error instanceof Fault || error instanceof BoundOverflow) return error.message;
    throw error;
  }
}

class Folding {
  private readonly network: Network;
  private readonly machine: Concrete;
  private readonly states: TraceState[] = [];
  private readonly transitions: TraceTransition[] = [];
  private readonly rounds: TraceRounds[] = [];
  private now = ZERO;

  constructor(network: Network) {
    this.network = network;
    this.machine = new Concrete(network);
  }

  cells(): Int32Array {
    return this.machine.cells.slice(0, this.network.slots.length);
  }

  run(items: readonly (Event | Rounds)[], end: Rational): string | undefined {
    if (!this.machine.initial()) return "the initial state violates an invariant";
    this.arrive();
    for (const item of items) {
      const problem = isRounds(item) ? this.goRounds(item) : this.step(item, minus(item.time, this.now));
      if (problem !== undefined) return problem;
    }
    return this.wait(minus(end, this.now));
  }

  trace(duration: Rational): Trace {
    return {
      ...traceNames(this.network),
      states: this.states,
      transitions: this.transitions,
      ending: "goal",
      ...(this.rounds.length === 0 ? {} : { rounds: this.rounds }),
      concrete: true,
      duration,
    };
  }

  private step({ words }: Event, delay: Rational): string | undefined {
    const late = this.wait(delay);
    if (late !== undefined) return late;
    const step = this.machine.find(words);
    if (step === undefined || !this.machine.take(step)) return "a transition is not possible at its moment";
    this.transitions.push(traceTransition(this.network, words, step.channel));
    this.arrive();
    return undefined;
  }

  /** The first round as it is, then the state after the last one. */
  private goRounds({ time, round, times, lasts, between }: Rounds): string | undefined {
    const { machine } = this;
    if (compareRational(time, this.now) !== 0) return "rounds begin late";
    const from = this.states.length - 1;
    const problem = this.goRound(round, time);
    if (problem !== undefined) return problem;
    const to = this.states.length - 1;
    const [once, kept] = [machine.values, [this.states.length, this.transitions.length] as const];
    const cells = this.cells();
    const again = this.goRound(round, plus(time, lasts));
    if (again !== undefined) return again;
    const by = machine.values.map((v, x) => minus(v, once[x]!));
    [this.states.length, this.transitions.length] = kept;
    machine.values = once.map((v, x) => plus(v, rational(by[x]!.n * BigInt(times - 1), by[x]!.d)));
    const processes = this.network.processes.length;
    const adds = [...this.cells()].flatMap((value, c): Adds[] =>
      value === cells[c] ? [] : [{ variable: c - processes, by: value - cells[c]! }],
    );
    machine.cells.set(cells);
    for (const { variable, by: each } of adds) machine.cells[variable + processes]! += each * (times - 1);
    this.now = plus(time, rational(lasts.n * BigInt(times), lasts.d));
    this.states.pop();
    this.arrive();
    this.rounds.push({ from, to, times, lasts, between, ...(adds.length === 0 ? {} : { adds }) });
    return undefined;
  }

  private goRound(round: readonly Event[], begin: Rational): string | undefined {
    for (const event of round) {
      const problem = this.step(event, minus(plus(begin, event.time), this.now));
      if (problem !== undefined) return problem;
    }
    return undefined;
  }

  private arrive(): void {
    const { machine, network, states } = this;
    const processes = network.processes.length;
    const stopped = machine.stopped();
    states.push({
      locations: Array.from(machine.cells.subarray(0, processes)),
      variables: Array.from(machine.cells.subarray(processes, network.slots.length)),
      zone: around(machine.values, machine.values),
      values: machine.values.slice(1),
      delay: ZERO,
      ...(stopped === undefined ? {} : { stopped: Array.from(stopped.subarray(1), (s) => s !== 0) }),
    });
  }

  private wait(delay: Rational): string | undefined {
    const before = this.machine.values;
    if (!this.machine.delay(delay)) return "time cannot pass until the moment of a transition";
    const state = this.states.pop()!;
    this.states.push({ ...state, delay, zone: around(before, this.machine.values) });
    this.now = plus(this.now, delay);
    return undefined;
  }
}

/** The constraints with whole numbers around two valuations and all between them. */
function around(a: Point, b: Point): TraceState["zone"] {
  const dim = a.length;
  const zone = dbm.newUniversal(dim);
  for (let x = 0; x < dim; x++) {
    for (let y = 0; y < dim; y++) {
      const [one, other] = [minus(a[x]!, a[y]!), minus(b[x]!, b[y]!)];
      const most = Number(-floor(minus(ZERO, compareRational(one, other) > 0 ? one : other)));
      if (!isRepresentable(most)) throw new BoundOverflow();
      zone[x * dim + y] = le(most);
    }
  }
  return traceConstraints(zone, dim);
}
