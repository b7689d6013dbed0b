import { wasm } from "../engine/index.ts";
import type { ReadyModule } from "./compile/module.ts";
import { CompiledRecorder } from "./compile/recorder.ts";
import { CompiledSampler } from "./compile/sampler.ts";
import { whyNotCompiled } from "./compile/support.ts";
import { InterpretedSampler, type Recorded, type Series, trajectory } from "./interpret/sampler.ts";
import type { Task } from "./interpret/trial.ts";
import type { StochasticNetwork } from "./network.ts";
import type { StatisticalQuery } from "./query.ts";
import type { Sampler } from "./sample.ts";

/** A sampler, with its module, or why it is the reference engine. */
export type ChosenSampler = Sampler & { readonly interpreted?: string; readonly module?: ReadyModule };

/** The fast engine where it takes the network, else the reference. Both make the same runs, bit for bit. */
export function samplerFor(
  network: StochasticNetwork,
  query: StatisticalQuery,
  task: Task,
  series: Series,
  ready?: ReadyModule,
): ChosenSampler {
  const interpreted = whyInterpreted(network, series);
  if (interpreted === undefined) return new CompiledSampler(network, query, task, series, ready);
  return Object.assign(new InterpretedSampler(network, query, task, series), { interpreted });
}

/** The courses of single runs, likewise. */
export function recorderFor(
  network: StochasticNetwork,
  query: StatisticalQuery & { kind: "simulate" },
  series: Series,
): Recorder {
  if (whyInterpreted(network, series) === undefined) return new CompiledRecorder(network, query, series);
  return { record: (run, patience) => trajectory(network, query, series, run, patience) };
}

interface Recorder {
  /** `patience` is told now and then how many points there are; it may throw. */
  record(run: number, patience: (points: number) => void): Recorded;
}

function whyInterpreted(network: StochasticNetwork, { redrawAll }: Series): string | undefined {
  if (wasm() === null) return "there is no WebAssembly here";
  return redrawAll ? "all delays are to be drawn again" : whyNotCompiled(network);
}
