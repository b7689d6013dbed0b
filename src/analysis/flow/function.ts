/**
 * Functions and their statements, for `flow.ts`. A function's flow is worked out once for each combination of known
 * arguments, of known values of the variables that are carried into functions, and of cells that its references name, and
 * then put together with what the caller knows.
 */
import { unreachable } from "../../base/index.ts";
import type { Argument, Code, Function as FunctionCode, Step } from "../../network/index.ts";
import type { CodeFlow } from "./code.ts";
import type { Outcome } from "./point.ts";
import { NOTHING, type Sources } from "./sources.ts";
import { either, includes, type Written } from "./written.ts";

/** Rounds of loops that are followed one by one, in one function. */
const ROUNDS = 512;
/** Different known arguments that a function is followed for; more where values of variables are carried into it. */
const VARIANTS = 32;
const CARRIED_VARIANTS = 4096;
/** References that may name more cells than this are left to ranges. */
const NAMED = 16;

/** A function being followed. */
interface Frame {
  readonly code: FunctionCode;
  /** The points at which it returns, joined. */
  exit: Written | undefined;
  /** What decides whether the rest is reached, after a return under a condition. */
  rest: Sources;
  rounds: number;
}

export class FunctionFlows {
  private readonly flows: CodeFlow;
  private readonly functions: readonly FunctionCode[];
  private readonly summaries = new Map<number, Map<string, Outcome>>();

  constructor(flows: CodeFlow, functions: readonly FunctionCode[]) {
    this.flows = flows;
    this.functions = functions;
  }

  /** Runs a call and tells what its result depends on. */
  call(code: Extract<Code, { op: "call" }>): Sources {
    const { flows } = this;
    const references = new Map<number, readonly number[] | undefined>();
    const keys = code.args.map((arg) => this.argument(arg, references));
    for (const x of flows.carried) keys.push(String(flows.now!.known.get(x)));
    const f = this.functions[code.function]!;
    const known = this.summaries.get(code.function) ?? new Map<string, Outcome>();
    this.summaries.set(code.function, known);
    const exact = known.size < (flows.carried.length > 0 ? CARRIED_VARIANTS : VARIANTS);
    const key = exact ? keys.join(" ") : "any";
    let summary = known.get(key);
    if (summary === undefined) {
      summary = this.summarise(f, exact ? code.args : [], references, exact);
      known.set(key, summary);
    }
    this.apply(summary);
    if (f.resultCount === 0 || flows.now === undefined) return NOTHING;
    return flows.now.of(flows.elements.ofCell(f.result));
  }

  /** Puts an argument into its cells; says how much of it is known. */
  private argument(arg: Argument, references: Map<number, readonly number[] | undefined>): string {
    const { flows } = this;
    const { elements } = flows;
    if (arg.kind === "value") {
      const value = flows.value(arg.value);
      flows.within(arg.value, arg.low, arg.high, value);
      const constant = flows.constant(arg.value);
      flows.write([elements.ofCell(arg.cell)], true, value, constant);
      return constant === undefined ? "?" : String(constant);
    }
    if (arg.kind === "cells") {
      flows.copy({ cells: [arg.cell], by: NOTHING }, flows.named(arg.from), arg.count);
      return "?";
    }
    const { cells, by } = flows.named(arg.to);
    // Whatever is done through the reference depends on the choice.
    flows.write([elements.ofCell(arg.cell)], true, by, undefined);
    const few = cells.length <= NAMED;
    references.set(arg.cell, few ? cells : undefined);
    return few ? `&${cells.join("&")}` : "&?";
  }

  private summarise(
    f: FunctionCode,
    args: readonly Argument[],
    references: ReadonlyMap<number, readonly number[] | undefined>,
    exact: boolean,
  ): Outcome {
    const { flows } = this;
    const { elements, now } = flows;
    const before = [...references.keys()].map((cell) => [cell, flows.pointers.get(cell)] as const);
    for (const [cell, to] of references) {
      if (to !== undefined && exact) flows.pointers.set(cell, to);
      else flows.pointers.delete(cell);
    }
    const frame: Frame = { code: f, exit: undefined, rest: NOTHING, rounds: ROUNDS };
    const summary = flows.apart(() => {
      for (const arg of args) {
        if (arg.kind !== "value") continue;
        const cell = elements.ofCell(arg.cell);
        const constant = now!.known.get(cell);
        if (constant !== undefined && elements.size(cell) === 1) flows.now!.known.set(cell, constant);
      }
      for (const x of exact ? flows.carried : []) {
        const value = now!.known.get(x);
        if (value !== undefined) flows.now!.known.set(x, value);
      }
      this.steps(f.body, frame);
      flows.now = either(flows.now, frame.exit);
    });
    for (const [cell, to] of before) {
      if (to === undefined) flows.pointers.delete(cell);
      else flows.pointers.set(cell, to);
    }
    return summary;
  }

  /** Puts what a function does behind what has happened so far. */
  private apply({ end, direct, faulty }: Outcome): void {
    const { flows } = this;
    const now = flows.now!;
    if (end === undefined) return;
    const seen = new Map<Sources, Sources>();
    const behind = (from: Sources): Sources => {
      let all = seen.get(from);
      if (all === undefined) {
        all = now.all(NOTHING, from.items);
        seen.set(from, all);
      }
      return all;
    };
    if (faulty) flows.fault(behind(direct));
    const news = [...end.sources].map(([x, from]) => [x, this.flows.sets.union(behind(from), flows.control)] as const);
    for (const [x, from] of news) {
      now.sources.set(x, from);
      now.known.delete(x);
    }
    for (const [x, value] of end.known) if (end.sources.has(x)) now.known.set(x, value);
  }

