import type { Origin } from "../network/index.ts";

/**
 * Faults: what goes wrong while a model runs (docs/compatibility.md ER1 to ER10), an error of the model and never a verdict.
 * One class for all of them; a search catches it and reports it with the state and the edge, which the engine fills in.
 */
export type FaultKind =
  | "range"
  | "index"
  | "division"
  | "shift"
  | "negative-clock"
  | "endless"
  | "assert"
  | "rate"
  | "overflow";

export class Fault extends Error {
  override readonly name = "Fault";
  readonly kind: FaultKind;
  readonly origin: Origin;
  /** The discrete state in which it happened (locations and variables), once known. */
  state: readonly number[] | undefined;
  /** The edge whose guard or update it was, once known. */
  edge: number | undefined;

  constructor(kind: FaultKind, origin: Origin, message: string) {
    super(message);
    this.kind = kind;
    this.origin = origin;
  }
}

/** Rounds of loops in one guard or one transition before it counts as endless. */
export const STEP_LIMIT = 20_000_000;
