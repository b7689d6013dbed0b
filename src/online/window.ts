/**
 * Time windows: what may be asked of a network with one clock more, the time since the last event. `A[] p` then says that p holds all
 * through the window, `A<> p` that p comes within it, `E<>` and `E[]` likewise. What is reached within the window is reached where time
 * stops at its end (`reduce/elapsed.ts`). A run is not over there, though: if time stopped, what can still be done would have to be done,
 * and where nothing can the run might end at once, before its time. So `A<>` and `E[]` are asked of runs that go on, of what
 * they meet until then. What speaks of deadlocks, or of what follows later, has no such meaning and is refused.
 */
import { mentionsDeadlock } from "../analysis/index.ts";
import { assert, wants } from "../base/index.ts";
import type { ClockConstraint, ClockRef, Edge, Formula, Network, NetworkQuery } from "../network/index.ts";
import { limited } from "../reduce/index.ts";

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

/** The time in the window is up, or not yet. */
function time(network: Network, is: "after" | "until", window: number): ClockConstraint {
  const [clock, zero] = [elapsed(network), { base: 0, terms: [] }];
  return is === "until"
    ? { left: clock, right: zero, strict: false, bound: { op: "const", value: window }, origin: network.origin }
    : { left: zero, right: clock, strict: true, bound: { op: "const", value: -window }, origin: network.origin };
}

/**
 * The network in which every run that comes to the window's end goes on behind it for ever: the last process may then stay where it is,
 * as often as it likes. Before that nothing is added, and time stops only behind it, so that the search is bounded.
 */
export function goingOn(network: Network, window: number): Network {
  const beyond = limited(network, { op: "const", value: window + 1 });
  const last = beyond.processes.at(-1);
  assert(last !== undefined, "there is a process");
  let id = beyond.processes.reduce((count, { edges }) => count + edges.length, 0);
  const guard = { data: [], clocks: [time(network, "after", window)] };
  const stays = last.locations.map(
    ({ index, origin }): Edge => ({
      id: id++,
      process: last.index,
      source: index,
      target: index,
      selects: [],
      guard,
      update: [],
      controllable: true,
      origin,
    }),
  );
  return { ...beyond, processes: [...beyond.processes.slice(0, -1), { ...last, edges: [...last.edges, ...stays] }] };
}

/** An `A<>` or `E[]` query of what runs meet until the window's end. */
export function untilEnd(network: Network, query: WindowQuery, window: number): WindowQuery {
  const { kind, formula } = query;
  const inTime: Formula = { is: "clock", constraint: time(network, "until", window) };
  if (kind === "A<>") return { ...query, formula: { is: "and", items: [formula, inTime] } };
  const up: Formula = { is: "clock", constraint: time(network, "after", window) };
  return kind === "E[]" ? { ...query, formula: { is: "or", items: [formula, up] } } : query;
}
