import { InternalError, LimitReached, wants } from "../../base/index.ts";
import { type Limits, Meter } from "../../search/index.ts";
import { proofOf } from "../exact/proof.ts";
import { Stuck } from "../interpret/fault.ts";
import type { InstantiatedStochastic } from "../lower/instantiate.ts";
import { sourceOf } from "../lower/query.ts";
import type { Path, StatisticalQuery } from "../query.ts";
import { automaticLevel } from "../rare/distance.ts";
import { type Levelled, withLevel } from "../rare/levels.ts";
import { splitting } from "../rare/splitting.ts";
import { ComparisonTally } from "./comparison.ts";
import { type Elsewhere, suppliedFrom } from "./elsewhere.ts";
import type { Estimate, ProbabilityEstimate } from "./estimate.ts";
import { ExpectationTally } from "./expectation.ts";
import { HypothesisTally } from "./hypothesis.ts";
import { type Parameters, parametersOf, type Wishes } from "./parameters.ts";
import { isNoProof, ProbabilityTally } from "./probability.ts";
import { coursesWithRoom, Room, supplyWithRoom } from "./room.ts";
import { recorderOf, samplersOf } from "./runs.ts";
import { type Courses, coursesAlone, simulate } from "./simulate.ts";
import { alone, type HandOver, type Supply } from "./supply.ts";
import { gather, type Interim, type StatisticalTurns, type Tally } from "./tally.ts";
import { type SamplingCrew, sharedCourses, sharedSupply } from "./threads.ts";
import { modelWarnings } from "./warnings.ts";

/**
 * Answers a statistical query by runs: makes the tally of its kind and lets it have runs, here or from a crew of threads. The
 * answer is the same whoever makes them.
 */
export interface EstimateOptions extends Wishes, Limits {
  /** More threads to make runs with. */
  readonly crew?: SamplingCrew | undefined;
  /** Other machines that make the runs of long estimates; courses of simulations are made here. */
  readonly elsewhere?: Elsewhere | undefined;
  /** Try also long to know a probability exactly, beside the runs. */
  readonly exact?: boolean | undefined;
  /**
   * An expression of the model that grows towards the goal of `Pr(<> goal)`: rare goals are reached by splitting on
   * it. Or `auto`.
   */
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
  const parameters = parametersOf(options);
  const warnings = modelWarnings(made.network);
  const room = new Room(made, query, options);
  if (query.kind === "simulate") {
    const courses = coursesWithRoom(room, (now, first) => coursesOf(now, first, parameters, options));
    return yield* simulate(query, courses, parameters, warnings, options);
  }
  const tally = tallyOf(query, parameters, warnings);
  const supply = supplyWithRoom(room, (now, first) => supplyOf(now, first, parameters, options));
  const turns = gather(tally, supply, options);
  return yield* query.kind === "probability" ? completed(room, turns, options) : turns;
}

/** The estimate, with the exact probability where it can be had, or what splitting says where a level is given. */
function* completed(room: Room, gathering: StatisticalTurns, options: EstimateOptions): StatisticalTurns {
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
  const { made, query } = room;
  if (query.kind !== "probability") return found;
  const checked = sourceOf(query);
  const proof = yield* quietly(proofOf(made, query, checked, agreed, exact, limits), interim);
  const known = proof ? { ...found, proof, warnings: found.warnings.filter((text) => !isNoProof(text)) } : found;
  return level === undefined || checked === undefined ? known : yield* split(room, level, known, interim, limits);
}

/** `auto`: a level found from the goal. */
function levelled({ made, query }: Room, level: string): Levelled {
  const checked = sourceOf(query);
  if (query.kind !== "probability" || checked === undefined) throw new InternalError("only probabilities have levels");
  return level === "auto" ? automaticLevel(made.network, query) : withLevel(made, checked, level);
}

/** The estimate with what splitting says; a run that cannot go on, or a limit, leaves a warning. */
function* split(
  room: Room,
  level: string,
  found: Estimate & ProbabilityEstimate,
  interim: Interim,
  limits: Limits,
): StatisticalTurns {
  const { seed, alpha } = found.parameters;
  const { patience } = new Meter({ ...limits, memory: undefined });
  for (;;)
    try {
      const { query, path, level: code } = levelled(room, level);
      const series = { seed: BigInt(seed), query: 0 };
      const turns = splitting(room.made.network, query, path, code, series, { alpha, patience });
      return { ...found, splitting: yield* quietly(turns, interim) };
    } catch (error) {
      if (!(error instanceof Stuck || error instanceof LimitReached)) throw error;
      if (error instanceof Stuck && room.makeFor(error)) continue;
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
  { made: { network, pool }, query }: Room,
  first: number,
  { seed }: Parameters,
  { crew, batch, elsewhere }: EstimateOptions,
): Supply {
  const samplers = samplersOf(network, query, seed);
  if (elsewhere !== undefined) {
    const away: HandOver = (from, size, runs) =>
      suppliedFrom(elsewhere, { first: from, size, runs }, pool, samplers.length);
    return alone(samplers, batch, away, first);
  }
  const asked = { network, query, seed, ready: samplers.map(({ module }) => module) };
  const handOver: HandOver | undefined =
    crew === undefined || crew.size < 2
      ? undefined
      : (from, size, runs) => sharedSupply(samplers, { first: from, size, runs }, asked, crew);
  return alone(samplers, batch, handOver, first);
}

function coursesOf(
  { made: { network }, query }: Room,
  first: number,
  { seed, runs }: Parameters,
  { crew }: EstimateOptions,
): Courses {
  if (query.kind !== "simulate") throw new InternalError("only simulations have courses");
  const record = recorderOf(network, query, seed);
  const all = runs ?? query.runs;
  if (crew === undefined || crew.size < 2) return coursesAlone(record, first);
  return coursesAlone(record, first, (from) =>
    sharedCourses(record, { first: from, size: 1, runs: all - from }, { network, query, seed }, crew),
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
