import { Summary, studentInterval } from "../../statistics/index.ts";
import type { Code } from "../code.ts";
import type { Engine } from "../interpret/engine.ts";
import { Stuck } from "../interpret/fault.ts";
import type { Stretch } from "../interpret/moment.ts";
import { endingOf, PathWatch } from "../interpret/observe.ts";
import { engineFor, type Series } from "../interpret/sampler.ts";
import type { Snapshot, Watching } from "../interpret/watching.ts";
import type { StochasticNetwork } from "../network.ts";
import type { Path, StatisticalQuery } from "../query.ts";

/**
 * Rare events by importance splitting with fixed effort (Garvels 2000; Rubino and Tuffin 2009, chapter 3). A level says how
 * near a state is to the goal. Stage by stage so many runs are begun in states in which the last level was entered, and go on
 * until they enter the next one or end; the product of the shares that did is an unbiased estimate of the probability.
 * Independent repetitions of the whole give its error.
 */
interface SplittingOptions {
  /** Runs in each stage. */
  readonly effort?: number;
  readonly repetitions?: number;
  readonly alpha?: number;
  /** Called now and then; may throw. */
  readonly patience?: () => void;
}
export interface Splitting {
  readonly probability: number;
  /** Half the width of the confidence interval. */
  readonly error: number;
  readonly relativeError: number;
  readonly repetitions: number;
  /** Runs of all stages and repetitions. */
  readonly runs: number;
  /** The shares of the stages of the first repetition. */
  readonly stages: readonly { readonly level: number; readonly share: number }[];
}

const MOST_STAGES = 10_000;

/** Requires: the goal is reached through a growing level. Yields after each stage. */
export function* splitting(
  network: StochasticNetwork,
  query: StatisticalQuery,
  path: Path,
  level: Code,
  series: Series,
  { effort = 500, repetitions = 20, alpha = 0.05, patience = () => {} }: SplittingOptions = {},
): Generator<void, Splitting> {
  const engine = engineFor(network, query, series);
  engine.patience = patience;
  const stages = new Stages(engine, path, level, effort);
  const summary = new Summary();
  let first: Splitting["stages"] = [];
  for (let k = 0; k < repetitions; k++) {
    const { probability, shares } = yield* stages.repeat();
    if (k === 0) first = shares;
    summary.add(probability);
  }
  const { low, high } = studentInterval(summary, alpha);
  const error = (high - low) / 2;
  const { mean } = summary;
  return { probability: mean, error, relativeError: error / mean, repetitions, runs: stages.runs, stages: first };
}

/** A state in which a level was entered; none where the goal was met at once. */
type Entry = Snapshot | "goal";

class Stages {
  /** Each run has a number of its own, and so its own random numbers. */
  runs = 0;
  private readonly engine: Engine;
  private readonly path: Path;
  private readonly level: () => number;
  private readonly effort: number;

  constructor(engine: Engine, path: Path, level: Code, effort: number) {
    this.engine = engine;
    this.path = path;
    this.level = engine.evaluator.value(level);
    this.effort = effort;
  }

  /** The whole once. */
  *repeat(): Generator<void, { probability: number; shares: { level: number; share: number }[] }> {
    const shares: { level: number; share: number }[] = [];
    let entries: readonly Entry[] = [];
    let probability = 1;
    for (let stage = 0; stage < MOST_STAGES && (stage === 0 || entries.some((entry) => entry !== "goal")); stage++) {
      const level = stage === 0 ? -Infinity : 1 + lowest(entries);
      entries = this.stage(entries, level);
      if (stage > 0) {
        shares.push({ level, share: entries.length / this.effort });
        probability *= entries.length / this.effort;
      }
      if (entries.length === 0) return { probability: 0, shares };
      yield;
    }
    return { probability, shares };
  }

  /** Those of so many runs that enter the level. The first stage only begins. */
  private stage(from: readonly Entry[], level: number): Entry[] {
    const entries: Entry[] = [];
    for (let k = 0; k < this.effort; k++) {
      const entry = this.run(from.length === 0 ? undefined : from[k % from.length], level);
      if (entry !== undefined) entries.push(entry);
    }
    return entries;
  }

  private run(from: Entry | undefined, level: number): Entry | undefined {
    if (from === "goal") return from;
    const { engine, path } = this;
    const watch = new LevelWatch(engine, path, this.level, level);
    const ending = endingOf(path.bound, engine);
    const number = this.runs++;
    if (from === undefined) engine.run(number, ending, watch);
    else engine.resume(from, number, ending, watch);
    return watch.entry;
  }
}

function lowest(entries: readonly Entry[]): number {
  let low = Infinity;
  for (const entry of entries) if (entry !== "goal") low = Math.min(low, entry.level);
  return low;
}

/** Ends a run when it enters a level, or is decided. */
class LevelWatch implements Watching {
  entry: Entry | undefined;
  private readonly engine: Engine;
  private readonly inner: PathWatch;
  private readonly level: () => number;
  private readonly wanted: number;

  constructor(engine: Engine, path: Path, level: () => number, wanted: number) {
    this.engine = engine;
    this.inner = new PathWatch(engine, path);
    this.level = level;
    this.wanted = wanted;
  }

  during(stretch: Stretch): number | undefined {
    const decided = this.inner.during(stretch);
    if (decided !== undefined && this.inner.reached) this.entry = "goal";
    return decided;
  }

  after(): boolean {
    if (!this.inner.after()) {
      if (this.inner.reached) this.entry = "goal";
      return false;
    }
    const level = this.level();
    if (!Number.isFinite(level)) throw new Stuck("evaluation", `the level is ${level}`);
    if (level < this.wanted) return true;
    this.entry = this.engine.snapshot(level);
    return false;
  }
}
