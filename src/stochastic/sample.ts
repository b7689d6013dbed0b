import type { Origin } from "../network/index.ts";

/**
 * What both engines do: run number n of a query, for any n, alone or in a batch. A run depends on nothing but the seed, the
 * number of the query and its own number, so whoever asks, in whatever order and thread, gets the same.
 */
export interface Sampler {
  /** Runs first .. first + count - 1, or fewer where one of them failed. `patience` is called now and then and may throw. */
  sample(first: number, count: number, patience?: () => void): Batch;
}

export interface Batch {
  readonly first: number;
  readonly count: number;
  /** By run: whether it satisfied the path; 0 for expectations. */
  readonly success: Uint8Array;
  /** By run: where its path was decided (in the unit of the bound), or the extreme of an expectation. */
  readonly value: Float64Array;
  /** Transitions of all these runs. */
  readonly steps: number;
  /** Run `first + count` could not be finished. */
  readonly fault?: RunFault;
}

/** Why a run has no end, with all that is needed to understand it. */
export interface RunFault {
  readonly code:
    | "time-lock"
    | "zeno"
    | "rate"
    | "weights"
    | "rates-differ"
    | "unbounded"
    | "several-partners"
    | "too-many-processes"
    | "flow"
    | "random-parameter"
    | "evaluation";
  readonly message: string;
  readonly run: number;
  readonly time: number;
  readonly origin?: Origin;
  /** `Train(1).Cross, n = 3, x = 2.5` at that moment. */
  readonly state: string;
}
