import { wants } from "../base/index.ts";
import { type Run, textOf } from "./plan.ts";
import { Known, type RunRecord } from "./record.ts";

/**
 * What is to be done next. An agenda gives out runs as long as there are any, and learns of what came of them; whoever works it off may do
 * several at a time and begin anew at any moment: everything follows from the runs and the records that there are.
 */
export interface Agenda {
  /** A run to begin now; undefined if there is none, or none before others have ended. */
  take(): Run | undefined;
  learn(record: RunRecord): void;
  /** How many runs are still to be begun, as far as that is known. */
  readonly left: number;
}

/** All runs that no record stands for: those nobody knows the time of first, as they were planned; then the longest first. */
export function allOf(runs: readonly Run[], records: readonly RunRecord[], version: string): Agenda {
  wants("allOf", runs, "list");
  const known = new Known(records, version);
  const seconds = new Map(records.map((record) => [likeness(record), record.seconds]));
  const time = (run: Run): number => seconds.get(likeness(run)) ?? Number.POSITIVE_INFINITY;
  const open = runs
    .filter((run) => known.of(run) === undefined)
    .map((run) => ({ run, time: time(run) }))
    .sort((a, b) => (a.time === b.time ? 0 : b.time - a.time));
  let next = 0;
  return {
    take: () => open[next++]?.run,
    learn: () => undefined,
    get left() {
      return Math.max(0, open.length - next);
    },
  };
}

/** Runs that may be expected to take as long: by another version, with another seed, of a model that was changed a little. */
function likeness({ model, constants, query }: Run): string {
  return JSON.stringify([model, textOf(constants), query]);
}
