import { inverseInterval, StoppingRule, successesFor } from "../../statistics/index.ts";
import type { Range } from "./estimate.ts";
import type { Parameters } from "./parameters.ts";
import { intervalOf } from "./summary.ts";

/**
 * When an estimated probability is good enough, told after every run, in order; and the interval that holds for runs that end so.
 */
export interface Rule {
  note(successes: number, runs: number): void;
  readonly isEnough: boolean;
  /** Why no further run is made, though there are not enough. */
  readonly vain?: string | undefined;
  /** No more runs than these are ever wanted. */
  readonly most: number;
  interval(successes: number, runs: number): Range;
}

/** A number of runs, where one is given; a relative error, where that is asked for; otherwise UPPAAL 5's rule. */
export function ruleOf(parameters: Parameters, asked: number | undefined): Rule {
  const { alpha, epsilon, relativeError, runs } = parameters;
  const fixed = runs ?? (relativeError === undefined ? asked : undefined);
  const exact = (successes: number, made: number): Range => intervalOf(successes, made, alpha);
  if (fixed !== undefined) return rule(fixed, (_, made) => made >= fixed, exact);
  if (relativeError === undefined) {
    const stopping = new StoppingRule(alpha, epsilon);
    return rule(Number.MAX_SAFE_INTEGER, (successes, made) => stopping.stops(successes, made), exact);
  }
  // A success ends the runs, so that the number of runs is what is random.
  const needed = successesFor(alpha, relativeError);
  return untilVain(
    rule(
      Number.MAX_SAFE_INTEGER,
      (successes) => successes >= needed,
      (successes, made) => (successes >= needed ? inverseInterval(successes, made, alpha) : exact(successes, made)),
    ),
  );
}

/** So many runs without a success say that there may be none. */
export const MOST_VAIN = 10_000_000;

/** What never comes is not awaited for ever. */
function untilVain(rule: Rule): Rule {
  let vain: string | undefined;
  return {
    most: rule.most,
    interval: rule.interval,
    get isEnough() {
      return rule.isEnough;
    },
    get vain() {
      return vain;
    },
    note(successes, runs) {
      rule.note(successes, runs);
      if (successes === 0 && runs >= MOST_VAIN)
        vain = `none of ${MOST_VAIN} runs succeeded, so that no relative error is reached`;
    },
  };
}

function rule(most: number, decide: (successes: number, runs: number) => boolean, interval: Rule["interval"]): Rule {
  let isEnough = false;
  return {
    most,
    interval,
    get isEnough() {
      return isEnough;
    },
    note(successes, runs) {
      isEnough = decide(successes, runs);
    },
  };
}
