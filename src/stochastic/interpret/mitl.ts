import { greatest } from "../../base/index.ts";
import type { Condition } from "../code.ts";
import { conditionsOf, type Mitl } from "../query.ts";
import type { Engine } from "./engine.ts";
import { hasCurve } from "./flow.ts";
import { at, isBefore, type Moment, type Stretch } from "./moment.ts";
import { ALWAYS, both, either, isTrueAt, type Signal, type Span, signal, until, without } from "./signal.ts";
import type { Ending, Watching } from "./watching.ts";

/**
 * Formulas of metric interval temporal logic on a run: the run is made as far as the formula looks, and for each condition in it
 * is written down when it was true; the formula is evaluated from these signals. At the moment of a transition the state after it
 * counts; a state that lasts no time is a moment in which its conditions are true. `X` is about states, not about moments.
 */
export class MitlWatch implements Watching {
  readonly record: TruthRecord;
  private readonly engine: Engine;

  constructor(engine: Engine, formula: Mitl) {
    this.engine = engine;
    this.record = new TruthRecord(formula);
  }

  during(stretch: Stretch): undefined {
    const end = at(stretch.until);
    for (const [k, condition] of this.record.conditions.entries())
      this.note(k, condition, at(stretch.from), end, stretch);
  }

  /** All spans of a stretch in which a condition holds. */
  private note(k: number, condition: Condition, from: Moment, end: Moment, stretch: Stretch): void {
    const { watcher } = this.engine;
    for (let moment = from; isBefore(moment, end); ) {
      const start = watcher.watch(condition)(moment, stretch);
      if (!isBefore(start, end)) return;
      const over = watcher.watch(opposite(condition))(start, stretch);
      const stop = isBefore(over, end) ? over : end;
      this.record.note(k, { start, end: stop });
      moment = isBefore(moment, stop) ? stop : end;
    }
  }

  after(): boolean {
    const { memory, steps } = this.engine;
    if (steps > 0) this.record.jump(memory.time);
    this.noteNow();
    return true;
  }

  private noteNow(): void {
    const { memory, watcher } = this.engine;
    const now = at(memory.time);
    for (const [k, condition] of this.record.conditions.entries())
      if (watcher.holds(condition)) this.record.note(k, { start: now, end: { ...now, open: true } });
  }

  /** To be asked when the run has ended, whose last moment counts. */
  satisfied(): boolean {
    this.noteNow();
    return this.record.satisfied();
  }
}

/** When the conditions of a formula were true in a run, when transitions were, and what was true right behind each. */
export class TruthRecord {
  readonly conditions: readonly Condition[];
  private readonly formula: Mitl;
  private readonly truths: Span[][];
  private readonly jumps: number[] = [];
  /** By condition: the states, by how many transitions are before them, that satisfied it when they began; without `X`, of the first alone. */
  private readonly entered: Set<number>[];
  private readonly isAhead: boolean;
  private signals = new Map<Mitl, Signal>();

  constructor(formula: Mitl) {
    this.formula = formula;
    this.isAhead = jumpsOf(formula) > 0;
    this.conditions = conditionsOf(formula);
    this.truths = this.conditions.map(() => []);
    this.entered = this.conditions.map(() => new Set());
  }

  begin(): void {
    for (const truth of this.truths) truth.length = 0;
    for (const states of this.entered) states.clear();
    this.jumps.length = 0;
  }

  note(condition: number, span: Span): void {
    this.truths[condition]?.push(span);
    const state = this.jumps.length;
    if (state > 0 && !this.isAhead) return;
    if (span.start.time === this.since(state) && !span.start.open) this.entered[condition]?.add(state);
  }

  jump(time: number): void {
    this.jumps.push(time);
  }

  satisfied(): boolean {
    this.signals = new Map();
    return this.isTrueIn(this.formula, 0);
  }

  /** When a state began. */
  private since(state: number): number {
    return this.jumps[state - 1] ?? 0;
  }

