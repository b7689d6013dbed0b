/**
 * Assignments (docs/semantics.md 2.7, 5.8): to integers within their range, to whole objects, and to clocks, which are
 * noted for later.
 */
import { type Assign, type Expr, printExpr, type Step } from "../../src/syntax/index.ts";
import { operator } from "./arithmetic.ts";
import { changes, effect } from "./effect.ts";
import type { Code, Value } from "./expression.ts";
import { linear } from "./linear.ts";
import { Fault, Unsupported } from "./outcome.ts";
import { type Context, isLeftOut, typeOf } from "./scope.ts";
import type { Shape } from "./shape.ts";
import { copied } from "./whole.ts";

export function assign(expr: Assign, context: Context, code: Code): Value {
  const type = typeOf(expr.target, context);
  if (isLeftOut(type)) return effect(expr, context, code);
  if (expr.target.kind === "conditional") {
    const { condition, yes, no } = expr.target;
    const test = code.value(condition, context);
    const [first, second] = [yes, no].map((target) => assign({ ...expr, target }, context, code));
    return () => (test() !== 0 ? first!() : second!());
  }
  if (type.kind === "clock") return assignClock(expr, context, code);
  const { kind } = code.shape(type, context);
  const place = assigned(expr, context, code);
  const { memory } = context;
  return kind === "array" || kind === "struct" ? place : () => memory.cells[place()]!;
}

/** An assignment to data as a place: found once, then written. */
function assigned(expr: Assign, context: Context, code: Code): Value {
  const target = code.shape(typeOf(expr.target, context), context);
  if (target.kind === "array" || target.kind === "struct") return copied(expr, target, context, code);
  const at = code.address(expr.target, context);
  const value = code.value(expr.value, context);
  const put = putter(target, expr.target, context);
  const { memory } = context;
  const apply = expr.op === "=" ? undefined : operator(expr.op.slice(0, -1) as never);
  return () => {
    const cell = at();
    const old = memory.cells[cell]!;
    put(cell, apply === undefined ? value() : apply(old, value()));
    return cell;
  };
}

/** `i++` yields the value before, `++i` the one after. */
export function step(expr: Step, context: Context, code: Code): Value {
  const place = stepped(expr, context, code);
  const by = expr.op === "++" ? 1 : -1;
  const { memory } = context;
  return expr.prefix ? () => memory.cells[place()]! : () => (memory.cells[place()]! - by) | 0;
}

function stepped(expr: Step, context: Context, code: Code): Value {
  const at = code.address(expr.operand, context);
  const put = putter(code.shape(typeOf(expr.operand, context), context), expr.operand, context);
  const by = expr.op === "++" ? 1 : -1;
  const { memory } = context;
  return () => {
    const cell = at();
    put(cell, (memory.cells[cell]! + by) | 0);
    return cell;
  };
}

/** `x = e` and `++i` as places: those of their targets, which are found before and only once. */
export function targetOf(expr: Assign | Step, context: Context, code: Code): Value {
  if (expr.kind === "step") return stepped(expr, context, code);
  const type = typeOf(expr.target, context);
  if (expr.target.kind !== "conditional" && type.kind !== "clock" && !isLeftOut(type))
    return assigned(expr, context, code);
  if (changes(expr.target, context)) throw new Unsupported(`'${printExpr(expr)}' as a place`);
  const first = assign(expr, context, code);
  const then = code.address(expr.target, context);
  return () => {
    first();
    return then();
  };
}

/** Stores one value: booleans are 0 or 1, a value outside its range is a fault. */
export function putter(shape: Shape, what: Expr, { memory }: Context): (at: number, value: number) => number {
  if (shape.kind === "bool") return (at, value) => (memory.cells[at] = value === 0 ? 0 : 1);
  if (shape.kind !== "int" && shape.kind !== "scalar") throw new Unsupported(`'${printExpr(what)}' is no integer`);
  const { low, high } = shape;
  return (at, value) => {
    if (value < low || value > high)
      throw new Fault(`${value} is outside the range ${low} to ${high} of '${printExpr(what)}'`);
    memory.cells[at] = value;
    return value;
  };
}

/** `x = e`, `x = y`, `x = y + e`. */
function assignClock(expr: Assign, context: Context, code: Code): Value {
  const { memory } = context;
  const { value } = expr;
  if (value.kind === "assign") {
    const inner = assign(value, context, code);
    const outer = assignClock({ ...expr, value: value.target }, context, code);
    return () => {
      inner();
      return outer();
    };
  }
  if (value.kind === "conditional") {
    const test = code.value(value.condition, context);
    const [yes, no] = [value.yes, value.no].map((part) => assignClock({ ...expr, value: part }, context, code));
    return () => (test() !== 0 ? yes!() : no!());
  }
  const at = code.address(expr.target, context);
  const sum = linear(value, context, code);
  const [from, ...more] = sum.clocks;
  if (more.length > 0 || from?.sign === -1) throw new Unsupported(`'${printExpr(expr)}': not a clock plus an integer`);
  return () => {
    const clock = memory.cells[at()]!;
    const source = from?.clock() ?? 0;
    const plus = sum.rest();
    if (source === 0 && plus < 0) throw new Fault(`the clock '${printExpr(expr.target)}' is set to ${plus}`);
    memory.steps.push({ clock, from: source, plus });
    return plus;
  };
}
