import type { Span } from "../base/index.ts";
import type { Edge, Expr, Sync } from "../syntax/index.ts";
import { someExpr } from "../syntax/index.ts";
import * as is from "./class.ts";
import type { Context } from "./context.ts";
import { noEffect } from "./expression.ts";
import type { Variable } from "./model.ts";
import { showType } from "./show.ts";
import { comparisonHint } from "./slips.ts";
import { checkUpdate } from "./statement.ts";
import type { Type } from "./type.ts";
import { makeBinder } from "./typeexpr.ts";

/** What labels tell of the whole model; queries and features depend on it. */
export interface Traits {
  strictInvariant: boolean;
  /** A receiver on a broadcast channel with a clock guard (W7). */
  clockGuardedReceiver: boolean;
  /** `c!`, `c?` met; `c` alone met (W9). */
  io: boolean;
  csp: boolean;
  /** The first that has no mark. */
  unmarked?: Span;
  mixed: boolean;
  priorities: boolean;
}

/** An expression that must not change anything; `use` says whether its type will do and complains otherwise. */
export function checkPure(ctx: Context, expr: Expr, what: string, use: (type: Type) => boolean): Type {
  const before = ctx.effects;
  const type = ctx.check(expr);
  if (type.kind === "unknown") return type;
  if (use(type) && ctx.effects !== before)
    ctx.error("side-effect", expr, `${what} must not change anything`, comparisonHint(expr));
  return type;
}

export function checkInvariant(ctx: Context, expr: Expr, traits: Traits): void {
  const type = checkPure(ctx, expr, "an invariant", (t) => {
    if (is.isInvariantOrRate(t)) return true;
    ctx.error("not-an-invariant", expr, `${showType(t)} cannot be used as an invariant`, invariantHint(expr, t));
    return false;
  });
  if (!is.isInvariantOrRate(type)) return;
  for (const part of conjuncts(ctx, expr, type)) {
    if (part.kind !== "binary" || part.op !== "<" || !mentionsClock(ctx, part)) continue;
    traits.strictInvariant = true;
    ctx.warn(
      "strict-invariant",
      part,
      "strict invariant: it lets time come arbitrarily close to the bound but not reach it",
    );
    return;
  }
}

function invariantHint(expr: Expr, type: Type): string | undefined {
  if (expr.kind === "binary" && expr.op === "==" && type.kind === "guard")
    return "an invariant can only bound a clock from one side; use '<='";
  return type.kind === "constraint"
    ? "disjunctions and negations of clock constraints are only for queries"
    : comparisonHint(expr);
}

/** UPPAAL takes an invariant with rates apart, and any other as a whole. */
function* conjuncts(ctx: Context, root: Expr, type: Type): Generator<Expr> {
  if (type.kind !== "rate") return yield root;
  const pending: Expr[] = [root];
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    if (ctx.types.get(part)?.kind !== "rate") yield part;
    else if (part.kind === "binary" && part.op === "&&") pending.push(part.right, part.left);
    else if (part.kind === "quantified") pending.push(part.body);
  }
}

function mentionsClock(ctx: Context, expr: Expr): boolean {
  return someExpr(expr, (part) => {
    const kind = ctx.tables.typeOf(part)?.kind;
    return kind === "clock" || kind === "difference";
  });
}

/** An exponential rate: `r` or `a : b` (W12). */
export function checkRate(ctx: Context, exprs: readonly Expr[]): void {
  const types = exprs.map((e) => ctx.check(e));
  if (types.some((t) => t.kind === "unknown")) return;
  const pair = exprs.length > 1;
  const bad = types.findIndex((t) => !is.isIntegral(t) && (pair || t.kind !== "double"));
  const [expr, type] = [exprs[bad], types[bad]];
  if (expr === undefined || type === undefined) return;
  if (pair) ctx.error("unknown-type", expr, `both parts of a rate must be integers, not ${showType(type)}`);
  else ctx.error("number-expected", expr, `a rate must be a number, not ${showType(type)}`);
}

/** `select i : T` (W4). The variables are constant; their ranges cannot depend on one another. */
export function checkSelects(ctx: Context, edge: Edge): Variable[] {
  return (edge.select?.value ?? []).map((binder) => declareBinder(ctx, binder));
}

export function declareBinder(ctx: Context, binder: Parameters<typeof makeBinder>[1]): Variable {
  const variable = makeBinder(ctx, binder);
  const { type } = variable;
  if (type.kind !== "int" && type.kind !== "scalar") {
    if (type.kind !== "unknown") {
      ctx.error(
        "select-type",
        binder.type,
        `a range of integers or a scalar set is needed here, not ${showType(type)}`,
      );
    }
  } else if (type.kind === "int" && type.low === undefined) {
    ctx.error("select-range", binder.type, "a range is needed here");
  } else if (ctx.lookup(variable.name) !== undefined) {
    ctx.warn("shadowed-name", binder.name, `'${variable.name}' hides another name`);
  }
  ctx.scope.set(variable.name, variable);
  return variable;
}

/**
 * Guard, synchronisation, update and weight of an edge, in the scope of its selects. `toBranch`: its target is a branch point.
 */
