import type { LocationSymbol } from "../../model/index.ts";
import { instantiateQuery, type Network, type NetworkQuery } from "../../network/index.ts";
import type { Expr, Query } from "../../syntax/index.ts";
import type { Facts } from "../facts.ts";
import { isAt, proverOf } from "../prover.ts";
import type { Found, Rule } from "../rule.ts";
import { called, placeOf } from "./shape.ts";

/** What the engine proves: locations that are never reached, edges that are never taken, errors that are, and empty promises. */
export const provedRules: readonly Rule[] = [
  {
    id: "unreachable-location",
    severity: "warning",
    kind: "proved",
    title: "a location that no run reaches, in any process of its template",
    explanation:
      "Proved by walking through all states. Guards, channels or other processes keep everybody away from it. A location that a query names is left out: it may stand for what must not happen.",
    wrong:
      "int[0,9] n; process P() { state S, «T»; init S; trans S -> S { guard n < 3; assign n++; }, S -> T { guard n > 3; }; } system P;",
    right:
      "int[0,9] n; process P() { state S, T; init S; trans S -> S { guard n < 3; assign n++; }, S -> T { guard n > 2; }; } system P;",
    check: (facts) => unreachable(facts),
  },
  {
    id: "edge-never-taken",
    severity: "warning",
    kind: "proved",
    title: "an edge between reached locations that no run takes",
    explanation:
      "Proved by walking through all states. Its guard never holds there, its partner is never ready, or the next invariant forbids it.",
    wrong:
      "int[0,9] n; process P() { state S; init S; trans S -> S { guard n < 3; assign n++; }, «S -> S { guard n > 3; assign n = 0; }»; } system P;",
    right:
      "int[0,9] n; process P() { state S; init S; trans S -> S { guard n < 3; assign n++; }, S -> S { guard n > 2; assign n = 0; }; } system P;",
    check: (facts) => neverTaken(facts),
  },
  {
    id: "range-overflow",
    severity: "error",
    kind: "proved",
    title: "a variable that leaves its range in some run",
    explanation: "Proved: the trace leads to the state in which it happens. UPPAAL ends the verification there.",
    wrong: "int[0,3] n; process P() { state S; init S; trans S -> S { assign «n++»; }; } system P;",
    right: "int[0,3] n; process P() { state S; init S; trans S -> S { guard n < 3; assign n++; }; } system P;",
    check: (facts) => faults(facts, (kind) => kind === "range"),
  },
  {
    id: "run-time-error",
    severity: "error",
    kind: "proved",
    title: "a run that ends in an error: an index out of its array, a division by zero, a failed assertion, ...",
    explanation: "Proved: the trace leads to the state in which it happens. UPPAAL ends the verification there.",
    wrong:
      "int[0,3] n; int a[3]; process P() { state S, T; init S; trans S -> S { guard n < 3; assign n++; }, S -> T { guard a[«n»] == 0; }; } system P;",
    right:
      "int[0,3] n; int a[4]; process P() { state S, T; init S; trans S -> S { guard n < 3; assign n++; }, S -> T { guard a[n] == 0; }; } system P;",
    // Rates that only statistical queries take are no error of the model.
    check: (facts) => faults(facts, (kind) => kind !== "range" && kind !== "rate"),
  },
  {
    id: "time-lock",
    severity: "warning",
    kind: "proved",
    title: "a state in which nothing can happen and time cannot pass",
    explanation:
      "Proved: the trace leads there. An invariant, or an urgent or committed location, ends time, and no edge can be taken any more: no real system does that, and 'A[]' may hold only because of it.",
    wrong:
      "clock x; process P() { state S, «T» { x <= 5 }, U; init S; trans S -> T { assign x = 0; }, T -> U { guard x > 5; }; } system P;",
    right:
      "clock x; process P() { state S, T { x <= 5 }, U; init S; trans S -> T { assign x = 0; }, T -> U { guard x >= 5; }; } system P;",
    check: (facts) => timeLocks(facts),
  },
  {
    id: "invariant-on-entry",
    severity: "note",
    kind: "proved",
    title: "an invariant that forbids a step which everything else allows",
    explanation:
      "Proved: the trace leads to the step. The edge cannot be taken because the clock is too large for the location it comes to. If that is meant, a guard says so more plainly; if not, a reset is missing.",
    wrong:
      "clock x; process P() { state S { x <= 9 }, T { «x <= 5» }; init S; trans S -> T { }, T -> S { assign x = 0; }; } system P;",
    right:
      "clock x; process P() { state S { x <= 9 }, T { x <= 5 }; init S; trans S -> T { assign x = 0; }, T -> S { assign x = 0; }; } system P;",
    check: (facts) => enteredTooLate(facts),
  },
  {
    id: "vacuous-query",
    severity: "warning",
    kind: "proved",
    title: "a query that holds because its left side never does",
    explanation:
      "Proved: no state satisfies what stands before 'imply' or '-->', so nothing was asked of what stands behind it.",
    wrong: "int[0,9] n; process P() { state S, T; init S; trans S -> T { }; } system P;\n---\nA[] «n > 5» imply P.T",
    right:
      "int[0,9] n; process P() { state S, T; init S; trans S -> T { assign n = 6; }; } system P;\n---\nA[] n > 5 imply P.T",
    check: (facts) => vacuous(facts),
  },
];

