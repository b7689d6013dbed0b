import { assert, last } from "../base/index.ts";
import { type Binary, type Expr, type Query, someExpr } from "../syntax/index.ts";
import * as is from "./class.ts";
import { isComputable } from "./effects.ts";
import { strictBound } from "./label.ts";
import {
  checkDeadlock,
  checkFormula,
  checkPure,
  checkStatistical,
  checkStrategyName,
  type QueryContext,
} from "./queryparts.ts";
import { showType } from "./show.ts";
import type { Type } from "./type.ts";

/**
 * Games, strategies, statistics, learning and charts (docs/compatibility.md QG1 to QS8): checked as far as names and types
 * go, so that faults are shown where they are; verification refuses them by name.
 */
type OtherQuery = Extract<Query, { readonly kind: "other" }>;

export function checkOther(q: QueryContext, query: OtherQuery): void {
  if (query.imitate !== undefined) checkStrategyName(q, query.imitate);
  switch (query.family) {
    case "control":
      return checkControl(q, query);
    case "strategy":
      return checkStrategy(q, query);
    case "SMC":
      return checkStatistics(q, query);
    case "learning":
      return checkLearning(q, query);
    case "MITL":
      q.ctx.mitl = true;
      for (const expr of query.exprs) checkPure(q, expr);
      return;
    case "LSC":
      return checkScenario(q, query);
    case "ecdar":
    case "until":
      return;
  }
}

function checkScenario(q: QueryContext, query: OtherQuery): void {
  const {
    ctx,
    checked: { assembly, traits },
  } = q;
  const { name } = query;
  if (name === undefined) return;
  if (!assembly.scenarios.has(name.name)) {
    if (ctx.lookup(name.name) === undefined) ctx.error("no-such-scenario", name, `there is no chart '${name.name}'`);
    else ctx.error("not-a-scenario", name, `'${name.name}' is not a chart`);
  } else if (traits.priorities || traits.clockGuardedReceiver) {
    ctx.error(
      "scenario-model",
      query,
      `charts cannot be checked for a model with ${traits.priorities ? "priorities" : "clock guards on broadcast receivers"}`,
    );
  }
}

// ---------------------------------------------------------------- games

function checkControl(q: QueryContext, query: OtherQuery): void {
  const { ctx, checked } = q;
  const [goal] = query.parts;
  assert(goal !== undefined, "a game has a goal");
  const observed = query.shape.startsWith("{");
  let good = true;
  for (const expr of query.exprs) {
    const type = checkPure(q, expr);
    if (type.kind === "unknown") good = false;
    else if (observed && !is.isFormula(type)) {
      ctx.error("unknown-type", expr, `an observation is a condition, not ${showType(type)}`);
      good = false;
    }
  }
  if (!checkGoal(q, goal) || !good) return;
  if (observed && !checkObservations(q, [...query.exprs, ...formulasOf(goal)])) return;
  if (!checkDeadlock(q, query, formulasOf(goal))) return;
  if (ctx.dynamics.size > 0) {
    ctx.error("query-dynamic", query, "models with dynamic templates allow statistical queries only");
  } else if (!isControlGoal(query, goal)) {
    const timed = query.head === "control_t*";
    ctx.error(
      timed ? "control-time-type" : "control-type",
      goal,
      `'${query.head}' needs ${timed ? "A<> or A[ U ]" : "A<>, A[], A[ U ] or A[ W ]"}`,
    );
  } else if (observed && hasStrictLowerBound(q)) {
    ctx.error(
      "control-strict-guard",
      query,
      "partial observation needs guards of controllable edges without strict lower bounds",
    );
  } else if (checked.traits.strictInvariant) {
    ctx.error("control-strict-invariant", query, "games need invariants without strict bounds");
  }
}

function formulasOf(goal: Query): readonly Expr[] {
  switch (goal.kind) {
    case "E<>":
    case "A[]":
    case "E[]":
    case "A<>":
      return [goal.formula];
    case "-->":
      return [goal.left, goal.right];
    default:
      return goal.exprs;
  }
}

/** The goal of a game: a path formula; `A[] (p and A<> q)` is one too. */
function checkGoal(q: QueryContext, goal: Query): boolean {
  let good = true;
  for (const expr of formulasOf(goal)) {
    const type = checkPure(q, expr);
    if (type.kind === "unknown") good = false;
    else if (!is.isFormula(type)) {
      q.ctx.error("unknown-type", expr, `a query is about conditions, not about ${showType(type)}`);
      good = false;
    }
  }
  return good;
}

