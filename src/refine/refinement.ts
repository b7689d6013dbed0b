/**
 * The answer to "is every timed trace of the implementation one of the specification?". A definite answer is exact. A
 * violation comes with a run of the closed network of `compose.ts` and one reason in the user's terms.
 */
import type { Branch, Network, Origin } from "../network/index.ts";
import type { Statistics } from "../search/index.ts";
import type { FaultReport, Trace } from "../trace/index.ts";
import type { Rational, Zone } from "../zones/index.ts";

export interface Refinement {
  readonly outcome: "included" | "not-included" | "not-applicable" | "unknown" | "fault";
  /** In one sentence. */
  readonly reason: string;
  readonly interface: RefinementInterface;
  /** What was done with constructs that need a word: committed locations, broadcasts, harmless overlaps. */
  readonly notes: readonly RefinementNote[];
  readonly violation?: Violation;
  readonly fault?: FaultReport;
  /** The run to the violation; the last process is the specification. */
  readonly trace?: Trace;
  readonly traceReason?: string;
  /** The network of which the trace is a run. */
  readonly network?: Network;
  /** Where the specification is not deterministic: the run that none of its own has the trace of. */
  readonly distinction?: Distinction;
  /** Where it is not, and inclusion holds: the states of the implementation, each with all that the specification may be in then. */
  readonly relation?: RefinementRelation;
  /** The pairs of states that prove inclusion, where they were searched for. */
  readonly pairs?: RefinementPairs;
  readonly statistics: Statistics;
}

/** A run of the implementation whose trace is none of the specification. */
export interface Distinction {
  /** What no run of the specification has at its end. */
  readonly kind: Violation["kind"];
  readonly time: Rational;
  readonly steps: readonly {
    readonly delay: Rational;
    /** None for an internal step, and at the end. */
    readonly action?: string;
    /** The edges that the implementation takes after the delay. */
    readonly edges: readonly RefinementEdge[];
    /** The locations in which the specification may be before the delay. */
    readonly possible: readonly string[];
  }[];
}

export interface RefinementRelation {
  /** Calls `visit` with locations of the implementation, those of the specification, and how many zones relate them. */
  readonly each: (
    visit: (implementation: readonly string[], specification: readonly string[], zones: number) => void,
  ) => void;
}

export interface RefinementPairs {
  /** Calls `visit` for each pair of discrete states, that of the implementation first, with zones over the clocks of both. */
  readonly each: (visit: (cells: readonly number[], zones: readonly Zone[]) => void) => void;
}

export interface RefinementInterface {
  readonly channels: readonly string[];
  readonly hidden: readonly string[];
  readonly variables: readonly string[];
}

/** `side` tells which of the two models the place is in. */
export interface RefinementPlace extends Origin {
  readonly side: "implementation" | "specification";
}

export interface RefinementNote {
  readonly code:
    | "committed"
    | "transient"
    | "broadcast"
    | "hidden"
    | "overlap"
    | "nondeterminism"
    | "internal"
    | "urgent"
    | "sets"
    | "simulation";
  readonly message: string;
  readonly places: readonly RefinementPlace[];
}

export interface Violation {
  readonly kind: "action" | "delay" | "urgent" | "shared" | "start";
  /** Time of the violation in the run, if it is concrete. */
  readonly time?: Rational;
  /** Where the specification is. */
  readonly location: string;
  readonly locationOrigin: Origin;
  /** The action that was taken, or that should have been offered: `c[1]!`. */
  readonly action?: string;
  /** The edge of the implementation that took it. */
  readonly edge?: RefinementEdge;
  /** Edges of the specification for this action, with what keeps each from being taken. */
  readonly alternatives: readonly (RefinementEdge & { readonly obstacle: string; readonly obstacleOrigin: Origin })[];
  /** What the specification would have allowed, as constraints, where the reason is a delay. */
  readonly allowed?: string;
  readonly variables?: readonly {
    readonly name: string;
    readonly implementation: number;
    readonly specification: number;
  }[];
}

export interface RefinementEdge {
  readonly process: string;
  readonly source: string;
  readonly target: string;
  readonly origin: Origin;
  readonly branches?: readonly Branch[];
}
