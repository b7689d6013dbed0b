import { LimitReached } from "../../base/index.ts";
import type { Origin } from "../../network/index.ts";
import type { StochasticNetwork } from "../network.ts";
import type { StatisticalQuery } from "../query.ts";
import type { RunFault } from "../sample.ts";
import type { Engine } from "./engine.ts";
import type { Stretch } from "./moment.ts";
import { attempt, engineFor, type Series } from "./sampler.ts";
import { type RunState, stateOf } from "./state.ts";
import type { Move } from "./transition.ts";
import { type Task, trialOf } from "./trial.ts";
import type { Ending, Watching } from "./watching.ts";

/** One run of a query again, step by step, with the state after each. */
export interface Replay {
  readonly run: number;
  readonly success: boolean;
  /** The first state has no moves. */
  readonly steps: readonly ReplayStep[];
  /** When the run ended. */
  readonly end: number;
  readonly fault?: RunFault;
  /** The limit at which it was left in the middle. */
  readonly reason?: string;
}
export interface ReplayStep {
  readonly time: number;
  /** Who moved: the sender first, then receivers. */
  readonly moves: readonly ReplayMove[];
  readonly state: RunState;
}
export interface ReplayMove {
  readonly process: string;
  readonly from: string;
  readonly to: string;
  readonly selects: readonly { readonly name: string; readonly value: number }[];
  /** The edge as written, and the ways behind branch points. */
  readonly origins: readonly Origin[];
}

/** `patience` is told now and then how many steps there are; it may throw `LimitReached`. */
export function replay(
  network: StochasticNetwork,
  query: StatisticalQuery,
  task: Task,
  series: Series,
  run: number,
  patience: (steps: number) => void = () => {},
): Replay {
  const engine = engineFor(network, query, series);
  const trial = trialOf(task, engine);
  engine.flow.fine = trial.fine;
  const recorder = new Recorder(engine, trial.watching);
  engine.patience = () => patience(recorder.steps.length);
  trial.begin();
  const stopped = attemptWithin(engine, run, trial.ending, recorder);
  const { steps } = recorder;
  return { run, success: stopped === undefined && trial.success(), steps, end: engine.memory.time, ...stopped };
}

/** Why the run was not made to its end: a fault, or a limit. */
function attemptWithin(engine: Engine, run: number, ending: Ending, watching: Watching) {
  try {
    const fault = attempt(engine, run, ending, watching);
    return fault && { fault };
  } catch (error) {
    if (error instanceof LimitReached) return { reason: error.message };
    throw error;
  }
}

/** Writes down what another watches. */
class Recorder implements Watching {
  readonly steps: ReplayStep[] = [];
  private readonly engine: Engine;
  private readonly inner: Watching;

  constructor(engine: Engine, inner: Watching) {
    this.engine = engine;
    this.inner = inner;
  }

  during(stretch: Stretch): number | undefined {
    return this.inner.during(stretch);
  }

  after(moves: readonly Move[]): boolean {
    const { network, memory } = this.engine;
    this.steps.push({
      time: memory.time,
      moves: moves.map((move) => describe(move, network)),
      state: stateOf(this.engine),
    });
    return this.inner.after(moves);
  }
}

function describe({ edge, values, ways, target }: Move, network: StochasticNetwork): ReplayMove {
  const process = network.processes[edge.process];
  return {
    process: process?.name ?? "",
    from: process?.locations[edge.source]?.name ?? "",
    to: process?.locations[target]?.name ?? "",
    selects: edge.selects.map(({ name }, k) => ({ name, value: values[k] ?? 0 })),
    origins: [edge.origin, ...ways.map(({ origin }) => origin)],
  };
}
