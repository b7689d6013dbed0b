/** What queries of all kinds are made of: conditions that change nothing, names of strategies, what the model must not have. */
import { type Expr, type Name, type Query, someExpr } from "../syntax/index.ts";
import type { Checked } from "./check.ts";
import * as is from "./class.ts";
import type { Context } from "./context.ts";
import { allBroadcast } from "./features.ts";
import { showType } from "./show.ts";
import { comparisonHint } from "./slips.ts";
import type { Type } from "./type.ts";

/** Everything a query is checked against. */
export interface QueryContext {
  readonly ctx: Context;
  readonly checked: Checked;
  readonly strategies: ReadonlySet<string>;
}

export function checkStrategyName(q: QueryContext, name: Name): void {
  if (!q.strategies.has(name.name)) q.ctx.error("unknown-strategy", name, `there is no strategy '${name.name}'`);
}

/** An expression that must not change anything. */
export function checkPure(q: QueryContext, expr: Expr): Type {
  const before = q.ctx.effects;
  const type = q.ctx.check(expr);
  if (type.kind === "unknown" || q.ctx.effects === before) return type;
  q.ctx.error("side-effect", expr, "a query must not change anything", comparisonHint(expr));
  return is.unknown;
}

/** A state formula: no path quantifier inside. */
export function checkFormula(q: QueryContext, expr: Expr, query: Query): boolean {
  const type = checkPure(q, expr);
  if (type.kind === "unknown") return false;
  if (is.isConstraint(type)) return true;
  if (is.isFormula(type)) q.ctx.error("nested-path", expr, "path quantifiers cannot be nested");
  else
    q.ctx.error(
      "unknown-type",
      expr,
      `a query is about conditions, not about ${showType(type)}`,
      formulaHint(q, expr, query),
    );
  return false;
}

function formulaHint(q: QueryContext, expr: Expr, query: Query): string | undefined {
  const symbol = expr.kind === "name" ? q.ctx.tables.symbolOf(expr) : undefined;
  if (symbol?.kind !== "instance" || query.kind === "other") return undefined;
  const first = q.ctx.processes?.get(symbol)?.template.locations[0];
  return first === undefined ? undefined : `name a location: '${symbol.name}.${first.name}'`;
}

export function checkDeadlock(q: QueryContext, query: Query, exprs: readonly Expr[]): boolean {
  const at = exprs.find((e) => someExpr(e, (part) => part.kind === "deadlock"));
  if (at === undefined) return true;
  const { traits } = q.checked;
  if (traits.priorities || traits.clockGuardedReceiver) {
    q.ctx.error(
      "deadlock-model",
      at,
      `'deadlock' cannot be used with a model that has ${traits.priorities ? "priorities" : "clock guards on broadcast receivers"}`,
    );
    return false;
  }
  if (query.kind === "E<>" || query.kind === "A[]") return true;
  q.ctx.error("deadlock-place", at, "'deadlock' can only be used in E<> and A[]");
  return false;
}

/** Conditions of statistical queries on the model. UPPAAL refuses handshakes; runs take those where one partner is ready. */
export function checkStatistical(q: QueryContext, query: Query, allowPriorities: boolean): void {
  const { ctx, checked } = q;
  if (!allowPriorities && checked.traits.priorities)
    ctx.error("query-priorities", query, "statistical queries do not go together with priorities");
  else if (!allBroadcast(checked.model.variables))
    ctx.warn(
      "query-broadcast",
      query,
      "not every channel is broadcast, as UPPAAL demands: a handshake with several partners ready ends the query",
    );
}
