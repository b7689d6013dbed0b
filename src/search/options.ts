/** Options of `verify`. Everything has a default; what is chosen never changes a verdict, only the road to it. */
import type { LiveCells } from "../analysis/index.ts";
import type { Engine, Memories } from "../engine/index.ts";
import type { Network, NetworkQuery } from "../network/index.ts";
import type { Order } from "./explore/waiting.ts";
import type { Limits } from "./limits.ts";
import type { ForayPlan } from "./roads/forays.ts";
import type { Crew } from "./threads/crew.ts";

export interface VerifyOptions extends Limits {
  readonly order?: Order | undefined;
  /** For the random order. */
  readonly seed?: number | undefined;
  /** How reachability abstracts: subsumption under aLU (the default) or extrapolation by Extra+LU. */
  readonly abstraction?: "simulation" | "extra" | undefined;
  /** Search by the compiled engine where it can (the default); false always interprets. */
  readonly compiled?: boolean | undefined;
  /** Take states that differ only in dead variables for one (the default); see `analysis/live.ts`. Traces show all values. */
  readonly reduce?: boolean | undefined;
  /** Take states that are images of each other under exchanges of scalars for one (the default, where there are any). */
  readonly symmetry?: boolean | undefined;
  /**
   * Jump over rounds of busy waiting where that changes no answer (see `accelerate.ts`): by default where a search is long
   * and it will pay, with true from the start, with false never.
   */
  readonly acceleration?: boolean | undefined;
  /** Do not keep states with a committed location once they are expanded (reachability only; by default they are kept). */
  readonly forgetCommitted?: boolean | undefined;
  /** Go straight on now and then beside a long search in the usual order (the default); see `foray.ts`. */
  readonly forays?: false | ForayPlan | undefined;
  readonly trace?: "none" | "some" | "shortest" | "fastest" | undefined;
  /** Called with the cells of the state that a reachability search has found. */
  readonly found?: ((cells: Int32Array) => void) | undefined;
  /** From so many zones of one discrete state on the compiled engine has them in a tree; tests of small models say a few. */
  readonly leaf?: number | undefined;
  /** More threads to share a compiled search with: for all kinds of query but liveness; see `Statistics.alone`. */
  readonly crew?: Crew | undefined;
  /**
   * How a compiled search uses more memory than WebAssembly gives at once (4 GiB, the default), where `memory` allows it: see
   * `engine/compile/several.ts`.
   */
  readonly memories?: Memories | undefined;
  /** For `-->`: how many states are explored before paths begin only where no larger state is known. */
  readonly atOnce?: number | undefined;
  /** After how many explored states an answer is tried in parts (see `parts.ts`); tests of small models say a few. */
  readonly partsAfter?: number | undefined;
  /** Makes the engine; the interpreter by default. */
  readonly engine?: ((network: Network, query?: NetworkQuery) => Engine) | undefined;
  /** How many states a search explores before a proof by larger states is tried; see `prove.ts`. */
  readonly proofsAfter?: number | undefined;
  /** The largest constant up to which sup, inf and bounds keep clocks exact before they give up. */
  readonly ceiling?: number | undefined;
}

/** The options of one search, with what it knows about the query's dead variables. */
export interface SearchOptions extends VerifyOptions {
  readonly live?: LiveCells | undefined;
  readonly canonical?: Canonical | undefined;
}

/** Gives the dead variables of a state their initial values. */
export type Canonical = (cells: Int32Array) => void;