  /** Whether a formula is true in a state when it begins. Of a formula in time that is the moment. */
  private isTrueIn(formula: Mitl, state: number): boolean {
    switch (formula.is) {
      case "state":
        return this.entered[this.conditions.indexOf(formula.condition)]?.has(state) === true;
      case "and":
        return formula.items.every((item) => this.isTrueIn(item, state));
      case "or":
        return formula.items.some((item) => this.isTrueIn(item, state));
      case "not":
        return !this.isTrueIn(formula.formula, state);
      case "next":
        return state < this.jumps.length && this.isTrueIn(formula.formula, state + 1);
      case "until":
        return isTrueAt(this.signalOf(formula), at(this.since(state)));
    }
  }

  private signalOf(formula: Mitl): Signal {
    const known = this.signals.get(formula) ?? this.evaluate(formula);
    this.signals.set(formula, known);
    return known;
  }

  private evaluate(formula: Mitl): Signal {
    const of = (part: Mitl) => this.signalOf(part);
    switch (formula.is) {
      case "state":
        return signal(this.truths[this.conditions.indexOf(formula.condition)] ?? []);
      case "and":
        return formula.items.length === 0 ? ALWAYS : both(formula.items.map(of));
      case "or":
        return either(formula.items.map(of));
      case "not":
        return without(of(formula.formula));
      case "until":
        return until(of(formula.left), of(formula.right), formula.low, formula.high);
      case "next":
        return next((jump) => this.isTrueIn(formula.formula, jump + 1), this.jumps);
    }
  }
}

/** True from one transition to before the next, where the formula is true right behind the next; in a state that lasts no time, at its moment. */
export function next(isTrueBehind: (jump: number) => boolean, jumps: readonly number[]): Signal {
  const spans = jumps.flatMap((time, n): Span[] => {
    const start = at(jumps[n - 1] ?? 0);
    if (!isTrueBehind(n)) return [];
    return [{ start, end: start.time < time ? at(time) : { time, open: true } }];
  });
  return signal(spans);
}

/** How many transitions `X` looks ahead. */
export function jumpsOf(formula: Mitl): number {
  switch (formula.is) {
    case "state":
      return 0;
    case "next":
      return 1 + jumpsOf(formula.formula);
    case "not":
      return jumpsOf(formula.formula);
    case "and":
    case "or":
      return greatest(formula.items.map(jumpsOf), 0);
    default:
      return Math.max(jumpsOf(formula.left), jumpsOf(formula.right));
  }
}

/** The run goes on to the horizon, and for `X` to the transitions after it. */
export function mitlEnding(formula: Mitl, horizon: number, engine: Engine): Ending {
  const ahead = jumpsOf(formula);
  let [seen, beyond] = [0, 0];
  return {
    time: () => (ahead === 0 ? horizon : Infinity),
    enough: (steps) => {
      if (ahead === 0) return false;
      if (steps === 0) beyond = 0;
      else if (steps !== seen && (engine.memory.time > horizon || horizon === 0)) beyond++;
      seen = steps;
      return beyond >= ahead;
    },
    quiet: () => {},
  };
}

export function mitlHasCurve(formula: Mitl): boolean {
  return conditionsOf(formula).some(hasCurve);
}

const opposites = new WeakMap<Condition, Condition>();

/** The negation of a condition, made once. */
export function opposite(condition: Condition): Condition {
  const known = opposites.get(condition) ?? negation(condition);
  opposites.set(condition, known);
  return known;
}

function negation(condition: Condition): Condition {
  switch (condition.is) {
    case "data":
      return { is: "data", code: { op: "not", is: "int", a: condition.code } };
    case "and":
    case "or":
      return { is: condition.is === "and" ? "or" : "and", items: condition.items.map(negation) };
    case "any":
      // Quantifiers over clocks are expanded, so this is the select of an edge, which no formula has.
      return { is: "and", items: [] };
    default: {
      const { relation } = condition;
      if (relation !== "eq") return { ...condition, relation: inverse[relation] };
      return {
        is: "or",
        items: [
          { ...condition, relation: "lt" },
          { ...condition, relation: "gt" },
        ],
      };
    }
  }
}

const inverse = { lt: "ge", le: "gt", ge: "lt", gt: "le" } as const;
