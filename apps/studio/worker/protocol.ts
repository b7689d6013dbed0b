import type { Order, Statistics, ThreadTask, Verdict } from "../../../src/index.ts";
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
}

export interface Job {
  readonly kind: "verify";
  readonly text: string;
  readonly queries: readonly { readonly index: number; readonly formula: string }[];
  readonly settings: Settings;
}

/** A part of a search that several workers share; not answered: the one who searches hears of it through shared memory. */
export interface Share {
  readonly kind: "share";
  readonly task: ThreadTask;
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

/** A command to the simulator; answered by one `reply`. */
export interface Simulate {
  readonly kind: "simulate";
  readonly command: Command;
}

export type Answer =
  | { readonly kind: "reply"; readonly reply: Reply }
  | { readonly kind: "proposal"; readonly proposal: Proposal }
  | { readonly kind: "started"; readonly index: number }
  | { readonly kind: "wanted"; readonly task: ThreadTask }
  | { readonly kind: "progress"; readonly index: number; readonly statistics: Statistics; readonly seconds: number }
  | { readonly kind: "verdict"; readonly index: number; readonly verdict: Verdict; readonly seconds: number }
  | { readonly kind: "done" }
  | { readonly kind: "failed"; readonly message: string };
