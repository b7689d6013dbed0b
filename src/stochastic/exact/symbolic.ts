import { wants } from "../../base/index.ts";
import type { CheckedQuery, Model } from "../../model/index.ts";
import { instantiate, instantiateQuery } from "../../network/index.ts";
import { type Limits, type Turns, verifyInTurns } from "../../search/index.ts";
import type { Expr, Query } from "../../syntax/index.ts";

/**
 * What a symbolic search proves about a probability. Every run of the stochastic network is one of the network of zones, so where that
 * cannot reach the goal at all, `Pr(<> goal)` is exactly 0, and `Pr([] safe)` exactly 1 where it cannot leave `safe`. The other
 * direction is not true: what can be reached may have probability 0.
 */
export function* provenProbability(model: Model, checked: CheckedQuery, limits: Limits): Turns<0 | 1 | undefined> {
  wants("provenProbability", model, "model");
  wants("provenProbability", checked, "checked query");
  const asked = reachability(checked.query);
  if (asked === undefined) return undefined;
  const { made } = instantiate(model);
  if (made === undefined) return undefined;
  const { start, end } = checked.query;
  const query: Query = { kind: "E<>", formula: asked.formula, start, end };
  const { query: lowered } = instantiateQuery(made, { ...checked, query, diagnostics: [] }, "");
  if (lowered === undefined) return undefined;
  const { outcome } = yield* verifyInTurns(made.network, lowered, { ...limits, trace: "none" });
  return outcome === "violated" ? asked.then : undefined;
}

/** What is to be unreachable, and the probability then. */
function reachability(query: Query): { readonly formula: Expr; readonly then: 0 | 1 } | undefined {
  if (query.kind !== "other" || query.family !== "SMC" || query.head !== "Pr" || query.parts.length > 0)
    return undefined;
  const goal = query.exprs.at(-1);
  if (goal === undefined) return undefined;
  if (/\(<> \$\)$/.test(query.shape)) return { formula: goal, then: 0 };
  if (!/\(\[\] \$\)$/.test(query.shape)) return undefined;
  return { formula: { kind: "unary", op: "!", operand: goal, start: goal.start, end: goal.end }, then: 1 };
}
