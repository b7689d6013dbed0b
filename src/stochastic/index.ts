/** Statistical model checking: a stochastic network, its runs, and what many runs say. */
export type * from "./code.ts";
export { CompiledSampler } from "./compile/sampler.ts";
export { whyNotCompiled } from "./compile/support.ts";
export * from "./estimate/index.ts";
export { type Exact, exactProbability } from "./exact/chain.ts";
export type { Proof } from "./exact/proof.ts";
export { provenProbability } from "./exact/symbolic.ts";
export { type Replay, type ReplayMove, type ReplayStep, replay } from "./interpret/replay.ts";
export { InterpretedSampler, type Series, trajectory } from "./interpret/sampler.ts";
export type { RunState } from "./interpret/state.ts";
export { type Task, tasksOf } from "./interpret/trial.ts";
export { type InstantiatedStochastic, instantiateStochastic, type StochasticOptions } from "./lower/instantiate.ts";
export { instantiateStatistical, isStatistical } from "./lower/query.ts";
export type * from "./network.ts";
export type * from "./query.ts";
export { type Splitting, type SplittingOptions, splitting } from "./rare/splitting.ts";
export type * from "./sample.ts";
export { type ChosenSampler, samplerFor } from "./sampler.ts";
