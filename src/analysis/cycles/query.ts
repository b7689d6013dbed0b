/**
 * Queries put to an accelerated model. Acceleration keeps which states with all processes in old locations are reachable,
 * whatever the formula says about them, so new locations are left out: `E<> f` asks for an old state with f, `A[] f`
 * says f of old states only. Other queries, and those about deadlocks, are not kept by acceleration and have no such form.
 */

import { type Formula, type Network, type NetworkQuery, processAt } from "../../network/index.ts";
import { mentionsDeadlock } from "../code/walk.ts";

/** Why a query must be put to the original model. */
interface Unkept {
  readonly reason: string;
}

/** `query` is one of the accelerated model `after`. */
export function acceleratedQuery(query: NetworkQuery, before: Network, after: Network): NetworkQuery | Unkept {
  if (query.kind !== "E<>" && query.kind !== "A[]")
    return { reason: `acceleration does not keep the answers of ${query.kind} queries` };
  if (mentionsDeadlock(query.formula)) return { reason: "acceleration does not keep deadlocks" };
  const old: Formula[] = before.processes.flatMap((p, i): Formula[] => {
    const count = p.locations.length;
    if (processAt(after, i).locations.length === count) return [];
    const code = {
      op: "lt",
      a: { op: "load", at: { base: i, terms: [] } },
      b: { op: "const", value: count },
      origin: query.origin,
    } as const;
    return [{ is: "data", code }];
  });
  if (old.length === 0) return query;
  const formula: Formula =
    query.kind === "E<>"
      ? { is: "and", items: [...old, query.formula] }
      : { is: "or", items: [...old.map((a): Formula => ({ is: "not", a })), query.formula] };
  return { ...query, formula };
}
