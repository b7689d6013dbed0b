/**
 * Runs (docs/semantics.md 7.1, 9.4): a run that a certificate tells, state by state with exact delays, is one of the model,
 * and its last state satisfies the formula. Delays in n-ths become whole numbers by counting every constant n times.
 */
import { demandRunning } from "./cover.ts";
import type { RunState } from "./format.ts";
import { mentionsDeadlock, satisfying } from "./formula.ts";
import { type Names, placed } from "./names.ts";
import { Fault, Refuted, Unsupported } from "./outcome.ts";
import type { Claim } from "./query.ts";
import type { Certificate } from "./reading.ts";
import { Semantics } from "./semantics.ts";
import type { Share } from "./share.ts";
import { watchStay } from "./stay.ts";
import type { System } from "./system.ts";
import { Zone } from "./zone.ts";

/** On arrival, and the delay after it. */
export interface State {
  readonly values: readonly number[];
  /** In n-ths, zero first. */
  readonly clocks: readonly number[];
  readonly delay: number;
}

/** What is asked of a run beside being one of the model. */
export interface Watch {
  /** Of each delay, from one valuation to another, in the state at hand. */
  readonly waits?: (here: Zone, there: Zone) => void;
  /** Of the last state, after its delay. */
  readonly ends: (there: Zone) => void;
}

export function judgeRun(
  { run: told, header }: Certificate,
  claim: Claim,
  system: System,
  names: Names,
  share: Share,
): { readonly states: number } {
  if (!share.takes()) return { states: 0 };
  const { states, scale } = statesOf(told, names);
  const semantics = new Semantics(system, scale);
  const watch = header.proof === "stays" ? watchStay(header, claim, semantics) : watchGoal(claim, semantics);
  new Follow(semantics, watch).all(states);
  return { states: states.length };
}

/** The states that a certificate tells, counted in n-ths, and n. */
export function statesOf(
  told: readonly RunState[],
  names: Names,
): { readonly states: readonly State[]; readonly scale: number } {
  const times = told.flatMap(({ clocks, delay }) => [...clocks, delay]);
  const scale = times.reduce((so, time) => commonMultiple(so, Number(time.split("/")[1] ?? 1)), 1);
  const states = told.map(({ state, clocks, delay }): State => {
    const own = new Array<number>(names.clocks.length).fill(0);
    clocks.forEach((time, k) => {
      own[names.clocks[k + 1]!] = scaled(time, scale);
    });
    return { values: placed(state, names), clocks: own, delay: scaled(delay, scale) };
  });
  return { states, scale };
}

/** 9.4: the last state is as the query asks. */
function watchGoal({ goal, context }: Claim, semantics: Semantics): Watch {
  if (mentionsDeadlock(goal.formula)) demandRunning(semantics, "deadlock");
  const part = satisfying(goal.formula, goal.isNegated, { semantics, context });
  return {
    ends: (there) => {
      if (part([there]).length === 0) throw new Refuted("the last state is not as the query asks");
    },
  };
}

class Follow {
  private readonly semantics: Semantics;
  private readonly watch: Watch;

  constructor(semantics: Semantics, watch: Watch) {
    this.semantics = semantics;
    this.watch = watch;
  }

  all(states: readonly State[]): void {
    const [first] = states;
    const initial = this.semantics.initial();
    if (first === undefined || initial === undefined) throw this.refused("there is no first state", 1);
    if (!isAt(initial, first.clocks) || this.semantics.save().join() !== first.values.join())
      throw this.refused("the run does not begin in the initial state", 1);
    states.forEach((state, k) => {
      try {
        this.one(state, states[k + 1]);
      } catch (error) {
        if (error instanceof Fault) throw this.refused(`the model faults: ${error.message}`, k + 1);
        if (error instanceof Refuted) error.member = k + 1;
        throw error;
      }
    });
  }

  /** One delay, and the step to the next state; at the end, what is asked of it. */
  private one(state: State, next: State | undefined): void {
    const { semantics, watch } = this;
    semantics.load(state.values);
    const stands = semantics.standing() ?? [];
    const later = state.clocks.map((value, x) => (x === 0 || stands[x] ? value : value + state.delay));
    const here = pointAt(state.clocks);
    const there = pointAt(later);
    const maySpend = (): boolean =>
      !semantics.timing().isStill && semantics.elapse(here).some((z) => there.isInside(z));
    if (state.delay > 0 && !maySpend()) throw new Refuted("time may not pass for so long");
    watch.waits?.(here, there);
    if (next === undefined) return watch.ends(there);
    let isFound = false;
    semantics.successors(there, {
      skipsFaults: true,
      reached: (zone) => {
        if (isAt(zone, next.clocks) && semantics.save().join() === next.values.join()) isFound = true;
      },
    });
    if (!isFound) throw new Refuted("no transition leads to the next state");
  }

  private refused(message: string, member: number): Refuted {
    return Object.assign(new Refuted(message), { member });
  }
}

/** The zone that holds one value. */
export function pointAt(clocks: readonly number[]): Zone {
  const zone = Zone.zero(clocks.length);
  clocks.forEach((value, x) => {
    if (x > 0) zone.assign(x, 0, value);
  });
  return zone;
}

export function isAt(zone: Zone, clocks: readonly number[]): boolean {
  const point = pointAt(clocks);
  return zone.isInside(point) && point.isInside(zone);
}

function scaled(time: string, scale: number): number {
  const [whole, part] = time.split("/");
  const value = Number(whole) * (scale / Number(part ?? 1));
  if (!Number.isSafeInteger(value) || value > 2 ** 50) throw new Unsupported(`the time ${time} of the run`);
  return value;
}

function commonMultiple(a: number, b: number): number {
  let [x, y] = [a, b];
  while (y > 0) [x, y] = [y, x % y];
  const multiple = (a / x) * b;
  if (multiple > 2 ** 40) throw new Unsupported("the fractions of the run, which have no small common part");
  return multiple;
}
