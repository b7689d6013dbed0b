/**
 * Time windows: what may be asked of a network with one clock more, the time since the last event, that is limited
 * (`reduce/elapsed.ts`). Time stops at the end of the
 * window: `A[] p` then says that p holds all through it, `A<> p` that p comes within it, `E<>` and `E[]` likewise. What
 * speaks of deadlocks, or of what follows later, has no such meaning and is refused.
 */
import { mentionsDeadlock } from "../analysis/index.ts";
import { wants } from "../base/index.ts";
import type { ClockRef, Formula, Network, NetworkQuery } from "../network/index.ts";

export type WindowQuery = Extract<NetworkQuery, { readonly formula: Formula }>;

/** The time since the last event: the last clock. */
function elapsed(network: Network): ClockRef {
  return { base: network.clocks.length - 1, terms: [] };
}

/** Why a query cannot be asked of a window, if so. */
export function whyNoWindow(query: NetworkQuery): string | undefined {
  wants("whyNoWindow", query, "query");
  if (!("formula" in query)) return `'${query.kind}' cannot be asked of a time window; A[], E<>, A<> and E[] can`;
  return mentionsDeadlock(query.formula) ? "a deadlock at the end of a time window means nothing" : undefined;
}

/** The earliest time in the window at which the formula of an A[] query is false, or that of an E<> query true. */
export function earliestQuery(network: Network, query: WindowQuery): NetworkQuery {
  const { text, origin, cells, functions, formula } = query;
  return {
    kind: "inf",
    predicate: query.kind === "A[]" ? { is: "not", a: formula } : formula,
    terms: [{ is: "clock", clock: elapsed(network), plus: { op: "const", value: 0 }, text: "time" }],
    text,
    origin,
    cells,
    functions,
  };
}
