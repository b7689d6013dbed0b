/**
 * Verification from any state instead of the initial one, without writing a model. Delays from there are part of the search. Traces
 * are not given: they would have to start with exact clock values.
 */
import { wants } from "../base/index.ts";
import type { Network, NetworkQuery } from "../network/index.ts";
import type { SymbolicState } from "../reduce/index.ts";
import { type Verdict, type VerifyOptions, verify } from "../search/index.ts";

export type FromOptions = Omit<VerifyOptions, "start" | "trace" | "crew">;

/** Requires: the invariants of the state allow its zone. */
export function verifyFrom(
  network: Network,
  query: NetworkQuery,
  start: SymbolicState,
  options: FromOptions = {},
): Verdict {
  wants("verifyFrom", network, "network");
  wants("verifyFrom", query, "query");
  wants("verifyFrom", start, "object");
  return verify(network, query, { ...options, trace: "none", start });
}
