/**
 * The reached zone graph, to be looked at: every symbolic state (delays included) and every transition between them, up to
 * a limit. States are told apart by discrete part and abstracted zone; none is left out because another covers it. Zones
 * are abstracted by Extra+M, so the graph is finite and bisimilar to the timed system. Keeps one object per state:
 * not for searching.
 */
import { clockBounds } from "../analysis/index.ts";
import { wants } from "../base/index.ts";
import { interpret } from "../engine/index.ts";
import type { Network } from "../network/index.ts";
import {
  type Trace,
  type TraceConstraint,
  type TraceTransition,
  traceConstraints,
  traceNames,
  traceTransition,
} from "../trace/index.ts";
import { Abstraction } from "./explore/abstraction.ts";

export interface ZoneGraph extends Pick<Trace, "processes" | "variables" | "clocks"> {
  readonly nodes: readonly {
    readonly locations: readonly number[];
    readonly variables: readonly number[];
    readonly zone: readonly TraceConstraint[];
  }[];
  readonly edges: readonly { readonly from: number; readonly to: number; readonly transition: TraceTransition }[];
  /** Whether all reachable states are there; false if the limit was reached or the search was stopped. */
  readonly complete: boolean;
}

export interface GraphOptions {
  /** Most states; 10 000 by default. */
  readonly limit?: number | undefined;
  readonly isCancelled?: (() => boolean) | undefined;
}

/** May throw `Fault` for an error of the model while it runs. Nodes are in breadth-first order; 0 is the first. */
export function zoneGraph(network: Network, options: GraphOptions = {}): ZoneGraph {
  wants("zoneGraph", network, "network");
  const engine = interpret(network);
  const { dim, size } = engine;
  const bounds = clockBounds(network, { symmetric: true });
  const { diverges, diagonals } = bounds;
  const kind =
    (diverges ?? diagonals.unlisted) !== undefined ? "none" : diagonals.triples.length > 0 ? "diagonal" : "extra";
  const abstraction = new Abstraction(kind, engine, bounds);
  const limit = options.limit ?? 10_000;
  const ids = new Map<string, number>();
  const states: { readonly cells: Int32Array; readonly zone: Int32Array }[] = [];
  const edges: { from: number; to: number; transition: TraceTransition }[] = [];
  let complete = true;
  const count = network.processes.length;
  /** Adds the state at hand and the transition to it, if there is one. */
  const arrive = (from: number): boolean => {
    const transition =
      from < 0
        ? undefined
        : traceTransition(
            network,
            [...engine.transition.subarray(0, engine.transitionLength)],
            engine.transitionChannel,
          );
    abstraction.apply(engine.zone, (zone) => {
      const cells = engine.cells.slice(0, size);
      const key = `${cells.join(",")};${zone.subarray(0, dim * dim).join(",")}`;
      let to = ids.get(key);
      if (to === undefined) {
        if (states.length >= limit) {
          complete = false;
          return false;
        }
        to = states.length;
        ids.set(key, to);
        states.push({ cells, zone: zone.slice(0, dim * dim) });
      }
      if (transition !== undefined) edges.push({ from, to, transition });
      return false;
    });
    return false;
  };
  if (engine.initial()) engine.elapse(() => arrive(-1));
  for (let node = 0; node < states.length; node++) {
    if (options.isCancelled?.() === true) {
      complete = false;
      break;
    }
    engine.cells.set(states[node]!.cells);
    engine.zone = states[node]!.zone.slice();
    engine.successors(() => {
      engine.elapse(() => arrive(node));
      return false;
    });
  }
  const nodes = states.map(({ cells, zone }) => ({
    locations: [...cells.subarray(0, count)],
    variables: [...cells.subarray(count)],
    zone: traceConstraints(zone, dim),
  }));
  return { ...traceNames(network), nodes, edges, complete };
}
