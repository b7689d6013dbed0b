import { LimitReached, wants } from "../../base/index.ts";
import type { CheckedQuery } from "../../model/index.ts";
import { type Limits, Meter } from "../../search/index.ts";
import { proofOf } from "../exact/proof.ts";
import { Stuck } from "../interpret/fault.ts";
import type { InstantiatedStochastic } from "../lower/instantiate.ts";
import { sourceOf } from "../lower/query.ts";
import type { StochasticNetwork } from "../network.ts";
import type { Path, StatisticalQuery } from "../query.ts";
import { automaticLevel } from "../rare/distance.ts";
import { type Levelled, withLevel } from "../rare/levels.ts";
import { splitting } from "../rare/splitting.ts";
import { ComparisonTally } from "./comparison.ts";
import type { Estimate, ProbabilityEstimate } from "./estimate.ts";
import { ExpectationTally } from "./expectation.ts";
import { HypothesisTally } from "./hypothesis.ts";
import { type Parameters, parametersOf, type Wishes } from "./parameters.ts";
import { isNoProof, ProbabilityTally } from "./probability.ts";
import { recorderOf, samplersOf } from "./runs.ts";
import { type AskedSimulation, type Courses, coursesAlone, simulate } from "./simulate.ts";
import { alone, type Supply } from "./supply.ts";
import { gather, type Interim, type StatisticalTurns, type Tally } from "./tally.ts";
import { type SamplingCrew, sharedCourses, sharedSupply } from "./threads.ts";
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
  /** An expression of the model that grows towards the goal of `Pr(<> goal)`: rare goals are reached by splitting on it. Or `auto`. */
  readonly level?: string | undefined;
  /** Runs in a batch; only tests turn this. */
  readonly batch?: number | undefined;
}

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
    return yield* simulate(query, coursesOf(network, query, parameters, options), parameters, warnings, options);
  const tally = tallyOf(query, parameters, warnings);
  const turns = gather(tally, supplyOf(network, query, seed, options), options);
  return yield* query.kind === "probability" ? completed(made, query, turns, options) : turns;
}

/** The estimate, with the exact probability where it can be had, or what splitting says where a level is given. */
function* completed(
  made: InstantiatedStochastic,
  query: StatisticalQuery & { kind: "probability" },
  gathering: StatisticalTurns,
  options: EstimateOptions,
): StatisticalTurns {
  let last: Interim | undefined;
  let turn = gathering.next();
  for (; turn.done !== true; turn = gathering.next()) {
    last = turn.value;
    yield last;
  }
  const found = turn.value;
  if (found.kind !== "probability" || found.partial) return found;
  const { successes, runs } = found;
  const interim: Interim = { progress: last?.progress ?? (() => ({ runs, steps: 0 })), stop: () => found };
  const agreed = successes === 0 ? 0 : successes === runs ? 1 : undefined;
  const { exact = false, level, ...limits } = options;
  const proof = yield* quietly(proofOf(made, query, sourceOf(query), agreed, exact, limits), interim);
  const known = proof ? { ...found, proof, warnings: found.warnings.filter((text) => !isNoProof(text)) } : found;
  const checked = sourceOf(query);
  return level === undefined || checked === undefined
    ? known
    : yield* split(made, levelled(made, query, checked, level), known, interim, limits);
}

/** `auto`: a level found from the goal. */
function levelled(
  made: InstantiatedStochastic,
  query: StatisticalQuery & { kind: "probability" },
  checked: CheckedQuery,
  level: string,
): Levelled {
  return level === "auto" ? automaticLevel(made.network, query) : withLevel(made, checked, level);
}

/** The estimate with what splitting says; a run that cannot go on, or a limit, leaves a warning. */
function* split(
  { network }: InstantiatedStochastic,
  { query, path, level }: Levelled,
  found: Estimate & ProbabilityEstimate,
  interim: Interim,
  limits: Limits,
): StatisticalTurns {
  const { seed, alpha } = found.parameters;
  const { patience } = new Meter({ ...limits, memory: undefined });
  const turns = splitting(network, query, path, level, { seed: BigInt(seed), query: 0 }, { alpha, patience });
  try {
    return { ...found, splitting: yield* quietly(turns, interim) };
  } catch (error) {
    if (!(error instanceof Stuck || error instanceof LimitReached)) throw error;
    const why = error instanceof Stuck ? "ended in a run that cannot go on" : "has no answer";
    return { ...found, warnings: [...found.warnings, `splitting ${why}: ${error.message}`] };
  }
}

/** Others have their turn, and find the estimate as it is. */
function* quietly<T>(turns: Generator<unknown, T>, interim: Interim): Generator<Interim, T, void> {
  let turn = turns.next();
  for (; turn.done !== true; turn = turns.next()) yield interim;
  return turn.value;
}

function supplyOf(
  network: StochasticNetwork,
  query: StatisticalQuery,
  seed: number,
  { crew, batch }: EstimateOptions,
): Supply {
  const samplers = samplersOf(network, query, seed);
  if (crew === undefined || crew.size < 2) return alone(samplers, batch);
  return alone(samplers, batch, (first, size, runs) =>
    sharedSupply(samplers, { first, size, runs }, { network, query, seed }, crew),
  );
}

function coursesOf(
  network: StochasticNetwork,
  query: AskedSimulation,
  { seed, runs = query.runs }: Parameters,
  { crew }: EstimateOptions,
): Courses {
  const record = recorderOf(network, query, seed);
  if (crew === undefined || crew.size < 2) return coursesAlone(record);
  return coursesAlone(record, (first) =>
    sharedCourses(record, { first, size: 1, runs: runs - first }, { network, query, seed }, crew),
  );
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
