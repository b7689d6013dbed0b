/**
 * Sums of clocks and integers (docs/semantics.md 2.12): `x`, `x - y`, `n - x`, `x + n`. What is beside the clocks is summed
 * without a limit.
 */
import { type Expr, printExpr, someExpr } from "../../src/syntax/index.ts";
import type { Code, Value } from "./expression.ts";
import { Unsupported } from "./outcome.ts";
import { type Context, typeOf } from "./scope.ts";

export interface Linear {
  readonly clocks: readonly { readonly clock: Value; readonly sign: 1 | -1 }[];
  readonly rest: Value;
}

export function linear(expr: Expr, context: Context, code: Code): Linear {
  const isPlace = expr.kind === "name" || expr.kind === "index" || expr.kind === "member";
  if (isPlace && typeOf(expr, context).kind === "clock") {
    const at = code.address(expr, context);
    const { memory } = context;
    return { clocks: [{ clock: () => memory.cells[at()]!, sign: 1 }], rest: () => 0 };
  }
  if (!someExpr(expr, (part) => typeOf(part, context).kind === "clock"))
    return { clocks: [], rest: code.value(expr, context) };
  if (expr.kind === "unary" && expr.op !== "!") {
    const inner = linear(expr.operand, context, code);
    return expr.op === "-" ? difference({ clocks: [], rest: () => 0 }, inner) : inner;
  }
  if (expr.kind === "binary" && (expr.op === "+" || expr.op === "-")) {
    const [left, right] = [linear(expr.left, context, code), linear(expr.right, context, code)];
    if (expr.op === "-") return difference(left, right);
    return { clocks: [...left.clocks, ...right.clocks], rest: () => left.rest() + right.rest() };
  }
  throw new Unsupported(`clocks in '${printExpr(expr)}'`);
}

export function difference(a: Linear, b: Linear): Linear {
  const turned = b.clocks.map(({ clock, sign }) => ({ clock, sign: sign === 1 ? (-1 as const) : (1 as const) }));
  return { clocks: [...a.clocks, ...turned], rest: () => a.rest() - b.rest() };
}
