/** Statistical model checking: a stochastic network, its runs, and what many runs say. */
export type * from "./code.ts";
export { attempt, engineFor, InterpretedSampler, type Series, type Task, trajectory } from "./interpret/sampler.ts";
export { type InstantiatedStochastic, instantiateStochastic, type StochasticOptions } from "./lower/instantiate.ts";
export { instantiateStatistical, isStatistical } from "./lower/query.ts";
export type * from "./network.ts";
export type * from "./query.ts";
export type * from "./sample.ts";
export { type ChosenSampler, samplerFor } from "./sampler.ts";