function isControlGoal(query: OtherQuery, goal: Query): boolean {
  if (goal.kind === "A<>") return true;
  if (goal.kind === "other" && goal.family === "until")
    return query.head !== "control_t*" || goal.shape.includes(" U ");
  return goal.kind === "A[]" && query.head !== "control_t*";
}

function hasStrictLowerBound(q: QueryContext): boolean {
  const { templates } = q.checked.model;
  return templates.some((t) =>
    t.edges.some(
      ({ node }) => node.controllable && node.guard !== undefined && strictBound(q.ctx, node.guard.value, "lower"),
    ),
  );
}

const comparisons: ReadonlySet<string> = new Set(["<", "<=", "==", "!=", ">=", ">"]);

/** Observations of clocks: lower bounds weak, upper bounds strict, no differences. */
function checkObservations(q: QueryContext, exprs: readonly Expr[]): boolean {
  let good = true;
  for (const expr of exprs) {
    someExpr(expr, (part) => {
      if (part.kind === "binary" && comparisons.has(part.op)) good = checkObservation(q, part) && good;
      return false;
    });
  }
  return good;
}

function checkObservation(q: QueryContext, expr: Binary): boolean {
  const left = q.ctx.types.get(expr.left) ?? is.unknown;
  const right = q.ctx.types.get(expr.right) ?? is.unknown;
  const clockLeft = is.isClock(left) && is.isIntegral(right);
  const clockRight = is.isIntegral(left) && is.isClock(right);
  const wrong =
    expr.op === "<" || expr.op === ">="
      ? clockRight
      : expr.op === "<=" || expr.op === ">"
        ? clockLeft
        : clockLeft || clockRight;
  if (wrong) {
    q.ctx.error("observation-bound", expr, "an observed clock has weak lower and strict upper bounds");
    return false;
  }
  if (
    (is.isClock(left) && is.isClock(right)) ||
    (is.isDifference(left) && is.isInteger(right)) ||
    (is.isInteger(left) && is.isDifference(right))
  ) {
    q.ctx.error("observation-difference", expr, "differences of clocks cannot be observed");
    return false;
  }
  return true;
}

function checkStrategy(q: QueryContext, query: OtherQuery): void {
  const { ctx } = q;
  for (const part of query.parts) if (part.kind === "other") checkOther(q, part);
  if (query.head === "strategy") {
    if (query.name !== undefined && q.strategies.has(query.name.name)) {
      ctx.warn("duplicate-strategy", query.name, `the strategy '${query.name.name}' is declared again`);
    }
    return;
  }
  if (query.head === "saveStrategy" && query.name !== undefined) checkStrategyName(q, query.name);
  const types = query.exprs.map((e) => checkPure(q, e));
  const file = query.head === "saveStrategy" ? 0 : query.exprs.length - 1;
  const [expr, type] = [query.exprs[file], types[file]];
  if (expr !== undefined && type !== undefined && type.kind !== "unknown" && type.kind !== "string") {
    ctx.error("strategy-file", expr, "the name of a file is a string");
  }
}

// ---------------------------------------------------------------- statistics

interface Cursor {
  at: number;
}

/** The shape has a hole for each expression, in their order. */
function next(query: OtherQuery, cursor: Cursor): Expr {
  const expr = query.exprs[cursor.at++];
  assert(expr !== undefined, "each hole of a query has its expression");
  return expr;
}

