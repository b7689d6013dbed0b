import { append, unreachable } from "../base/index.ts";
import type { Expr } from "./tree.ts";

/** The direct sub-expressions of an expression, left to right. Types inside binders are not visited. */
export function childrenOf(expr: Expr): readonly Expr[] {
  switch (expr.kind) {
    case "int":
    case "real":
    case "bool":
    case "string":
    case "name":
    case "deadlock":
    case "exit":
    case "numOf":
    case "broken":
      return [];
    case "unary":
    case "step":
      return [expr.operand];
    case "binary":
      return [expr.left, expr.right];
    case "assign":
      return [expr.target, expr.value];
    case "conditional":
      return [expr.condition, expr.yes, expr.no];
    case "index":
      return [expr.array, expr.index];
    case "call":
      return [expr.callee, ...expr.args];
    case "member":
      return [expr.object];
    case "rate":
      return [expr.clock];
    case "quantified":
      return [expr.body];
    case "comma":
      return expr.items;
    case "spawn":
      return expr.args;
    case "path":
      return expr.left ? [expr.left, expr.right] : [expr.right];
    default:
      return unreachable(expr);
  }
}

/** Whether some part of an expression, or the whole, satisfies the test. Depth is limited only by memory. */
export function someExpr(expr: Expr, test: (part: Expr) => boolean): boolean {
  const pending: Expr[] = [expr];
  for (let part = pending.pop(); part; part = pending.pop()) {
    if (test(part)) return true;
    append(pending, childrenOf(part));
  }
  return false;
}
