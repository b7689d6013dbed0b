/**
 * Verification from any state instead of the initial one, without writing a model: the network gets the state's locations
 * and values as initial ones, so that every analysis sees them, and an engine whose first zone is the given one. Delays from
 * there are part of the search.
 */
import { interpret } from "../engine/index.ts";
import type { Network, NetworkQuery } from "../network/index.ts";
import { type Verdict, type VerifyOptions, verify } from "../search/index.ts";
import { constantOf, INF, type Zone } from "../zones/index.ts";

export interface SymbolicState {
  /** Locations and variables. */
  readonly cells: Int32Array;
  readonly zone: Zone;
}

/** Traces are not given: they would have to start with exact clock values. */
export type FromOptions = Omit<VerifyOptions, "engine" | "trace" | "crew">;

/** Requires: the invariants of the state allow its zone. */
export function verifyFrom(
  network: Network,
  query: NetworkQuery,
  state: SymbolicState,
  options: FromOptions = {},
): Verdict {
  return verify(startingIn(network, state), query, {
    ...options,
    trace: "none",
    engine: (n, q) => {
      const engine = interpret(n, q);
      engine.initial = () => {
        engine.cells.set(state.cells);
        engine.zone.set(state.zone);
        return true;
      };
      return engine;
    },
  });
}

/**
 * The network with another state at its beginning. Clocks get the largest initial value that the differences in the zone can
 * stand for, which is all that analyses use it for: a valuation is one with all clocks below that, and a delay.
 */
export function startingIn(network: Network, { cells, zone }: SymbolicState): Network {
  const largest = largestDifference(zone, network.clocks.length);
  return {
    ...network,
    slots: network.slots.map((s, i) => (s.initial === cells[i] ? s : { ...s, initial: cells[i] })),
    processes: network.processes.map((p, i) => (p.initial === cells[i] ? p : { ...p, initial: cells[i] })),
    clocks: network.clocks.map((c, x) => (x === 0 ? c : { ...c, initial: largest })),
  };
}

/** No smaller than the largest value of any clock when the smallest is zero. */
function largestDifference(zone: Zone, dim: number): number {
  let largest = 0;
  for (let x = 1; x < dim; x++) {
    for (let y = 1; y < dim; y++) {
      const bound = Math.min(zone[x * dim + y], zone[x * dim]);
      if (x !== y) largest = Math.max(largest, bound >= INF ? 2 ** 29 : Math.abs(constantOf(bound)));
    }
  }
  return largest;
}
