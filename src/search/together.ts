/**
 * Several queries on one network. All `A[]` queries that may share a state space are first asked together, as one
 * conjunction: if it is satisfied, one search has answered them all. That is sound because the abstraction is made with the
 * constants of all of them, and with bounds that preserve deadlocks if one of them speaks of deadlocks. If it is not
 * satisfied, or cannot be told, each is asked alone, so sharing never changes or loses an answer.
 */
import type { Formula, Network, NetworkQuery } from "../network/index.ts";
import type { VerifyOptions } from "./options.ts";
import type { Verdict } from "./verdict.ts";
import { verify } from "./verify.ts";

/** The verdicts in the order of the queries; `told` is called with each as soon as it is known. */
export function verifyAll(
  network: Network,
  queries: readonly NetworkQuery[],
  options: VerifyOptions = {},
  told: (verdict: Verdict, index: number) => void = () => {},
): readonly Verdict[] {
  const shared = queries.filter(mayShare);
  const sharing = new Set<NetworkQuery>(shared);
  const together = shared.length > 1 ? verify(network, conjunction(shared), { ...options, trace: "none" }) : undefined;
  return queries.map((query, index) => {
    const verdict: Verdict =
      together?.outcome === "satisfied" && sharing.has(query)
        ? { ...together, query: query.text }
        : verify(network, query, options);
    told(verdict, index);
    return verdict;
  });
}

type Invariance = Extract<NetworkQuery, { readonly formula: Formula }>;

/** Queries with functions of their own are numbered apart and stay alone. */
function mayShare(query: NetworkQuery): query is Invariance {
  return query.kind === "A[]" && query.functions.length === 0;
}

function conjunction(queries: readonly Invariance[]): NetworkQuery {
  return {
    kind: "A[]",
    text: queries.map((q) => q.text).join("; "),
    origin: queries[0].origin,
    // Each formula uses its scratch cells only while it is evaluated: they may overlap.
    cells: Math.max(...queries.map((q) => q.cells)),
    functions: [],
    formula: { is: "and", items: queries.map((q) => q.formula) },
  };
}
