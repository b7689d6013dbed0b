import type {
  Order,
  Parameters,
  Plot,
  Progress,
  RunFault,
  RunState,
  SamplingTask,
  Statistics,
  ThreadTask,
  Trace,
  Verdict,
} from "../../../src/index.ts";
import type { ActionName, Proposal } from "../change/list.ts";
import type { Command, Reply } from "../simulator/step.ts";

/** What page and worker say to each other. One job at a time; stopping it is ending the worker. */
export interface Settings {
  readonly trace: "none" | "some" | "shortest" | "fastest";
  readonly order: Order | "default";
  /** Take states for one that differ only in dead variables, or by an exchange of scalars. */
  readonly reduce: boolean;
  readonly symmetry: boolean;
  /** Jump over rounds of busy waiting: where it will pay, from the start, never. */
  readonly acceleration: "auto" | "always" | "never";
  /** Milliseconds; 0 for none. */
  readonly timeout: number;
  /** Bytes of stored states. */
  readonly memory: number;
  /** More than one only where the page is isolated. */
  readonly threads: number;
  /** Of statistical queries. What is absent is as the query, the file or UPPAAL's default says. */
  readonly seed: number;
  readonly alpha?: number;
  readonly epsilon?: number;
  readonly runs?: number;
}

export interface Job {
  readonly kind: "verify";
  readonly text: string;
  readonly queries: readonly { readonly index: number; readonly formula: string }[];
  readonly settings: Settings;
}

/**
 * A part of a search, or of the runs of an estimate, that several workers share; not answered: the one who searches hears of
 * it through shared memory.
 */
export interface Share {
  readonly kind: "share";
  readonly task: ThreadTask | SamplingTask;
}

/** Ends the statistical query that is being answered with what its runs say until now. A search is ended with its worker. */
export interface Cancel {
  readonly kind: "cancel";
}

/** One run of a statistical query again, step by step; answered by one `again`, or by one `written` where a file is wanted. */
export interface Again {
  readonly kind: "again";
  readonly as?: RunFormat;
  readonly text: string;
  readonly formula: string;
  readonly seed: number;
  readonly run: number;
  /** 1 for the second path of a comparison. */
  readonly path: number;
}

export type RunFormat = "txt" | "json" | "xtr" | "xml";

/** The certificates of an answer; answered by one `certificates`. */
export interface Certify {
  readonly kind: "certify";
  readonly text: string;
  readonly formula: string;
  readonly verdict: Verdict;
  /** Of the text's bytes, in hexadecimal digits. */
  readonly sha256: string;
  readonly settings: Settings;
}

/** A transformation of the model; answered by one `proposal`. */
export interface Wish {
  readonly kind: "change";
  readonly action: ActionName;
  /** The template it is about, if it is about one. */
  readonly template: string;
  readonly text: string;
  /** The transitions of the simulator's run up to the state that is shown: per edge its id and the values selected. */
  readonly run: readonly (readonly number[])[];
}

/** A model in TChecker's format; answered by one `converted`. */
export interface Convert {
  readonly kind: "convert";
  readonly name: string;
  readonly text: string;
}

/** A command to the simulator; answered by one `reply`. */
export interface Simulate {
  readonly kind: "simulate";
  readonly command: Command;
}

/** What the page shows of an estimate. */
export interface Found {
  /** The first one has the interval. */
  readonly lines: readonly string[];
  readonly plots: readonly Plot[];
  readonly parameters: Parameters;
  readonly runs: number;
  /** The runs that a simulation shows. */
  readonly shown: readonly number[];
  /** Two of a comparison, each with runs of its own. */
  readonly paths: readonly string[];
  readonly fault?: RunFault;
  /** The interval does not hold the value that the file expects. */
  readonly isElsewhere?: true;
}

/** What the page shows of a run. */
export interface OpenedRun {
  readonly run: number;
  readonly end: number;
  readonly steps: number;
  /** Of a long run the beginning and the end. */
  readonly rows: readonly RunRow[];
  readonly fault?: RunFault;
  /** The run made again by exact steps, which the simulator can go on from; or why there is none. */
  readonly exact: Trace | string;
}
export interface RunRow {
  readonly number: number;
  readonly time: number;
  /** Who moved, the sender first, and where the edges that were taken begin in the file. */
  readonly moves: readonly { readonly text: string; readonly process: string; readonly origins: readonly number[] }[];
  readonly state: RunState;
  /** Names of the values that the step changed. */
  readonly changed: readonly string[];
}

/** Why there is no verdict: the query is wrong, or the engine does not take it, and the verdict's reason says what. */
export type Problem = "error" | "refused";

export type Answer =
  | { readonly kind: "again"; readonly opened: OpenedRun }
  /** As XML; `why`: it cannot be one. */
  | { readonly kind: "converted"; readonly text?: string; readonly why?: string }
  /** `why`: it cannot be written so. */
  | { readonly kind: "written"; readonly text?: string; readonly why?: string }
  /** `why`: there is none. */
  | { readonly kind: "certificates"; readonly texts?: readonly string[]; readonly why?: string }
  | { readonly kind: "sampled"; readonly index: number; readonly progress: Progress; readonly seconds: number }
  | { readonly kind: "reply"; readonly reply: Reply }
  | { readonly kind: "proposal"; readonly proposal: Proposal }
  | { readonly kind: "started"; readonly index: number }
  | { readonly kind: "wanted"; readonly task: ThreadTask | SamplingTask }
  | { readonly kind: "progress"; readonly index: number; readonly statistics: Statistics; readonly seconds: number }
  | {
      readonly kind: "verdict";
      readonly index: number;
      readonly verdict: Verdict;
      readonly found?: Found;
      readonly seconds: number;
      readonly problem?: Problem;
    }
  | { readonly kind: "done" }
  | { readonly kind: "failed"; readonly message: string };
