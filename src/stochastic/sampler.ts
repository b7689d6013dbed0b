import { wasm } from "../engine/index.ts";
import { CompiledSampler } from "./compile/sampler.ts";
import { whyNotCompiled } from "./compile/support.ts";
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
  const interpreted = whyInterpreted(network, query, task, series);
  if (interpreted === undefined) return new CompiledSampler(network, query, task, series);
  return Object.assign(new InterpretedSampler(network, query, task, series), { interpreted });
}

function whyInterpreted(
  network: StochasticNetwork,
  query: StatisticalQuery,
  task: Task,
  { redrawAll }: Series,
): string | undefined {
  if (wasm() === null) return "there is no WebAssembly here";
  return redrawAll ? "all delays are to be drawn again" : whyNotCompiled(network, query, task);
}
