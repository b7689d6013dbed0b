import { greatest } from "../../base/index.ts";
import type { Condition } from "../code.ts";
import { conditionsOf, type Mitl } from "../query.ts";
import type { Engine } from "./engine.ts";
import { hasCurve } from "./flow.ts";
import { at, isBefore, type Moment, type Stretch } from "./moment.ts";
import { ALWAYS, atBeginning, both, either, type Signal, type Span, signal, until, without } from "./signal.ts";
import type { Ending, Watching } from "./watching.ts";

/**
 * Formulas of metric interval temporal logic on a run: the run is made as far as the formula looks, and for each condition in it
 * is written down when it was true; the formula is evaluated from these signals. At the moment of a transition the state after it
 * counts; a state that lasts no time is a moment in which its conditions are true.
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

/** When the conditions of a formula were true in a run, and when transitions were. */
export class TruthRecord {
  readonly conditions: readonly Condition[];
  private readonly formula: Mitl;
  private readonly truths: Span[][];
  private readonly jumps: number[] = [];

  constructor(formula: Mitl) {
    this.formula = formula;
    this.conditions = conditionsOf(formula);
    this.truths = this.conditions.map(() => []);
  }

  begin(): void {
    for (const truth of this.truths) truth.length = 0;
    this.jumps.length = 0;
  }

  note(condition: number, span: Span): void {
    this.truths[condition]?.push(span);
  }

  jump(time: number): void {
    this.jumps.push(time);
  }

  satisfied(): boolean {
    const signals = new Map(this.conditions.map((condition, k) => [condition, signal(this.truths[k] ?? [])]));
    return atBeginning(evaluate(this.formula, signals, this.jumps));
  }
}

function evaluate(formula: Mitl, signals: ReadonlyMap<Condition, Signal>, jumps: readonly number[]): Signal {
  const of = (part: Mitl) => evaluate(part, signals, jumps);
  switch (formula.is) {
    case "state":
      return signals.get(formula.condition) ?? [];
    case "and":
      return formula.items.length === 0 ? ALWAYS : both(formula.items.map(of));
    case "or":
      return either(formula.items.map(of));
    case "until":
      return until(of(formula.left), of(formula.right), formula.low, formula.high);
    case "release":
      return without(until(without(of(formula.left)), without(of(formula.right)), formula.low, formula.high));
    case "next":
      return next(of(formula.formula), jumps);
  }
}

/**
 * True from one transition to before the next, where the formula is true at the next. Transitions are in order, so spans
 * are passed once.
 */
export function next(of: Signal, jumps: readonly number[]): Signal {
  const spans: Span[] = [];
  let k = 0;
  for (const [n, time] of jumps.entries()) {
    const moment = at(time);
    while (k < of.length && !isBefore(moment, of[k]!.end)) k++;
    const span = of[k];
    if (span !== undefined && !isBefore(moment, span.start)) spans.push({ start: at(jumps[n - 1] ?? 0), end: moment });
  }
  return signal(spans);
}

/** How many transitions `X` looks ahead. */
export function jumpsOf(formula: Mitl): number {
  switch (formula.is) {
    case "state":
      return 0;
    case "next":
      return 1 + jumpsOf(formula.formula);
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
