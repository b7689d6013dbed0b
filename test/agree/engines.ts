import { clockBounds, formulasOf, mentionsDeadlock } from "../../src/analysis/index.ts";
import { type LivenessQuery, whyNotCompiled, whyNotStaying } from "../../src/engine/index.ts";
import type { Network, NetworkQuery } from "../../src/network/index.ts";
import { type Verdict, type VerifyOptions, verify } from "../../src/search/index.ts";
import { showVerdict } from "./compare.ts";
import {
  type Feature,
  type Features,
  type QueryKind,
  Random,
  randomQuery,
  randomSpec,
  small,
} from "./random-network.ts";
import { shrink } from "./shrink.ts";
import { networkOf, queryOf, type Spec, type SpecQuery } from "./spec.ts";
import { queryTextOf, xtaOf } from "./spec-text.ts";

/**
 * The compiled engine against the interpreter: the same verdict and values, and breadth first the same numbers of states and
 * transitions, where both explore in the same order and compare zones in the same way. Where a step or a delay comes in
 * several pieces the two cut them differently, and only the answers are the same.
 */
type Knobs = NonNullable<VerifyOptions["knobs"]>;

export interface EngineCase {
  readonly spec: Spec;
  readonly query: SpecQuery;
}

export const queryKinds: readonly QueryKind[] = [
  "E<>",
  "A[]",
  "deadlock",
  "sup",
  "inf",
  "bounds",
  "E[]",
  "A<>",
  "-->",
] as const;

/** Features that are rare together; each network has one of these groups for certain. */
export const focus: readonly (readonly Feature[])[] = [
  [],
  ["ints", "arrays", "functions", "select", "dataBounds"],
  ["broadcast", "receiverClockGuards", "strict"],
  ["binary", "broadcast", "urgentChannels", "urgentClockGuards"],
  ["binary", "channelPriorities", "processPriorities"],
  ["differences", "constantResets", "copies"],
  ["copies", "shifts", "constantResets"],
  ["stopwatches", "lowerInvariants", "unless"],
  ["committed", "urgentLocations", "binary", "broadcast", "channelArrays"],
];

const larger: Features = { ...small, processes: 4, locations: 4, edges: 6, constant: 8 };

/** The network and query of a seed. */
export function engineCase(seed: number, kind: QueryKind, on: readonly Feature[], scale = 1): EngineCase {
  const random = new Random(seed);
  const spec = scaled(randomSpec(random, { ...larger, on }), scale);
  return { spec, query: randomQuery(random, spec, kind) };
}

/** Why a query of a case is interpreted; undefined if it is compiled. */
export function whyNot({ spec, query }: EngineCase): string | undefined {
  const network = networkOf(spec);
  const asked = queryOf(spec, query);
  if (isLiveness(asked)) return whyNotStaying(network, asked, clockBounds(network, { query: asked, symmetric: true }));
  const symmetric = formulasOf(asked).some(mentionsDeadlock);
  return whyNotCompiled(network, asked, clockBounds(network, { query: asked, symmetric }));
}

function isLiveness(query: NetworkQuery): query is LivenessQuery {
  return query.kind === "E[]" || query.kind === "A<>" || query.kind === "-->";
}

/**
 * What the two engines say differently of a case, with the smallest model that shows it; undefined if they agree. Whatever
 * knobs are turned.
 */
export function disagreement(found: EngineCase, knobs: Knobs = {}): string | undefined {
  if (difference(found, knobs) === undefined) return undefined;
  const least = shrink(found.spec, found.query, (spec, query) => difference({ spec, query }, knobs) !== undefined);
  return `${difference(least, knobs)}\n${xtaOf(least.spec)}// ${queryTextOf(least.spec, least.query)}\n`;
}

