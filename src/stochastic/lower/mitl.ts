import { greatest } from "../../base/index.ts";
import type { Expr } from "../../syntax/index.ts";
import type { Mitl } from "../query.ts";
import { lowerCondition } from "./condition.ts";
import type { Context } from "./context.ts";

/** Formulas of metric interval temporal logic in negation normal form. `<>[a,b] p` is `true U[a,b] p`, `[][a,b] p` is `false R[a,b] p`. */
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
  return { is: "state", condition: lowerCondition(expr, context, holds) };
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
  if (expr.kind === "path") return true;
  if (expr.kind === "unary") return hasPath(expr.operand);
  return expr.kind === "binary" && (hasPath(expr.left) || hasPath(expr.right));
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
