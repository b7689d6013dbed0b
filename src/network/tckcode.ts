import type { Diagnostic, Span } from "../base/index.ts";
import type { TckExpr, TckName, TckStatement, TckVariable } from "../syntax/index.ts";
import type { Address, ClockConstraint, Code, Guard, Step } from "./code.ts";
import { binary, both, choose, constant, isConst, negate, not, truth, zero } from "./fold.ts";
import type { Network } from "./network.ts";
import type { Origin } from "./origin.ts";

/**
 * Resolves the expressions and statements of TChecker's format to the network's code. Guards and invariants are
 * conjunctions, split into data and clock constraints; clocks may stand nowhere else. Statements with `if` or `while`
 * become a function without parameters. Local variables live in scratch cells that all edges share: the statement of an
 * edge runs as a whole before the next one starts, and a declaration sets its cells anew.
 */
export class TckLowering {
  readonly functions: Network["functions"][number][] = [];
  /** Number of cells used by local variables. */
  scratch = 0;
  private readonly names: ReadonlyMap<string, TckPlace>;
  private readonly firstScratch: number;
  private readonly diagnostics: Diagnostic[];
  private locals = new Map<string, TckPlace>();
  private used = 0;

  constructor(names: ReadonlyMap<string, TckPlace>, firstScratch: number, diagnostics: Diagnostic[]) {
    this.names = names;
    this.firstScratch = firstScratch;
    this.diagnostics = diagnostics;
  }

  guard(expr: TckExpr | undefined): Guard {
    const data: Code[] = [];
    const clocks: ClockConstraint[] = [];
    if (expr !== undefined) this.conjuncts(expr, data, clocks);
    return { data, clocks };
  }

  update(statements: readonly TckStatement[], name: string, origin: Origin): Code[] {
    this.locals = new Map();
    this.used = 0;
    const steps = this.steps(statements);
    if (steps.every((step) => step.do === "code")) return steps.map((step) => step.code);
    this.functions.push({ name, result: 0, resultCount: 0, body: steps, origin });
    return [{ op: "call", function: this.functions.length - 1, args: [], origin }];
  }

  // ---------------------------------------------------------------- statements

  private steps(statements: readonly TckStatement[]): Step[] {
    return statements.flatMap((statement) => this.statement(statement));
  }

  private statement(s: TckStatement): Step[] {
    switch (s.kind) {
      case "nop":
        return [];
      case "assign":
        return [{ do: "code", code: this.assign(s.target, s.value, at(s)) }];
      case "local":
        return this.local(s.name, s.size, s.initial, at(s));
      case "if": {
        const condition = this.condition(s.condition);
        return [{ do: "if", condition, yes: this.steps(s.yes), no: this.steps(s.no) }];
      }
      case "while": {
        const condition = this.condition(s.condition);
        const outer = new Map(this.locals);
        const body = this.steps(s.body);
        this.locals = outer;
        return [{ do: "loop", first: true, condition, body, next: [], origin: at(s) }];
      }
    }
  }

  private assign(target: TckVariable, value: TckExpr, origin: Origin): Code {
    const place = this.place(target);
    if (place === undefined) return zero;
    const address = this.address(place, target);
    if (place.kind === "int")
      return { op: "store", at: address, value: this.integer(value), low: place.low, high: place.high, origin };
    const from = this.clock(value);
    if (from !== undefined) return { op: "move", clock: address, from, plus: zero, origin };
    if (value.kind === "binary" && value.op === "+") {
      const [left, right] = [this.clock(value.left), this.clock(value.right)];
      if (left !== undefined && right === undefined)
        return { op: "move", clock: address, from: left, plus: this.integer(value.right), origin };
      if (right !== undefined && left === undefined)
        return { op: "move", clock: address, from: right, plus: this.integer(value.left), origin };
    }
    return { op: "reset", clock: address, value: this.integer(value), origin };
  }

  private local(name: TckName, size: TckExpr | undefined, initial: TckExpr | undefined, origin: Origin): Step[] {
    if (this.locals.has(name.name) || this.names.has(name.name))
      this.report("tck-duplicate", name, `'${name.name}' is already declared`);
    const count = size === undefined ? constant(1) : this.integer(size);
    if (!isConst(count) || count.value < 1 || count.value > 1 << 20) {
      this.report("tck-type", size ?? name, "the size of a local array must be a positive constant");
      return [];
    }
    const value = initial === undefined ? zero : this.integer(initial);
    const base = this.firstScratch + this.used;
    this.used += count.value;
    this.scratch = Math.max(this.scratch, this.used);
    this.locals.set(name.name, { kind: "int", base, size: count.value, low: -2147483648, high: 2147483647 });
    return Array.from(
      { length: count.value },
      (_, i): Step => ({
        do: "code",
        code: { op: "store", at: { base: base + i, terms: [] }, value, low: -2147483648, high: 2147483647, origin },
      }),
    );
  }

  /** The condition of a statement: TChecker knows no clock constraints there. */
  private condition(expr: TckExpr): Code {
    const { data, clocks } = this.guard(expr);
    for (const constraint of clocks)
      this.report("tck-type", constraint.origin, "a clock cannot be compared in a statement");
    return data.length === 0 ? constant(1) : data.reduce(both);
  }

  // ---------------------------------------------------------------- conditions

