import type { Assign, Expr, BinaryOp as SourceOp, Step } from "../syntax/index.ts";
import type { BinaryOp, Code } from "./code.ts";
import type { Context } from "./context.ts";
import { binary, choose, constant, isPure, truth, zero } from "./fold.ts";
import { isLeftOut, lowerLeftOut } from "./leftout.ts";
import { lowerLinear } from "./linear.ts";
import { cellAddress, clockAddress, type Place } from "./place.ts";
import type { Shape } from "./shape.ts";

/** Assignments to code (docs/compatibility.md E4 to E6, 5.5): data, whole objects, clocks. */
export function lowerAssign(expr: Assign, context: Context): Code {
  // (p ? a : b) = e assigns to one of the two.
  if (expr.target.kind === "conditional") {
    const { condition, yes, no } = expr.target;
    return choose(
      context.value(condition),
      lowerAssign({ ...expr, target: yes }, context),
      lowerAssign({ ...expr, target: no }, context),
    );
  }
  // Writes to doubles and hybrid clocks are left out.
  if (isLeftOut(context.type(expr.target))) return lowerLeftOut(expr, context);
  const { target, before } = lowerTarget(expr.target, context);
  if (!target) return notAssignable(expr.target, context);
  return after(before, assignTo(target, expr, context));
}

function assignTo(target: Place, expr: Assign, context: Context): Code {
  const origin = context.origin(expr);
  const { shape } = target;
  if (shape.kind === "clock") return assignClock(target, expr, context);
  if (shape.kind === "array" || shape.kind === "struct") {
    if (expr.value.kind === "conditional") {
      const { condition, yes, no } = expr.value;
      return choose(
        context.value(condition),
        assignTo(target, { ...expr, value: yes }, context),
        assignTo(target, { ...expr, value: no }, context),
      );
    }
    const nested = expr.value.kind === "assign" ? [lowerAssign(expr.value, context)] : [];
    const from = context.place(expr.value.kind === "assign" ? expr.value.target : expr.value);
    if (!from) {
      context.refuse("not-symbolic", "this value cannot be copied as a whole", expr.value);
      return zero;
    }
    const items = [...nested, ...copyWhole(target, from, expr, context)];
    return items.length === 1 ? items[0]! : { op: "sequence", items };
  }
  const value = context.value(expr.value);
  if (expr.op === "=") return store(target, value, expr, context);
  const old: Code = { op: "load", at: cellAddress(target) };
  const op = compound[expr.op.slice(0, -1) as keyof typeof compound];
  return store(target, binary(op, old, value, origin), expr, context);
}

/** Integers all at once, clocks one by one. */
function copyWhole(target: Place, from: Place, expr: Assign, context: Context): Code[] {
  const origin = context.origin(expr);
  const { cells, clocks } = target.shape.room;
  const copy: Code = { op: "copy", to: cellAddress(target), from: cellAddress(from), count: cells, origin };
  if (clocks === 0) return [copy];
  if (!from.steps.every((step) => isPure(step.index)))
    context.refuse("not-symbolic", "an object with clocks cannot be chosen by an index that changes something", expr);
  const [to, source] = [clockAddress(target), clockAddress(from)];
  const moves = Array.from({ length: clocks }, (_, k): Code => {
    const clock = { ...to, base: to.base + k };
    return { op: "move", clock, from: { ...source, base: source.base + k }, plus: zero, origin };
  });
  return cells === 0 ? moves : [copy, ...moves];
}

const compound = {
  "+": "add",
  "-": "sub",
  "*": "mul",
  "/": "div",
  "%": "mod",
  "&": "and",
  "|": "or",
  "^": "xor",
  "<<": "shl",
  ">>": "shr",
} as const satisfies Partial<Record<SourceOp, BinaryOp>>;

/** Stores one integer, checked against the range of its place. */
export function store(target: Place, value: Code, expr: Expr, context: Context): Code {
  const [low, high] = rangeOf(target.shape);
  return {
    op: "store",
    at: cellAddress(target),
    value: target.shape.kind === "bool" ? truth(value) : value,
    low,
    high,
    origin: context.origin(expr),
  };
}

