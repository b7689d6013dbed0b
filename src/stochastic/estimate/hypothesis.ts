import { type Decision, hypothesisTest, type RatioTest } from "../../statistics/index.ts";
import type { StatisticalQuery } from "../query.ts";
import type { Batch } from "../sample.ts";
import type { Estimate, HypothesisEstimate } from "./estimate.ts";
import type { Parameters } from "./parameters.ts";
import { common } from "./probability.ts";
import { intervalOf, stoppedInterval } from "./summary.ts";
import type { Ended, Tally } from "./tally.ts";

/**
 * Is a probability at least, or at most, some limit? Wald's sequential test; `Pr(p) <= c` is tested as UPPAAL does, as
 * `Pr(not p) >= 1 - c`. Within the indifference region either answer is right, and the estimate says so.
 */
type AskedHypothesis = Pick<Extract<StatisticalQuery, { kind: "hypothesis" }>, "text" | "path" | "relation" | "limit">;

export class HypothesisTally implements Tally {
  readonly memory = 0;
  private readonly asked: AskedHypothesis;
  private readonly parameters: Parameters;
  private readonly warnings: readonly string[];
  private readonly test: RatioTest;
  private decision: Decision = "go on";
  private runs = 0;
  private successes = 0;

  constructor(asked: AskedHypothesis, parameters: Parameters, warnings: readonly string[]) {
    this.asked = asked;
    this.parameters = parameters;
    this.warnings = warnings;
    const { alpha, beta, upperDelta, lowerDelta } = parameters;
    const limit = asked.relation === ">=" ? asked.limit : 1 - asked.limit;
    this.test = hypothesisTest(limit, lowerDelta, upperDelta, { alpha, beta });
  }

  get isEnough(): boolean {
    return this.decision !== "go on";
  }

  get most(): number {
    return Number.POSITIVE_INFINITY;
  }

  take([batch]: readonly Batch[], i: number): void {
    const isSuccess = batch!.success[i] !== 0;
    this.runs++;
    if (isSuccess) this.successes++;
    this.decision = this.test.add(isSuccess === (this.asked.relation === ">="));
  }

  progress() {
    return { runs: this.runs, interval: stoppedInterval(this.successes, this.runs, this.parameters.alpha) };
  }

  estimate(ended: Ended): Estimate {
    const { asked, parameters, runs, successes } = this;
    const { alpha, upperDelta, lowerDelta } = parameters;
    const { relation, limit, path, text } = asked;
    const interval = stoppedInterval(successes, runs, alpha);
    const [above, below] = relation === ">=" ? [upperDelta, lowerDelta] : [lowerDelta, upperDelta];
    // The narrower interval: the other overlaps with the limit nearly always, since a test makes no more runs than it needs.
    const narrow = intervalOf(successes, runs, alpha);
    const indifferent = narrow.low < limit + above && narrow.high > limit - below;
    const found: HypothesisEstimate = {
      kind: "hypothesis",
      path: path.text,
      relation,
      limit,
      successes,
      interval,
      confidence: 1 - alpha,
      indifferent,
    };
    const warning = `the probability may be so near to ${limit} (from ${limit - below} to ${limit + above}) that either answer is right`;
    const warnings = indifferent && this.isEnough ? [...this.warnings, warning] : this.warnings;
    const outcome = this.decision === "holds" ? "satisfied" : "violated";
    return { ...common(text, runs, parameters, warnings, ended, outcome), ...found };
  }
}
