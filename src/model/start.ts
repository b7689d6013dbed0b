import type { Expr } from "../syntax/index.ts";
import type { Context } from "./context.ts";
import type { CheckedTemplate } from "./model.ts";

/**
 * Warns of an initial location that no process can be in: clocks begin at 0, so an invariant that bounds one from below, such
 * as `x >= 5`, forbids the start, and with it every state. Mostly a guard was meant.
 */
export function warnBlockedStart(ctx: Context, { initial, locations }: CheckedTemplate): void {
  const invariant = locations[initial]?.node.invariant?.value;
  if (invariant === undefined) return;
  const pending: Expr[] = [invariant];
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    if (part.kind !== "binary") continue;
    if (part.op === "&&") pending.push(part.right, part.left);
    else if (isAboveZero(ctx, part))
      ctx.warn(
        "blocked-start",
        part,
        "clocks begin at 0: this invariant of the initial location forbids the start",
        "to wait until then, write it as a guard on the edges that leave the location",
      );
  }
}

/** `x >= 5`, `x > 0`, `5 <= x` and the like, where `x` is a clock without an initial value. */
function isAboveZero(ctx: Context, { op, left, right }: Extract<Expr, { kind: "binary" }>): boolean {
  if (op === ">=" || op === ">") return isClock(ctx, left) && isPositive(ctx, right, op === ">");
  return (op === "<=" || op === "<") && isClock(ctx, right) && isPositive(ctx, left, op === "<");
}

function isClock(ctx: Context, expr: Expr): boolean {
  const symbol = expr.kind === "name" ? ctx.symbols.get(expr) : undefined;
  if (symbol?.kind !== "variable" || symbol.type.kind !== "clock") return false;
  return symbol.initialiser === undefined && symbol.role !== "parameter";
}

function isPositive(ctx: Context, expr: Expr, orZero: boolean): boolean {
  const value = ctx.evaluator.evaluate(expr);
  return typeof value === "number" && (orZero ? value >= 0 : value > 0);
}
