/**
 * Ways, for certificates (docs/semantics.md 9.8): the discrete states of runs, whose clock values a checker finds itself. A
 * way that stays ends in a deadlock, where time can pass for ever, or in a round that can be gone for ever.
 */
import { wants } from "../base/index.ts";
import { interpret } from "../engine/index.ts";
import type { Network, NetworkQuery } from "../network/index.ts";
import type { Federation } from "../zones/index.ts";
import { cellsOf, type Lasso, lassoOf, roundOf } from "./round.ts";
import type { Trace } from "./trace.ts";

export interface Way {
  readonly states: readonly WayState[];
  readonly ending?: "deadlock" | "divergence" | "loop";
  /** The state that the last one leads back to, and for `-->` the one where the run begins to stay; both from 0. */
  readonly loop?: number;
  readonly begin?: number;
}

export interface WayState {
  readonly cells: readonly number[];
  /** The state before it, where that is not the one told before it. */
  readonly from?: number;
  /** Where a round begins: the valuations from which it can be gone for ever. */
  readonly zones?: Federation;
}

/** The way of a trace that violates `A<>` or `-->`, or satisfies `E[]`; undefined if its round cannot be gone for ever. */
export function stayingWay(network: Network, query: NetworkQuery, trace: Trace): Way | undefined {
  wants("stayingWay", network, "network");
  wants("stayingWay", query, "query");
  const { ending, begin } = trace;
  if (ending === "goal" || (query.kind !== "A<>" && query.kind !== "E[]" && query.kind !== "-->")) return undefined;
  const begun = query.kind === "-->" ? { begin: begin ?? 0 } : {};
  if (ending !== "loop")
    return { states: trace.states.map((_, k) => ({ cells: cellsOf(trace, k) })), ending, ...begun };
  const engine = interpret(network, query);
  const lasso = lassoOf(engine, trace);
  const never =
    query.kind === "-->" ? engine.predicate(query.right, false) : engine.predicate(query.formula, query.kind === "E[]");
  const zones = lasso === undefined ? [] : roundOf(engine, lasso, { never });
  if (lasso === undefined || zones.length === 0) return undefined;
  return { states: statesOf(lasso, zones), ending, loop: lasso.loop, ...begun };
}

/** The states of a lasso, with the valuations from which its round can be gone. */
export function statesOf({ cells, loop }: Lasso, zones: Federation): readonly WayState[] {
  return cells.map((own, k) => (k === loop ? { cells: own, zones } : { cells: own }));
}
