/**
 * Other beginnings: the network that starts in a given state, for every analysis to see, and one that may start anywhere, for
 * facts that serve all states.
 */
import type { Edge, Location, Network, Origin } from "../network/index.ts";
import { constantOf, INF, type Zone } from "../zones/index.ts";

const nowhere: Origin = { start: 0, end: 0 };

/** A symbolic state to begin in. */
export interface SymbolicState {
  /** Locations and variables. */
  readonly cells: Int32Array;
  readonly zone: Zone;
}

/**
 * The network with another state at its beginning. Clocks get the largest initial value that the differences in the zone can
 * stand for, which is all that analyses use it for: a valuation is one with all clocks below that, and a delay.
 */
export function startingIn(network: Network, { cells, zone }: SymbolicState): Network {
  const largest = largestDifference(zone, network.clocks.length);
  return {
    ...network,
    slots: network.slots.map((s, i) => (s.initial === cells[i] ? s : { ...s, initial: cells[i]! })),
    processes: network.processes.map((p, i) => (p.initial === cells[i] ? p : { ...p, initial: cells[i]! })),
    clocks: network.clocks.map((c, x) => (x === 0 ? c : { ...c, initial: largest })),
  };
}

/** No smaller than the largest value of any clock when the smallest is zero. */
function largestDifference(zone: Zone, dim: number): number {
  let largest = 0;
  for (let x = 1; x < dim; x++) {
    for (let y = 1; y < dim; y++) {
      const bound = Math.min(zone[x * dim + y]!, zone[x * dim]!);
      if (x !== y) largest = Math.max(largest, bound >= INF ? 2 ** 29 : Math.abs(constantOf(bound)));
    }
  }
  return largest;
}

/**
 * For analyses: a network that gets from a new initial location of each process to any location, with any values of the
 * variables. The new locations are the last, so that all others keep their numbers; clocks may begin with large values.
 */
export function startingAnywhere(network: Network): Network {
  let id = network.processes.reduce((n, p) => n + p.edges.length, 0);
  const outside = { op: "load", at: { base: network.cells + 2 ** 20, terms: [] } } as const;
  const stores = network.slots.slice(network.processes.length).map((slot, k) => ({
    op: "store" as const,
    at: { base: network.processes.length + k, terms: [] },
    value: outside,
    low: slot.low,
    high: slot.high,
    origin: nowhere,
  }));
  const processes = network.processes.map((p, i) => {
    const source = p.locations.length;
    const start: Location = {
      name: "(anywhere)",
      index: source,
      urgent: false,
      committed: false,
      invariant: { data: [], clocks: [], rates: [] },
      labels: [],
      origin: nowhere,
    };
    const edges = p.locations.map(
      (l): Edge => ({
        id: id++,
        process: i,
        source,
        target: l.index,
        selects: [],
        guard: { data: [], clocks: [] },
        update: i === 0 ? stores : [],
        controllable: true,
        origin: nowhere,
      }),
    );
    return { ...p, initial: source, locations: [...p.locations, start], edges: [...p.edges, ...edges] };
  });
  return {
    ...network,
    processes,
    slots: network.slots.map((s, i) => (i < processes.length ? { ...s, high: s.high + 1, initial: s.high + 1 } : s)),
    clocks: network.clocks.map((c, x) => (x === 0 ? c : { ...c, initial: 2 ** 29 })),
  };
}