/** Elements of the tree by where they stand, with the numbers of their images in the network. */
function byPlace<T extends { readonly origin: { readonly start: number } }>(
  items: readonly T[],
): ReadonlyMap<number, readonly T[]> {
  const map = new Map<number, T[]>();
  for (const item of items) map.set(item.origin.start, [...(map.get(item.origin.start) ?? []), item]);
  return map;
}

function* unreachable(facts: Facts): Generator<Found> {
  const prover = proverOf(facts);
  if (prover === undefined) return;
  const { locations, unfinished } = prover.explored;
  if (unfinished !== undefined) return prover.unsettled("unreachable-location", unfinished);
  const seen = byTemplate(prover.network, locations);
  for (const template of facts.model.templates) {
    const reached = seen.get(template.name);
    const { reached: drawn } = facts.graph(template);
    if (reached === undefined) continue;
    // What no arrows lead to is told by another rule; what a query asks for is answered by it.
    for (const location of template.locations)
      if (!reached.has(location.index) && drawn.has(location.index) && !isAsked(facts, location))
        yield { span: placeOf(location), message: `no run reaches ${called(location)}` };
  }
}

/** A location that stands for something bad is meant to be out of reach, and some query says so. */
function isAsked({ uses }: Facts, location: LocationSymbol): boolean {
  return uses.readIn(location, "query").length > 0;
}

function byTemplate(
  network: Network,
  locations: readonly ReadonlySet<number>[],
): ReadonlyMap<string, ReadonlySet<number>> {
  const seen = new Map<string, Set<number>>();
  network.processes.forEach(({ template }, i) => {
    const all = seen.get(template) ?? new Set<number>();
    for (const location of locations[i]!) all.add(location);
    seen.set(template, all);
  });
  return seen;
}

function* neverTaken(facts: Facts): Generator<Found> {
  const prover = proverOf(facts);
  if (prover === undefined) return;
  const { locations, edges, unfinished } = prover.explored;
  if (unfinished !== undefined) return prover.unsettled("edge-never-taken", unfinished);
  const all = prover.network.processes.flatMap((process) => process.edges);
  for (const [, images] of byPlace(all)) {
    const isTaken = images.some(({ id }) => edges.has(id));
    const isReached = images.some(({ process, source }) => locations[process]!.has(source));
    // Where the location that it comes to is never reached, that is told, or asked for.
    const leadsOn = images.some(({ process, target }) => locations[process]!.has(target));
    if (!isTaken && isReached && leadsOn) yield { span: images[0]!.origin, message: "no run takes this edge" };
  }
}

function* faults(facts: Facts, wanted: (kind: string) => boolean): Generator<Found> {
  const prover = proverOf(facts);
  const { fault } = prover?.explored ?? {};
  if (prover === undefined || fault === undefined || !wanted(fault.kind) || fault.origin.file === "query") return;
  const trace = prover.traceTo(fault.state);
  const edge = fault.edge === undefined ? undefined : prover.edge(fault.edge);
  const who = edge === undefined ? "" : ` (process ${prover.network.processes[edge.process]!.name})`;
  yield { span: fault.origin, message: `${fault.message}${who}`, ...(trace === undefined ? {} : { trace }) };
}

