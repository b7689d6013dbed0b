import type { Variable } from "../model/index.ts";
import type { Expr } from "../syntax/index.ts";
import { someExpr } from "../syntax/index.ts";
import type { Formula } from "./code.ts";
import { compareClocks } from "./constraint.ts";
import type { Context } from "./context.ts";
import { zero } from "./fold.ts";
import { mentionsClock } from "./linear.ts";
import { unroll } from "./lower.ts";

/**
 * State formulas of queries: clock constraints and `deadlock` under any boolean combination. What mentions neither stays
 * one piece of data code.
 */
export function lowerFormula(expr: Expr, context: Context): Formula {
  const deadlock = someExpr(expr, (part) => part.kind === "deadlock");
  if (!deadlock && !mentionsClock(expr, context)) return { is: "data", code: context.value(expr) };
  switch (expr.kind) {
    case "deadlock":
      return { is: "deadlock", origin: context.origin(expr) };
    case "unary":
      if (expr.op === "!") return { is: "not", a: lowerFormula(expr.operand, context) };
      break;
    case "conditional": {
      const condition = lowerFormula(expr.condition, context);
      const yes = lowerFormula(expr.yes, context);
      const no = lowerFormula(expr.no, context);
      return {
        is: "or",
        items: [
          { is: "and", items: [condition, yes] },
          { is: "and", items: [{ is: "not", a: condition }, no] },
        ],
      };
    }
    case "quantified": {
      const range = context.shape(context.typeOf(expr.binder.type));
      if (
        (range.kind === "int" || range.kind === "scalar") &&
        (expr.quantifier === "forall" || expr.quantifier === "exists")
      ) {
        const variable = context.symbol(expr.binder.name) as Variable;
        const items = unroll(variable, range.low, range.high, expr, context, (inner) => lowerFormula(expr.body, inner));
        return { is: expr.quantifier === "forall" ? "and" : "or", items };
      }
      break;
    }
    case "binary": {
      const formula = lowerConnective(expr, context);
      if (formula) return formula;
      break;
    }
    default:
  }
  context.refuse("clock-term", "symbolic verification cannot use clocks in this way", expr);
  return { is: "data", code: zero };
}

function lowerConnective(expr: Expr & { kind: "binary" }, context: Context): Formula | undefined {
  const inner = (part: Expr) => lowerFormula(part, context);
  switch (expr.op) {
    case "&&":
    case "||": {
      // Chains are left-nested and may be long.
      const items: Expr[] = [];
      let left: Expr = expr;
      for (; left.kind === "binary" && left.op === expr.op; left = left.left) items.push(left.right);
      items.push(left);
      return { is: expr.op === "&&" ? "and" : "or", items: items.reverse().map(inner) };
    }
    case "imply":
      return { is: "or", items: [{ is: "not", a: inner(expr.left) }, inner(expr.right)] };
    case "!=": {
      const same = compareClocks({ ...expr, op: "==" }, context);
      return same && { is: "not", a: { is: "and", items: same.map((constraint) => ({ is: "clock", constraint })) } };
    }
    default: {
      const constraints = compareClocks(expr, context);
      if (!constraints) return undefined;
      if (constraints.length === 1) return { is: "clock", constraint: constraints[0]! };
      return { is: "and", items: constraints.map((constraint) => ({ is: "clock", constraint })) };
    }
  }
}

/** Whether a formula speaks neither of clocks nor of deadlocks. */
export function isDataOnly(formula: Formula): boolean {
  switch (formula.is) {
    case "data":
      return true;
    case "clock":
    case "deadlock":
      return false;
    case "not":
      return isDataOnly(formula.a);
    default:
      return formula.items.every(isDataOnly);
  }
}

/** Whether it is about nothing: who asks for `A[] true` wants all states explored. */
export function isConstant(formula: Formula): boolean {
  return formula.is === "data" ? formula.code.op === "const" : formula.is === "not" && isConstant(formula.a);
}
