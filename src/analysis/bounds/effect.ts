/**
 * Effects: what the updates of an edge do to clocks, in order, for backward analyses: also those of functions that are called
 * inside of expressions, such as an index. An effect is *sure* if it happens in every run of the edge: not under a condition,
 * and to a clock that is known. A loop over a fixed range that resets the clock at its own index surely resets all of them.
 */
import type { Address, Code, Function as FunctionCode, Network, Step } from "../../network/index.ts";
import { eachCodeOf, eachStep } from "../code/walk.ts";
import type { Interval } from "../values/interval.ts";
import type { Ranges } from "../values/range.ts";

export type Effect =
  | { readonly kind: "reset"; readonly clock: number; readonly value: Interval; readonly sure: boolean }
  /** clock = from + plus. */
  | {
      readonly kind: "move";
      readonly clock: number;
      readonly from: number;
      readonly plus: Interval;
      readonly sure: boolean;
    };

export class Effects {
  private readonly ranges: () => Ranges;
  private readonly functions: readonly FunctionCode[];
  private readonly silent = new Map<number, boolean>();

  constructor(network: Network, ranges: () => Ranges) {
    this.ranges = ranges;
    this.functions = network.functions;
  }

  /** Of updates run one after the other. */
  of(updates: readonly Code[]): readonly Effect[] {
    const out: Effect[] = [];
    for (const c of updates) this.code(c, true, out);
    return out;
  }

  private code(code: Code, sure: boolean, out: Effect[]): void {
    switch (code.op) {
      case "reset":
      case "move":
        this.set(code, sure, out);
        return;
      case "call":
        for (const a of code.args) {
          if (a.kind === "value") this.code(a.value, sure, out);
          else this.address(a.kind === "cells" ? a.from : a.to, sure, out);
        }
        if (!this.isSilent(code.function)) this.steps(this.functions[code.function]!.body, sure, out);
        return;
      case "sequence":
        for (const i of code.items) this.code(i, sure, out);
        return;
      case "load":
        this.address(code.at, sure, out);
        return;
      case "store":
        this.address(code.at, sure, out);
        this.code(code.value, sure, out);
        return;
      case "copy":
        this.address(code.to, sure, out);
        this.address(code.from, sure, out);
        return;
      case "same":
        this.address(code.a, sure, out);
        this.address(code.b, sure, out);
        return;
      case "choose":
        this.code(code.condition, sure, out);
        this.code(code.yes, false, out);
        this.code(code.no, false, out);
        return;
      case "neg":
      case "not":
      case "abs":
      case "bool":
      case "inv":
        this.code(code.a, sure, out);
        return;
      case "both":
      case "either":
        this.code(code.a, sure, out);
        this.code(code.b, false, out);
        return;
      case "const":
        return;
      case "forall":
      case "exists":
      case "sum":
        this.code(code.body, false, out);
        return;
      default:
        this.code(code.a, sure, out);
        this.code(code.b, sure, out);
    }
  }

  private set(code: Extract<Code, { op: "reset" | "move" }>, sure: boolean, out: Effect[]): void {
    const clocks = this.clocks(code.clock);
    this.address(code.clock, sure, out);
    if (code.op === "reset") {
      this.code(code.value, sure, out);
      const value = this.interval(code.value);
      for (const clock of clocks) out.push({ kind: "reset", clock, value, sure: sure && clocks.length === 1 });
      return;
    }
    const sources = this.clocks(code.from);
    const plus = this.interval(code.plus);
    this.address(code.from, sure, out);
    this.code(code.plus, sure, out);
    const known = sure && clocks.length === 1 && sources.length === 1;
    for (const clock of clocks) for (const from of sources) out.push({ kind: "move", clock, from, plus, sure: known });
  }

  private interval(value: Code): Interval {
    return value.op === "const" ? constant(value.value) : this.ranges().of(value);
  }

