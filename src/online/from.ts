/**
 * Verification from any state instead of the initial one, without writing a model: the network gets the state's locations
 * and values as initial ones, so that every analysis sees them, and an engine whose first zone is the given one. Delays from
 * there are part of the search.
 */
import { interpret } from "../engine/index.ts";
import type { Network, NetworkQuery } from "../network/index.ts";
import { type SymbolicState, startingIn } from "../reduce/index.ts";
import { type Verdict, type VerifyOptions, verify } from "../search/index.ts";

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
