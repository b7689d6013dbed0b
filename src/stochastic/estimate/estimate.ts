import type { Proof } from "../exact/proof.ts";
import type { Splitting } from "../rare/splitting.ts";
import type { RunFault } from "../sample.ts";
import type { Parameters } from "./parameters.ts";

/**
 * What many runs say about a query. Whatever kind it is, it tells how many runs there were, from which seed, by which
 * parameters, so that whoever repeats it gets the same numbers.
 *
 * Where a limit ended it, it is `partial`: what the runs until then say, at the same confidence, without the precision asked for.
 */
export type Estimate = Common &
  (ProbabilityEstimate | HypothesisEstimate | ComparisonEstimate | ExpectationEstimate | Simulation);

export interface Common {
  /** The query's text. */
  readonly query: string;
  /** An estimate and a simulation are always satisfied, as in UPPAAL, unless a limit or a fault ended them. */
  readonly outcome: "satisfied" | "violated" | "unknown" | "fault";
  readonly runs: number;
  readonly parameters: Parameters;
  readonly warnings: readonly string[];
  readonly partial?: true;
  /** Why it is partial. */
  readonly reason?: string;
  /** The run that could not be finished. */
  readonly fault?: RunFault;
}

export interface ProbabilityEstimate {
  readonly kind: "probability";
  /** `<> P.done`, `[] x < 5`, as asked. */
  readonly path: string;
  readonly successes: number;
  /** After Clopper and Pearson; closed at 0 and 1. */
  readonly interval: Range;
  readonly confidence: number;
  /** What the values below are measured in: `time`, `steps`, or a clock. */
  readonly unit: string;
  /** Where the runs reached their goal: those that count for `<>` and `U`, those that do not for `[]`. */
  readonly values: Sample;
  /** Of how many runs the values are a part, and how likely it is to reach the goal up to each of some points. */
  readonly cumulative: readonly CumulativePoint[];
  /** Where the probability is known exactly. */
  readonly proof?: Proof;
  /** What splitting says, where a level is given. */
  readonly splitting?: Splitting;
}

/** H0: the probability is at least `limit` (at most, for `<=`). */
export interface HypothesisEstimate {
  readonly kind: "hypothesis";
  readonly path: string;
  readonly relation: ">=" | "<=";
  readonly limit: number;
  readonly successes: number;
  /** Holds though the runs stopped by what they showed. */
  readonly interval: Range;
  readonly confidence: number;
  /** Clopper and Pearson's interval and the limit's indifference region overlap: the answer may be either. */
  readonly indifferent: boolean;
}

/** Is the first probability at least the second? Runs come in pairs. */
export interface ComparisonEstimate {
  readonly kind: "comparison";
  readonly first: Compared;
  readonly second: Compared;
  /** Pairs of which one run succeeded and the other did not. */
  readonly firstOnly: number;
  readonly secondOnly: number;
  readonly confidence: number;
  readonly unit: string;
}
export interface Compared {
  readonly path: string;
  readonly successes: number;
  /** Holds though the runs stopped by what they showed. */
  readonly interval: Range;
  readonly cumulative: readonly CumulativePoint[];
}

export interface ExpectationEstimate {
  readonly kind: "expectation";
  readonly extreme: "min" | "max";
  readonly expression: string;
  readonly values: Sample;
  readonly confidence: number;
  /** By the percentiles of resampled means, where asked for. */
  readonly bootstrap?: Range;
}

export interface Simulation {
  readonly kind: "simulation";
  readonly expressions: readonly string[];
  /** What the abscissa is measured in. */
  readonly unit: string;
  readonly trajectories: readonly Trajectory[];
  /** Of a simulation with a goal: how likely it is reached. */
  readonly goal?: { readonly text: string; readonly successes: number; readonly interval: Range };
  readonly confidence: number;
}

/** One run: for each expression the points of its course, by increasing abscissa; a jump is two points with the same. */
export interface Trajectory {
  readonly run: number;
  readonly series: readonly (readonly Point[])[];
  /** Where the goal was reached. */
  readonly reached?: number;
}
export type Point = readonly [x: number, value: number];

export interface Range {
  readonly low: number;
  readonly high: number;
}

/** Numbers of runs, summarised. Without numbers there is nothing but the count. */
export interface Sample {
  readonly count: number;
  /** The first million of them, by run: histogram, quantiles and curves are made of these. */
  readonly all: Float64Array;
  readonly min?: number;
  readonly max?: number;
  readonly mean?: number;
  /** Of Student's interval for the mean; absent where all are equal or there is but one. */
  readonly halfWidth?: number;
  readonly deviation?: number;
  readonly histogram?: Histogram;
  readonly quantiles?: readonly Quantile[];
}
export interface Histogram {
  readonly start: number;
  readonly width: number;
  readonly counts: readonly number[];
}
/** The value below which this share of runs lies, with an interval that no distribution is assumed for. */
export interface Quantile {
  readonly at: number;
  readonly value: number;
  readonly interval: Range;
}

/** The share of runs up to `x`; `interval` holds at this point, `band` at all points together. */
export interface CumulativePoint {
  readonly x: number;
  readonly share: number;
  readonly interval: Range;
  readonly band: Range;
}
