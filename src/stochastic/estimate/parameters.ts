import { demand } from "../../base/index.ts";

/**
 * What may be said beside a statistical query. The names and defaults are UPPAAL's where it has them. Everything that changes an
 * answer stands in the estimate again, so that it can be had a second time.
 */
export interface Wishes {
  /** One minus the confidence of intervals; of a hypothesis, the risk to reject it although it holds. */
  readonly alpha?: number | undefined;
  /** Of a hypothesis: the risk to accept it although it does not hold. */
  readonly beta?: number | undefined;
  /** An estimate ends when no end of its interval is further from the share of successes. */
  readonly epsilon?: number | undefined;
  /** Of a hypothesis: how far above and below its limit a probability may lie where either answer is right. */
  readonly upperDelta?: number | undefined;
  readonly lowerDelta?: number | undefined;
  /** Of a comparison: the ratios of odds between which either answer is right. */
  readonly u0?: number | undefined;
  readonly u1?: number | undefined;
  readonly seed?: number | undefined;
  /** So many runs for each estimate, whatever the query says. */
  readonly runs?: number | undefined;
  /** Instead of epsilon: an estimate ends when the half width of its interval is at most this share of its value. */
  readonly relativeError?: number | undefined;
  /** So many resamples for an interval of an expectation that does not rest on the normal distribution. */
  readonly bootstrap?: number | undefined;
  /** Of the values of runs: 0.5 is the median. */
  readonly quantiles?: readonly number[] | undefined;
}

/** All of them, with values. */
export interface Parameters {
  readonly alpha: number;
  readonly beta: number;
  readonly epsilon: number;
  readonly upperDelta: number;
  readonly lowerDelta: number;
  readonly u0: number;
  readonly u1: number;
  readonly seed: number;
  readonly runs?: number;
  readonly relativeError?: number;
  readonly bootstrap?: number;
  readonly quantiles: readonly number[];
}

const defaults = {
  alpha: 0.05,
  beta: 0.05,
  epsilon: 0.05,
  upperDelta: 0.01,
  lowerDelta: 0.01,
  u0: 0.9,
  u1: 1.1,
  seed: 1,
} as const;

export function parametersOf(wishes: Wishes): Parameters {
  const { runs, relativeError, bootstrap, quantiles = [] } = wishes;
  const made = { ...defaults } as Record<keyof typeof defaults, number>;
  for (const name of Object.keys(defaults) as (keyof typeof defaults)[]) made[name] = wishes[name] ?? defaults[name];
  for (const name of ["alpha", "beta", "epsilon", "upperDelta", "lowerDelta"] as const)
    demand(made[name] > 0 && made[name] < 1, `${name} is a number between 0 and 1, not ${made[name]}`);
  demand(
    made.u0 > 0 && made.u0 < made.u1 && made.u1 < Infinity,
    "u0 and u1 are numbers above 0, and u0 is the smaller",
  );
  demand(Number.isSafeInteger(made.seed) && made.seed >= 0, "a seed is a whole number, 0 or more");
  demand(runs === undefined || (Number.isSafeInteger(runs) && runs > 0), "runs are a whole number, 1 or more");
  demand(
    relativeError === undefined || (relativeError > 0 && relativeError < 1),
    "a relative error is between 0 and 1",
  );
  demand(
    bootstrap === undefined || (Number.isSafeInteger(bootstrap) && bootstrap >= 100 && bootstrap <= 1e6),
    "a bootstrap takes 100 to 1000000 resamples",
  );
  for (const q of quantiles) demand(q > 0 && q < 1, `a quantile is a number between 0 and 1, not ${q}`);
  return {
    ...made,
    ...(runs === undefined ? {} : { runs }),
    ...(relativeError === undefined ? {} : { relativeError }),
    ...(bootstrap === undefined ? {} : { bootstrap }),
    quantiles,
  };
}
