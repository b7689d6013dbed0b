import { wants } from "../../base/index.ts";
import type { Limits } from "../../search/index.ts";
import type { InstantiatedStochastic } from "../lower/instantiate.ts";
import type { StochasticNetwork } from "../network.ts";
import type { Path, StatisticalQuery } from "../query.ts";
import { ComparisonTally } from "./comparison.ts";
import type { Estimate } from "./estimate.ts";
import { ExpectationTally } from "./expectation.ts";
import { HypothesisTally } from "./hypothesis.ts";
import { type Parameters, parametersOf, type Wishes } from "./parameters.ts";
import { ProbabilityTally } from "./probability.ts";
import { recorderOf, samplersOf } from "./runs.ts";
import { simulate } from "./simulate.ts";
import { alone, type Supply } from "./supply.ts";
import { gather, type StatisticalTurns, type Tally } from "./tally.ts";
import { newRing, type Ring, ringSupply, supplyRuns } from "./threads.ts";
import { modelWarnings } from "./warnings.ts";

/**
 * Answers a statistical query by runs: makes the tally of its kind and lets it have runs, here or from a crew of threads. The answer is
 * the same whoever makes them.
 */
export interface EstimateOptions extends Wishes, Limits {
  /** More threads to make runs with. */
  readonly crew?: SamplingCrew | undefined;
  /** Runs in a batch; only tests turn this. */
  readonly batch?: number | undefined;
}

/** Brought by the app: `start` runs `sampleThread(task)` in another thread and returns at once. */
export interface SamplingCrew {
  readonly size: number;
  readonly start: (task: SamplingTask) => void;
}
/** What a thread is given: plain data that can be posted to it. */
export interface SamplingTask {
  readonly network: StochasticNetwork;
  readonly query: StatisticalQuery;
  readonly seed: number;
  readonly ring: Ring;
}

/** Runs in a batch of a thread. */
const SHARE = 32;

/** All turns at once. */
export function estimate(
  made: InstantiatedStochastic,
  query: StatisticalQuery,
  options: EstimateOptions = {},
): Estimate {
  wants("estimate", made, "stochastic model");
  wants("estimate", query, "statistical query");
  const turns = estimateInTurns(made, query, options);
  for (;;) {
    const turn = turns.next();
    if (turn.done === true) return turn.value;
  }
}

/** The same, so that others have their turn between batches of runs. */
export function* estimateInTurns(
  made: InstantiatedStochastic,
  query: StatisticalQuery,
  options: EstimateOptions = {},
): StatisticalTurns {
  wants("estimateInTurns", made, "stochastic model");
  wants("estimateInTurns", query, "statistical query");
  const { network } = made;
  const parameters = parametersOf(options);
  const { seed } = parameters;
  const warnings = modelWarnings(network);
  if (query.kind === "simulate")
    return yield* simulate(query, recorderOf(network, query, seed), parameters, warnings, options);
  const tally = tallyOf(query, parameters, warnings);
  return yield* gather(tally, supplyOf(network, query, seed, tally.most, options), options);
}

function supplyOf(
  network: StochasticNetwork,
  query: StatisticalQuery,
  seed: number,
  most: number,
  { crew, batch }: EstimateOptions,
): Supply {
  if (crew === undefined || crew.size < 2) return alone(samplersOf(network, query, seed), batch);
  const ring = newRing(crew.size, query.kind === "comparison" ? 2 : 1, batch ?? SHARE, most);
  for (let i = 0; i < crew.size; i++) crew.start({ network, query, seed, ring });
  return ringSupply(ring);
}

/** What a thread of the crew does. */
export function sampleThread({ network, query, seed, ring }: SamplingTask): void {
  supplyRuns(ring, () => samplersOf(network, query, seed));
}

function tallyOf(
  query: Exclude<StatisticalQuery, { kind: "simulate" }>,
  parameters: Parameters,
  warnings: readonly string[],
): Tally {
  switch (query.kind) {
    case "probability":
      return new ProbabilityTally({ ...query, bound: query.path.bound }, parameters, warnings);
    case "mitl":
      return new ProbabilityTally({ text: query.text, path: wholeFormula(query.text) }, parameters, warnings);
    case "hypothesis":
      return new HypothesisTally(query, parameters, warnings);
    case "comparison":
      return new ComparisonTally(query, parameters, warnings);
    case "expectation":
      return new ExpectationTally(query, parameters, warnings);
  }
}

function wholeFormula(text: string): Pick<Path, "text" | "succeeds"> {
  return { text: text.replace(/^\s*Pr\s*/, ""), succeeds: true };
}
