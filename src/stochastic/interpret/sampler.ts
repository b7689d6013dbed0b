import type { StochasticNetwork } from "../network.ts";
import type { Bound, Path, StatisticalQuery, Watched } from "../query.ts";
import type { Batch, RunFault, Sampler } from "../sample.ts";
import { Engine, type Watching } from "./engine.ts";
import { Stuck } from "./fault.ts";
import { hasCurve } from "./flow.ts";
import { ExtremeWatch, endingOf, PathWatch, type Point, satisfies, TrajectoryWatch } from "./observe.ts";
import { stateText } from "./state.ts";

/** What runs are made for: one path, or one extreme. A comparison has two. */
export type Task =
  | { readonly kind: "path"; readonly path: Path }
  | { readonly kind: "extreme"; readonly bound: Bound; readonly extreme: "min" | "max"; readonly value: Watched };

/** Which runs: the same seed and number of the query give the same runs. `redrawAll` is for tests of the law. */
export interface Series {
  readonly seed: bigint;
  readonly query: number;
  readonly redrawAll?: boolean;
}

export function engineFor(network: StochasticNetwork, query: StatisticalQuery, series: Series): Engine {
  return new Engine(network, [...network.functions, ...query.functions], query.cells, series);
}

/** The reference engine as a sampler. */
export class InterpretedSampler implements Sampler {
  private readonly engine: Engine;
  private readonly task: Task;

  constructor(network: StochasticNetwork, query: StatisticalQuery, task: Task, series: Series) {
    this.engine = engineFor(network, query, series);
    this.engine.flow.fine = isFine(task);
    this.task = task;
  }

  sample(first: number, count: number): Batch {
    const { task, engine } = this;
    const success = new Uint8Array(count);
    const value = new Float64Array(count);
    const watch =
      task.kind === "path" ? new PathWatch(engine, task.path) : new ExtremeWatch(engine, task.value, task.extreme);
    const ending = endingOf(task.kind === "path" ? task.path.bound : task.bound, engine);
    let steps = 0;
    for (let k = 0; k < count; k++) {
      watch.begin();
      const fault = attempt(engine, first + k, ending, watch);
      if (fault) return { first, count: k, success, value, steps, fault };
      steps += engine.steps;
      if (watch instanceof PathWatch) {
        success[k] = +(task.kind === "path" && satisfies(task.path, watch.reached));
        value[k] = watch.where;
      } else value[k] = watch.extreme;
    }
    return { first, count, success, value, steps };
  }
}

function isFine(task: Task): boolean {
  if (task.kind === "extreme") return !task.value.line;
  return hasCurve(task.path.goal) || (task.path.lost !== undefined && hasCurve(task.path.lost));
}

/** Makes one run; a fault is a value. */
export function attempt(
  engine: Engine,
  run: number,
  ending: ReturnType<typeof endingOf>,
  watching: Watching,
): RunFault | undefined {
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

/** One run as points. */
export function trajectory(
  network: StochasticNetwork,
  query: StatisticalQuery & { kind: "simulate" },
  series: Series,
  run: number,
): { readonly points: readonly Point[]; readonly fault?: RunFault } {
  const engine = engineFor(network, query, series);
  engine.flow.fine = query.values.some(({ line }) => !line);
  const watch = new TrajectoryWatch(engine, query.bound, query.values);
  const fault = attempt(engine, run, endingOf(query.bound, engine), watch);
  return { points: watch.points, ...(fault ? { fault } : {}) };
}
