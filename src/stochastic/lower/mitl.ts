import { greatest } from "../../base/index.ts";
import { type Expr, type Quantified, someExpr } from "../../syntax/index.ts";
import type { Mitl } from "../query.ts";
import { lowerCondition } from "./condition.ts";
import type { Context } from "./context.ts";
import { expandedItems } from "./expression.ts";

/**
 * Formulas of metric interval temporal logic in negation normal form. `<>[a,b] p` is `true U[a,b] p`, `[][a,b] p` is
 * `false R[a,b] p`.
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

/**
 * A quantifier over numbers is a chain. Who is spawned has no place of its own for the whole run, so a formula cannot follow it.
 */
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
const falsehood: Mitl = { is: "or", items: [] };

function lowerPathOperator(expr: Expr & { kind: "path" }, context: Context, holds: boolean): Mitl {
  const right = lowerMitl(expr.right, context, holds);
  if (expr.op === "X") return { is: "next", formula: right };
  const [low, high] = expr.interval?.map((end) => context.number(end)) ?? [];
  if (low === undefined || high === undefined || low < 0 || high < low) {
    context.refuse("mitl-interval", "this operator needs an interval [a,b] with 0 <= a <= b", expr);
    return right;
  }
  const left = expr.left ? lowerMitl(expr.left, context, holds) : undefined;
  switch (expr.op) {
    case "U":
    case "<>":
      return { is: holds ? "until" : "release", low, high, left: left ?? (holds ? truth : falsehood), right };
    case "R":
    case "[]":
      return { is: holds ? "release" : "until", low, high, left: left ?? (holds ? falsehood : truth), right };
    default:
      context.refuse("mitl-operator", `'${expr.op}' is no operator of metric interval temporal logic`, expr);
      return right;
  }
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
      return horizonOf(formula.formula);
    case "and":
    case "or":
      return greatest(formula.items.map(horizonOf), 0);
    default:
      return formula.high + Math.max(horizonOf(formula.left), horizonOf(formula.right));
  }
}