export function rangeOf(shape: Shape): [number, number] {
  return shape.kind === "int" || shape.kind === "scalar" || shape.kind === "bool"
    ? [shape.low, shape.high]
    : [-0x80000000, 0x7fffffff];
}

/** `x = 3`, `x = y`, `x = y + n`. */
function assignClock(target: Place, expr: Assign, context: Context): Code {
  const origin = context.origin(expr);
  const clock = clockAddress(target);
  // x = y = 0: the inner assignment yields its target.
  if (expr.value.kind === "assign") {
    const inner = lowerAssign(expr.value, context);
    return { op: "sequence", items: [inner, assignClock(target, { ...expr, value: expr.value.target }, context)] };
  }
  if (expr.value.kind === "conditional") {
    const { condition, yes, no } = expr.value;
    return choose(
      context.value(condition),
      assignClock(target, { ...expr, value: yes }, context),
      assignClock(target, { ...expr, value: no }, context),
    );
  }
  const sum = lowerLinear(expr.value, context);
  const [from, ...more] = sum?.clocks ?? [];
  if (sum && from === undefined) return { op: "reset", clock, value: sum.rest, origin };
  if (sum && from?.factor === 1 && more.length === 0) {
    return { op: "move", clock, from: from.clock, plus: sum.rest, origin };
  }
  context.refuse("clock-value", "a clock can be set to an integer, or to a clock plus an integer", expr.value);
  return zero;
}

export function lowerStep(expr: Step, context: Context): Code {
  const { target, before } = lowerTarget(expr.operand, context);
  if (!target) return notAssignable(expr.operand, context);
  const stored = stepOf(target, expr, context);
  // i++ yields the value before.
  return after(before, expr.prefix ? stored : binary("sub", stored, byOne(expr), context.origin(expr)));
}

function stepOf(target: Place, expr: Step, context: Context): Code {
  const old: Code = { op: "load", at: cellAddress(target) };
  return store(target, binary("add", old, byOne(expr), context.origin(expr)), expr, context);
}

const byOne = ({ op }: Step): Code => constant(op === "++" ? 1 : -1);

/** The place an assignment writes, and what happens first. */
interface Target {
  readonly target: Place | undefined;
  readonly before: readonly Code[];
}

/**
 * Indices are worked out once and from left to right: those with side effects, and those on their left, into scratch
 * before anything else. The target may itself be an assignment or a step, which then happens first, and keeps its place
 * whatever it changes.
 */
function lowerTarget(expr: Expr, context: Context, isKept = false): Target {
  if (expr.kind !== "assign" && !(expr.kind === "step" && expr.prefix)) return placed(expr, context, isKept);
  const { target, before } = lowerTarget(expr.kind === "assign" ? expr.target : expr.operand, context, true);
  if (!target) return { target, before };
  const inner = expr.kind === "assign" ? assignTo(target, expr, context) : stepOf(target, expr, context);
  return { target, before: [...before, inner] };
}

function placed(expr: Expr, context: Context, isKept: boolean): Target {
  const target = context.place(expr);
  const last = target?.steps.findLastIndex(({ index }) => (isKept ? index.op !== "const" : !isPure(index))) ?? -1;
  if (!target || last < 0) return { target, before: [] };
  const before: Code[] = [];
  const steps = target.steps.map((step, k) => {
    if (k > last || step.index.op === "const") return step;
    const cell = context.builder.scratch(1);
    const at = { base: cell, terms: [] };
    before.push({ op: "store", at, value: step.index, low: -0x80000000, high: 0x7fffffff, origin: step.origin });
    return { ...step, index: { op: "load", at } as const };
  });
  return { target: { ...target, steps }, before };
}

function after(before: readonly Code[], code: Code): Code {
  return before.length === 0 ? code : { op: "sequence", items: [...before, code] };
}

function notAssignable(target: Expr, context: Context): Code {
  context.refuse("not-symbolic", "this cannot be assigned to in symbolic verification", target);
  return zero;
}
