/**
 * Expressions as closures over the cells (docs/semantics.md 2): `value` yields an integer, or for arrays and structs the cell
 * they begin at; `address` yields the cell of what can be assigned to. Operands are evaluated from left to right. What has no
 * integer value is refused by name when it is made, before anything is checked.
 */
import type { Bound, Type } from "../../src/model/index.ts";
import { type Binary, type Call, type Expr, printExpr, someExpr } from "../../src/syntax/index.ts";
import { arithmetic } from "./arithmetic.ts";
import { assign, step, targetOf } from "./assign.ts";
import { calling } from "./call.ts";
import { changes, effect } from "./effect.ts";
import { ofProcess, processAt, variableOf } from "./named.ts";
import { Fault, Unsupported } from "./outcome.ts";
import { quantified } from "./quantified.ts";
import { type Context, isLeftOut, typeOf } from "./scope.ts";
import { type Shape, shapeOf } from "./shape.ts";
import { sameCells } from "./whole.ts";

export type Value = () => number;

/** How the parts of an expression are made; given to those who need it, so that they need not know this file. */
export interface Code {
  readonly value: (expr: Expr, context: Context) => Value;
  readonly address: (expr: Expr, context: Context) => Value;
  readonly shape: (type: Type, context: Context) => Shape;
  readonly range: (type: Type | undefined, context: Context) => { readonly low: Value; readonly high: Value };
  /** A call, whatever it yields. */
  readonly run: (expr: Call, context: Context) => Value;
}

export const code: Code = {
  value,
  address,
  shape,
  range: rangeOf,
  run: (expr, context) => calling(expr, context, code),
};

/** A type as the process at hand sees it: its bounds are constants, which have their values already. */
export function shape(type: Type, context: Context): Shape {
  return shapeOf(type, (bound) => boundOf(bound, context)());
}

function boundOf({ value: known, expr, plus }: Bound, context: Context): Value {
  if (known !== undefined) return () => known;
  if (expr === undefined) throw new Unsupported("a range without a bound");
  const inner = value(expr, context);
  return () => inner() + (plus ?? 0);
}

export function value(expr: Expr, context: Context): Value {
  // A double counts only where it is an integer known before (1.8), and for what it changes on its way.
  if (isLeftOut(typeOf(expr, context)))
    return changes(expr, context) ? effect(expr, context, code) : known(expr, context);
  switch (expr.kind) {
    case "int":
    case "bool": {
      const number = Number(expr.value) | 0;
      return () => number;
    }
    case "string": {
      const number = context.memory.text(expr.value);
      return () => number;
    }
    case "name":
      return name(expr, context);
    case "index":
    case "member":
      return ofProcess(expr, context, code) ?? read(expr, context);
    case "unary": {
      const a = value(expr.operand, context);
      if (expr.op === "+") return a;
      return expr.op === "-" ? () => -a() | 0 : () => (a() === 0 ? 1 : 0);
    }
    case "binary":
      return binary(expr, context);
    case "conditional": {
      const [test, yes, no] = [expr.condition, expr.yes, expr.no].map((e) => value(e, context));
      return () => (test!() !== 0 ? yes!() : no!());
    }
    case "assign":
      return assign(expr, context, code);
    case "step":
      return step(expr, context, code);
    case "comma": {
      const items = expr.items.map((item) => value(item, context));
      return () => items.reduce((_, item) => item(), 0);
    }
    case "call":
      return builtin(expr, context) ?? calling(expr, context, code);
    case "quantified":
      return quantified(expr, context, code);
    default:
      throw new Unsupported(`'${printExpr(expr)}' has no integer value`);
  }
}

/** A call of a function of the language; undefined if it is another one's. */
function builtin(expr: Call, context: Context): Value | undefined {
  const func = expr.callee.kind === "name" ? context.tables.symbolOf(expr.callee) : undefined;
  if (func?.kind !== "function" || !func.builtin) return undefined;
  const [only] = expr.args;
  if (func.name !== "abs" || only === undefined) return known(expr, context);
  const a = value(only, context);
  return () => Math.abs(a()) | 0;
}

function known(expr: Expr, context: Context): Value {
  const number = context.constant(expr);
  if (number === undefined || number !== (number | 0))
    throw new Unsupported(`the floating-point value '${printExpr(expr)}'`);
  return () => number;
}

