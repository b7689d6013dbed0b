/**
 * Expressions whose value has no meaning (docs/semantics.md 1.8): doubles and hybrid clocks. They are evaluated for what they
 * change on their way, in the order of evaluation: of `d = n++` the step counts, of `d = f()` the call.
 */
import { type Expr, printExpr, someExpr } from "../../src/syntax/index.ts";
import type { Code, Value } from "./expression.ts";
import { Unsupported } from "./outcome.ts";
import { type Context, isLeftOut, typeOf } from "./scope.ts";

/** Whether evaluating it writes anything. */
export function changes(expr: Expr, context: Context): boolean {
  return someExpr(expr, (part) => {
    if (part.kind === "assign" || part.kind === "step" || part.kind === "spawn" || part.kind === "exit") return true;
    if (part.kind !== "call") return false;
    const func = part.callee.kind === "name" ? context.tables.symbolOf(part.callee) : undefined;
    return func?.kind !== "function" || (func.builtin !== true && func.writes.size > 0);
  });
}

export function effect(expr: Expr, context: Context, code: Code): Value {
  if (!changes(expr, context)) return () => 0;
  if (!isLeftOut(typeOf(expr, context))) return code.value(expr, context);
  const all = (...parts: readonly Expr[]): Value => {
    const runs = parts.map((part) => effect(part, context, code));
    return () => {
      for (const run of runs) run();
      return 0;
    };
  };
  switch (expr.kind) {
    case "assign":
      return all(expr.target, expr.value);
    case "index":
      return all(expr.array, expr.index);
    case "unary":
      return all(expr.operand);
    case "name":
      return () => 0;
    case "binary":
      return all(expr.left, expr.right);
    case "comma":
      return all(...expr.items);
    case "conditional": {
      const test = code.value(expr.condition, context);
      const [yes, no] = [all(expr.yes), all(expr.no)];
      return () => (test() !== 0 ? yes() : no());
    }
    case "call": {
      const func = expr.callee.kind === "name" ? context.tables.symbolOf(expr.callee) : undefined;
      if (func?.kind === "function" && func.builtin) return all(...expr.args);
      return code.run(expr, context);
    }
    default:
      throw new Unsupported(`'${printExpr(expr)}', a value without meaning that changes something`);
  }
}