  private conjuncts(expr: TckExpr, data: Code[], clocks: ClockConstraint[]): void {
    if (expr.kind === "binary") {
      if (expr.op === "&&") {
        this.conjuncts(expr.left, data, clocks);
        this.conjuncts(expr.right, data, clocks);
        return;
      }
      const [left, right] = [this.difference(expr.left), this.difference(expr.right)];
      if (left !== undefined && right === undefined)
        return void this.constrain(left, expr.op, this.integer(expr.right), expr, clocks);
      if (right !== undefined && left === undefined)
        return void this.constrain(right, mirror[expr.op] ?? expr.op, this.integer(expr.left), expr, clocks);
    }
    data.push(this.truthOf(expr));
  }

  private constrain(
    [x, y]: readonly [Address, Address],
    op: string,
    bound: Code,
    span: Span,
    clocks: ClockConstraint[],
  ): void {
    const origin = at(span);
    if (op === "<" || op === "<=" || op === "==") clocks.push({ left: x, right: y, strict: op === "<", bound, origin });
    if (op === ">" || op === ">=" || op === "==")
      clocks.push({ left: y, right: x, strict: op === ">", bound: negate(bound), origin });
    if (mirror[op] === undefined) this.report("tck-type", span, `clocks cannot be compared by '${op}'`);
  }

  private truthOf(expr: TckExpr): Code {
    if (expr.kind === "binary" && expr.op === "&&") return both(this.truthOf(expr.left), this.truthOf(expr.right));
    if (expr.kind === "unary" && expr.op === "!") return not(this.truthOf(expr.operand));
    const compare = expr.kind === "binary" ? comparisons[expr.op] : undefined;
    if (expr.kind === "binary" && compare !== undefined)
      return binary(compare, this.integer(expr.left), this.integer(expr.right), at(expr));
    return truth(this.integer(expr));
  }

  private integer(expr: TckExpr): Code {
    switch (expr.kind) {
      case "broken":
        return zero;
      case "int":
        return constant(expr.value);
      case "variable": {
        const place = this.place(expr);
        if (place === undefined) return zero;
        if (place.kind === "int") return { op: "load", at: this.address(place, expr) };
        this.report("tck-type", expr, `the clock '${expr.name}' cannot be used as an integer`);
        return zero;
      }
      case "unary":
        return expr.op === "-" ? negate(this.integer(expr.operand)) : this.notAnInteger(expr);
      case "if":
        return choose(this.condition(expr.condition), this.integer(expr.yes), this.integer(expr.no));
      case "binary": {
        const op = arithmetic[expr.op];
        return op === undefined
          ? this.notAnInteger(expr)
          : binary(op, this.integer(expr.left), this.integer(expr.right), at(expr));
      }
    }
  }

  private notAnInteger(expr: TckExpr): Code {
    this.report("tck-type", expr, "an integer is expected, not a condition");
    return zero;
  }

  // ---------------------------------------------------------------- places

  private difference(expr: TckExpr): readonly [Address, Address] | undefined {
    const single = this.clock(expr);
    if (single !== undefined) return [single, { base: 0, terms: [] }];
    if (expr.kind !== "binary" || expr.op !== "-") return undefined;
    const [left, right] = [this.clock(expr.left), this.clock(expr.right)];
    return left === undefined || right === undefined ? undefined : [left, right];
  }

  private clock(expr: TckExpr): Address | undefined {
    if (expr.kind !== "variable") return undefined;
    const place = this.locals.get(expr.name) ?? this.names.get(expr.name);
    return place?.kind === "clock" ? this.address(place, expr) : undefined;
  }

  private place(expr: TckVariable): TckPlace | undefined {
    const place = this.locals.get(expr.name) ?? this.names.get(expr.name);
    if (place === undefined) this.report("tck-name", expr, `'${expr.name}' is not declared`);
    return place;
  }

  private address(place: TckPlace, expr: TckVariable): Address {
    if (expr.index === undefined) {
      if (place.size > 1) this.report("tck-type", expr, `'${expr.name}' is an array: an index is missing`);
      return { base: place.base, terms: [] };
    }
    const index = this.integer(expr.index);
    if (isConst(index) && index.value >= 0 && index.value < place.size)
      return { base: place.base + index.value, terms: [] };
    return { base: place.base, terms: [{ index, low: 0, size: place.size, stride: 1, origin: at(expr.index) }] };
  }

  private report(code: string, span: Span, message: string): void {
    this.diagnostics.push({ code, severity: "error", span: { start: span.start, end: span.end }, message });
  }
}

/** First cell or clock number of a declared array; a single variable is an array of one. */
export interface TckPlace {
  readonly kind: "int" | "clock";
  readonly base: number;
  readonly size: number;
  readonly low: number;
  readonly high: number;
}

export function at(span: Span): Origin {
  return { start: span.start, end: span.end, file: "model" };
}

const mirror: Readonly<Record<string, string | undefined>> = { "<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==" };
const comparisons = { "<": "lt", "<=": "le", ">=": "ge", ">": "gt", "==": "eq", "!=": "ne" } as Readonly<
  Record<string, "lt" | "le" | "ge" | "gt" | "eq" | "ne" | undefined>
>;
const arithmetic = { "+": "add", "-": "sub", "*": "mul", "/": "div", "%": "mod" } as Readonly<
  Record<string, "add" | "sub" | "mul" | "div" | "mod" | undefined>
>;
