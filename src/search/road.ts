/**
 * Roads: ways to an answer. One is given a question and says why it refuses it, or runs to an ending, which is a value. Main
 * roads answer whatever they take; roads beside one are tried now and then while it goes on, and may come back without an
 * answer. Roads know nothing of each other: what they want asked of another network they have asked by the race (`race.ts`).
 */
import type { Fault } from "../engine/index.ts";
import type { Trace } from "../trace/index.ts";
import type { Meter } from "./limits.ts";
import type { Stay } from "./liveness/paths.ts";
import type { Question } from "./question.ts";
import type { MainName, RoadDetail, RoadReport, SideName } from "./report.ts";
import type { Statistics } from "./statistics.ts";
import type { Turns } from "./turns.ts";
import type { BoundValue } from "./verdict.ts";

/** What a search was after: a state, or a path that stays. */
export type Witness =
  | {
      readonly kind: "state";
      /** The transitions to it. */
      readonly path: readonly (readonly number[])[];
      /** Why they are not told although they were asked for. */
      readonly pathless?: string | undefined;
      readonly cells?: Int32Array | undefined;
      /** A trace to it that was made already. */
      readonly trace?: Trace | undefined;
    }
  | { readonly kind: "stay"; readonly stem: readonly (readonly number[])[]; readonly stay: Stay };

/** `gave up`: the road cannot answer after all, another may. */
export type Ending = (
  | { readonly kind: "answer"; readonly witness?: Witness | undefined; readonly values?: readonly BoundValue[] }
  /** `isOverflow`: clocks went beyond what bounds can hold, which they need not in another network with the same answer. */
  | { readonly kind: "limit"; readonly reason: string; readonly isOverflow?: boolean }
  | { readonly kind: "gave up"; readonly reason: string }
  | { readonly kind: "fault"; readonly fault: Fault }
) & { readonly statistics: Statistics; readonly detail?: RoadDetail };

export interface Road {
  readonly name: MainName;
  /** Why it does not answer this; undefined if it does. */
  readonly refuses: (question: Question) => string | undefined;
  /** Tells between its turns what it has done. May throw faults of the model and limits, which the race makes endings of. */
  readonly run: (question: Question, meter: Meter) => Turns<Ending>;
}

export interface SideRoad {
  readonly name: SideName;
  readonly refuses: (question: Question) => string | undefined;
  readonly begin: (question: Question, tools: Tools) => Attempts;
}

/** A road beside a main one, on its way. */
export interface Attempts {
  /** Whether an attempt is worth while, after what the main road has done. */
  isDue(effort: Statistics): boolean;
  /** An answer, or undefined if the main road is to go on. */
  run(effort: Statistics): Turns<Ending | undefined>;
  /** A fault of the model that was met, to be told if the main road comes to no answer. */
  readonly fault?: Fault | undefined;
}

export interface Tools {
  readonly meter: Meter;
  /** Has another question answered by the main roads, with some beside them. */
  readonly ask: (question: Question, beside: readonly SideName[], begun?: readonly Side[]) => Turns<Raced>;
}

export interface Side {
  readonly name: SideName;
  readonly attempts: Attempts;
}

export interface Raced {
  readonly ending: Ending;
  /** In the order of the strategy; the one that ended the race says `answered`, or `ended` if there is no answer. */
  readonly roads: readonly RoadReport[];
}
