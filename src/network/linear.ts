import type { Expr } from "../syntax/index.ts";
import { someExpr } from "../syntax/index.ts";
import type { ClockRef, Code } from "./code.ts";
import type { Context } from "./context.ts";
import { binary, isConst, negate, zero } from "./fold.ts";
import { clockAddress } from "./place.ts";

/** A sum of clocks, each taken +1 or -1 times, and an integer. */
interface Linear {
  readonly clocks: readonly { readonly clock: ClockRef; readonly factor: 1 | -1 }[];
  readonly rest: Code;
}

/** Whether an expression reads a clock (or the rate of one). */
export function mentionsClock(expr: Expr, context: Context): boolean {
  return someExpr(expr, (part) => {
    if (part.kind === "rate") return true;
    if (part.kind !== "name" && part.kind !== "member" && part.kind !== "index") return false;
    return context.type(part).kind === "clock";
  });
}

/** Takes `x`, `x - y`, `n - x`, `x + n`, `-(x - 3)` apart; undefined when clocks occur in any other way. */
export function lowerLinear(expr: Expr, context: Context): Linear | undefined {
  if (
    context.type(expr).kind === "clock" &&
    (expr.kind === "name" || expr.kind === "index" || expr.kind === "member")
  ) {
    const place = context.place(expr);
    if (!place || place.shape.kind !== "clock") return undefined;
    return { clocks: [{ clock: clockAddress(place), factor: 1 }], rest: zero };
  }
  if (!mentionsClock(expr, context)) return { clocks: [], rest: context.value(expr) };
  if (expr.kind === "unary" && expr.op !== "!") {
    const inner = lowerLinear(expr.operand, context);
    return inner && expr.op === "-" ? minus({ clocks: [], rest: zero }, inner, expr, context) : inner;
  }
  if (expr.kind === "binary" && (expr.op === "+" || expr.op === "-")) {
    const left = lowerLinear(expr.left, context);
    const right = lowerLinear(expr.right, context);
    if (!left || !right) return undefined;
    if (expr.op === "-") return minus(left, right, expr, context);
    return {
      clocks: [...left.clocks, ...right.clocks],
      rest: binary("add", left.rest, right.rest, context.origin(expr)),
    };
  }
  return undefined;
}

export function minus(a: Linear, b: Linear, expr: Expr, context: Context): Linear {
  const flipped = b.clocks.map(({ clock, factor }) => ({ clock, factor: factor === 1 ? (-1 as const) : (1 as const) }));
  const rest =
    isConst(a.rest) && a.rest.value === 0 ? negate(b.rest) : binary("sub", a.rest, b.rest, context.origin(expr));
  return { clocks: [...a.clocks, ...flipped], rest };
}
