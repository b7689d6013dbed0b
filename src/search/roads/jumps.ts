/**
 * Acceleration in the search: where a search is long, and a process runs round a short cycle while another waits for
 * something much slower, the search is begun anew with jumps over such rounds (see `jump.ts`). That is done only where it
 * changes no answer: reachability without deadlocks, and cycles that are exact; without symmetries. Small searches never
 * come to it. A trace is one of the original network: the jumps in it are turned into rounds.
 */

import { findJumps, type Jump, mentionsDeadlock } from "../../analysis/index.ts";
import { LimitReached } from "../../base/index.ts";
import { interpret } from "../../engine/index.ts";
import type { Network, NetworkQuery } from "../../network/index.ts";
import { type Jumping, jumpingQuery, withJumps } from "../../reduce/index.ts";
import type { Trace } from "../../trace/index.ts";
import { buildTrace, goalOf, unfoldJumps } from "../../trace/index.ts";
import type { VerifyOptions } from "../options.ts";
import type { FormulaQuery } from "../reach.ts";
import { symmetryOf } from "../symmetry.ts";
import type { Verdict } from "../verdict.ts";

/** A search is begun anew only after so many states. */
const PATIENCE = 5000;
/** Rounds that a search would run through, by its constants, for jumps to pay. */
const MANY = 32;
/** Cycles of a process that are looked at: by a search that was not asked to, and by one that was. */
const FEW_CYCLES = 200;
const MOST_CYCLES = 1000;
/** Transitions of a trace after its jumps were turned into rounds. */
const LONGEST = 500_000;

export interface Accelerated extends Jumping {
  readonly query: NetworkQuery;
  readonly jumps: readonly Jump[];
}

/** Why the answer of a query may not come from a network with jumps; undefined if it may. */
export function whyNotAccelerated(query: NetworkQuery, options: VerifyOptions): string | undefined {
  const { trace = "none", acceleration, engine, abstraction } = options;
  if (acceleration === false) return "acceleration is switched off";
  if (query.kind !== "E<>" && query.kind !== "A[]")
    return `acceleration does not keep the answers of ${query.kind} queries`;
  if (mentionsDeadlock(query.formula)) return "acceleration does not keep deadlocks";
  if (trace !== "none" && trace !== "some") return `a ${trace} trace is asked for`;
  if (engine !== undefined || abstraction === "extra") return "another abstraction is asked for";
  return undefined;
}

export function mayAccelerate(query: NetworkQuery, options: VerifyOptions): query is FormulaQuery {
  return whyNotAccelerated(query, options) === undefined;
}

/**
 * The network with jumps, or undefined if there are none. If it was not asked for: none that pay, or symmetries that are used
 * instead, for a search with jumps uses none.
 */
export function accelerated(network: Network, query: NetworkQuery, options: VerifyOptions): Accelerated | undefined {
  const always = options.acceleration === true;
  if (!always && symmetryOf(network, query, options) !== undefined) return undefined;
  const jumps = findJumps(
    network,
    always ? { limit: MOST_CYCLES } : { limit: FEW_CYCLES, worth: { query, times: MANY } },
  );
  if (jumps.length === 0) return undefined;
  const jumping = withJumps(network, jumps);
  const asked = jumpingQuery(query, network, jumping);
  return asked === undefined ? undefined : { ...jumping, query: asked, jumps };
}

export function isPatient(explored: number): boolean {
  return explored < PATIENCE;
}

/** Whether the verdict of the network with jumps stands for the original: faults and doubts are left to that. */
export function stands({ outcome, trace }: Verdict, wanted: VerifyOptions["trace"], query: NetworkQuery): boolean {
  if (outcome === "unknown") return true;
  if (outcome !== "satisfied" && outcome !== "violated") return false;
  const isReached = (query.kind === "E<>") === (outcome === "satisfied");
  return !isReached || (wanted ?? "none") === "none" || trace?.concrete === true;
}

/** A trace of the original network for one of the network with jumps; or why there is none. */
export function originalTrace(
  network: Network,
  query: FormulaQuery,
  jumping: Accelerated,
  trace: Trace,
  patience: () => void,
): Trace | { readonly tooLong: string } | undefined {
  const words = unfoldJumps(network, jumping, trace, LONGEST);
  if (typeof words === "string") return { tooLong: words };
  const engine = interpret(network, query);
  try {
    const built = buildTrace(engine, {
      path: [{ words: [] }, ...words.map((w) => ({ words: w }))],
      goal: goalOf(engine.predicate(query.formula, query.kind === "A[]")),
      ending: "goal",
      network,
      patience,
    });
    return typeof built === "string" ? undefined : built;
  } catch (error) {
    if (error instanceof LimitReached) return { tooLong: error.message };
    throw error;
  }
}
