import { assert, wants } from "../base/index.ts";
import { type Expr, type Name, type Query, someExpr } from "../syntax/index.ts";
import { arrange, type Checked, checkedOf } from "./check.ts";
import * as is from "./class.ts";
import { Context } from "./context.ts";
import { checkExpr } from "./expression.ts";
import { allBroadcast, usesDouble, usesHybrid } from "./features.ts";
import type { CheckedExpression, CheckedQuery, Model } from "./model.ts";
import { checkOther } from "./otherquery.ts";
import { showType } from "./show.ts";
import { comparisonHint } from "./slips.ts";
import type { Type } from "./type.ts";

export interface QueryOptions {
  /** Names of strategies that earlier queries of the session have declared. */
  readonly strategies?: Iterable<string>;
}

/** Everything a query is checked against. */
export interface QueryContext {
  readonly ctx: Context;
  readonly checked: Checked;
  readonly strategies: ReadonlySet<string>;
}

/**
 * Checks a query against a model (docs/compatibility.md QY1 to QS8). Queries see globals and, as `P.x`, what the processes of the
 * system line have; never the names inside templates. A query at fault leaves the model as good as it was.
 */
export function checkQuery(model: Model, query: Query, options: QueryOptions = {}): CheckedQuery {
  wants("checkQuery", model, "model");
  wants("checkQuery", query, "query");
  const q = queryContext(model, options);
  checkAny(q, query);
  const { symbols, types, typeExprs, diagnostics } = q.ctx;
  return { query, symbols, types, typeExprs, diagnostics: arrange(diagnostics) };
}

/** The queries of one file, in order: a later one may speak of strategies that an earlier one declares. */
export function checkQueries(model: Model, queries: readonly Query[]): CheckedQuery[] {
  wants("checkQueries", model, "model");
  wants("checkQueries", queries, "list");
  const strategies = new Set<string>();
  return queries.map((query) => {
    const checked = checkQuery(model, query, { strategies });
    if (query.kind === "other" && query.head === "strategy" && query.name !== undefined)
      strategies.add(query.name.name);
    return checked;
  });
}

/** An expression as it could stand in a query; for simulators and tests. */
export function checkExpression(model: Model, expr: Expr): CheckedExpression {
  const { ctx } = queryContext(model, {});
  const type = checkExpr(ctx, expr);
  const { symbols, types, typeExprs, diagnostics } = ctx;
  return { expr, type, symbols, types, typeExprs, diagnostics: arrange(diagnostics) };
}

function queryContext(model: Model, options: QueryOptions): QueryContext {
  const checked = checkedOf(model);
  assert(checked !== undefined, "queries are checked against models made by check()");
  const ctx = new Context(checked.context.options, checked.context.scope, checked.context);
  ctx.processes = checked.assembly.processes;
  return { ctx, checked, strategies: new Set(options.strategies) };
}

/** One query or a part of one; false when something was wrong with it. */
function checkAny(q: QueryContext, query: Query): void {
  const { ctx } = q;
  if (query.under !== undefined) checkStrategyName(q, query.under);
  switch (query.kind) {
    case "E<>":
    case "A[]":
    case "E[]":
    case "A<>":
      if (checkFormula(q, query.formula, query)) checkPlace(q, query, [query.formula]);
      return;
    case "-->": {
      const left = checkFormula(q, query.left, query);
      if (checkFormula(q, query.right, query) && left) checkPlace(q, query, [query.left, query.right]);
      return;
    }
    case "sup":
    case "inf":
    case "bounds":
      if (checkBounds(q, query)) checkPlace(q, query, [...(query.predicate ? [query.predicate] : []), ...query.exprs]);
      return;
    case "other":
      if (query.family === "until") {
        const good = query.exprs.map((expr) => checkFormula(q, expr, query));
        if (good.every((so) => so) && checkDeadlock(q, query, query.exprs)) {
          ctx.error("property-type", query, "an until formula stands only after 'control:'");
        }
        return;
      }
      return checkOther(q, query);
  }
}

export function checkStrategyName(q: QueryContext, name: Name): void {
  if (!q.strategies.has(name.name)) q.ctx.error("unknown-strategy", name, `there is no strategy '${name.name}'`);
}

/** An expression that must not change anything. */
export function checkPure(q: QueryContext, expr: Expr): Type {
  const before = q.ctx.effects;
  const type = checkExpr(q.ctx, expr);
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

function checkBounds(q: QueryContext, query: Query & { readonly kind: "sup" | "inf" | "bounds" }): boolean {
  let good = true;
  if (query.predicate !== undefined) {
    const type = checkPure(q, query.predicate);
    if (type.kind === "unknown") good = false;
    else if (!is.isConstraint(type)) {
      q.ctx.error("boolean-expected", query.predicate, `the condition must be a boolean, not ${showType(type)}`);
      good = false;
    }
  }
  for (const expr of query.exprs) {
    const type = checkPure(q, expr);
    if (type.kind === "unknown") good = false;
    else if (!is.isIntegral(type) && !is.isClock(type)) {
      q.ctx.error("clock-expected", expr, `'${query.kind}' is over integers and clocks, not over ${showType(type)}`);
      good = false;
    }
  }
  return good;
}

/** What the form of a query and the model as a whole allow. */
function checkPlace(q: QueryContext, query: Query, exprs: readonly Expr[]): void {
  if (!checkDeadlock(q, query, exprs)) return;
  const { ctx, checked } = q;
  if (ctx.dynamics.size > 0)
    ctx.error("query-dynamic", query, "models with dynamic templates allow statistical queries only");
  else if (checked.traits.csp && checked.traits.priorities) {
    ctx.error("query-csp", query, "CSP synchronisation does not go together with priorities");
  } else {
    const double = exprs.find((e) => usesDouble(ctx, e) || usesHybrid(ctx, e));
    if (double !== undefined)
      ctx.error("query-doubles", double, "symbolic queries cannot speak about doubles and hybrid clocks");
  }
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

/** Conditions of statistical queries on the model. */
export function checkStatistical(q: QueryContext, query: Query, allowPriorities: boolean): boolean {
  const { ctx, checked } = q;
  if (!allowPriorities && checked.traits.priorities) {
    ctx.error("query-priorities", query, "statistical queries do not go together with priorities");
    return false;
  }
  if (allBroadcast(checked.model.variables)) return true;
  ctx.error("query-broadcast", query, "statistical queries need every channel to be broadcast");
  return false;
}
