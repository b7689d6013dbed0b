import { type Expr, someExpr } from "../syntax/index.ts";
import * as is from "./class.ts";
import type { Context } from "./context.ts";
import type { Traits } from "./label.ts";
import type { CheckedTemplate, Features, Variable } from "./model.ts";
import type { Type } from "./type.ts";

/**
 * Which analyses a model supports (docs/compatibility.md FC1). Only templates of the system line count. Other than UPPAAL's
 * parser, a guard is searched throughout for comparisons with doubles, sums of clocks do not count as such, and constants
 * are followed in clock rates.
 */
export function classify(
  ctx: Context,
  globals: readonly Variable[],
  templates: Iterable<CheckedTemplate>,
  traits: Traits,
): Features {
  const used = [...templates];
  const symbolic =
    ctx.dynamics.size === 0 && !globals.some((v) => startsWithDouble(ctx, v)) && used.every((t) => isSymbolic(ctx, t));
  return {
    symbolic,
    stochastic: !traits.priorities && allBroadcast(globals),
    concrete: !traits.priorities,
  };
}

/** Whether statistical queries accept the channels: every one declared globally, arrays aside, is broadcast. */
export function allBroadcast(globals: readonly Variable[]): boolean {
  return globals.every(({ type }) => type.kind !== "chan" || type.broadcast);
}

function isSymbolic(ctx: Context, template: CheckedTemplate): boolean {
  return (
    !template.variables.some((v) => startsWithDouble(ctx, v)) &&
    template.edges.every(
      ({ node }) =>
        (node.update?.value ?? []).every((e) => !assignsDouble(ctx, e)) &&
        (node.guard === undefined || !comparesDouble(ctx, node.guard.value)),
    ) &&
    template.locations.every(({ node }) => node.invariant === undefined || !setsOtherRate(ctx, node.invariant.value))
  );
}

function startsWithDouble(ctx: Context, { type, initialiser }: Variable): boolean {
  return (
    type.kind === "clock" && initialiser !== undefined && initialiser.kind !== "list" && usesDouble(ctx, initialiser)
  );
}

export function usesDouble(ctx: Pick<Context, "tables">, expr: Expr): boolean {
  return someExpr(expr, (part) => ctx.tables.typeOf(part)?.kind === "double");
}

export function usesHybrid(ctx: Pick<Context, "tables">, expr: Expr): boolean {
  return someExpr(expr, (part) => {
    const type = ctx.tables.typeOf(part);
    return type !== undefined && isHybrid(is.stripArrays(type));
  });
}

function isHybrid(type: Type): boolean {
  return type.kind === "clock" && type.hybrid;
}

function assignsDouble(ctx: Context, expr: Expr): boolean {
  return ctx.doubles && expr.kind === "assign" && expr.op === "=" && usesDouble(ctx, expr) && !usesHybrid(ctx, expr);
}

const comparisons: ReadonlySet<string> = new Set(["<", "<=", "==", "!=", ">=", ">"]);

function comparesDouble(ctx: Context, guard: Expr): boolean {
  return (
    ctx.doubles &&
    someExpr(
      guard,
      (part) =>
        part.kind === "binary" &&
        comparisons.has(part.op) &&
        (holdsDouble(ctx, part.left) || holdsDouble(ctx, part.right)),
    )
  );
}

/** Like usesDouble, but `n - x` and `x + y` are only called doubles: they are sums of clocks. */
function holdsDouble(ctx: Context, expr: Expr): boolean {
  return someExpr(expr, (part) => {
    if (part.kind === "unary" || (part.kind === "binary" && (part.op === "+" || part.op === "-"))) return false;
    return ctx.tables.typeOf(part)?.kind === "double";
  });
}

/** A rate known to be neither 0 nor 1, on a clock that is not hybrid. */
function setsOtherRate(ctx: Context, invariant: Expr): boolean {
  return someExpr(invariant, (part) => {
    if (part.kind !== "binary" || part.op !== "==") return false;
    const rate = part.left.kind === "rate" ? part.left : part.right.kind === "rate" ? part.right : undefined;
    if (rate === undefined || usesHybrid(ctx, rate.clock)) return false;
    const value = ctx.evaluator.evaluate(rate === part.left ? part.right : part.left);
    return typeof value === "number" && value !== 0 && value !== 1;
  });
}