/** `[<=T]`, `[x<=T]`, `[#<=N]`, with `; runs`: how many expressions stand there follows from the shape. */
function checkBound(q: QueryContext, query: OtherQuery, cursor: Cursor): boolean {
  const bracket = /\[(#<=\$|<=\$|\$<=\$)(; \$)?\]/.exec(query.shape);
  if (bracket === null) return false;
  let good = true;
  if (bracket[1] === "$<=$") {
    const clock = next(query, cursor);
    const type = checkPure(q, clock);
    good = require(q, clock, type, is.isClock(type), "clock-expected", "a clock");
  }
  good = checkCount(q, next(query, cursor)) && good;
  if (bracket[2] !== undefined) good = checkCount(q, next(query, cursor)) && good;
  return good;
}

function require(
  q: QueryContext,
  expr: Expr,
  type: Type,
  fits: boolean,
  code: "clock-expected" | "integer-expected" | "boolean-expected" | "integer-or-clock-expected",
  what: string,
): boolean {
  if (type.kind === "unknown") return false;
  if (!fits) q.ctx.error(code, expr, `${what} is needed here, not ${showType(type)}`);
  return fits;
}

/** A bound or a number of runs: an integer known at compile time. */
function checkCount(q: QueryContext, expr: Expr): boolean {
  const type = checkPure(q, expr);
  if (type.kind === "unknown") return false;
  if (!isComputable(q.ctx, expr)) {
    q.ctx.error("not-computable", expr, "this must be known at compile time");
    return false;
  }
  return require(q, expr, type, is.isIntegral(type), "integer-expected", "an integer");
}

function checkPredicate(q: QueryContext, expr: Expr): boolean {
  const type = checkPure(q, expr);
  return require(q, expr, type, is.isConstraint(type), "boolean-expected", "a condition");
}

function checkWatched(q: QueryContext, expr: Expr, aggregates: boolean): boolean {
  const type = checkPure(q, expr);
  const fits =
    is.isNumber(type) || is.isConstraint(type) || (aggregates && (type.kind === "struct" || type.kind === "array"));
  return require(q, expr, type, fits, "integer-or-clock-expected", "a number or a condition");
}

function checkStatistics(q: QueryContext, query: OtherQuery): void {
  let good = true;
  for (const part of query.parts) if (part.kind === "other") good = checkEstimate(q, part) && good;
  if (query.parts.length === 0) good = checkEstimate(q, query);
  else if (query.parts.some((part) => part.kind === "other" && countsRuns(part))) {
    q.ctx.error("compared-runs", query, "probabilities are compared without a number of runs");
    good = false;
  }
  if (good && checkDeadlock(q, query, [...query.exprs, ...query.parts.flatMap(formulasOf)]))
    checkStatistical(q, query, false);
}

/** `[<=T; runs]` */
function countsRuns(query: OtherQuery): boolean {
  return /^\w+\[[^\]]*; \$\]/.test(query.shape);
}

function checkEstimate(q: QueryContext, query: OtherQuery): boolean {
  const cursor: Cursor = { at: 0 };
  let good = true;
  if (query.head === "simulate" && query.shape.startsWith("simulate $")) good = checkCount(q, next(query, cursor));
  good = checkBound(q, query, cursor) && good;
  const rest = query.exprs.slice(cursor.at);
  if (query.head === "E") {
    if (!/\((min|max): /.test(query.shape)) {
      q.ctx.error("min-or-max", query, "'min' or 'max' is needed here");
      return false;
    }
    return rest.every((e) => checkWatched(q, e, false)) && good;
  }
  if (query.head === "simulate") {
    const after = (query.shape.match(/ : \$/g) ?? []).length;
    const watched = rest.slice(0, rest.length - after);
    for (const e of watched) good = checkWatched(q, e, true) && good;
    if (after > 0) good = checkPredicate(q, last(rest)) && good;
    if (after > 1) good = checkCount(q, last(rest.slice(0, -1))) && good;
    return good;
  }
  const limit = /\) (>=|<=) \$$/.test(query.shape);
  if (limit && countsRuns(query)) {
    q.ctx.error("explicit-runs", query, "the number of runs follows from the confidence here");
    good = false;
  }
  for (const [i, e] of rest.entries()) {
    if (limit && i === rest.length - 1) checkPure(q, e);
    else good = checkPredicate(q, e) && good;
  }
  return good;
}

function checkLearning(q: QueryContext, query: OtherQuery): void {
  const cursor: Cursor = { at: 0 };
  let good = true;
  if (query.shape.startsWith(`${query.head}($)`)) good = checkPure(q, next(query, cursor)).kind !== "unknown";
  good = checkBound(q, query, cursor) && good;
  for (const expr of query.exprs.slice(cursor.at, -1)) good = checkPure(q, expr).kind !== "unknown" && good;
  const goal = query.exprs[query.exprs.length - 1];
  if (goal !== undefined) good = checkFormula(q, goal, query) && good;
  if (query.shape.includes(": [] $")) {
    q.ctx.error("learning-path", query, "a learning goal begins with '<>'");
    return;
  }
  if (good && checkDeadlock(q, query, query.exprs)) checkStatistical(q, query, true);
}
