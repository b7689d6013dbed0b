import { LimitReached } from "../../base/index.ts";
import { type Limits, Meter } from "../../search/index.ts";
import type { StatisticalQuery } from "../query.ts";
import type { RunFault } from "../sample.ts";
import type { Estimate, Trajectory } from "./estimate.ts";
import type { Parameters } from "./parameters.ts";
import { common, unitOf } from "./probability.ts";
import { intervalOf } from "./summary.ts";
import { type Ended, heed, type Interim, type StatisticalTurns } from "./tally.ts";

/** The course of single runs: `simulate [<=10; 5] {x, n}`, perhaps only of those that reach a goal. */
type AskedSimulation = Extract<StatisticalQuery, { kind: "simulate" }>;

/**
 * Runs one run of a simulation and writes down its course. `patience` is told now and then how many points there are;
 * it may throw.
 */
export type Record = (run: number, patience: (points: number) => void) => Recorded;
export type Recorded = { readonly trajectory?: Trajectory; readonly steps: number } | { readonly fault: RunFault };

/** The courses of runs in their order; nothing where the next is not there yet. */
export interface Courses {
  next(patience: (points?: number) => void): Recorded | undefined;
  close(): void;
}

/** So many transitions take some milliseconds. */
const STEPS = 20_000;

/**
 * Courses written down here and now, from run `first` on. If that takes long, and there is somebody to hand over to, others
 * help from that run on.
 */
export function coursesAlone(record: Record, first: number, handOver?: (first: number) => Courses): Courses {
  let [run, steps] = [first, 0];
  let later: Courses | undefined;
  return {
    next(patience) {
      if (handOver && steps >= STEPS) later ??= handOver(run);
      if (later) return later.next(patience);
      const recorded = record(run++, patience);
      if ("steps" in recorded) steps += recorded.steps;
      return recorded;
    },
    close() {
      later?.close();
    },
  };
}

/** Bytes that a point takes: a list of two numbers, and its place in the series. */
const POINT = 75;

export function* simulate(
  asked: AskedSimulation,
  courses: Courses,
  parameters: Parameters,
  warnings: readonly string[],
  limits: Limits,
): StatisticalTurns {
  const simulation = new Simulating(asked, parameters, warnings);
  const meter = new Meter({ ...limits, memory: undefined, maxStates: undefined, progress: undefined });
  const patience = (points = 0) => heed(meter, simulation.memory + POINT * points * asked.values.length, limits);
  try {
    while (!simulation.isEnough) {
      patience();
      const recorded = courses.next(patience);
      if (recorded !== undefined) {
        if ("fault" in recorded) return simulation.estimate({ fault: recorded.fault });
        simulation.take(recorded.trajectory, recorded.steps);
      }
      yield simulation;
    }
  } catch (error) {
    if (error instanceof LimitReached) return simulation.estimate({ reason: error.message });
    throw error;
  } finally {
    courses.close();
  }
  return simulation.estimate({});
}

class Simulating implements Interim {
  runs = 0;
  memory = 0;
  private steps = 0;
  private reached = 0;
  private readonly shown: Trajectory[] = [];
  private readonly asked: AskedSimulation;
  private readonly parameters: Parameters;
  private readonly warnings: readonly string[];

  constructor(asked: AskedSimulation, parameters: Parameters, warnings: readonly string[]) {
    this.asked = asked;
    this.parameters = parameters;
    this.warnings = warnings;
  }

  get isEnough(): boolean {
    const { runs, filter } = this.asked;
    return this.runs >= (this.parameters.runs ?? runs) || this.shown.length >= (filter?.limit ?? Infinity);
  }

  take(trajectory: Trajectory | undefined, steps: number): void {
    this.runs++;
    this.steps += steps;
    if (trajectory === undefined) return;
    if (trajectory.reached !== undefined) this.reached++;
    this.shown.push(trajectory);
    for (const points of trajectory.series) this.memory += POINT * points.length;
  }

  progress = () => ({ runs: this.runs, steps: this.steps });

  stop = (reason: string): Estimate => this.estimate({ reason });

  estimate(ended: Ended): Estimate {
    const { asked, parameters, runs, shown, reached } = this;
    const { alpha } = parameters;
    return {
      ...common(asked.text, runs, parameters, this.warnings, ended),
      kind: "simulation",
      expressions: asked.values.map(({ text }) => text),
      unit: unitOf(asked.bound),
      trajectories: shown,
      confidence: 1 - alpha,
      ...(asked.filter === undefined
        ? {}
        : { goal: { text: asked.filter.text, successes: reached, interval: intervalOf(reached, runs, alpha) } }),
    };
  }
}
