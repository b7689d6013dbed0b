import type { StochasticNetwork } from "../network.ts";
import type { StatisticalQuery } from "../query.ts";
import type { Batch, RunFault, Sampler } from "../sample.ts";
import { Engine } from "./engine.ts";
import { Stuck } from "./fault.ts";
import { Memory } from "./memory.ts";
import { endingOf, TrajectoryWatch } from "./observe.ts";
import type { Point } from "./points.ts";
import { stateText } from "./state.ts";
import { type Task, type Trial, trialOf } from "./trial.ts";
import type { Ending, Watching } from "./watching.ts";

/** Which runs: the same seed and number of the query give the same runs. `redrawAll` is for tests of the law. */
export interface Series {
  readonly seed: bigint;
  readonly query: number;
  readonly redrawAll?: boolean;
  /** So many compiled functions that are alike become one; only tests turn this. */
  readonly alike?: number;
}

export function engineFor(network: StochasticNetwork, query: StatisticalQuery, series: Series): Engine {
  const memory = new Memory(network, query.cells, series.seed, series.query);
  return new Engine(network, [...network.functions, ...query.functions], memory, series.redrawAll);
}

/** The reference engine as a sampler. */
export class InterpretedSampler implements Sampler {
  private readonly engine: Engine;
  private readonly trial: Trial;

  constructor(network: StochasticNetwork, query: StatisticalQuery, task: Task, series: Series) {
    this.engine = engineFor(network, query, series);
    this.trial = trialOf(task, this.engine);
    this.engine.flow.fine = this.trial.fine;
  }

  sample(first: number, count: number, patience: () => void = () => {}): Batch {
    const { trial, engine } = this;
    engine.patience = patience;
    const success = new Uint8Array(count);
    const value = new Float64Array(count);
    let steps = 0;
    for (let k = 0; k < count; k++) {
      patience();
      trial.begin();
      const fault = attempt(engine, first + k, trial.ending, trial.watching);
      if (fault) return { first, count: k, success, value, steps, fault };
      steps += engine.steps;
      success[k] = +trial.success();
      value[k] = trial.value();
    }
    return { first, count, success, value, steps };
  }
}

/** Makes one run; a fault is a value. */
export function attempt(engine: Engine, run: number, ending: Ending, watching: Watching): RunFault | undefined {
  try {
    engine.run(run, ending, watching);
    return undefined;
  } catch (error) {
    if (!(error instanceof Stuck)) throw error;
    const { code, message, origin } = error;
    const { time } = engine.memory;
    return { code, message, run, time, ...(origin ? { origin } : {}), state: stateText(engine) };
  }
}

/** The course of one run, as far as it went. */
export interface Recorded {
  readonly points: readonly Point[];
  readonly steps: number;
  readonly fault?: RunFault;
}

/** One run as points. `patience` is told now and then how many there are; it may throw. */
export function trajectory(
  network: StochasticNetwork,
  query: StatisticalQuery & { kind: "simulate" },
  series: Series,
  run: number,
  patience: (points: number) => void = () => {},
): Recorded {
  const engine = engineFor(network, query, series);
  engine.flow.fine = query.values.some(({ line }) => !line);
  const watch = new TrajectoryWatch(engine, query.bound, query.values);
  engine.patience = () => patience(watch.course.length);
  const fault = attempt(engine, run, endingOf(query.bound, engine), watch);
  return { points: watch.course.points, steps: engine.steps, ...(fault ? { fault } : {}) };
}