function difference({ spec, query }: EngineCase, turned: Knobs): string | undefined {
  const network = networkOf(spec);
  const asked = queryOf(spec, query);
  const ask = (compiled: boolean, trace: "none" | "some" | "shortest", abstraction?: "extra") =>
    verify(network, asked, {
      compiled,
      trace,
      order: "bfs",
      maxStates: 2000,
      knobs: { ceiling: 64, leaf: 2, ...turned },
      abstraction,
    });
  const [a, b] = [ask(false, "none"), ask(true, "none")];
  const inPieces = comesInPieces(network, asked);
  // Deadlocks are seen on arrival by one engine and on expansion by the other, which may meet a fault before; paths that
  // stay are looked for in different orders.
  const isLate = formulasOf(asked).some(mentionsDeadlock) || isLiveness(asked);
  const mayFail = isLate && [a.outcome, b.outcome].includes("fault");
  // Of several channels one engine takes the senders in order, the other channel by channel.
  const inOrder = network.channels.length <= 1;
  // One engine looks at limits after each state, the other now and then.
  const isLimited = ({ reason }: Verdict): boolean => reason?.startsWith("the limit of") === true;
  const differ = (x: Verdict, y: Verdict): boolean =>
    inPieces || mayFail || !inOrder || isLimited(x) || isLimited(y) ? answersDiffer(x, y) : describe(x) !== describe(y);
  if (differ(a, b)) return `interpreted ${describe(a)}, compiled ${describe(b)}`;
  if (asked.kind === "E<>" || asked.kind === "A[]") {
    const random = verify(network, asked, { order: "random", seed: 5, maxStates: 2000, knobs: turned });
    if (answersDiffer(a, random)) return `interpreted ${describe(a)}, compiled at random ${describe(random)}`;
  }
  if (asked.kind === "A[]" || asked.kind === "sup") {
    const [e, f] = [ask(false, "some", "extra"), ask(true, "some", "extra")];
    if (differ(e, f)) return `extrapolated: interpreted ${describe(e)}, compiled ${describe(f)}`;
    if (f.traceReason !== undefined && e.traceReason === undefined) return `extrapolated, no trace: ${f.traceReason}`;
  }
  const values = inPieces && query.kind === "E<>" ? differentValues(spec, turned) : undefined;
  if (values !== undefined) return values;
  if ("terms" in asked) return undefined;
  const [c, d] = [ask(false, "shortest"), ask(true, "shortest")];
  if (c.outcome === "unknown" || d.outcome === "unknown") return undefined;
  // Where only one of them meets a fault there is no trace to compare.
  if (mayFail && c.outcome !== d.outcome) return undefined;
  if (d.traceReason !== undefined && c.traceReason === undefined) return `no trace: ${d.traceReason}`;
  const [m, n] = [c.trace?.transitions.length, d.trace?.transitions.length];
  const isShortest = asked.kind === "E<>" || asked.kind === "A[]";
  if (!isShortest || c.trace === undefined || d.trace === undefined) return undefined;
  return m === n ? undefined : `shortest traces of ${m} and ${n} transitions`;
}

/** Where numbers of states say nothing: all values of all clocks in each location must be the same. */
function differentValues(spec: Spec, turned: Knobs): string | undefined {
  if (spec.clocks.length === 0) return undefined;
  const network = networkOf(spec);
  const terms = spec.clocks.map((_, i) => ({ k: "clock" as const, clock: i + 1 }));
  for (const [process, p] of spec.processes.entries()) {
    for (const location of p.locations.keys()) {
      const query = queryOf(spec, { kind: "bounds", predicate: { k: "location", process, location }, terms });
      const ask = (compiled: boolean) =>
        verify(network, query, { compiled, maxStates: 2000, knobs: { ceiling: 16, ...turned } });
      const [a, b] = [ask(false), ask(true)];
      if (answersDiffer(a, b))
        return `in ${p.name}.${p.locations[location]!.name} interpreted ${values(a)}, compiled ${values(b)}`;
    }
  }
  return undefined;
}

/** Whether the engines may cut zones into different pieces. */
function comesInPieces(network: Network, query: NetworkQuery): boolean {
  const { triples } = clockBounds(network, { query, symmetric: false }).diagonals;
  if (network.hasPriorities || triples.length > 0) return true;
  return network.processes.some((p) =>
    p.edges.some(({ guard, sync }) => {
      if (guard.clocks.length === 0 || sync?.kind !== "channel") return false;
      return network.channels.some((c) => c.urgent || (c.broadcast && sync.direction === "?"));
    }),
  );
}

/** An engine that met another state first may have found a fault, an answer, or its limit before the other did. */
function answersDiffer(a: Verdict, b: Verdict): boolean {
  const outcomes = [a.outcome, b.outcome];
  if (outcomes.includes("unknown") || outcomes.includes("fault")) return false;
  return a.outcome !== b.outcome || values(a) !== values(b);
}

function values(verdict: Verdict): string {
  return verdict.values === undefined ? "" : showVerdict(verdict);
}

/** Deadlocks are seen on expansion by one engine and on arrival by the other, so only complete searches count the same. */
function describe(verdict: Verdict): string {
  const { outcome, fault, statistics: s, query } = verdict;
  if (outcome === "fault") return `fault ${fault?.kind} at ${fault?.origin.start}`;
  if (outcome === "unknown") return outcome;
  if (verdict.values !== undefined) return showVerdict(verdict);
  const isReachability = query.startsWith("A[]") || query.startsWith("E<>");
  const complete = isReachability && outcome.endsWith(query.startsWith("A[]") ? "satisfied" : "violated");
  return complete ? `${outcome} ${s.explored} ${s.stored} ${s.transitions}` : outcome;
}

/** Clock constants times a factor, so that zones need wider entries. */
function scaled<T>(value: T, factor: number): T {
  if (factor === 1) return value;
  return JSON.parse(JSON.stringify(value), (key, inner) => {
    const isClock = typeof inner === "object" && inner !== null && inner.k === "clock" && inner.bound?.k === "int";
    return key !== "" && isClock ? { ...inner, bound: { k: "int", value: inner.bound.value * factor } } : inner;
  }) as T;
}
