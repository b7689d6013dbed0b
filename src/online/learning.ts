/**
 * Forecasts while constants are learned: a query is asked of the states of each combination of values, so that the answer says for which
 * it holds, and the largest box of values for which it does. The outcome itself is that of all possible states together. Where that
 * is not decided by one search after the other, it is asked of all states first, then of those of each half of the values and so on.
 */
import { wants } from "../base/index.ts";
import type { SymbolicState } from "../reduce/index.ts";
import type { Outcome } from "../search/index.ts";
import { largestBox } from "./box.ts";
import type { Forecast, Forecaster } from "./forecast.ts";
import type { Part, Parts, Unknowns } from "./unknowns.ts";

export class LearningForecaster {
  private readonly forecaster: Forecaster;
  private readonly unknowns: Unknowns;

  constructor(forecaster: Forecaster, unknowns: Unknowns) {
    wants("new LearningForecaster", forecaster, "object");
    wants("new LearningForecaster", unknowns, "object");
    this.forecaster = forecaster;
    this.unknowns = unknowns;
  }

  forecast(states: readonly SymbolicState[], deadline = Number.POSITIVE_INFINITY): Forecast[] {
    const parts = this.unknowns.parts(states);
    return this.forecaster.queries.map((query, q): Forecast => {
      const apart = this.forecaster.apart(
        q,
        parts.map((part) => part.states),
        deadline,
      );
      if (apart !== undefined) return { ...apart.forecast, parts: this.partsOf(pairs(parts, apart.outcomes)) };
      const forecast = this.forecaster.ask(q, states, deadline);
      const universal = query.kind === "A[]" || query.kind === "A<>";
      const ask = (some: readonly Part[]): Outcome =>
        this.forecaster.outcome(
          q,
          some.flatMap((part) => part.states),
          deadline,
        );
      const outcomes = decide(parts, forecast.outcome, universal ? "satisfied" : "violated", ask);
      return { ...forecast, parts: this.partsOf(pairs(parts, outcomes)) };
    });
  }

  private partsOf(all: readonly (readonly [values: readonly number[], outcome: Outcome])[]): Parts {
    const having = (outcome: Outcome) => all.filter((one) => one[1] === outcome);
    const [satisfied, violated] = [having("satisfied"), having("violated")];
    const box = largestBox(satisfied.map(([values]) => values));
    const named = box?.map((interval, k) => [this.unknowns.ranges[k]!.name, interval] as const);
    return {
      satisfied: satisfied.length,
      violated: violated.length,
      undecided: all.length - satisfied.length - violated.length,
      ...(named === undefined ? {} : { largest: Object.fromEntries(named) }),
    };
  }
}

function pairs(parts: readonly Part[], outcomes: readonly Outcome[]): (readonly [readonly number[], Outcome])[] {
  return parts.map(({ values }, k) => [values, outcomes[k]!] as const);
}

/** The outcome for each part: what holds of all states holds of those of each part, whatever else of all tells nothing of each. */
function decide(
  parts: readonly Part[],
  outcome: Outcome,
  ofEach: Outcome,
  ask: (parts: readonly Part[]) => Outcome,
): Outcome[] {
  if (outcome === ofEach || parts.length <= 1) return parts.map(() => outcome);
  const middle = parts.length >> 1;
  return [parts.slice(0, middle), parts.slice(middle)].flatMap((half) => decide(half, ask(half), ofEach, ask));
}
