/**
 * Replaying: a concrete run checked step by step by the concrete semantics, which knows no zones and no search. A trace
 * that does not replay is never shown.
 *
 * Rounds that are told once are checked without going all of them. The first, the second and the last are gone step by step.
 * Each must pass the same discrete states, so a round does the same to clocks each time: it sets some, and all others grow by
 * what passes while they run. From the second round on, then, the values at any place of the round change by the same amounts
 * from one round to the next (that the last one is where the second leads to, so many amounts later, is checked). A guard or
 * an invariant compares clocks with constants; what it compares is a linear function of the number of the round, so what
 * holds in the second and in the last round holds in all between. That is so of conditions that must hold; where some must
 * not hold (priorities, broadcasts, urgent synchronisations that the data allows) rounds are refused. Variables may grow by
 * the same amount each round, where the code of its edges makes that sure (`counted.ts`).
 */
import { Concrete } from "../engine/index.ts";
import { channelAt, type Network, slotAt } from "../network/index.ts";
import { type Point, point, type Rational, rationals, type Zone } from "../zones/index.ts";
import { whyNotCounted } from "./counted.ts";
import { type Adds, type Trace, type TraceRounds, wordsOfTransition } from "./trace.ts";

const { compareRational, minus, plus, rational, ZERO } = rationals;

interface Run {
  /** The transition into each state; none into the first. A step of no words stays in its state. */
  readonly words: readonly (readonly number[])[];
  readonly delays: readonly Rational[];
  readonly values: readonly Point[];
  /** The discrete states. */
  readonly cells: readonly ArrayLike<number>[];
  readonly rounds?: readonly TraceRounds[] | undefined;
}

/** Why the run is not one of the network, or undefined if it is. `goal` must hold the last values. */
export function replay(network: Network, run: Run, goal: readonly Zone[] | undefined): string | undefined {
  const { reason, values } = new Replay(network, run).whole();
  if (reason !== undefined || goal === undefined) return reason;
  const dim = network.clocks.length;
  return goal.some((z) => point.containsPoint(z, 0, dim, values)) ? undefined : "the last state misses the goal";
}

class Replay {
  private readonly network: Network;
  private readonly run: Run;
  private readonly machine: Concrete;

  constructor(network: Network, run: Run) {
    this.network = network;
    this.run = run;
    this.machine = new Concrete(network);
  }

  whole(): { readonly reason: string | undefined; readonly values: Point } {
    const reason = this.machine.initial() ? this.steps() : "the initial state violates an invariant";
    return { reason, values: this.machine.values };
  }

  private steps(): string | undefined {
    const { words, rounds = [] } = this.run;
    let next = 0;
    for (let i = 0; i < words.length; i++) {
      const told = rounds[next];
      // The state after the rounds was entered by the last of them.
      const isEntered = next > 0 && rounds[next - 1]!.to === i;
      const problem = (isEntered ? undefined : this.enter(i)) ?? this.compare(i);
      if (problem !== undefined) return problem;
      if (told?.from === i) {
        const wrong = told.to < words.length ? this.goRounds(told) : "rounds lead beyond the last state";
        if (wrong !== undefined) return wrong;
        next++;
        i = told.to - 1;
        continue;
      }
      const late = this.wait(i);
      if (late !== undefined) return late;
    }
    return next < rounds.length ? "rounds are not in order" : undefined;
  }

  private enter(i: number, isInRounds = false): string | undefined {
    const words = this.run.words[i]!;
    if (words.length === 0) return undefined;
    const step = this.machine.find(words);
    if (step === undefined) return `transition ${i} is not possible`;
    if (isInRounds && (step.channel < 0 ? step.choices.length > 1 : channelAt(this.network, step.channel).broadcast))
      return `transition ${i} has parts that depend on more than its guards, and cannot be told once`;
    return this.machine.take(step) ? undefined : `transition ${i} is refused`;
  }

  /** The state reached is that of the run. */
  private compare(i: number): string | undefined {
    const values = this.run.values[i];
    const isSame = (v: Rational, x: number) => values?.[x] !== undefined && compareRational(v, values[x]) === 0;
    return this.compareCells(i) ?? (this.machine.values.every(isSame) ? undefined : `clocks differ in state ${i}`);
  }

