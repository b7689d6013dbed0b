import type { Type } from "../model/index.ts";
import { type Expr, someExpr } from "../syntax/index.ts";
import type { Code } from "./code.ts";
import type { Context } from "./context.ts";
import { choose, isConst, zero } from "./fold.ts";

/**
 * Values that are left out: doubles and hybrid clocks have no symbolic meaning (5.10). An expression that computes one is
 * code only for what it changes on its way, in the order of evaluation: `d = n++` counts, `d = f()` runs f.
 */
export function lowerLeftOut(expr: Expr, context: Context): Code {
  if (!mayChange(expr, context)) return zero;
  if (!isLeftOut(context.type(expr))) return context.value(expr);
  switch (expr.kind) {
    case "assign":
      return sequence(lowerLeftOut(expr.target, context), lowerLeftOut(expr.value, context));
    case "index":
      return sequence(lowerLeftOut(expr.array, context), context.value(expr.index));
    case "unary":
      return lowerLeftOut(expr.operand, context);
    case "binary":
      return sequence(lowerLeftOut(expr.left, context), lowerLeftOut(expr.right, context));
    case "conditional":
      return choose(context.value(expr.condition), lowerLeftOut(expr.yes, context), lowerLeftOut(expr.no, context));
    case "comma":
      return sequence(...expr.items.map((item) => lowerLeftOut(item, context)));
    case "call": {
      const func = expr.callee.kind === "name" ? context.symbol(expr.callee) : undefined;
      if (func?.kind === "function" && func.builtin)
        return sequence(...expr.args.map((arg) => lowerLeftOut(arg, context)));
      return context.value(expr);
    }
    default:
      context.refuse("not-symbolic", "a value that symbolic verification leaves out changes something here", expr);
      return zero;
  }
}

export function isLeftOut(type: Type): boolean {
  return type.kind === "double" || (type.kind === "clock" && type.hybrid);
}

/** Whether evaluating writes anything that counts, itself or in functions. */
function mayChange(expr: Expr, context: Context): boolean {
  return someExpr(expr, (part) => {
    if (part.kind === "assign") return !isLeftOut(context.type(part.target)) || part.op !== "=";
    if (part.kind === "step" || part.kind === "spawn" || part.kind === "exit") return true;
    if (part.kind !== "call") return false;
    const func = part.callee.kind === "name" ? context.symbol(part.callee) : undefined;
    return func?.kind !== "function" || (!func.builtin && [...func.writes].some((v) => !isLeftOut(v.type)));
  });
}

function sequence(...codes: readonly Code[]): Code {
  const items = codes.filter((code) => !isConst(code));
  return items.length > 1 ? { op: "sequence", items } : (items[0] ?? zero);
}