function name(expr: Extract<Expr, { kind: "name" }>, context: Context): Value {
  const symbol = context.tables.symbolOf(expr);
  // A location's name says whether its process is there (2.11).
  if (symbol?.kind === "location" && context.scope.process !== undefined)
    return isAt(context.scope.process, symbol.index, context);
  if (symbol?.kind === "variable" && symbol.role === "builtin" && symbol.value !== undefined) {
    const number = symbol.value | 0;
    return () => number;
  }
  return read(expr, context);
}

function isAt(process: number, location: number, { memory }: Context): Value {
  return () => (memory.cells[process] === location ? 1 : 0);
}

function read(expr: Expr, context: Context): Value {
  const at = address(expr, context);
  const { kind } = typeOf(expr, context);
  if (kind === "array" || kind === "struct") return at;
  if (kind === "clock") throw new Unsupported(`the clock '${printExpr(expr)}' as a number`);
  const { memory } = context;
  return () => memory.cells[at()]!;
}

export function address(expr: Expr, context: Context): Value {
  const { memory } = context;
  switch (expr.kind) {
    case "name": {
      const symbol = context.tables.symbolOf(expr);
      const place = symbol?.kind === "variable" ? context.scope.find(symbol) : undefined;
      if (place === undefined || place.shape.kind === "nothing") throw new Unsupported(`'${expr.name}' here`);
      const { at } = place;
      return place.isReference ? () => memory.cells[at]! : () => at;
    }
    case "index":
      return element(expr, context);
    case "member": {
      const named = processAt(expr.object, context, code);
      if (named !== undefined) return variableOf(expr, named, context);
      const object = address(expr.object, context);
      const whole = shape(typeOf(expr.object, context), context);
      const field = whole.kind === "struct" ? whole.fields.find((f) => f.name === expr.member.name) : undefined;
      if (field === undefined) throw new Unsupported(`'${printExpr(expr)}' here`);
      return () => object() + field.offset;
    }
    case "conditional": {
      const test = value(expr.condition, context);
      const [yes, no] = [address(expr.yes, context), address(expr.no, context)];
      return () => (test() !== 0 ? yes() : no());
    }
    case "assign":
    case "step":
      if (expr.kind === "step" && !expr.prefix) break;
      return targetOf(expr, context, code);
    case "call":
      if (typeOf(expr, context).kind === "struct") return calling(expr, context, code);
      break;
    default:
  }
  throw new Unsupported(`'${printExpr(expr)}' as a place`);
}

function element(expr: Extract<Expr, { kind: "index" }>, context: Context): Value {
  const array = address(expr.array, context);
  const index = value(expr.index, context);
  const whole = shape(typeOf(expr.array, context), context);
  if (whole.kind !== "array") throw new Unsupported(`'${printExpr(expr)}' is no array`);
  const { low, length, element: part } = whole;
  return () => {
    const base = array();
    const i = index() - low;
    if (i < 0 || i >= length) throw new Fault(`index ${i + low} of '${printExpr(expr)}' is outside its array`); // 2.8
    return base + i * part.size;
  };
}

function binary(whole: Binary, context: Context): Value {
  // Chains may be as long as the file: down the left side without recursion.
  const chain: Binary[] = [];
  let first: Expr = whole;
  for (; first.kind === "binary"; first = first.left) chain.push(first);
  let left: Value | undefined;
  for (const node of chain.reverse()) {
    const { kind } = typeOf(node.left, context);
    const isWhole = kind === "array" || kind === "struct";
    left ??= value(first, context);
    left = isWhole ? sameCells(node, left, context, code) : arithmetic(node.op, left, value(node.right, context));
  }
  return left!;
}

/** The values of a bound variable, a selection or a loop; its ends may depend on bound variables around it. */
export function rangeOf(type: Type | undefined, context: Context): { readonly low: Value; readonly high: Value } {
  if (type?.kind === "scalar") {
    const size = boundOf(type.set.size, context);
    return { low: () => 0, high: () => size() - 1 };
  }
  if (type?.kind === "bool") return { low: () => 0, high: () => 1 };
  if (type?.kind !== "int" || type.low === undefined || type.high === undefined)
    throw new Unsupported("a range that is no range of integers");
  return { low: boundOf(type.low, context), high: boundOf(type.high, context) };
}

/** Whether an expression reads a clock or the rate of one. */
export function mentionsClock(expr: Expr, context: Context): boolean {
  return someExpr(expr, (part) => part.kind === "rate" || typeOf(part, context).kind === "clock");
}