  /** So many rounds after what is told of the state. */
  private compareCells(i: number, adds: readonly Adds[] = [], rounds = 0): string | undefined {
    const { machine, network, run } = this;
    for (let c = 0; c < network.slots.length; c++) {
      const by = adds.find(({ variable }) => variable + network.processes.length === c)?.by ?? 0;
      if (machine.cells[c] !== (run.cells[i]?.[c] ?? Number.NaN) + by * rounds)
        return `${slotAt(network, c).name} differs in state ${i}`;
    }
    return undefined;
  }

  private wait(i: number): string | undefined {
    const delay = this.run.delays[i];
    return delay !== undefined && this.machine.delay(delay) ? undefined : `the delay in state ${i} is not possible`;
  }

  /** All rounds, from the state that they begin with. */
  private goRounds(told: TraceRounds): string | undefined {
    const { machine, network, run } = this;
    const { from, to, times, lasts, adds = [] } = told;
    if (!Number.isSafeInteger(times) || times < 1 || to <= from) return `the rounds from state ${from} are none`;
    if (times > 3) {
      const reason = this.whyNotLinear(from, to) ?? whyNotCounted(network, run, told);
      if (reason !== undefined) return `the rounds from state ${from} cannot be told once: ${reason}`;
    }
    const total = run.delays.slice(from, to).reduce(plus, ZERO);
    if (compareRational(total, lasts) !== 0) return `the rounds from state ${from} do not last so long`;
    if (times <= 3) return this.goOneByOne(told);
    const first = this.goRound(told, 0);
    if (first !== undefined) return first;
    const once = machine.values;
    const second = this.goRound(told, 1);
    if (second !== undefined) return second;
    const by = machine.values.map((v, x) => minus(v, once[x]!));
    const after = (count: number): Point => once.map((v, x) => plus(v, scaled(by[x]!, count)));
    machine.values = after(times - 2);
    for (const { variable, by: each } of adds)
      machine.cells[variable + network.processes.length]! += each * (times - 3);
    const last = this.goRound(told, times - 1);
    if (last !== undefined) return last;
    const wanted = after(times - 1);
    return machine.values.every((v, x) => compareRational(v, wanted[x]!) === 0)
      ? undefined
      : `the rounds from state ${from} do not go on alike`;
  }

  private goOneByOne(told: TraceRounds): string | undefined {
    for (let k = 0; k < told.times; k++) {
      const problem = this.goRound(told, k);
      if (problem !== undefined) return problem;
    }
    return undefined;
  }

  /** One round, step by step; the first has the values of the run. */
  private goRound({ from, to, adds = [] }: TraceRounds, k: number): string | undefined {
    for (let i = from; i < to; i++) {
      const problem =
        (k === 0 ? this.compare(i) : this.compareCells(i, adds, k)) ??
        this.wait(i) ??
        this.enter(i + 1, true) ??
        (i + 1 < to ? undefined : this.compareCells(from, adds, k + 1));
      if (problem !== undefined) return problem;
    }
    return undefined;
  }

  /** Why what holds in two rounds need not hold between them. Looks at the states of the run, which going them compares. */
  private whyNotLinear(from: number, to: number): string | undefined {
    const { machine, network, run } = this;
    if (network.hasPriorities) return "there are priorities";
    const before = machine.cells.slice();
    try {
      for (let i = from; i < to; i++) {
        machine.cells.set(run.cells[i] as ArrayLike<number>);
        if (machine.mayBeUrgent()) return "time stops when a synchronisation is urgent";
      }
    } finally {
      machine.cells.set(before);
    }
    return undefined;
  }
}

function scaled({ n, d }: Rational, by: number): Rational {
  return rational(n * BigInt(by), d);
}

/** The same of a whole trace, by what it tells alone. Requires: the trace is concrete. */
export function replayTrace(network: Network, trace: Trace, goal?: readonly Zone[]): string | undefined {
  return replay(
    network,
    {
      words: [[], ...trace.transitions.map(wordsOfTransition)],
      delays: trace.states.map((s) => s.delay ?? ZERO),
      values: trace.states.map((s) => [ZERO, ...(s.values ?? [])]),
      cells: trace.states.map((s) => [...s.locations, ...s.variables]),
      rounds: trace.rounds,
    },
    goal,
  );
}
