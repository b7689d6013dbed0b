/**
 * What may be said beside a query: what the user wishes, limits, and knobs that only tests turn. Everything has a default, and
 * nothing of it changes a verdict, only the road to it.
 */
import type { ActiveClocks } from "../analysis/index.ts";
import type { Memories, Small, Spill } from "../engine/index.ts";
import type { SymbolicState } from "../reduce/index.ts";
import type { Order } from "./explore/waiting.ts";
import type { Keeper } from "./keeper.ts";
import type { Limits } from "./limits.ts";
import type { RoadName } from "./report.ts";
import type { Crew } from "./threads/crew.ts";

export interface Wishes {
  readonly order?: Order | undefined;
  /** For the random order. */
  readonly seed?: number | undefined;
  /** How reachability abstracts: subsumption under aLU (the default) or extrapolation by Extra+LU. */
  readonly abstraction?: "simulation" | "extra" | undefined;
  /** Search by the compiled engine where it can (the default); false always interprets. */
  readonly compiled?: boolean | undefined;
  /**
   * Take states that differ only in dead variables for one (the default); see `analysis/live/live.ts`. Traces show all values.
   */
  readonly reduce?: boolean | undefined;
  /** Take states that are images of each other under exchanges of scalars for one (the default, where there are any). */
  readonly symmetry?: boolean | undefined;
  /**
   * Jump over rounds of busy waiting where that changes no answer (see `roads/jumps.ts`): by default where a search is long
   * and it will pay, with true from the start, with false never.
   */
  readonly acceleration?: boolean | undefined;
  /**
   * Let every group of processes have a time of its own (see `roads/local.ts`): from the start where that can be, or never;
   * by default where a search is long and it pays.
   */
  readonly localTime?: boolean | undefined;
  /** Do not keep states with a committed location once they are expanded (reachability only; by default they are kept). */
  readonly forgetCommitted?: boolean | undefined;
  readonly trace?: "none" | "some" | "shortest" | "fastest" | undefined;
  /**
   * Tell rounds that acceleration jumped over once, with how often they are gone (`Trace.rounds`), instead of writing them out.
   */
  readonly rounds?: boolean | undefined;
  /** More threads to share a compiled search with, for all kinds of query but liveness. */
  readonly crew?: Crew | undefined;
  /**
   * Searches depth first with a table of so many bytes instead of a store (see `roads/bitstate.ts`); nothing else is tried then.
   */
  readonly bitstate?: number | undefined;
  /** Where the store of a search goes that does not fit into `memory` (see `roads/spilled.ts`); nothing else is tried then. */
  readonly spill?: Spill | undefined;
  /**
   * Keeps the search now and then, and lets one go on that was kept (see `roads/checkpointed.ts`); nothing else is tried then.
   */
  readonly keeper?: Keeper | undefined;
}

/** For tests of small models. */
export interface Knobs {
  /** By the name of a road beside the main one, after how many explored states it is tried first: 0 at once, Infinity never. */
  readonly due?: Readonly<Partial<Record<RoadName, number>>> | undefined;
  /** Which forays there are. */
  readonly forays?: readonly ("dfs" | "rambling")[] | undefined;
  /** From so many zones of one discrete state on the compiled engine has them in a tree. */
  readonly leaf?: number | undefined;
  /** From what size on the compiled engine makes states small, way by way: 0 always, Infinity never. */
  readonly small?: Small | undefined;
  /** How large the memories of a search are that uses several, and from when on. */
  readonly memories?: Memories | undefined;
  /** How many parts a search has that goes to the disk, and how many bytes one memory may take before. */
  readonly spill?: { readonly parts?: number; readonly alone?: number } | undefined;
  /** For `-->`: how many states are explored before paths begin only where no larger state is known. */
  readonly atOnce?: number | undefined;
  /** The largest constant up to which sup, inf and bounds keep clocks exact before they give up. */
  readonly ceiling?: number | undefined;
}

export interface VerifyOptions extends Wishes, Limits {
  /** Begin in this state instead of the initial one. Requires: invariants allow its zone. Such searches have no traces. */
  readonly start?: SymbolicState | undefined;
  readonly knobs?: Knobs | undefined;
}

/** Gives the dead variables of a state their initial values. */
export type Canonical = (cells: Int32Array) => void;

/** What makes states equal to the search: dead variables, and clocks that are not active. */
export interface Sameness {
  readonly canonical: Canonical | undefined;
  readonly active: ActiveClocks | undefined;
}
