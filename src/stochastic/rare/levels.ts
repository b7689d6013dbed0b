import { UsageError } from "../../base/index.ts";
import { type CheckedQuery, checkQuery } from "../../model/index.ts";
import { Fragment, parseQuery, printQuery } from "../../syntax/index.ts";
import type { Code } from "../code.ts";
import type { InstantiatedStochastic } from "../lower/instantiate.ts";
import { instantiateStatistical } from "../lower/query.ts";
import type { Path, StatisticalQuery } from "../query.ts";

/** A query whose goal is approached by levels. */
export interface Levelled {
  readonly query: StatisticalQuery;
  readonly path: Path;
  readonly level: Code;
}

/**
 * A query `Pr[bound](<> goal)` with a level in words of the model: `n`, `P.far ? 2 : 1`. Both become code together, as the
 * value and the goal of a simulation.
 */
export function withLevel({ model, ...made }: InstantiatedStochastic, checked: CheckedQuery, level: string): Levelled {
  const [, bound, goal] = /^Pr\s*\[([^;\]]*).*?\]\s*\(<>(.*)\)$/s.exec(printQuery(checked.query).trim()) ?? [];
  if (bound === undefined || goal === undefined)
    throw new UsageError("a level is for queries of the form Pr[...](<> ...)");
  const { query: parsed, diagnostics } = parseQuery(Fragment.of(`simulate [${bound}; 1] {${level}} : ${goal}`), model);
  const again = parsed === undefined ? undefined : checkQuery(model, parsed);
  const wrong = [...diagnostics, ...(again?.diagnostics ?? [])].find(({ severity }) => severity === "error");
  if (again === undefined || wrong)
    throw new UsageError(`the level '${level}': ${wrong?.message ?? "is no expression"}`);
  const { query } = instantiateStatistical({ model, ...made }, again, checked.query.kind);
  if (query?.kind !== "simulate" || query.values.length !== 1 || query.filter === undefined)
    throw new UsageError(`the level '${level}' is not one expression`);
  const path = { bound: query.bound, goal: query.filter.goal, succeeds: true, text: goal.trim() };
  return { query, path, level: query.values[0]!.code };
}
