import {
  type Interval,
  type Rational,
  rationals,
  type SimulatorOption,
  type Trace,
  type TraceTransition,
  type Watched,
} from "../../../src/index.ts";

/**
 * What page and worker say to each other about a run. A run is a list of steps and a position in it; the worker keeps it and
 * tells what has changed. Going to another position replays the simulator up to there, so that options are always those of
 * the state that is shown; taking another step than the recorded one branches off: the page keeps what came behind
 * (`run.ts`). Symbolic runs have transitions only, concrete ones delays as well.
 */
export type Mode = "symbolic" | "concrete";

export type Step =
  | { readonly kind: "transition"; readonly transition: TraceTransition }
  | { readonly kind: "delay"; readonly delay: Rational };

/** What the page shows of a state. */
export interface Shown {
  readonly locations: readonly number[];
  readonly variables: readonly number[];
  /** Symbolic: constraints as text. Concrete: values of the clocks. */
  readonly constraints: readonly string[];
  readonly values?: readonly Rational[];
  readonly zones?: readonly Int32Array[];
}

export type Command =
  /** A run of this model; with steps, those are taken. */
  | {
      readonly kind: "start";
      readonly text: string;
      readonly mode: Mode;
      readonly steps?: readonly Step[];
      readonly position?: number;
      readonly watches?: readonly string[];
    }
  /** The same run with exact delays, or without any. */
  | { readonly kind: "mode"; readonly mode: Mode }
  | { readonly kind: "take"; readonly transition: TraceTransition }
  | { readonly kind: "wait"; readonly delay: Rational }
  | { readonly kind: "go"; readonly to: number }
  /** So many transitions, with delays between them where there are delays. */
  | { readonly kind: "random"; readonly count: number; readonly seed: number }
  /** On in the run, and then at random, until the expression holds; at most so many steps. */
  | { readonly kind: "until"; readonly expression: string; readonly most: number; readonly seed: number }
  /** Expressions whose values are told with each update. */
  | { readonly kind: "watch"; readonly expressions: readonly string[] }
  /** A trace of the verifier, a file, a run out of a link. */
  | { readonly kind: "load"; readonly trace: Trace; readonly mode: Mode }
  | { readonly kind: "open"; readonly name: string; readonly content: string; readonly mode: Mode }
  | { readonly kind: "explain"; readonly edge: number }
  /** When the run arrives where. */
  | { readonly kind: "times" }
  /** `timed`: with the time from the start as a clock, as UPPAAL 5 writes it. */
  | { readonly kind: "trace"; readonly timed: boolean };

/** The run after a command: of what was there the first `keep` states stay. */
export interface Update {
  readonly mode: Mode;
  readonly keep: number;
  readonly states: readonly Shown[];
  /** Step i leads to state i + 1; those behind the first `keep - 1`. */
  readonly steps: readonly Step[];
  readonly position: number;
  readonly options: readonly SimulatorOption[];
  readonly delays: Interval | null;
  /** One per expression that is watched. */
  readonly watched: readonly WatchValue[];
  /** Something to tell: the model fails, a file goes no further. */
  readonly message?: string;
}

/** The value of an expression in the state that is shown, or what is wrong with it. */
export interface WatchValue extends Watched {
  readonly isError?: true;
}

/** Per state behind a transition, and the initial one. */
export interface Times {
  /** The earliest and the latest arrival of all runs with these transitions. */
  readonly ranges: readonly Interval[] | string;
  /** One of them with exact delays, replayed. */
  readonly exact: Trace | string;
}

export type Reply =
  | { readonly kind: "times"; readonly times: Times }
  | { readonly kind: "update"; readonly update: Update }
  | { readonly kind: "explained"; readonly lines: readonly string[] }
  | { readonly kind: "trace"; readonly trace: Trace }
  | { readonly kind: "failed"; readonly message: string };

export function sameTransition(a: TraceTransition, b: TraceTransition): boolean {
  return (
    a.parts.length === b.parts.length &&
    a.parts.every((p, i) => {
      const q = b.parts[i]!;
      return p.process === q.process && p.edge === q.edge && p.selects.every((s, k) => s.value === q.selects[k]?.value);
    })
  );
}

export function sameStep(a: Step, b: Step): boolean {
  if (a.kind === "transition") return b.kind === "transition" && sameTransition(a.transition, b.transition);
  return b.kind === "delay" && rationals.compareRational(a.delay, b.delay) === 0;
}

/** Exactly where people can read it; delays of statistical runs are fractions with many digits. */
export function rationalText(value: Rational): string {
  return value.d <= 1000n
    ? rationals.showRational(value)
    : `≈${Number((Number(value.n) / Number(value.d)).toPrecision(6))}`;
}
