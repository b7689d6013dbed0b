import { assert, type Diagnostic, type Span, wants } from "../base/index.ts";
import type { Expr, Query, QueryEntry } from "../syntax/index.ts";
import { arrange, checkedOf } from "./check.ts";
import * as is from "./class.ts";
import { Context } from "./context.ts";
import { checkExpr } from "./expression.ts";
import { usesDouble, usesHybrid } from "./features.ts";
import type { CheckedExpression, CheckedQuery, Model } from "./model.ts";
import { checkOther } from "./otherquery.ts";
import { checkDeadlock, checkFormula, checkPure, checkStrategyName, type QueryContext } from "./queryparts.ts";
import { showType } from "./show.ts";
import { doubleHint } from "./slips.ts";

interface QueryOptions {
  /** Names of strategies that earlier queries of the session have declared. */
  readonly strategies?: Iterable<string>;
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

/** What is wrong with queries: their form, and the meaning of those whose form is right. */
export function queryFaults(
  form: readonly Diagnostic[],
  entries: readonly QueryEntry[],
  checked: readonly CheckedQuery[],
): readonly Diagnostic[] {
  wants("queryFaults", form, "list");
  wants("queryFaults", entries, "list");
  wants("queryFaults", checked, "list");
  const isBroken = (entry: Span | undefined): boolean =>
    entry !== undefined && form.some(({ span }) => entry.start <= span.start && span.end <= entry.end);
  const read = entries.filter(({ query }) => query !== undefined);
  return [...form, ...checked.flatMap(({ diagnostics }, i) => (isBroken(read[i]) ? [] : diagnostics))];
}

/** An expression as it could stand in a query; for simulators and tests. */
export function checkExpression(model: Model, expr: Expr): CheckedExpression {
  const { ctx } = queryContext(model, {});
  const type = ctx.check(expr);
  const { symbols, types, typeExprs, diagnostics } = ctx;
  return { expr, type, symbols, types, typeExprs, diagnostics: arrange(diagnostics) };
}

function queryContext(model: Model, options: QueryOptions): QueryContext {
  const checked = checkedOf(model);
  assert(checked !== undefined, "queries are checked against models made by check()");
  const ctx = new Context(checked.context.options, checked.context.scope, checkExpr, checked.context);
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
      ctx.error(
        "query-doubles",
        double,
        "symbolic queries cannot speak about doubles and hybrid clocks",
        doubleHint(ctx, double),
      );
  }
}
