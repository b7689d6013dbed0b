/**
 * How code looks at variables: by comparing them with constants, by copying them to other variables, or in any other way, which
 * counts as looking at the whole value. Order and conditions are ignored: what may be looked at is.
 */
import type { Address, Argument, ClockConstraint, Code, Formula, Guard, Network, Step } from "../../network/index.ts";
import { constantValue } from "../code/constant-value.ts";

/** Whether a value equals a constant, or is below it. */
export interface Test {
  readonly is: "=" | "<";
  readonly than: number;
}

interface Copy {
  readonly from: number;
  readonly to: number;
  /** What the target takes: anything else is a fault. */
  readonly low: number;
  readonly high: number;
}

/** What looks need to know. */
export interface About {
  readonly network: Network;
  /** Requires: what this names is never reached by an index, a reference or as part of a larger value. */
  readonly isVariable: (cell: number) => boolean;
  /** What a function looks at, those included that it calls. */
  readonly called: (f: number) => Looks;
}

/** All that one piece of code looks at. */
export class Looks {
  readonly tests = new Map<number, Test[]>();
  readonly whole = new Set<number>();
  readonly copies: Copy[] = [];
  private readonly called = new Set<number>();
  private readonly about: About;

  constructor(about: About) {
    this.about = about;
  }

  guard({ data, clocks }: Guard): void {
    for (const code of data) this.truth(code);
    for (const c of clocks) this.constraint(c);
  }

  constraint({ unless, left, right, bound }: ClockConstraint): void {
    if (unless !== undefined) this.truth(unless);
    this.address(left);
    this.address(right);
    this.value(bound);
  }

  formula(f: Formula): void {
    if (f.is === "data") this.truth(f.code);
    else if (f.is === "clock") this.constraint(f.constraint);
    else if (f.is === "not") this.formula(f.a);
    else if (f.is !== "deadlock") for (const item of f.items) this.formula(item);
  }

  address({ first, terms }: Address): void {
    if (first !== undefined) this.value(first);
    for (const { index } of terms) this.value(index);
  }

  /** Code whose value nobody uses. */
  statement(code: Code): void {
    if (code.op === "sequence") for (const item of code.items) this.statement(item);
    else if (code.op === "store") {
      this.address(code.at);
      this.assigned(code.value, code);
    } else this.value(code);
  }

  /** Code of which only matters whether its value is 0. */
  truth(code: Code): void {
    const cell = this.variable(code);
    if (cell !== undefined) this.test(cell, { is: "=", than: 0 });
    else if (code.op === "choose") this.choice(code, (c) => this.truth(c));
    else if (code.op === "not" || code.op === "bool") this.truth(code.a);
    else if (code.op === "forall" || code.op === "exists") this.truth(code.body);
    else this.value(code);
  }

  value(code: Code): void {
    switch (code.op) {
      case "const":
        return;
      case "load":
        this.load(code.at);
        return;
      case "not":
      case "bool":
      case "forall":
      case "exists":
        this.truth(code);
        return;
      case "both":
      case "either":
        this.truth(code.a);
        this.truth(code.b);
        return;
      case "choose":
        this.choice(code, (c) => this.value(c));
        return;
      case "eq":
      case "ne":
      case "lt":
      case "le":
      case "gt":
      case "ge":
        if (!this.comparison(code)) this.operands(code);
        return;
      case "call":
        for (const argument of code.args) this.argument(argument);
        this.call(code.function);
        return;
      case "store":
        this.address(code.at);
        this.value(code.value);
        return;
      case "copy":
        this.address(code.to);
        this.address(code.from);
        return;
      case "same":
        this.address(code.a);
        this.address(code.b);
        return;
      case "sum":
        this.value(code.body);
        return;
      case "sequence":
        code.items.forEach((item, k) => (k < code.items.length - 1 ? this.statement(item) : this.value(item)));
        return;
      case "reset":
        this.address(code.clock);
        this.value(code.value);
        return;
      case "move":
        this.address(code.clock);
        this.address(code.from);
        this.value(code.plus);
        return;
      case "neg":
      case "abs":
      case "inv":
        this.value(code.a);
        return;
      default:
        this.operands(code);
    }
  }

