import { bootstrapInterval, Draws } from "../../statistics/index.ts";
import type { StatisticalQuery } from "../query.ts";
import type { Batch } from "../sample.ts";
import type { Estimate, ExpectationEstimate, Range } from "./estimate.ts";
import type { Parameters } from "./parameters.ts";
import { common } from "./probability.ts";
import { meanHalfWidth, summarise } from "./summary.ts";
import type { Ended, Tally } from "./tally.ts";
import { Values } from "./values.ts";

/**
 * The mean of what runs have as the least or greatest value of an expression. With a number of runs it takes so many;
 * without, it goes on until half the width of the interval is a small part of the mean.
 */
type AskedExpectation = Pick<Extract<StatisticalQuery, { kind: "expectation" }>, "text" | "runs" | "extreme" | "value">;

/** So few runs say nothing about how much they scatter. */
const FEWEST = 100;
/** Where the mean is 0 no share of it is ever reached. */
const MOST = 1_000_000;
/** How much there is to be new before it is looked at again: whoever looks after each run stops too soon, by chance. */
const GROWTH = 1.05;

export class ExpectationTally implements Tally {
  private readonly asked: AskedExpectation;
  private readonly parameters: Parameters;
  private readonly warnings: readonly string[];
  private readonly runs: number | undefined;
  private readonly values = new Values();
  private look = FEWEST;
  private isNear = false;

  constructor(asked: AskedExpectation, parameters: Parameters, warnings: readonly string[]) {
    this.asked = asked;
    this.parameters = parameters;
    this.runs = parameters.runs ?? (parameters.relativeError === undefined ? asked.runs : undefined);
    this.warnings =
      this.runs === undefined && parameters.relativeError === undefined
        ? [
            ...warnings,
            `no number of runs is given: runs were made until the interval was within ${parameters.epsilon * 100}% of the mean`,
          ]
        : warnings;
  }

  get isEnough(): boolean {
    const { count } = this.values;
    return this.runs === undefined ? this.isNear || count >= MOST : count >= this.runs;
  }

  get most(): number {
    return (this.runs ?? MOST) - this.values.count;
  }

  get memory(): number {
    return this.values.memory;
  }

  take([batch]: readonly Batch[], i: number): void {
    const { values } = this;
    values.add(batch!.value[i]!);
    if (this.runs !== undefined || values.count < this.look) return;
    this.look = Math.ceil(this.look * GROWTH);
    const { alpha, epsilon, relativeError = epsilon } = this.parameters;
    this.isNear = values.isConstant || meanHalfWidth(values, alpha) <= relativeError * Math.abs(values.summary.mean);
  }

  progress() {
    const { count, mean } = this.values.summary;
    if (count < 2) return { runs: count };
    const half = meanHalfWidth(this.values, this.parameters.alpha);
    return { runs: count, interval: { low: mean - half, high: mean + half } };
  }

  estimate(ended: Ended): Estimate {
    const { asked, parameters } = this;
    const { alpha, bootstrap, seed } = parameters;
    const values = summarise(this.values, parameters);
    const found: ExpectationEstimate = {
      kind: "expectation",
      extreme: asked.extreme,
      expression: asked.value.text,
      values,
      confidence: 1 - alpha,
      ...(bootstrap === undefined || values.count < 2
        ? {}
        : { bootstrap: resampled(values.all, bootstrap, alpha, seed) }),
    };
    const equal = values.count > 1 && values.min === values.max;
    const warnings = equal
      ? [...this.warnings, "all runs have the same value, so there is no interval"]
      : this.warnings;
    return { ...common(asked.text, values.count, parameters, warnings, ended), ...found };
  }
}

/** Numbers for resampling are those of a query that no runs have. */
const RESAMPLING = 0xffffffff;

function resampled(all: Float64Array, rounds: number, alpha: number, seed: number): Range {
  const draws = new Draws(seed, RESAMPLING);
  draws.start(0);
  return bootstrapInterval(all, alpha, () => draws.next(), rounds);
}
