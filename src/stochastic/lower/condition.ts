import type { Type } from "../../model/index.ts";
import { type Binary, type BinaryOp, type Expr, someExpr } from "../../syntax/index.ts";
import type { Address, Code, Condition, Ordered } from "../code.ts";
import type { Context } from "./context.ts";
import { decision } from "./decision.ts";
import { expandedItems } from "./expression.ts";
import { all, arithmetic, data, isConst, negate, not, real, some, toReal, truth } from "./fold.ts";
import { lowerPlace } from "./name.ts";
import { addressOf } from "./place.ts";

/**
 * Conditions that are watched while time passes, taken apart into what stays as it is, what changes at a moment that can be
 * computed, and what has to be followed (code.ts). `holds: false` makes the negation: negations are moved inwards.
 */
export function lowerCondition(expr: Expr, context: Context, holds = true): Condition {
  if (!mentionsClock(expr, context)) {
    const code = context.lower(expr);
    return data(holds ? code : not(code));
  }
  if (expr.kind === "unary" && expr.op === "!") return lowerCondition(expr.operand, context, !holds);
  if (expr.kind === "binary") return lowerBinary(expr, context, holds);
  if (expr.kind === "conditional") {
    const { condition, yes, no } = expr;
    return some([
      all([lowerCondition(condition, context), lowerCondition(yes, context, holds)]),
      all([lowerCondition(condition, context, false), lowerCondition(no, context, holds)]),
    ]);
  }
  if (expr.kind === "quantified" && (expr.quantifier === "forall" || expr.quantifier === "exists")) {
    const forall = (expr.quantifier === "forall") === holds;
    const items = expandedItems(expr, context, (inner) => lowerCondition(expr.body, inner, holds), true) ?? [];
    const parts = items.map(({ when, item }) => {
      if (!when) return item;
      return forall ? some([data(not(when)), item]) : all([data(when), item]);
    });
    return forall ? all(parts) : some(parts);
  }
  const decided = expr.kind === "call" ? decision(expr, context, holds, lowerCondition) : undefined;
  if (decided) return decided;
  // Any other truth value that depends on clocks, such as a function's: it is above or below one half.
  const value = arithmetic("sub", toReal(truth(context.lower(expr))), real(0.5), context.origin(expr));
  return { is: "curve", value, relation: holds ? "gt" : "lt", origin: context.origin(expr) };
}

function lowerBinary(expr: Binary, context: Context, holds: boolean): Condition {
  const side = (part: Expr, yes: boolean) => lowerCondition(part, context, yes);
  switch (expr.op) {
    case "&&":
    case "||":
      return lowerChain(expr, expr.op, context, holds);
    case "imply":
      return holds
        ? some([side(expr.left, false), side(expr.right, true)])
        : all([side(expr.left, true), side(expr.right, false)]);
    case "xor":
      return some([
        all([side(expr.left, true), side(expr.right, !holds)]),
        all([side(expr.left, false), side(expr.right, holds)]),
      ]);
    default: {
      const relation = relationOf[expr.op];
      if (relation === undefined) return data(context.lower(expr));
      return comparison(expr, holds ? relation : opposite[relation], context);
    }
  }
}

/** Chains are left-nested and as long as the user likes. */
function lowerChain(expr: Binary, op: BinaryOp, context: Context, holds: boolean): Condition {
  const parts: Expr[] = [];
  let left: Expr = expr;
  for (; left.kind === "binary" && left.op === op; left = left.left) parts.push(left.right);
  parts.push(left);
  const items = parts.reverse().map((part) => lowerCondition(part, context, holds));
  return (op === "&&") === holds ? all(items) : some(items);
}

type Comparison = Ordered | "ne";
const relationOf: Partial<Record<BinaryOp, Comparison>> = {
  "<": "lt",
  "<=": "le",
  ">=": "ge",
  ">": "gt",
  "==": "eq",
  "!=": "ne",
};
const opposite: Readonly<Record<Comparison, Comparison>> = {
  lt: "ge",
  le: "gt",
  ge: "lt",
  gt: "le",
  eq: "ne",
  ne: "eq",
};
const mirrored: Readonly<Record<Comparison, Comparison>> = {
  lt: "gt",
  le: "ge",
  ge: "le",
  gt: "lt",
  eq: "eq",
  ne: "ne",
};

