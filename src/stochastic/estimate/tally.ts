import { LimitReached } from "../../base/index.ts";
import { type Limits, Meter } from "../../search/index.ts";
import type { Batch, RunFault } from "../sample.ts";
import type { Estimate, Range } from "./estimate.ts";
import type { Supply } from "./supply.ts";

/** What the runs so far say: a stopping rule and an answer. One file for each kind. */
export interface Tally {
  /** By the rule no further run is wanted. */
  readonly isEnough: boolean;
  /** How many further runs can be wanted at most. */
  readonly most: number;
  /** Bytes of what is kept of each run. */
  readonly memory: number;
  /** Takes run number i of these batches. Requires: not enough yet, and runs come in order. */
  take(batches: readonly Batch[], i: number): void;
  /** How far it has come. */
  progress(): Omit<Progress, "steps">;
  /** The answer as it is now, with how it ended. */
  estimate(ended: Ended): Estimate;
}

export interface Progress {
  readonly runs: number;
  /** Transitions of all runs that were made, also of those that were not needed in the end. */
  readonly steps: number;
  /** The present interval of what is estimated. */
  readonly interval?: Range;
}

/** Neither: by its rule. */
export interface Ended {
  readonly reason?: string;
  readonly fault?: RunFault;
}

/** A statistical query in turns: between batches it yields what it has learned, and who runs it may do something else. */
export type StatisticalTurns = Generator<Interim, Estimate, void>;

/** What is known between two turns; `stop` makes an answer of it where the next turn cannot be awaited. */
export interface Interim {
  readonly progress: () => Progress;
  readonly stop: (reason: string) => Estimate;
}

/** Takes runs until there are enough, a limit is reached, or a run fails. */
export function* gather(tally: Tally, supply: Supply, limits: Limits): StatisticalTurns {
  const meter = new Meter({ ...limits, memory: undefined, maxStates: undefined, progress: undefined });
  let steps = 0;
  const interim: Interim = {
    progress: () => ({ ...tally.progress(), steps }),
    stop: (reason) => tally.estimate({ reason }),
  };
  try {
    while (!tally.isEnough) {
      heed(meter, tally.memory, limits);
      const batches = supply.next(tally.most, meter.patience);
      if (batches !== undefined) {
        steps += batches.reduce((sum, batch) => sum + batch.steps, 0);
        const fault = takeAll(tally, batches);
        if (fault !== undefined && !tally.isEnough) return tally.estimate({ fault });
      }
      yield interim;
    }
    return tally.estimate({});
  } catch (error) {
    if (error instanceof LimitReached) return tally.estimate({ reason: error.message });
    throw error;
  } finally {
    supply.close();
  }
}

/** Takes as many runs as all batches have and the rule wants; the fault that comes then, if there is one. */
function takeAll(tally: Tally, batches: readonly Batch[]): RunFault | undefined {
  const shortest = batches.reduce((least, batch) => (batch.count < least.count ? batch : least));
  for (let i = 0; i < shortest.count && !tally.isEnough; i++) tally.take(batches, i);
  return shortest.fault;
}

/** Throws where a limit is reached. */
export function heed(meter: Meter, memory: number, limits: Limits): void {
  meter.patience();
  if (limits.memory !== undefined && memory > limits.memory)
    throw new LimitReached(`the memory limit of ${Math.round(limits.memory / 2 ** 20)} MiB was reached`);
}
