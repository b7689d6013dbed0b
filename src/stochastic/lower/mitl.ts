import { greatest } from "../../base/index.ts";
import { type Expr, type Quantified, someExpr } from "../../syntax/index.ts";
import type { Mitl } from "../query.ts";
import { lowerCondition } from "./condition.ts";
import type { Context } from "./context.ts";
import { expandedItems } from "./expression.ts";

/**
 * Formulas of metric interval temporal logic. `<>[a,b] p` is `true U[a,b] p`; `a R b` is `!(!a U !b)`, and `[] p` is `!<> !p`. Conditions are
 * asked in the form in which a single state decides: of several states of one moment one may satisfy a condition and another its negation, and
 * `[] p` is about all of them.
 */
export function lowerMitl(expr: Expr, context: Context, holds = true): Mitl {
  if (expr.kind === "path") return lowerPathOperator(expr, context, holds);
  if (expr.kind === "unary" && expr.op === "!" && hasPath(expr.operand))
    return lowerMitl(expr.operand, context, !holds);
  if (expr.kind === "binary" && (expr.op === "&&" || expr.op === "||") && hasPath(expr)) {
    const items = [expr.left, expr.right].map((part) => lowerMitl(part, context, holds));
    return { is: (expr.op === "&&") === holds ? "and" : "or", items };
  }
  if (expr.kind === "binary" && expr.op === "imply" && hasPath(expr)) {
    const items = [lowerMitl(expr.left, context, !holds), lowerMitl(expr.right, context, holds)];
    return { is: holds ? "or" : "and", items };
  }
  if (expr.kind === "quantified" && hasPath(expr.body)) return lowerQuantifier(expr, context, holds);
  return { is: "state", condition: lowerCondition(expr, context, holds) };
}

/** A quantifier over numbers is a chain. Who is spawned has no place of its own for the whole run, so a formula cannot follow it. */
function lowerQuantifier(expr: Quantified, context: Context, holds: boolean): Mitl {
  const { quantifier, binder, body } = expr;
  const { base } = binder.type;
  if (quantifier !== "forall" && quantifier !== "exists") {
    context.refuse("not-statistical", `a formula in time cannot stand in '${quantifier}'`, expr);
    return truth;
  }
  if (base.kind === "named" && context.builder.pools.has(base.name)) {
    context.refuse("not-statistical", `a formula in time cannot follow single processes of '${base.name}'`, expr);
    return truth;
  }
  const items = expandedItems(expr, context, (inner) => lowerMitl(body, inner, holds), true) ?? [];
  return { is: (quantifier === "forall") === holds ? "and" : "or", items: items.map(({ item }) => item) };
}

const truth: Mitl = { is: "and", items: [] };

function lowerPathOperator(expr: Expr & { kind: "path" }, context: Context, holds: boolean): Mitl {
  const said = (formula: Mitl, is: boolean): Mitl => (is ? formula : { is: "not", formula });
  if (expr.op === "X") return said({ is: "next", formula: lowerMitl(expr.right, context) }, holds);
  const isUntil = expr.op === "U" || expr.op === "<>";
  if (!isUntil && expr.op !== "R" && expr.op !== "[]") {
    context.refuse("mitl-operator", `'${expr.op}' is no operator of metric interval temporal logic`, expr);
    return truth;
  }
  const [low, high] = expr.interval?.map((end) => context.number(end)) ?? [];
  if (low === undefined || high === undefined || low < 0 || high < low) {
    context.refuse("mitl-interval", "this operator needs an interval [a,b] with 0 <= a <= b", expr);
    return truth;
  }
  const right = lowerMitl(expr.right, context, isUntil);
  // What holds all the way is denied by no state on it.
  const left = expr.left ? said(lowerMitl(expr.left, context, !isUntil), false) : truth;
  return said({ is: "until", low, high, left, right }, isUntil === holds);
}

function hasPath(expr: Expr): boolean {
  return someExpr(expr, ({ kind }) => kind === "path");
}

/** How far a run must go until the formula is decided. */
export function horizonOf(formula: Mitl): number {
  switch (formula.is) {
    case "state":
      return 0;
    case "next":
    case "not":
      return horizonOf(formula.formula);
    case "and":
    case "or":
      return greatest(formula.items.map(horizonOf), 0);
    default:
      return formula.high + Math.max(horizonOf(formula.left), horizonOf(formula.right));
  }
}
