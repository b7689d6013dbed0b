/**
 * Guards and invariants (docs/semantics.md 3.2, 5.1): a conjunction of conditions on data, bounds on clocks and differences,
 * which a condition on data may lift (`p || x <= 3`), and rates. Data is evaluated first; then the bounds are listed for the
 * state at hand.
 */
import { type Binary, type Expr, printExpr } from "../../src/syntax/index.ts";
import { code, mentionsClock, type Value, value } from "./expression.ts";
import { difference, linear } from "./linear.ts";
import { Fault, Unsupported } from "./outcome.ts";
import { binder } from "./quantified.ts";
import { type Context, typeOf } from "./scope.ts";

/** Clock `left` minus clock `right` is below `bound`, or at most that where `strict` is 0. */
export interface Limit {
  readonly left: number;
  readonly right: number;
  readonly bound: number;
  readonly strict: 0 | 1;
}

export interface Condition {
  /** Whether the data allows it. */
  readonly data: () => boolean;
  /** Adds the bounds on clocks. */
  readonly limits: (out: Limit[]) => void;
  /** Notes which clocks stand still (4.1). */
  readonly rates: (stands: boolean[]) => void;
  /** Whether it says anything of clocks, and of rates. */
  readonly hasLimits: boolean;
  readonly hasRates: boolean;
}

const nothing = { limits: () => {}, rates: () => {}, hasLimits: false, hasRates: false };

/** Whether the data alone may decide that a condition does not hold, judged by its form. */
export function mayBeFalse(expr: Expr, context: Context): boolean {
  if (!mentionsClock(expr, context)) return true;
  if (expr.kind === "quantified") return mayBeFalse(expr.body, context);
  if (expr.kind !== "binary") return false;
  const sides = [expr.left, expr.right];
  if (expr.op === "&&") return sides.some((side) => mayBeFalse(side, context));
  // Data lifts the rest of these.
  const isLifted = expr.op === "||" || expr.op === "imply";
  return isLifted && sides.some((side) => mentionsClock(side, context) && mayBeFalse(side, context));
}

export function condition(expr: Expr | undefined, context: Context): Condition {
  if (expr === undefined) return { ...nothing, data: () => true };
  if (!mentionsClock(expr, context)) {
    const test = value(expr, context);
    return { ...nothing, data: () => test() !== 0 };
  }
  if (expr.kind === "binary") {
    if (expr.op === "&&") return both(condition(expr.left, context), condition(expr.right, context));
    if (expr.op === "||" || expr.op === "imply") return unless(expr, context);
    const isRate = expr.left.kind === "rate" || expr.right.kind === "rate";
    if (expr.op === "==" && isRate) return rate(expr, context);
    const limits = comparison(expr, context);
    return { ...nothing, data: () => true, limits: (out) => void out.push(...limits()), hasLimits: true };
  }
  if (expr.kind === "quantified" && expr.quantifier === "forall") {
    const { each, inner } = binder(expr, context, code);
    const body = condition(expr.body, inner);
    const forEach = (run: () => void): void => {
      each(() => {
        run();
        return false;
      });
    };
    return {
      ...body,
      data: () => !each(() => !body.data()),
      limits: (out) => forEach(() => body.limits(out)),
      rates: (stands) => forEach(() => body.rates(stands)),
    };
  }
  throw new Unsupported(`clocks in '${printExpr(expr)}'`);
}

function both(a: Condition, b: Condition): Condition {
  return {
    data: () => a.data() && b.data(),
    limits: (out) => {
      a.limits(out);
      b.limits(out);
    },
    rates: (stands) => {
      a.rates(stands);
      b.rates(stands);
    },
    hasLimits: a.hasLimits || b.hasLimits,
    hasRates: a.hasRates || b.hasRates,
  };
}

/** `p || c`, `c || p`, `p imply c`, where p is about data. */
function unless({ op, left, right }: Binary, context: Context): Condition {
  const isLeft = mentionsClock(left, context);
  const [clocks, data] = isLeft ? [left, right] : [right, left];
  if (mentionsClock(data, context) || (isLeft && op === "imply"))
    throw new Unsupported("a disjunction of bounds on clocks in a guard or invariant");
  const test = value(data, context);
  const isLifted = op === "imply" ? () => test() === 0 : () => test() !== 0;
  const inner = condition(clocks, context);
  return {
    ...inner,
    data: () => isLifted() || inner.data(),
    limits: (out) => {
      if (!isLifted()) inner.limits(out);
    },
    rates: (stands) => {
      if (!isLifted()) inner.rates(stands);
    },
  };
}

function rate(expr: Binary, context: Context): Condition {
  const [side, other] = expr.left.kind === "rate" ? [expr.left, expr.right] : [expr.right, expr.left];
  if (side.kind !== "rate") throw new Unsupported(`'${printExpr(expr)}'`);
  const type = typeOf(side.clock, context);
  // Hybrid clocks have no meaning (1.8).
  if (type.kind === "clock" && type.hybrid) return { ...nothing, data: () => true };
  const at = code.address(side.clock, context);
  const speed = value(other, context);
  const { memory } = context;
  const rates = (stands: boolean[]): void => {
    const given = speed();
    if (given !== 0 && given !== 1) throw new Fault(`the rate ${given} in '${printExpr(expr)}'`);
    if (given === 0) stands[memory.cells[at()]!] = true;
  };
  return { ...nothing, data: () => true, rates, hasRates: true };
}

/** A comparison of clocks as bounds: one, or two for `==` (2.12). */
export function comparison(expr: Binary, context: Context): () => Limit[] {
  const { op } = expr;
  const sum = difference(linear(expr.left, context, code), linear(expr.right, context, code));
  const [positive, negative] = [1, -1].map((sign) => sum.clocks.filter((c) => c.sign === sign));
  if (positive!.length > 1 || negative!.length > 1) throw new Unsupported(`the sum of clocks in '${printExpr(expr)}'`);
  const clock = ([only]: readonly { readonly clock: Value }[]): Value => only?.clock ?? (() => 0);
  const [left, right] = [clock(positive!), clock(negative!)];
  // left - right + rest ~ 0
  const upper = (strict: 0 | 1): Limit => ({ left: left(), right: right(), bound: -sum.rest(), strict });
  const lower = (strict: 0 | 1): Limit => ({ left: right(), right: left(), bound: sum.rest(), strict });
  switch (op) {
    case "<":
      return () => [upper(1)];
    case "<=":
      return () => [upper(0)];
    case ">":
      return () => [lower(1)];
    case ">=":
      return () => [lower(0)];
    case "==":
      return () => [upper(0), lower(0)];
    default:
      throw new Unsupported(`'${printExpr(expr)}': clocks compared by '${op}'`);
  }
}
