import type { Variable } from "../model/index.ts";
import type { Binary, Expr } from "../syntax/index.ts";
import type { ClockConstraint, ClockRef, Code, Guard, Invariant } from "./code.ts";
import type { Context } from "./context.ts";
import { either, isConst, negate, not } from "./fold.ts";
import { isLeftOut } from "./leftout.ts";
import { lowerLinear, mentionsClock, minus } from "./linear.ts";
import { unroll } from "./lower.ts";
import { clockAddress } from "./place.ts";

/**
 * Guards and invariants taken apart: a conjunction of data conditions, clock constraints and rates, where a clock
 * constraint may be lifted by a data condition (`p || x <= 3`, `p imply x <= 3`). The checker has refused everything else.
 */
export function lowerGuard(expr: Expr | undefined, context: Context): Guard {
  const { data, clocks } = lowerInvariant(expr, context);
  return { data, clocks };
}

export function lowerInvariant(expr: Expr | undefined, context: Context): Invariant {
  const parts: Parts = { data: [], clocks: [], rates: [] };
  if (expr) split(expr, undefined, parts, context);
  return parts;
}

interface Parts {
  readonly data: Code[];
  readonly clocks: ClockConstraint[];
  readonly rates: Invariant["rates"][number][];
}

function split(whole: Expr, unless: Code | undefined, parts: Parts, context: Context): void {
  // Conjunctions are left-nested and may be long.
  const conjuncts: Expr[] = [];
  let expr = whole;
  for (; expr.kind === "binary" && expr.op === "&&"; expr = expr.left) conjuncts.push(expr.right);
  conjuncts.push(expr);
  for (const conjunct of conjuncts.reverse()) {
    if (conjunct.kind === "binary" && conjunct.op === "&&") split(conjunct, unless, parts, context);
    else splitOne(conjunct, unless, parts, context);
  }
}

function splitOne(expr: Expr, unless: Code | undefined, parts: Parts, context: Context): void {
  if (!mentionsClock(expr, context)) {
    const code = context.value(expr);
    const condition = unless ? either(unless, code) : code;
    if (!(isConst(condition) && condition.value !== 0)) parts.data.push(condition);
    return;
  }
  if (expr.kind === "binary") {
    if (expr.op === "||" || expr.op === "imply") return splitDisjunction(expr, unless, parts, context);
    if (expr.op === "==" && (expr.left.kind === "rate" || expr.right.kind === "rate"))
      return splitRate(expr, unless, parts, context);
    const constraints = compareClocks(expr, context);
    if (constraints) {
      for (const c of constraints) parts.clocks.push(unless ? { ...c, unless } : c);
      return;
    }
  }
  if (expr.kind === "quantified" && expr.quantifier === "forall") {
    const range = context.shape(context.typeOf(expr.binder.type));
    if (range.kind === "int" || range.kind === "scalar") {
      const variable = context.symbol(expr.binder.name) as Variable;
      unroll(variable, range.low, range.high, expr, context, (inner) => split(expr.body, unless, parts, inner));
      return;
    }
  }
  context.refuse("clock-term", "symbolic verification cannot use clocks in this way", expr);
}

function splitDisjunction(expr: Binary, unless: Code | undefined, parts: Parts, context: Context): void {
  const leftHasClock = mentionsClock(expr.left, context);
  const clockSide = leftHasClock ? expr.left : expr.right;
  const dataSide = leftHasClock ? expr.right : expr.left;
  if (mentionsClock(dataSide, context) || (leftHasClock && expr.op === "imply")) {
    context.refuse("clock-term", "symbolic verification cannot use a disjunction of clock constraints here", expr);
    return;
  }
  const data = context.value(dataSide);
  const lifted = expr.op === "imply" ? not(data) : data;
  if (isConst(lifted) && lifted.value !== 0) return;
  const condition = isConst(lifted) ? unless : unless ? either(unless, lifted) : lifted;
  split(clockSide, condition, parts, context);
}

function splitRate(expr: Binary, unless: Code | undefined, parts: Parts, context: Context): void {
  const [side, value] = expr.left.kind === "rate" ? [expr.left, expr.right] : [expr.right, expr.left];
  if (side.kind !== "rate") return;
  const place = context.place(side.clock);
  // Hybrid clocks have no symbolic meaning (5.10).
  if (isLeftOut(context.type(side.clock))) return;
  if (place?.shape.kind !== "clock") {
    context.refuse("clock-term", "symbolic verification cannot set the rate of this clock", expr);
    return;
  }
  const rate = context.value(value);
  parts.rates.push({ ...(unless ? { unless } : {}), clock: clockAddress(place), rate, origin: context.origin(expr) });
}

const zeroClock: ClockRef = { base: 0, terms: [] };

/** A comparison of clocks as constraints `left - right < bound`; undefined when it is not one the zones can express. */
export function compareClocks(expr: Binary, context: Context): ClockConstraint[] | undefined {
  if (expr.op !== "<" && expr.op !== "<=" && expr.op !== ">" && expr.op !== ">=" && expr.op !== "==") return undefined;
  const a = lowerLinear(expr.left, context);
  const b = lowerLinear(expr.right, context);
  if (!a || !b) return undefined;
  const { clocks, rest } = minus(a, b, expr, context);
  const positive = clocks.filter((c) => c.factor === 1);
  const negative = clocks.filter((c) => c.factor === -1);
  if (positive.length > 1 || negative.length > 1 || clocks.length === 0) return undefined;
  const left = positive[0]?.clock ?? zeroClock;
  const right = negative[0]?.clock ?? zeroClock;
  const origin = context.origin(expr);
  // left - right + rest ~ 0
  const upper = (strict: boolean): ClockConstraint => ({ left, right, strict, bound: negate(rest), origin });
  const lower = (strict: boolean): ClockConstraint => ({ left: right, right: left, strict, bound: rest, origin });
  switch (expr.op) {
    case "<":
      return [upper(true)];
    case "<=":
      return [upper(false)];
    case ">":
      return [lower(true)];
    case ">=":
      return [lower(false)];
    case "==":
      return [upper(false), lower(false)];
  }
}
