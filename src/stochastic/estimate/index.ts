/** From runs to answers: what many runs say about a statistical query. */
export * from "./answer.ts";
export { cumulate } from "./cumulative.ts";
export { type Elsewhere, type MadeRuns, type PieceOfRuns, runMaker } from "./elsewhere.ts";
export type * from "./estimate.ts";
export { expectedRange, holdsValue } from "./expected.ts";
export type { Parameters, Wishes } from "./parameters.ts";
export { replayRun } from "./runs.ts";
export type { Interim, Progress, StatisticalTurns } from "./tally.ts";
export type { SamplingCrew, SamplingTask } from "./threads.ts";
export { sampleThread } from "./threads.ts";
export { modelWishes } from "./wishes.ts";
