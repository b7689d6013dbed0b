import type { Origin } from "../network/index.ts";
import type { Code, Condition, Function } from "./code.ts";

/** A statistical query over the cells of a stochastic network. `cells` counts all cells; `functions` follow the network's. */
export type StatisticalQuery = {
  readonly text: string;
  readonly origin: Origin;
  readonly cells: number;
  readonly functions: readonly Function[];
} & (
  | { readonly kind: "probability"; readonly path: Path; readonly runs?: number }
  /** Is the probability of the path at least (at most) the limit? */
  | { readonly kind: "hypothesis"; readonly path: Path; readonly relation: ">=" | "<="; readonly limit: number }
  | { readonly kind: "comparison"; readonly first: Path; readonly second: Path }
  | {
      readonly kind: "expectation";
      readonly bound: Bound;
      readonly runs?: number;
      readonly extreme: "min" | "max";
      readonly value: Watched;
    }
  | {
      readonly kind: "simulate";
      readonly bound: Bound;
      readonly runs: number;
      readonly values: readonly Watched[];
      /** Only runs that reach the goal are shown, `limit` of them at most. */
      readonly filter?: { readonly goal: Condition; readonly text: string; readonly limit?: number };
    }
  | { readonly kind: "mitl"; readonly formula: Mitl; readonly horizon: number }
);

/** How long a run lasts: in time, in steps (transitions), or until a clock is above the limit. */
export type Bound =
  | { readonly by: "time"; readonly limit: number }
  | { readonly by: "steps"; readonly limit: number }
  | { readonly by: "clock"; readonly clock: Code & { op: "clock" }; readonly limit: number; readonly text: string };

/**
 * What a run is asked: to reach `goal`. `[] p` is `<> !p` with `succeeds: false`: the run that reaches its goal counts as a
 * failure. `a U b` has the goal b and is `lost` as soon as neither holds.
 */
export interface Path {
  readonly bound: Bound;
  readonly goal: Condition;
  readonly lost?: Condition;
  readonly succeeds: boolean;
  readonly text: string;
}

/** `line`: between two transitions it is a line in time, so that its extremes are at the ends. */
export interface Watched {
  readonly text: string;
  readonly code: Code;
  readonly line: boolean;
}

/** Metric interval temporal logic, in negation normal form; `low` and `high` count from the present moment. */
export type Mitl =
  | { readonly is: "state"; readonly condition: Condition }
  | { readonly is: "and" | "or"; readonly items: readonly Mitl[] }
  | {
      readonly is: "until" | "release";
      readonly low: number;
      readonly high: number;
      readonly left: Mitl;
      readonly right: Mitl;
    }
  | { readonly is: "next"; readonly formula: Mitl };

/** What a formula asks of states. */
export function conditionsOf(formula: Mitl): Condition[] {
  switch (formula.is) {
    case "state":
      return [formula.condition];
    case "next":
      return conditionsOf(formula.formula);
    case "and":
    case "or":
      return formula.items.flatMap(conditionsOf);
    default:
      return [...conditionsOf(formula.left), ...conditionsOf(formula.right)];
  }
}
