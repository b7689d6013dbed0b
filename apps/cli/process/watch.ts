import { Script } from "node:vm";
import type { ResultFiles } from "../verify/resultfiles.ts";
import type { Entry } from "../verify/results.ts";
import { exit, Failure } from "./exit.ts";

/**
 * Ends work that is not done in time, wherever it is: V8 interrupts JavaScript and WebAssembly from outside, so that also
 * a loop ends that never looks at the clock. Searches look at their limits themselves and end with more to say; this is
 * for everything before and behind them. What was interrupted may be half made: nothing is asked of it any more.
 */
export interface Until {
  /** On the clock of `Watch`. */
  readonly at: number;
  /** `the time limit of 5 s was reached`. */
  readonly why: string;
}

export interface Watch {
  /** When the run began. */
  readonly since: number;
  /** What goes on from now on, to be told if it is ended: `checking the model`. */
  stage(what: string, isSearch?: boolean): void;
  /** Runs work without awaiting anything. Throws `Exceeded` if it is not done in time. */
  within<T>(job: () => T, until?: Until): T;
  /** Why work was ended, if it was. */
  ended(): string | undefined;
  /** What stands behind this run hears what is asked and answered, to tell it if the run is ended. */
  tell?(news: News): void;
}

/** What was asked, and which answers there are; plain data. */
export type News =
  /** A search looks itself whether it is to end. */
  | { readonly kind: "stage"; readonly what: string; readonly isSearch: boolean }
  /** A file is being written that is to be whole also where the run is ended. */
  | { readonly kind: "writing"; readonly isOn: boolean }
  | { readonly kind: "asked"; readonly run: Asked }
  | { readonly kind: "answered"; readonly json?: object | undefined; readonly entry?: Entry | undefined };

export interface Asked {
  /** Of the JSON document, if one is wanted. */
  readonly document?: object | undefined;
  /** What is told of each question that has no answer: as text without the reason, as JSON. */
  readonly questions: readonly {
    readonly line: string;
    readonly json?: object | undefined;
    readonly entry?: Entry;
  }[];
  /** Files of results that are to be written. */
  readonly files?: ResultFiles;
}

/** Work was ended because a limit of the run was reached. */
export class Exceeded extends Failure {
  readonly why: string;

  constructor(why: string, stage: string) {
    super(`${why} while ${stage}`, { code: exit.inconclusive });
    this.why = why;
  }
}

export function newWatch(now: () => number, since: number, tell?: (news: News) => void): Watch {
  let stage = "starting";
  let ended: string | undefined;
  return {
    since,
    ended: () => ended,
    stage: (what, isSearch = false) => {
      if (what === stage) return;
      stage = what;
      tell?.({ kind: "stage", what, isSearch });
    },
    within: (job, until) => {
      if (until === undefined) return job();
      const left = Math.ceil(until.at - now());
      const done = left > 0 ? interruptible(job, left) : undefined;
      if (done !== undefined) return done.value;
      ended = until.why;
      throw new Exceeded(ended, stage);
    },
    ...(tell === undefined ? {} : { tell }),
  };
}

const place = Symbol.for("zonal.job");
const jobs = globalThis as { [place]?: (() => void) | undefined };
let script: Script | undefined;

/** The value of the job, or undefined if it took longer. */
function interruptible<T>(job: () => T, milliseconds: number): { readonly value: T } | undefined {
  let done: { readonly value: T } | undefined;
  const before = jobs[place];
  jobs[place] = () => {
    done = { value: job() };
  };
  script ??= new Script('globalThis[Symbol.for("zonal.job")]()');
  try {
    script.runInThisContext({ timeout: Math.min(milliseconds, 2 ** 31 - 1) });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_SCRIPT_EXECUTION_TIMEOUT") throw error;
  } finally {
    jobs[place] = before;
  }
  return done;
}
