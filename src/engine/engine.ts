import type { ClockRef, Code, Formula, Network } from "../network/index.ts";
import type { Federation, Zone } from "../zones/index.ts";

/**
 * An engine: one network made ready to run. It works in place on one discrete state, `cells`, and one zone, `zone`; the
 * search copies states in and out of its own store, so no object is made per state. All zones are closed difference-bound
 * matrices of dimension `dim` (see `zones/matrix.ts`). Run-time faults of the model are thrown as `Fault`.
 */
export interface Engine {
  readonly network: Network;
  readonly dim: number;
  /** Cells of a discrete state: the first `size` of `cells`. The rest are constants and scratch. */
  readonly size: number;
  readonly cells: Int32Array;
  /** The zone at hand, `dim * dim` entries. Callers may change its content, and may put another array in its place. */
  zone: Zone;
  /** The last transition: for each edge that takes part its id, then its select values. Sender first. */
  readonly transition: Int32Array;
  readonly transitionLength: number;
  /** Its channel, or -1. Requires: asked inside `visit`. */
  readonly transitionChannel: number;
  /** Whether delays are over-approximated (stopwatches): then a positive answer is only a "maybe". */
  readonly approximate: boolean;

  /** Puts the initial state, without delay, into `cells` and `zone`. False if it violates an invariant. */
  initial(): boolean;
  /**
   * Calls `visit` for every action successor of the state at hand, with the successor (target invariants included, no
   * delay) in `cells` and `zone` and the step in `transition`. One step may come in several pieces. `visit` returns true
   * to stop. Ensures: `cells` and `zone` are as before. With "skip", edges and steps that fault are left out: for looking
   * for a step that a search has taken before it came to the fault of another.
   */
  successors(visit: () => boolean, faults?: "throw" | "skip"): void;
  /** Calls `visit` for each zone of the time successors of the state at hand, in `zone`. Usually there is one. */
  elapse(visit: () => boolean): void;
  /** What decides about delays in the discrete state at hand. */
  timing(): Timing;
  /**
   * The part of `zone` at hand from which the transition given in words leads into `target`, a set of valuations that the
   * target's invariants allow. Other transitions that fault are left out.
   */
  pullBack(words: ArrayLike<number>, target: Federation): Federation;
  /** The part of a zone of the discrete state at hand in which no action is possible, now or later. */
  deadlocked(zone: Zone): Federation;
  /** A formula, or its negation, to be asked of states at hand. */
  predicate(formula: Formula, negated: boolean): Predicate;
  /** Runs code in the state at hand. */
  value(code: Code): () => number;
  /** The number of a clock in the state at hand. */
  clock(ref: ClockRef): () => number;
}

export interface Timing {
  /** All valuations that the current invariants allow; undefined if the data forbids the state. */
  readonly invariant: Zone | undefined;
  /** No time passes at all: an urgent or committed location, or an urgent synchronisation without clock guards. */
  readonly still: boolean;
  /** Valuations in which an urgent synchronisation is enabled: time may come there and not go on. */
  readonly urgent: Federation;
  /** `stopped[x]` is 1 for clocks that stand still; undefined if all run. */
  readonly stopped: Uint8Array | undefined;
}

export interface Predicate {
  /** Whether it depends on data and locations only. */
  readonly onlyData: boolean;
  /** Whether some valuation of the zone satisfies it. */
  holds(zone: Zone): boolean;
  /** The part of the zone that satisfies it. May be the zone itself, not copied. */
  satisfying(zone: Zone): Federation;
}
