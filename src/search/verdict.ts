/**
 * Verdicts: the answer to one query. "Cannot be had" is `unknown` with a reason; a run-time error of the model is `fault`.
 * Over-approximations (stopwatches) turn answers that may be wrong into `maybe_...`.
 */

import type { FaultReport, Trace } from "../trace/index.ts";
import type { ReductionName, RoadReport } from "./report.ts";
import type { Statistics } from "./statistics.ts";

export type Outcome = "satisfied" | "violated" | "maybe_satisfied" | "maybe_violated" | "unknown" | "fault";

export interface Verdict {
  /** The query's text. */
  readonly query: string;
  readonly outcome: Outcome;
  /** Why, in one sentence, where that is not plain: limits, approximations, what the trace shows. */
  readonly reason?: string;
  readonly fault?: FaultReport;
  /** Answers of sup, inf and bounds, one per expression. */
  readonly values?: readonly BoundValue[];
  /** An example of an E query that is satisfied, a counterexample of an A query that is violated. */
  readonly trace?: Trace;
  /** Why there is no trace although one was asked for. */
  readonly traceReason?: string;
  readonly statistics: Statistics;
  /** Who answered, and what became of the other ways to an answer. */
  readonly roads?: readonly RoadReport[];
  /** What was left out of the network first. */
  readonly reductions?: readonly ReductionName[];
}

/**
 * Values of one expression: for bounds all the intervals they fill; for sup the upper end of the last, for inf the lower end of
 * the first, with the other end left open (infinite).
 */
export interface BoundValue {
  readonly text: string;
  readonly kind: "data" | "clock";
  readonly intervals: readonly ValueInterval[];
  /** Why the value is not known, if so. */
  readonly unknown?: string;
}

/** `high` is Infinity where there is no limit, or none is asked for; so is `low`, negated. */
export interface ValueInterval {
  readonly low: number;
  readonly lowStrict: boolean;
  readonly high: number;
  readonly highStrict: boolean;
}
