import { wants } from "../base/index.ts";
import { type Run, sorted } from "./plan.ts";
import { Known, type RunRecord } from "./record.ts";

/**
 * What is to be done next. An agenda gives out runs as long as there are any, and learns of what came of them; whoever works it
 * off may do several at a time and begin anew at any moment: everything follows from the runs and the records that there are.
 */
export interface Agenda {
  /** A run to begin now; undefined if there is none, or none before others have ended. */
  take(): Run | undefined;
  learn(record: RunRecord): void;
  /** How many runs are still to be begun, as far as that is known. */
  readonly left: number;
  /** Nothing more is to be learned, also not from the runs that go on. */
  readonly isOver?: boolean;
}

/** As long as none of the repetitions of a run has a definite answer: what one has found the others need not look for. */
export function firstOf(runs: readonly Run[], records: readonly RunRecord[], version: string): Agenda & Decided {
  wants("firstOf", runs, "list");
  const all = allOf(runs, records, version);
  const open = new Set(runs.map(pointOf));
  const learn = (record: RunRecord): void => {
    if (isDefinite(record)) open.delete(pointOf(record));
  };
  const known = new Known(records, version);
  for (const run of runs) for (const record of [known.of(run)]) if (record !== undefined) learn(record);
  return {
    take: () => {
      for (;;) {
        const run = all.take();
        if (run === undefined || open.has(pointOf(run))) return run;
      }
    },
    learn,
    get left() {
      return open.size === 0 ? 0 : all.left;
    },
    get isOver() {
      return open.size === 0;
    },
    get undecided() {
      return open.size;
    },
  };
}

export interface Decided {
  /** How many runs have no definite answer in any repetition. */
  readonly undecided: number;
}

function isDefinite({ outcome }: RunRecord): boolean {
  return outcome === "satisfied" || outcome === "violated";
}

/** A run but for its repetition. */
function pointOf({ sha256, constants, query }: Run): string {
  return JSON.stringify([sha256, sorted(constants), query]);
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
  return JSON.stringify([model, sorted(constants), query]);
}