export function checkLabels(ctx: Context, edge: Edge, toBranch: boolean, traits: Traits): void {
  const guard = edge.guard?.value;
  const guardType = guard === undefined ? undefined : checkGuard(ctx, guard);
  if (edge.sync !== undefined) checkSync(ctx, edge.sync.value, { guard, guardType, toBranch }, traits);
  if (edge.update !== undefined) checkUpdates(ctx, edge.update.value);
  const weight = edge.probability?.value;
  if (weight !== undefined) {
    checkPure(ctx, weight, "a weight", (t) => {
      if (is.isWeight(t)) return true;
      ctx.error("not-a-probability", weight, `${showType(t)} cannot be used as a weight`);
      return false;
    });
  }
}

function checkGuard(ctx: Context, expr: Expr): Type {
  return checkPure(ctx, expr, "a guard", (t) => {
    if (is.isGuard(t)) return true;
    const hint =
      t.kind === "constraint"
        ? "make two edges: disjunctions and negations of clock constraints are only for queries"
        : t.kind === "rate"
          ? "rates belong in invariants"
          : (comparisonHint(expr) ?? (t.kind === "clock" ? "compare it with a bound: 'x >= 3'" : undefined));
    ctx.error("not-a-guard", expr, `${showType(t)} cannot be used as a guard`, hint);
    return false;
  });
}

interface Guarded {
  readonly guard: Expr | undefined;
  readonly guardType: Type | undefined;
  readonly toBranch: boolean;
}

function checkSync(ctx: Context, sync: Sync, { guard, guardType, toBranch }: Guarded, traits: Traits): void {
  const type = checkPure(ctx, sync.channel, "a synchronisation", (t) => {
    if (t.kind === "chan") return true;
    const hint = t.kind === "array" && is.stripArrays(t).kind === "chan" ? "give the index of the channel" : undefined;
    ctx.error("channel-expected", sync.channel, `a channel is needed here, not ${showType(t)}`, hint);
    return false;
  });
  if (type.kind === "unknown") return;
  if (type.kind === "chan") checkChannel(ctx, sync, type, { guard, guardType, toBranch }, traits);
  if (sync.direction !== "") traits.io = true;
  else {
    traits.csp = true;
    traits.unmarked ??= sync;
  }
  if (traits.io && traits.unmarked !== undefined && !traits.mixed) {
    traits.mixed = true;
    ctx.error(
      "mixed-synchronisation",
      traits.unmarked,
      "synchronisations with and without '!' or '?' cannot be mixed in one model",
      "put '!' behind the channel to send, '?' to receive",
    );
  }
}

function checkChannel(
  ctx: Context,
  sync: Sync,
  type: Type & { kind: "chan" },
  { guard, guardType, toBranch }: Guarded,
  traits: Traits,
): void {
  const clockGuard =
    guard !== undefined && guardType !== undefined && guardType.kind !== "unknown" && !is.isIntegral(guardType);
  const receives = type.broadcast && sync.direction === "?";
  if (type.urgent && clockGuard) {
    ctx.warn("urgent-clock-guard", sync, "a clock guard on an urgent channel");
  } else if (receives && clockGuard) traits.clockGuardedReceiver = true;
  if (receives && toBranch && (guard === undefined || isTrue(guard))) {
    ctx.warn(
      "input-to-branch",
      sync,
      "a receiver without guard leads to a branch point: statistical checking needs deterministic inputs",
    );
  }
  if (type.urgent && guard !== undefined && (strictBound(ctx, guard, "lower") || strictBound(ctx, guard, "upper"))) {
    ctx.warn("urgent-strict-bound", guard, "a strict bound on an urgent edge may not make sense");
  }
}

function isTrue(expr: Expr): boolean {
  return (expr.kind === "bool" && expr.value) || (expr.kind === "int" && expr.value === 1);
}

/** Whether a clock is bounded strictly, from below (`x > n`, `n < x`) or from above. */
export function strictBound(ctx: Pick<Context, "tables">, guard: Expr, side: "lower" | "upper"): boolean {
  return someExpr(guard, (part) => {
    if (part.kind !== "binary" || (part.op !== "<" && part.op !== ">")) return false;
    const left = ctx.tables.typeOf(part.left) ?? is.unknown;
    const right = ctx.tables.typeOf(part.right) ?? is.unknown;
    const clockFirst = (part.op === ">") === (side === "lower");
    return clockFirst ? is.isClock(left) && is.isIntegral(right) : is.isIntegral(left) && is.isClock(right);
  });
}

/** A comma list of updates (W10). */
export function checkUpdates(ctx: Context, exprs: readonly Expr[]): void {
  if (exprs.length === 1) return checkUpdate(ctx, exprs[0]!);
  for (const expr of exprs) checkListed(ctx, expr);
}

export function checkListed(ctx: Context, expr: Expr): void {
  const before = ctx.effects;
  const type = ctx.check(expr);
  if (type.kind === "unknown") return;
  if (!is.isAssignable(type) && type.kind !== "void") {
    ctx.error("comma-type", expr, `${showType(type)} cannot stand in a list of updates`);
  } else if (ctx.effects === before) noEffect(ctx, expr);
}
