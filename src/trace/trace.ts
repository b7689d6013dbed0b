import { first } from "../base/index.ts";
/**
 * Traces: runs of a network with everything needed to read them without it. State i is left by transition i. Each state
 * holds the values the run can have there as a zone (delay included), and, in a concrete trace, the exact clock values on
 * arrival and the delay that follows. A lasso goes on from the last state to state `loop` and repeats. Rounds that are gone many
 * times may be told once.
 */
import { type Branch, channelAt, type Network, type Origin, processAt } from "../network/index.ts";
import { constantOf, type Interval, isStrict, minimalConstraints, type Rational, type Zone } from "../zones/index.ts";

export interface Trace {
  readonly processes: readonly {
    readonly name: string;
    readonly template: string;
    readonly locations: readonly string[];
  }[];
  readonly variables: readonly string[];
  /** Names of the clocks 1, 2, ...; index 0 of this list is clock 1. */
  readonly clocks: readonly string[];
  readonly states: readonly TraceState[];
  readonly transitions: readonly TraceTransition[];
  /** How a run of a liveness query ends; `goal` for reachability. */
  readonly ending: "goal" | "deadlock" | "divergence" | "loop";
  /** For a loop: the state it returns to, which the last state is again. */
  readonly loop?: number;
  /** For a run that violates `-->`: the state in which it begins to stay away. */
  readonly begin?: number;
  /** Rounds that are told once, in order, none inside another; only where that was asked for. */
  readonly rounds?: readonly TraceRounds[];
  /** Whether states hold exact values; otherwise why not. */
  readonly concrete: boolean;
  readonly concreteReason?: string;
  /** Time from the start to the last state, if concrete. */
  readonly duration?: Rational;
}

/**
 * The transitions that leave the states `from` to `to - 1` are one round, which is gone `times` times with the same delays.
 * Those states hold the values of the first round, state `to` those after the last. A variable that is counted has so much
 * more in each round.
 */
export interface TraceRounds {
  readonly from: number;
  readonly to: number;
  readonly times: number;
  /** How long each takes: the sum of the delays of one round. */
  readonly lasts: Rational;
  /** How long one may take. */
  readonly between: Interval;
  /** What each adds to variables, by their number; absent where rounds change none. */
  readonly adds?: readonly Adds[];
}

export interface Adds {
  readonly variable: number;
  readonly by: number;
}

export interface TraceState {
  /** For each process the index of its location. */
  readonly locations: readonly number[];
  readonly variables: readonly number[];
  readonly zone: readonly TraceConstraint[];
  /** Clock values on arrival, before the delay: entry 0 is clock 1. */
  readonly values?: readonly Rational[];
  /** Time spent here before the next transition, or, in the last state, before the goal holds. */
  readonly delay?: Rational;
  /** Clocks that stand still meanwhile, if any: entry 0 is clock 1. */
  readonly stopped?: readonly boolean[];
}

/** left - right < or <= bound; 0 stands for no clock, otherwise clocks count from 1. */
export interface TraceConstraint {
  readonly left: number;
  readonly right: number;
  readonly strict: boolean;
  readonly bound: number;
}

export interface TraceTransition {
  /** The channel, or undefined for an internal step. */
  readonly channel?: string;
  readonly broadcast?: boolean;
  /** Sender first. */
  readonly parts: readonly TracePart[];
}

export interface TracePart {
  readonly process: number;
  readonly edge: number;
  readonly source: number;
  readonly target: number;
  readonly selects: readonly { readonly name: string; readonly value: number }[];
  readonly origin: Origin;
  readonly branches?: readonly Branch[];
}

/** The names a trace carries. */
export function traceNames(network: Network): Pick<Trace, "processes" | "variables" | "clocks"> {
  return {
    processes: network.processes.map((p) => ({
      name: p.name,
      template: p.template,
      locations: p.locations.map((l) => l.name),
    })),
    variables: network.slots.slice(network.processes.length).map((s) => s.name),
    clocks: network.clocks.slice(1).map((c) => c.name),
  };
}

export function traceConstraints(zone: Zone, dim: number): readonly TraceConstraint[] {
  const out: TraceConstraint[] = [];
  const list = minimalConstraints(zone, 0, dim);
  for (let k = 0; k < list.length; k += 3) {
    out.push({ left: list[k]!, right: list[k + 1]!, strict: isStrict(list[k + 2]!), bound: constantOf(list[k + 2]!) });
  }
  return out;
}

/** Puts words (see `Engine.transition`) into names. `channel` is the number of the channel, or -1. */
export function traceTransition(network: Network, words: readonly number[], channel: number): TraceTransition {
  const parts: TracePart[] = [];
  for (let at = 0; at < words.length; ) {
    const edge = edgeOf(network, words[at++]!);
    parts.push({
      process: edge.process,
      edge: edge.id,
      source: edge.source,
      target: edge.target,
      selects: edge.selects.map((s) => ({ name: s.name, value: words[at++]! })),
      origin: edge.origin,
      ...(edge.branches === undefined ? {} : { branches: edge.branches }),
    });
  }
  if (channel >= 0) {
    const c = channelAt(network, channel);
    return { channel: c.name, broadcast: c.broadcast, parts };
  }
  const { sync } = edgeOf(network, first(words));
  return sync?.kind === "event" ? { channel: sync.name, parts } : { parts };
}

/** A transition in words again, as `Engine.transition` has it. */
export function wordsOfTransition({ parts }: TraceTransition): number[] {
  return parts.flatMap(({ edge, selects }) => [edge, ...selects.map((s) => s.value)]);
}

/** The edge with an id. Ids go by process, so it is found by bisection over processes. */
export function edgeOf(network: Network, id: number): Network["processes"][number]["edges"][number] {
  let low = 0;
  let high = network.processes.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    const least = firstEdge(network, middle);
    if (least !== undefined && least <= id) low = middle;
    else high = middle - 1;
  }
  for (let p = low; p >= 0; p--) {
    const { edges } = processAt(network, p);
    const edge = edges[0] && edges[id - edges[0].id];
    if (edge !== undefined) return edge;
  }
  throw new RangeError(`no edge ${id}`);
}

/** The first edge id of a process or, if it has none, of the next one that has any. */
function firstEdge(network: Network, process: number): number | undefined {
  for (let p = process; p < network.processes.length; p++) {
    const [edge] = processAt(network, p).edges;
    if (edge !== undefined) return edge.id;
  }
  return undefined;
}