function comparison(expr: Binary, relation: Comparison, context: Context): Condition {
  if (relation === "ne") return some([comparison(expr, "lt", context), comparison(expr, "gt", context)]);
  const origin = context.origin(expr);
  const sum = difference(linearOf(expr.left, context), linearOf(expr.right, context), expr, context);
  if (sum === undefined || sum.clocks.some(({ at }) => isFlow(at, context))) {
    const value = arithmetic("sub", toReal(context.lower(expr.left)), toReal(context.lower(expr.right)), origin);
    return { is: "curve", value, relation, origin };
  }
  const [only, another] = sum.clocks;
  if (only && another === undefined && isConst(only.factor) && Math.abs(only.factor.value) === 1) {
    const up = only.factor.value > 0;
    const bound = toReal(up ? negate(sum.rest) : sum.rest);
    return { is: "clock", clock: only.at, relation: up ? relation : (mirrored[relation] as Ordered), bound, origin };
  }
  let value = toReal(sum.rest);
  let slope = real(0);
  for (const { at, factor } of sum.clocks) {
    value = arithmetic("add", value, arithmetic("mul", factor, { op: "clock", is: "real", at }, origin), origin);
    slope = arithmetic("add", slope, arithmetic("mul", factor, { op: "rate", is: "real", at }, origin), origin);
  }
  return { is: "line", value, slope, relation, origin };
}

/** A sum of clocks, each times a factor without clocks, and a rest without clocks. */
interface Linear {
  readonly clocks: readonly { readonly at: Address; readonly factor: Code }[];
  readonly rest: Code;
}

function linearOf(expr: Expr, context: Context): Linear | undefined {
  if (!mentionsClock(expr, context)) return { clocks: [], rest: context.lower(expr) };
  if (
    context.type(expr).kind === "clock" &&
    (expr.kind === "name" || expr.kind === "index" || expr.kind === "member")
  ) {
    const place = lowerPlace(expr, context);
    return place && { clocks: [{ at: addressOf(place), factor: real(1) }], rest: real(0) };
  }
  if (expr.kind === "unary" && expr.op === "-")
    return difference({ clocks: [], rest: real(0) }, linearOf(expr.operand, context), expr, context);
  if (expr.kind === "unary" && expr.op === "+") return linearOf(expr.operand, context);
  if (expr.kind !== "binary") return undefined;
  const origin = context.origin(expr);
  const [a, b] = [linearOf(expr.left, context), linearOf(expr.right, context)];
  if (!a || !b) return undefined;
  switch (expr.op) {
    case "+":
      return { clocks: [...a.clocks, ...b.clocks], rest: arithmetic("add", a.rest, b.rest, origin) };
    case "-":
      return difference(a, b, expr, context);
    case "*":
      return b.clocks.length === 0
        ? scaled(a, "mul", b.rest, expr, context)
        : a.clocks.length === 0
          ? scaled(b, "mul", a.rest, expr, context)
          : undefined;
    case "/":
      return b.clocks.length === 0 ? scaled(a, "div", b.rest, expr, context) : undefined;
    default:
      return undefined;
  }
}

function scaled(sum: Linear, op: "mul" | "div", by: Code, expr: Expr, context: Context): Linear {
  const origin = context.origin(expr);
  return {
    clocks: sum.clocks.map(({ at, factor }) => ({ at, factor: arithmetic(op, factor, by, origin) })),
    rest: arithmetic(op, toReal(sum.rest), by, origin),
  };
}

function difference(a: Linear | undefined, b: Linear | undefined, expr: Expr, context: Context): Linear | undefined {
  if (!a || !b) return undefined;
  const rest =
    isConst(a.rest) && a.rest.value === 0 ? negate(b.rest) : arithmetic("sub", a.rest, b.rest, context.origin(expr));
  return { clocks: [...a.clocks, ...b.clocks.map(({ at, factor }) => ({ at, factor: negate(factor) }))], rest };
}

/** Whether the address may be that of a clock which is integrated. */
function isFlow({ base, pointer, terms }: Address, { builder: { flows } }: Context): boolean {
  if (pointer !== undefined) return flows.size > 0;
  const extent = terms.reduce((sum, { size, stride }) => sum + (size - 1) * stride, 0);
  return [...flows].some((cell) => cell >= base && cell <= base + extent);
}

/** Whether an expression reads a clock, itself or in a function. */
export function mentionsClock(expr: Expr, context: Context): boolean {
  return someExpr(expr, (part) => {
    if (part.kind === "name" || part.kind === "member" || part.kind === "index")
      return typeHoldsClock(context.type(part)) && !isRateOnly(part, expr);
    const callee =
      part.kind === "call" ? (part.callee.kind === "member" ? part.callee.member : part.callee) : undefined;
    const func = callee?.kind === "name" ? context.symbol(callee) : undefined;
    return func?.kind === "function" && [...func.reads].some(({ type }) => typeHoldsClock(type));
  });
}

/** `x'` reads the rate of a clock, which does not change while time passes. */
function isRateOnly(name: Expr, whole: Expr): boolean {
  return someExpr(whole, (part) => part.kind === "rate" && part.clock === name);
}

function typeHoldsClock(type: Type): boolean {
  if (type.kind === "array") return typeHoldsClock(type.element);
  if (type.kind === "struct") return type.fields.some((field) => typeHoldsClock(field.type));
  return type.kind === "clock";
}

/** Whether a value is a line in time between two transitions. */
export function isLine(expr: Expr, context: Context): boolean {
  const sum = linearOf(expr, context);
  return sum !== undefined && !sum.clocks.some(({ at }) => isFlow(at, context));
}