function* timeLocks(facts: Facts): Generator<Found> {
  const prover = proverOf(facts);
  if (prover === undefined) return;
  const { network } = prover;
  const stops = network.processes.flatMap((process, cell) =>
    process.locations.flatMap((location) => (stopsTime(location) ? [{ cell, location }] : [])),
  );
  if (
    stops.length === 0 ||
    network.processes.some(({ locations }) => locations.some(({ invariant }) => invariant.rates.length > 0))
  )
    return;
  if (prover.isOver) return prover.unsettled("time-lock", "the time for proofs is over");
  const items = stops.map(({ cell, location }) => isAt(cell, location.index));
  const deadlock = { is: "deadlock", origin: { start: 0, end: 0 } } as const;
  const { outcome, trace, reason } = prover.reach({ is: "and", items: [{ is: "or", items }, deadlock] });
  if (outcome === "unknown") return prover.unsettled("time-lock", reason ?? "it cannot be asked here");
  const last = trace?.states.at(-1);
  if (outcome !== "satisfied" || last === undefined) return;
  const where = stops.find(({ cell, location }) => last.locations[cell] === location.index);
  const process = where && network.processes[where.cell]!;
  if (where === undefined || process === undefined) return;
  yield {
    span: nameOf(facts, process.template, where.location.index) ?? where.location.origin,
    message: `time stops here for ever (process ${process.name})`,
    trace: trace!,
  };
}

/** An upper bound on a clock by a constant, or no time at all. */
function stopsTime({ urgent, committed, invariant }: Network["processes"][number]["locations"][number]): boolean {
  const isUpper = invariant.clocks.some(
    ({ left, right, unless }) =>
      unless === undefined && left.base !== 0 && right.base === 0 && right.terms.length === 0,
  );
  return urgent || committed || isUpper;
}

function nameOf(facts: Facts, template: string, index: number): Found["span"] | undefined {
  const location = facts.model.templates.find(({ name }) => name === template)?.locations[index];
  return location && placeOf(location);
}

/**
 * For each location with an invariant, the network in which nobody is kept out of it and nobody stays in it: a state there
 * that breaks the invariant is entered by a step that the real network forbids, after a run that it allows.
 */
function* enteredTooLate(facts: Facts): Generator<Found> {
  const prover = proverOf(facts);
  if (prover === undefined) return;
  const told = new Set<number>();
  for (const [cell, process] of prover.network.processes.entries())
    for (const { index, invariant, origin, committed } of process.locations) {
      const bounds = invariant.clocks.filter(({ unless, left }) => unless === undefined && left.base !== 0);
      if (bounds.length === 0 || committed || index === process.initial || told.has(origin.start)) continue;
      if (prover.isOver) return prover.unsettled("invariant-on-entry", "the time for proofs is over");
      const broken = {
        is: "not",
        a: { is: "and", items: bounds.map((constraint) => ({ is: "clock" as const, constraint })) },
      } as const;
      const { outcome, trace } = prover.reach(
        { is: "and", items: [isAt(cell, index), broken] },
        opened(prover.network, cell, index),
      );
      if (outcome !== "satisfied") continue;
      told.add(origin.start);
      yield {
        span: bounds[0]!.origin,
        message: "a step that everything else allows is forbidden by this invariant",
        ...(trace === undefined ? {} : { trace }),
      };
    }
}

function opened(network: Network, cell: number, index: number): Network {
  const free = { data: [], clocks: [], rates: [] };
  return {
    ...network,
    processes: network.processes.map((process, i) =>
      i !== cell
        ? process
        : {
            ...process,
            locations: process.locations.map((l) => (l.index === index ? { ...l, urgent: true, invariant: free } : l)),
          },
    ),
  };
}

function* vacuous(facts: Facts): Generator<Found> {
  const prover = proverOf(facts);
  const { made } = facts;
  if (prover === undefined || made === undefined) return;
  for (const { checked, file } of facts.queries) {
    const left = checked && leftOf(checked.query);
    if (checked === undefined || left === undefined) continue;
    if (prover.isOver) return prover.unsettled("vacuous-query", "the time for proofs is over");
    const { start, end } = left;
    const asked: Query = { kind: "E<>", formula: left, start, end };
    const { query } = instantiateQuery(made, { ...checked, query: asked }, "");
    if (query === undefined || query.kind !== "E<>") continue;
    const { outcome } = prover.reach(query.formula, prover.network, partsOf(query), false);
    if (outcome === "unknown") prover.unsettled("vacuous-query", "the time for proofs is over");
    if (outcome === "violated")
      yield {
        span: { start, end },
        message: "no state satisfies this: the query holds whatever follows",
        ...(file ? { file } : {}),
      };
  }
}

function partsOf({ cells, functions }: NetworkQuery): Partial<NetworkQuery> {
  return { cells, functions };
}

/** What stands before 'imply' or '-->'. */
function leftOf(query: Query): Expr | undefined {
  if (query.kind === "-->") return query.left;
  if (query.kind !== "A[]") return undefined;
  const { formula } = query;
  return formula.kind === "binary" && formula.op === "imply" ? formula.left : undefined;
}
