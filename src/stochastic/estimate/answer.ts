import { wants } from "../../base/index.ts";
import type { Limits } from "../../search/index.ts";
import { proofOf } from "../exact/proof.ts";
import type { InstantiatedStochastic } from "../lower/instantiate.ts";
import { sourceOf } from "../lower/query.ts";
import type { StochasticNetwork } from "../network.ts";
import type { Path, StatisticalQuery } from "../query.ts";
import { ComparisonTally } from "./comparison.ts";
import type { Estimate } from "./estimate.ts";
import { ExpectationTally } from "./expectation.ts";
import { HypothesisTally } from "./hypothesis.ts";
import { type Parameters, parametersOf, type Wishes } from "./parameters.ts";
import { isNoProof, ProbabilityTally } from "./probability.ts";
import { recorderOf, samplersOf } from "./runs.ts";
import { simulate } from "./simulate.ts";
import { alone, type Supply } from "./supply.ts";
import { gather, type Interim, type StatisticalTurns, type Tally } from "./tally.ts";
import { newRing, type Ring, ringSupply, supplyRuns } from "./threads.ts";
import { modelWarnings } from "./warnings.ts";

/**
 * Answers a statistical query by runs: makes the tally of its kind and lets it have runs, here or from a crew of threads. The answer is
 * the same whoever makes them.
 */
export interface EstimateOptions extends Wishes, Limits {
  /** More threads to make runs with. */
  readonly crew?: SamplingCrew | undefined;
  /** Try also long to know a probability exactly, beside the runs. */
  readonly exact?: boolean | undefined;
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
  const found = yield* gather(tally, supplyOf(network, query, seed, tally.most, options), options);
  return query.kind === "probability" ? yield* proved(made, query, found, options) : found;
}

/** The estimate, and the exact probability where it can be had. */
function* proved(
  made: InstantiatedStochastic,
  query: StatisticalQuery & { kind: "probability" },
  found: Estimate,
  { exact = false, ...limits }: EstimateOptions,
): StatisticalTurns {
  if (found.kind !== "probability" || found.partial) return found;
  const { successes, runs } = found;
  const agreed = successes === 0 || successes === runs;
  const interim: Interim = { progress: () => ({ runs, steps: 0, interval: found.interval }), stop: () => found };
  const turns = proofOf(made, query, sourceOf(query), agreed, exact, limits);
  for (;;) {
    const { done, value } = turns.next();
    if (done !== true) yield interim;
    else if (value === undefined) return found;
    else return { ...found, proof: value, warnings: found.warnings.filter((text) => !isNoProof(text)) };
  }
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
