import type { Assign, Expr, Step } from "../../syntax/index.ts";
import type { Arithmetic, Bitwise, Code } from "../code.ts";
import type { Context } from "./context.ts";
import { arithmetic, choose, constant, int, isPure, negate, sequence, toReal, truth, zero } from "./fold.ts";
import { lowerPlace } from "./name.ts";
import { addressOf, element, field, type Place } from "./place.ts";
import { holdsClock, numberOf, rangeOf } from "./shape.ts";

/** Assignments to code: numbers, clocks, whole objects. */
export function lowerAssign(expr: Assign, context: Context): Code {
  // (p ? a : b) = e assigns to one of the two.
  if (expr.target.kind === "conditional") {
    const { condition, yes, no } = expr.target;
    const [one, other] = [yes, no].map((target) => lowerAssign({ ...expr, target }, context));
    return choose(context.lower(condition), one ?? zero, other ?? zero);
  }
  const { target, before } = lowerTarget(expr.target, context);
  if (!target) return notAssignable(expr.target, context);
  return sequence([...before, assignTo(target, expr, context)]);
}

function assignTo(target: Place, expr: Assign, context: Context): Code {
  const { kind } = target.shape;
  if (kind === "array" || kind === "struct") return assignWhole(target, expr, context);
  const value = context.lower(expr.value);
  if (expr.op === "=") return store(target, value, expr, context);
  return store(target, combined(expr, read(target), value, context), expr, context);
}

const arithmetics: Readonly<Record<string, Arithmetic>> = {
  "+": "add",
  "-": "sub",
  "*": "mul",
  "/": "div",
  "%": "mod",
};
const bits: Readonly<Record<string, Bitwise>> = { "&": "and", "|": "or", "^": "xor", "<<": "shl", ">>": "shr" };

function combined(expr: Assign, a: Code, b: Code, context: Context): Code {
  const op = expr.op.slice(0, -1);
  const bit = bits[op];
  return bit
    ? { op: bit, is: "int", a, b, origin: context.origin(expr) }
    : arithmetic(arithmetics[op] ?? "add", a, b, context.origin(expr));
}

function read(place: Place): Code {
  const at = addressOf(place);
  return place.shape.kind === "clock" ? { op: "clock", is: "real", at } : { op: "load", is: numberOf(place.shape), at };
}

/** Stores one number. An integer is checked against the range of its place; a real becomes one towards zero. */
export function store(target: Place, value: Code, expr: Expr, context: Context): Code {
  const at = addressOf(target);
  const origin = context.origin(expr);
  const { shape } = target;
  if (shape.kind === "clock") return { op: "reset", is: "real", at, value: toReal(value), origin };
  if (shape.kind === "double") return { op: "store", is: "real", at, value: toReal(value), low: 0, high: 0, origin };
  const whole: Code = value.is === "int" ? value : { op: "toInt", is: "int", a: value, origin };
  return { op: "store", is: "int", at, value: shape.kind === "bool" ? truth(value) : whole, ...rangeOf(shape), origin };
}

function assignWhole(target: Place, expr: Assign, context: Context): Code {
  if (expr.value.kind === "conditional") {
    const { condition, yes, no } = expr.value;
    const [one, other] = [yes, no].map((value) => assignWhole(target, { ...expr, value }, context));
    return choose(context.lower(condition), one ?? zero, other ?? zero);
  }
  const nested = expr.value.kind === "assign" ? [lowerAssign(expr.value, context)] : [];
  const from = lowerPlace(expr.value.kind === "assign" ? expr.value.target : expr.value, context);
  if (!from) {
    context.refuse("not-statistical", "this value cannot be copied as a whole", expr.value);
    return zero;
  }
  return sequence([...nested, ...copyWhole(target, from, expr, context)]);
}

/** Numbers all at once. Clocks one by one, because each keeps its own rate. */
export function copyWhole(to: Place, from: Place, expr: Expr, context: Context): Code[] {
  const { shape } = to;
  if (!holdsClock(shape))
    return [{ op: "copy", is: "int", to: addressOf(to), from: addressOf(from), count: shape.cells }];
  const parts: [Place | undefined, Place | undefined][] = [];
  if (shape.kind === "array")
    for (let i = 0; i < shape.size; i++) {
      const index = int(shape.low + i);
      parts.push([element(to, index, context.origin(expr)), element(from, index, context.origin(expr))]);
    }
  else if (shape.kind === "struct")
    for (const { name } of shape.fields) parts.push([field(to, name), field(from, name)]);
  else return [store(to, read(from), expr, context)];
  return parts.flatMap(([a, b]) => (a && b ? copyWhole(a, b, expr, context) : []));
}

export function lowerStep(expr: Step, context: Context): Code {
  const { target, before } = lowerTarget(expr.operand, context);
  if (!target) return notAssignable(expr.operand, context);
  const by = constant(expr.op === "++" ? 1 : -1, numberOf(target.shape));
  const origin = context.origin(expr);
  const stored = store(target, arithmetic("add", read(target), by, origin), expr, context);
  // i++ yields the value before.
  return sequence([...before, expr.prefix ? stored : arithmetic("add", stored, negate(by), origin)]);
}

/**
 * The place an assignment writes. Indices with side effects are computed once, into scratch, before anything else; the
 * target may itself be an assignment or a step, which then happens first.
 */
function lowerTarget(expr: Expr, context: Context): { target: Place | undefined; before: Code[] } {
  if (expr.kind === "assign" || (expr.kind === "step" && expr.prefix)) {
    const inner = expr.kind === "assign" ? expr.target : expr.operand;
    return { target: lowerPlace(inner, context), before: [context.lower(expr)] };
  }
  const place = lowerPlace(expr, context);
  if (!place || place.steps.every((step) => isPure(step.index))) return { target: place, before: [] };
  const before: Code[] = [];
  const steps = place.steps.map((step) => {
    if (isPure(step.index)) return step;
    const at = { base: context.builder.scratch(1), terms: [] };
    before.push({
      op: "store",
      is: "int",
      at,
      value: step.index,
      low: -0x80000000,
      high: 0x7fffffff,
      origin: step.origin,
    });
    return { ...step, index: { op: "load", is: "int", at } as const };
  });
  return { target: { ...place, steps }, before };
}

/** An expression run for its effect. */
export function lowerEffect(expr: Expr, context: Context): Code {
  // Nobody asks for the value before.
  return context.lower(expr.kind === "step" ? { ...expr, prefix: true } : expr);
}

function notAssignable(target: Expr, context: Context): Code {
  context.refuse("not-statistical", "this cannot be assigned to in statistical model checking", target);
  return zero;
}
