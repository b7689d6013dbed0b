import { demand, ln } from "../../base/index.ts";

/**
 * Wald's sequential probability ratio test. Two hypotheses on a probability, at least `upper` (it holds) and at most `lower`
 * (it fails), are weighed after each run by the logarithm of how much likelier the second makes what was seen. If the first
 * is true it is rejected with probability at most about alpha, if the second is, at most about beta; between the two either
 * answer may come. Counts are kept, not sums, so that the decision does not depend on the order of roundings.
 */
export interface Risks {
  /** Of saying that it fails though it holds. */
  readonly alpha: number;
  /** Of saying that it holds though it fails. */
  readonly beta: number;
}

export type Decision = "go on" | "holds" | "fails";

export class RatioTest {
  runs = 0;
  successes = 0;
  readonly #success: number;
  readonly #failure: number;
  readonly #holds: number;
  readonly #fails: number;

  constructor(upper: number, lower: number, { alpha, beta }: Risks) {
    demand(lower < upper && lower >= 0 && upper <= 1, "the hypotheses are two probabilities, the upper one greater");
    demand(alpha > 0 && alpha < 0.5 && beta > 0 && beta < 0.5, "risks are between 0 and 1/2");
    this.#success = ln(lower / upper);
    this.#failure = ln((1 - lower) / (1 - upper));
    this.#holds = ln(beta / (1 - alpha));
    this.#fails = ln((1 - beta) / alpha);
  }

  add(outcome: boolean): Decision {
    this.runs++;
    if (outcome) this.successes++;
    const ratio = times(this.successes, this.#success) + times(this.runs - this.successes, this.#failure);
    // A hypothesis of 0 or 1 is refuted by one run; both refuted, the truth is in between, where either answer may come.
    if (ratio >= this.#fails) return "fails";
    return ratio <= this.#holds || Number.isNaN(ratio) ? "holds" : "go on";
  }
}

/** An infinite logarithm counts only once it was seen. */
function times(count: number, logarithm: number): number {
  return count === 0 ? 0 : count * logarithm;
}

/** Is the probability at least `bound`? Indifferent from `bound - below` to `bound + above`, within 0 and 1. */
export function hypothesisTest(bound: number, below: number, above: number, risks: Risks): RatioTest {
  return new RatioTest(Math.min(1, bound + above), Math.max(0, bound - below), risks);
}