  /** Where a place is worked out. */
  private address({ first, terms }: Address, sure: boolean, out: Effect[]): void {
    if (first !== undefined) this.code(first, sure, out);
    for (const { index } of terms) this.code(index, sure, out);
  }

  /** Statements after a conditional return are not sure any more. */
  private steps(steps: readonly Step[], sure: boolean, out: Effect[]): boolean {
    let still = sure;
    for (const s of steps) {
      switch (s.do) {
        case "code":
          this.code(s.code, still, out);
          break;
        case "if":
          this.code(s.condition, still, out);
          this.steps(s.yes, false, out);
          this.steps(s.no, false, out);
          if (returns(s.yes) || returns(s.no)) still = false;
          break;
        case "loop":
          this.code(s.condition, false, out);
          this.steps(s.body, false, out);
          for (const c of s.next) this.code(c, false, out);
          if (returns(s.body)) still = false;
          break;
        case "range":
          if (!this.everyIndex(s, still, out)) this.steps(s.body, false, out);
          if (returns(s.body)) still = false;
          break;
        case "return":
          if (s.value !== undefined) this.code(s.value, still, out);
          if (s.from !== undefined) this.address(s.from, still, out);
          return false;
        case "assert":
          break;
      }
    }
    return still;
  }

  /** `for (i : range) x[i] = value`. */
  private everyIndex(s: Extract<Step, { do: "range" }>, sure: boolean, out: Effect[]): boolean {
    const [only, ...more] = s.body;
    if (more.length > 0 || only?.do !== "code" || only.code.op !== "reset") return false;
    const { clock, value } = only.code;
    const [term] = clock.terms;
    if (term === undefined || clock.terms.length !== 1 || clock.pointer !== undefined || value.op !== "const")
      return false;
    const { index } = term;
    if (index.op !== "load" || index.at.base !== s.cell || index.at.terms.length > 0) return false;
    for (let i = s.low; i <= s.high; i++) {
      const at = i - term.low;
      if (at < 0 || at >= term.size) return false;
      out.push({ kind: "reset", clock: clock.base + at * term.stride, value: constant(value.value), sure });
    }
    return true;
  }

  private clocks(ref: Parameters<Ranges["addresses"]>[0]): readonly number[] {
    return ref.terms.length === 0 && ref.pointer === undefined ? [ref.base] : this.ranges().addresses(ref);
  }

  /** Whether a function can have no effect on clocks, calls included. Spares walking long functions for every edge. */
  private isSilent(f: number): boolean {
    let silent = this.silent.get(f);
    if (silent === undefined) {
      silent = true;
      eachCodeOf(this.functions[f]!.body, (c) => {
        if (c.op === "reset" || c.op === "move" || (c.op === "call" && !this.isSilent(c.function))) silent = false;
      });
      this.silent.set(f, silent);
    }
    return silent;
  }
}

/** For each clock the largest value it is ever set to, its initial one included, and whether it is set from clocks. */
export function clockSettings(
  network: Network,
  ranges: () => Ranges,
): readonly { readonly largest: number; readonly isCopied: boolean }[] {
  const all = network.clocks.map((c) => ({ largest: c.initial, isCopied: false }));
  const effects = new Effects(network, ranges);
  const note = (updates: readonly Code[]) => {
    for (const f of effects.of(updates)) {
      if (f.kind === "move") all[f.clock]!.isCopied = true;
      else all[f.clock]!.largest = Math.max(all[f.clock]!.largest, f.value.high);
    }
  };
  for (const p of network.processes) for (const e of p.edges) note(e.update);
  note(network.beforeUpdate);
  note(network.afterUpdate);
  return all;
}

function constant(value: number): Interval {
  return { low: value, high: value };
}

function returns(steps: readonly Step[]): boolean {
  let found = false;
  eachStep(steps, (s) => {
    if (s.do === "return") found = true;
  });
  return found;
}
