import { type Diagnostic, hasErrors, wants } from "../../base/index.ts";
import type { CheckedQuery } from "../../model/index.ts";
import { type Expr, printExpr, type Query } from "../../syntax/index.ts";
import type { Code, Condition } from "../code.ts";
import { type Bound, conditionsOf, type Mitl, type Path, type StatisticalQuery, type Watched } from "../query.ts";
import { isLine, lowerCondition } from "./condition.ts";
import { Builder, Context } from "./context.ts";
import { queryDraws } from "./draws.ts";
import { lower } from "./expression.ts";
import { all } from "./fold.ts";
import type { InstantiatedStochastic } from "./instantiate.ts";
import { horizonOf, lowerMitl } from "./mitl.ts";
import { lowerPlace } from "./name.ts";
import { addressOf } from "./place.ts";

type Other = Extract<Query, { kind: "other" }>;
type Shaped<T = StatisticalQuery> = T extends unknown ? Omit<T, "text" | "origin" | "cells" | "functions"> : never;

/** Whether this is a query that runs answer. */
export function isStatistical(query: Query): boolean {
  wants("isStatistical", query, "query");
  return query.kind === "other" && (query.family === "SMC" || query.family === "MITL");
}

/** A checked statistical query to code over the cells of the network, which stays as it is. */
export function instantiateStatistical(
  made: InstantiatedStochastic,
  checked: CheckedQuery,
  text: string,
): { query?: StatisticalQuery; diagnostics: readonly Diagnostic[] } {
  wants("instantiateStatistical", made, "stochastic model");
  wants("instantiateStatistical", checked, "checked query");
  wants("instantiateStatistical", text, "text");
  const { model, builder: base } = made;
  const builder = new Builder(base);
  const context = new Context(model, builder, builder.globals, lower, {
    file: "query",
    tables: checked,
    place: checked.query,
  });
  const shaped = lowerQuery(checked.query, context);
  const { diagnostics, cells } = builder;
  if (shaped !== undefined && queryDraws(...askedOf(shaped), builder.functions))
    context.refuse(
      "random-condition",
      "a query cannot draw random numbers: it is evaluated more than once",
      checked.query,
    );
  if (shaped === undefined || hasErrors(diagnostics)) return { diagnostics };
  const functions = builder.functions.slice(base.functions.length);
  const origin = context.origin(checked.query);
  const query = { ...shaped, text, origin, cells, functions } as StatisticalQuery;
  sources.set(query, checked);
  return { query, diagnostics };
}

const sources = new WeakMap<StatisticalQuery, CheckedQuery>();

/** What a query was made from, for those who prove what it asks. */
export function sourceOf(query: StatisticalQuery): CheckedQuery | undefined {
  return sources.get(query);
}

/** All conditions and values that a query has evaluated. */
function askedOf(query: Shaped): [conditions: readonly Condition[], codes: readonly Code[]] {
  const ofPath = ({ goal, lost }: Path) => (lost ? [goal, lost] : [goal]);
  switch (query.kind) {
    case "comparison":
      return [[...ofPath(query.first), ...ofPath(query.second)], []];
    case "expectation":
      return [[], [query.value.code]];
    case "simulate":
      return [query.filter ? [query.filter.goal] : [], query.values.map(({ code }) => code)];
    case "mitl":
      return [conditionsOf(query.formula), []];
    default:
      return [ofPath(query.path), []];
  }
}

function lowerQuery(query: Query, context: Context): Shaped | undefined {
  if (query.kind !== "other" || !isStatistical(query)) {
    context.refuse("query-kind", "this is not a statistical query", query);
    return undefined;
  }
  const under = [query, ...query.parts].find((part) => part.under)?.under;
  if (under) {
    context.refuse("query-kind", `a query under a strategy ('under ${under.name}') cannot be answered`, under);
    return undefined;
  }
  if (query.family === "MITL") return lowerFormula(query, context);
  if (query.head === "simulate") return lowerSimulate(query, context);
  if (query.head === "E") return lowerExpectation(query, context);
  return lowerProbability(query, context);
}

/** The expressions of a query in the order in which its shape has places for them. */
class Places {
  private readonly exprs: readonly Expr[];
  private next = 0;

  constructor({ exprs }: Other) {
    this.exprs = exprs;
  }

  take(): Expr {
    const expr = this.exprs[this.next++];
    if (expr === undefined) throw new Error("the shape of a query has a place for each expression");
    return expr;
  }
}