  private steps(steps: readonly Step[], frame: Frame): void {
    for (const s of steps) {
      if (this.flows.now === undefined) return;
      this.step(s, frame);
    }
  }

  private step(s: Step, frame: Frame): void {
    const { flows } = this;
    switch (s.do) {
      case "code":
        this.code(s.code, frame);
        return;
      case "if":
        this.branch(s, frame);
        return;
      case "loop":
        this.loop(s, frame);
        return;
      case "range":
        this.range(s, frame);
        return;
      case "return":
        this.leave(s, frame);
        return;
      case "assert": {
        const condition = this.code(s.condition, frame);
        const { low, high } = flows.interval(s.condition);
        if (low <= 0 && high >= 0) this.within(frame, () => flows.fault(condition));
        return;
      }
      default:
        unreachable(s);
    }
  }

  /** Runs under everything that decides whether this point of the function is reached. */
  private within<T>(frame: Frame, run: () => T): T {
    const { flows } = this;
    const outer = flows.control;
    flows.control = this.flows.sets.union(outer, frame.rest);
    const result = run();
    flows.control = outer;
    return result;
  }

  private code(code: Code, frame: Frame): Sources {
    return this.within(frame, () => this.flows.value(code));
  }

  private branch(s: Extract<Step, { do: "if" }>, frame: Frame): void {
    const { flows } = this;
    const condition = this.code(s.condition, frame);
    const { low, high } = flows.interval(s.condition);
    if (low === 0 && high === 0) {
      this.steps(s.no, frame);
      return;
    }
    if (low <= high && (low > 0 || high < 0)) {
      this.steps(s.yes, frame);
      return;
    }
    flows.under(
      condition,
      () => this.steps(s.yes, frame),
      () => this.steps(s.no, frame),
    );
    if (returns(s.yes) || returns(s.no))
      frame.rest = this.flows.sets.union(frame.rest, this.flows.sets.union(condition, flows.control));
  }

  private loop(s: Extract<Step, { do: "loop" }>, frame: Frame): void {
    const { flows } = this;
    const round = (): void => {
      this.steps(s.body, frame);
      for (const c of s.next) if (flows.now !== undefined) this.code(c, frame);
    };
    if (!s.first) round();
    // As long as the condition is known, exactly as it runs.
    for (; flows.now !== undefined && frame.rounds > 0; frame.rounds--) {
      const value = flows.constant(s.condition);
      if (value === undefined) break;
      this.code(s.condition, frame);
      if (value === 0) return;
      round();
    }
    if (flows.now === undefined) return;
    this.fixpoint(frame, () => {
      const condition = this.code(s.condition, frame);
      // It matters whether a loop ends.
      this.within(frame, () => flows.fault(condition));
      flows.under(condition, round);
      if (returns(s.body))
        frame.rest = this.flows.sets.union(frame.rest, this.flows.sets.union(condition, flows.control));
    });
  }

  private range(s: Extract<Step, { do: "range" }>, frame: Frame): void {
    const { flows } = this;
    const cell = flows.elements.ofCell(s.cell);
    if (s.high - s.low < frame.rounds) {
      for (let i = s.low; i <= s.high && flows.now !== undefined; i++, frame.rounds--) {
        flows.write([cell], true, NOTHING, i);
        this.steps(s.body, frame);
      }
      return;
    }
    this.fixpoint(frame, () => {
      flows.under(NOTHING, () => {
        flows.write([cell], true, NOTHING, undefined);
        this.steps(s.body, frame);
      });
    });
  }

  /** Goes round until nothing is added. `round` joins what it does with not doing it. */
  private fixpoint(frame: Frame, round: () => void): void {
    const { flows } = this;
    for (;;) {
      const before = flows.now;
      if (before === undefined) return;
      const rest = frame.rest;
      flows.now = before.copy();
      round();
      const after = either(before, flows.now);
      flows.now = after;
      if (after === undefined || (frame.rest.size === rest.size && includes(before, after))) return;
    }
  }

  private leave(s: Extract<Step, { do: "return" }>, frame: Frame): void {
    const { flows } = this;
    const { result, resultCount } = frame.code;
    this.within(frame, () => {
      if (s.from !== undefined) flows.copy({ cells: [result], by: NOTHING }, flows.named(s.from), resultCount);
      else if (s.value !== undefined) {
        const value = flows.value(s.value);
        if (s.low !== undefined && s.high !== undefined) flows.within(s.value, s.low, s.high, value);
        const constant = flows.constant(s.value);
        if (resultCount > 0) flows.write([flows.elements.ofCell(result)], true, value, constant);
      }
    });
    frame.exit = either(frame.exit, flows.now);
    flows.now = undefined;
  }
}

/** Whether some return is among the steps. */
function returns(steps: readonly Step[]): boolean {
  return steps.some(
    (s) =>
      s.do === "return" ||
      (s.do === "if" ? returns(s.yes) || returns(s.no) : (s.do === "loop" || s.do === "range") && returns(s.body)),
  );
}
