import { demand, UsageError, wants } from "../../base/index.ts";
import { type Limits, Meter } from "../../search/index.ts";
import type { ReadyModule } from "../compile/module.ts";
import { type Replay, replay } from "../interpret/replay.ts";
import type { Series } from "../interpret/sampler.ts";
import { type Task, tasksOf } from "../interpret/trial.ts";
import type { InstantiatedStochastic } from "../lower/instantiate.ts";
import type { StochasticNetwork } from "../network.ts";
import type { StatisticalQuery } from "../query.ts";
import { type ChosenSampler, recorderFor, samplerFor } from "../sampler.ts";
import type { Point } from "./estimate.ts";
import { parametersOf, type Wishes } from "./parameters.ts";
import { Room } from "./room.ts";
import type { Record } from "./simulate.ts";
import { heed } from "./tally.ts";

/**
 * The runs of a query, by the engine there is. Their random numbers come from the seed and the number of the path alone: a
 * query has the same runs whatever else is asked and whoever makes them. `ready`: by path the module, where it is made already.
 */
export function samplersOf(
  network: StochasticNetwork,
  query: StatisticalQuery,
  seed: number,
  ready: readonly (ReadyModule | undefined)[] = [],
): readonly ChosenSampler[] {
  return tasksOf(query).map((task, path) => samplerFor(network, query, task, seriesOf(seed, path), ready[path]));
}

function seriesOf(seed: number, path: number): Series {
  return { seed: BigInt(seed), query: path };
}

/** Writes down single runs. Whether one reaches the goal of a simulation is seen by making it a first time. */
export function recorderOf(
  network: StochasticNetwork,
  query: StatisticalQuery & { kind: "simulate" },
  seed: number,
): Record {
  const [goal] = samplersOf(network, query, seed);
  const recorder = recorderFor(network, query, seriesOf(seed, 0));
  return (run, patience) => {
    const first = goal?.sample(run, 1, () => patience(0));
    if (first?.fault !== undefined) return { fault: first.fault };
    // Runs that do not reach the goal are not shown.
    if (first?.success[0] === 0) return { steps: first.steps };
    const { points, steps, fault } = recorder.record(run, patience);
    if (fault !== undefined) return { fault };
    const series = query.values.map((_, e) => points.map(({ at, values }): Point => [at, values[e]!]));
    const reached = first?.success[0] === 1 ? { reached: first.value[0]! } : {};
    return { trajectory: { run, series, ...reached }, steps };
  };
}

/**
 * Run number n of a query again, step by step: the very run that the estimate has counted. Of a comparison that of its first
 * path (0) or its second (1); a simulation without a goal is watched until its bound. A limit ends it early, with its reason.
 */
export function replayRun(
  made: InstantiatedStochastic,
  query: StatisticalQuery,
  run: number,
  options: Pick<Wishes, "seed"> & Limits & { readonly path?: number } = {},
): Replay {
  wants("replayRun", made, "stochastic model");
  wants("replayRun", query, "statistical query");
  demand(Number.isSafeInteger(run) && run >= 0, "runs are numbered from 0");
  const { path = 0 } = options;
  const { seed } = parametersOf(options);
  const meter = new Meter({ ...options, memory: undefined });
  const room = new Room(made, query, options);
  for (;;) {
    const { network } = room.made;
    const bytes = VALUE * (network.processes.length + network.variables.length);
    const again = replay(network, room.query, taskAt(room.query, path), seriesOf(seed, path), run, (steps) =>
      heed(meter, bytes * steps, options),
    );
    if (!room.makeFor(again.fault)) return again;
  }
}

function taskAt(query: StatisticalQuery, path: number): Task {
  const tasks = query.kind === "simulate" && query.filter === undefined ? [untilBound(query)] : tasksOf(query);
  const task = tasks[path];
  if (task === undefined) throw new UsageError(`the query has no path ${path}`);
  return task;
}

/** Bytes that a location or a value takes in the state behind each step. */
const VALUE = 50;

function untilBound(query: StatisticalQuery & { kind: "simulate" }): Task {
  const never = { is: "or", items: [] } as const;
  return { kind: "path", path: { bound: query.bound, goal: never, succeeds: false, text: "" } };
}