  private operands({ a, b }: { readonly a: Code; readonly b: Code }): void {
    this.value(a);
    this.value(b);
  }

  private choice({ condition, yes, no }: Extract<Code, { op: "choose" }>, branch: (code: Code) => void): void {
    this.truth(condition);
    branch(yes);
    branch(no);
  }

  private load(at: Address): void {
    this.address(at);
    if (isDirect(at) && this.about.isVariable(at.base)) this.whole.add(at.base);
  }

  private argument(a: Argument): void {
    if (a.kind === "value") this.value(a.value);
    else this.address(a.kind === "cells" ? a.from : a.to);
  }

  /** A value that is stored: as it is where both are variables. */
  private assigned(value: Code, to: Extract<Code, { op: "store" }>): void {
    const from = this.variable(value);
    const isPlain = isDirect(to.at) && this.about.isVariable(to.at.base);
    if (value.op === "choose") this.choice(value, (c) => this.assigned(c, to));
    else if (from !== undefined && isPlain) this.copies.push({ from, to: to.at.base, low: to.low, high: to.high });
    else this.value(value);
  }

  /** Whether it compares a variable with a constant. */
  private comparison({ op, a, b }: Extract<Code, { readonly a: Code; readonly b: Code }>): boolean {
    const [left, right] = [this.variable(a), this.variable(b)];
    const than = constantValue(left === undefined ? a : b, (at) => this.constant(at));
    const cell = left ?? right;
    if (cell === undefined || than === undefined) return false;
    if (op === "eq" || op === "ne") this.test(cell, { is: "=", than });
    // v < c and v >= c ask whether it is below c, v <= c and v > c whether it is below c + 1; c < v is v > c.
    else this.test(cell, { is: "<", than: (left !== undefined) === (op === "lt" || op === "ge") ? than : than + 1 });
    return true;
  }

  private variable(code: Code): number | undefined {
    return code.op === "load" && isDirect(code.at) && this.about.isVariable(code.at.base) ? code.at.base : undefined;
  }

  private test(cell: number, test: Test): void {
    const known = this.tests.get(cell);
    if (known === undefined) this.tests.set(cell, [test]);
    else if (!known.some((t) => t.is === test.is && t.than === test.than)) known.push(test);
  }

  private constant(at: Address): number | undefined {
    const { constants, slots } = this.about.network;
    return isDirect(at) ? constants[at.base - slots.length] : undefined;
  }

  private call(f: number): void {
    if (this.called.has(f)) return;
    this.called.add(f);
    const { tests, whole, copies } = this.about.called(f);
    for (const [cell, list] of tests) for (const test of list) this.test(cell, test);
    for (const cell of whole) this.whole.add(cell);
    for (const copy of copies) this.copies.push(copy);
  }

  steps(steps: readonly Step[]): void {
    for (const s of steps) {
      if (s.do === "code") this.statement(s.code);
      else if (s.do === "assert") this.truth(s.condition);
      else if (s.do === "range") this.steps(s.body);
      else if (s.do === "if") {
        this.truth(s.condition);
        this.steps(s.yes);
        this.steps(s.no);
      } else if (s.do === "loop") {
        this.truth(s.condition);
        this.steps(s.body);
        for (const code of s.next) this.statement(code);
      } else {
        if (s.value !== undefined) this.value(s.value);
        if (s.from !== undefined) this.address(s.from);
      }
    }
  }
}

/** Whether an address is one cell, known before anything runs. */
export function isDirect({ terms, pointer, first }: Address): boolean {
  return terms.length === 0 && pointer === undefined && first === undefined;
}
