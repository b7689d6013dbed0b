/**
 * Time windows: a network with one clock more, the time since the last event, and the same with that time limited. The
 * limit is an invariant of every location of the first process, so no cell of the state moves. Time stops at the end of the
 * window: `A[] p` then says that p holds all through it, `A<> p` that p comes within it, `E<>` and `E[]` likewise. What
 * speaks of deadlocks, or of what follows later, has no such meaning and is refused.
 */
import type { ClockConstraint, ClockRef, Formula, Network, NetworkQuery, Origin } from "../network/index.ts";

export type WindowQuery = Extract<NetworkQuery, { readonly formula: Formula }>;

const nowhere: Origin = { start: 0, end: 0 };

/** The network with the clock; its number is `network.clocks.length`. */
export function withElapsed(network: Network): Network {
  return { ...network, clocks: [...network.clocks, { name: "(elapsed)", initial: 0, origin: nowhere }] };
}

/** Requires: `network` comes from `withElapsed`. */
export function within(network: Network, length: number): Network {
  const limit: ClockConstraint = {
    left: elapsed(network),
    right: { base: 0, terms: [] },
    strict: false,
    bound: { op: "const", value: length },
    origin: nowhere,
  };
  const [first, ...rest] = network.processes;
  const locations = first.locations.map((l) => ({
    ...l,
    invariant: { ...l.invariant, clocks: [...l.invariant.clocks, limit] },
  }));
  return { ...network, processes: [{ ...first, locations }, ...rest] };
}

/** The clock that a network got from `withElapsed`. */
export function elapsed(network: Network): ClockRef {
  return { base: network.clocks.length - 1, terms: [] };
}

/** Why a query cannot be asked of a window, if so. */
export function whyNoWindow(query: NetworkQuery): string | undefined {
  if (!("formula" in query)) return `'${query.kind}' cannot be asked of a time window; A[], E<>, A<> and E[] can`;
  return mentionsDeadlock(query.formula) ? "a deadlock at the end of a time window means nothing" : undefined;
}

function mentionsDeadlock(f: Formula): boolean {
  if (f.is === "not") return mentionsDeadlock(f.a);
  if (f.is === "and" || f.is === "or") return f.items.some(mentionsDeadlock);
  return f.is === "deadlock";
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
