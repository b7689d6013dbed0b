import { InterpretedSampler, type Series } from "./interpret/sampler.ts";
import type { Task } from "./interpret/trial.ts";
import type { StochasticNetwork } from "./network.ts";
import type { StatisticalQuery } from "./query.ts";
import type { Sampler } from "./sample.ts";

/** A sampler, and why it is the reference engine, where it is. */
export type ChosenSampler = Sampler & { readonly interpreted?: string };

/** The fast engine where it takes the network, else the reference. Both make the same runs, bit for bit. */
export function samplerFor(
  network: StochasticNetwork,
  query: StatisticalQuery,
  task: Task,
  series: Series,
): ChosenSampler {
  return new InterpretedSampler(network, query, task, series);
}
