import { type Diagnostic, hasErrors, wants } from "./base/index.ts";
import { checkQuery, type Model } from "./model/index.ts";
import {
  type Estimate,
  type EstimateOptions,
  estimate,
  type InstantiatedStochastic,
  instantiateStatistical,
  instantiateStochastic,
} from "./stochastic/index.ts";
import { Fragment, parseQuery, printQuery, type Query, type QueryContext } from "./syntax/index.ts";

/** An estimate, or why there is none: what is wrong with the model or the query, or that it is no statistical query. */
export type Estimated = Estimate | Unestimated;
export interface Unestimated {
  readonly kind: "none";
  readonly query: string;
  readonly outcome: "unknown";
  readonly reason: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** Estimates the queries of one model, which is made ready for runs with the first. */
export function estimator(
  model: Model,
  context: QueryContext,
): (asked: string | Query, options?: EstimateOptions) => Estimated {
  let ready: { made?: InstantiatedStochastic; diagnostics: readonly Diagnostic[] } | undefined;
  return (asked, options = {}) => {
    wants("estimate", asked, "text", "query");
    const text = typeof asked === "string" ? asked.trim() : printQuery(asked);
    const parsed =
      typeof asked === "string" ? parseQuery(Fragment.of(asked), context) : { query: asked, diagnostics: [] };
    if (parsed.query === undefined || hasErrors(parsed.diagnostics)) return unestimated(text, parsed.diagnostics);
    const checked = checkQuery(model, parsed.query);
    if (hasErrors(checked.diagnostics)) return unestimated(text, checked.diagnostics);
    ready ??= instantiateStochastic(model);
    if (ready.made === undefined) return unestimated(text, ready.diagnostics);
    const { query, diagnostics } = instantiateStatistical(ready.made, checked, text);
    return query === undefined ? unestimated(text, diagnostics) : estimate(ready.made, query, options);
  };
}

export function unestimated(
  query: string,
  diagnostics: readonly Diagnostic[],
  otherwise = "there is no query",
): Unestimated {
  const reason = diagnostics.find(({ severity }) => severity === "error")?.message ?? otherwise;
  return { kind: "none", query, outcome: "unknown", reason, diagnostics };
}