/** `[<=T; N]`, `[x<=T; N]`, `[#<=N; N]`. */
function lowerBound(shape: string, places: Places, context: Context): { bound: Bound; runs?: number } {
  const inside = /\[([^\]]*)\]/.exec(shape)?.[1] ?? "";
  const clock = inside.startsWith("$") ? places.take() : undefined;
  const limit = positive(places.take(), "the bound of a run", 0, context);
  const runs = inside.includes(";") ? { runs: positive(places.take(), "the number of runs", 1, context) } : {};
  if (clock === undefined)
    return { bound: inside.startsWith("#") ? { by: "steps", limit } : { by: "time", limit }, ...runs };
  const place = lowerPlace(clock, context);
  if (place?.shape.kind !== "clock") {
    context.refuse("query-bound", "a run is bounded by time, by steps (#), or by a clock", clock);
    return { bound: { by: "time", limit }, ...runs };
  }
  return {
    bound: { by: "clock", clock: { op: "clock", is: "real", at: addressOf(place) }, limit, text: printExpr(clock) },
    ...runs,
  };
}

function positive(expr: Expr, what: string, least: number, context: Context): number {
  const value = context.number(expr);
  if (value < least || !Number.isFinite(value))
    context.refuse("query-bound", `${what} must be at least ${least}, not ${value}`, expr);
  return value;
}

function lowerProbability(query: Other, context: Context): Shaped {
  if (query.parts.length === 2) {
    const [first, second] = query.parts.map(
      (part) => lowerPath(part as Other, new Places(part as Other), context).path,
    );
    if (first && second) return { kind: "comparison", first, second };
  }
  const places = new Places(query);
  const { path, runs } = lowerPath(query, places, context);
  const relation = / (>=|<=) \$$/.exec(query.shape)?.[1];
  if (relation === undefined) return { kind: "probability", path, ...(runs === undefined ? {} : { runs }) };
  const where = places.take();
  const limit = context.number(where);
  if (!(limit >= 0 && limit <= 1))
    context.refuse("query-probability", `a probability is between 0 and 1, not ${limit}`, where);
  if (runs !== undefined)
    context.refuse("query-runs", "a hypothesis test decides by itself how many runs it needs", query);
  return { kind: "hypothesis", path, relation: relation as ">=" | "<=", limit };
}

/** `(<> p)`, `([] p)`, `(p U q)` behind the bound. */
function lowerPath(query: Other, places: Places, context: Context): { path: Path; runs?: number } {
  const { bound, ...runs } = lowerBound(query.shape, places, context);
  const first = places.take();
  if (query.shape.includes("(<> ")) {
    const path = { bound, goal: lowerCondition(first, context), succeeds: true, text: `<> ${printExpr(first)}` };
    return { path, ...runs };
  }
  if (query.shape.includes("([] ")) {
    const path = {
      bound,
      goal: lowerCondition(first, context, false),
      succeeds: false,
      text: `[] ${printExpr(first)}`,
    };
    return { path, ...runs };
  }
  const second = places.take();
  const lost = all([lowerCondition(first, context, false), lowerCondition(second, context, false)]);
  const text = `${printExpr(first)} U ${printExpr(second)}`;
  return { path: { bound, goal: lowerCondition(second, context), lost, succeeds: true, text }, ...runs };
}

function lowerExpectation(query: Other, context: Context): Shaped {
  const places = new Places(query);
  const { bound, ...runs } = lowerBound(query.shape, places, context);
  const extreme = query.shape.includes("(min:") ? "min" : "max";
  return { kind: "expectation", bound, ...runs, extreme, value: lowerWatched(places.take(), context) };
}

function lowerWatched(expr: Expr, context: Context): Watched {
  return { text: printExpr(expr), code: context.lower(expr), line: isLine(expr, context) };
}

/** `simulate[b; n] {..} : k : p`, and the older `simulate n [b] {..}`. */
function lowerSimulate(query: Other, context: Context): Shaped {
  const places = new Places(query);
  const { shape } = query;
  const old = shape.startsWith("simulate $") ? positive(places.take(), "the number of runs", 1, context) : undefined;
  const { bound, runs } = lowerBound(shape, places, context);
  const count = (/\{([^}]*)\}/.exec(shape)?.[1] ?? "").split("$").length - 1;
  const values = Array.from({ length: count }, () => lowerWatched(places.take(), context));
  const filters = shape.slice(shape.indexOf("}")).split("$").length - 1;
  const first = filters > 0 ? places.take() : undefined;
  const limit = filters > 1 && first ? { limit: positive(first, "the number of runs shown", 1, context) } : {};
  const goal = filters > 1 ? places.take() : first;
  const filter = goal ? { filter: { goal: lowerCondition(goal, context), text: printExpr(goal), ...limit } } : {};
  return { kind: "simulate", bound, runs: runs ?? old ?? 1, values, ...filter };
}

function lowerFormula(query: Other, context: Context): Shaped {
  const formula: Mitl = lowerMitl(new Places(query).take(), context);
  return { kind: "mitl", formula, horizon: horizonOf(formula) };
}
