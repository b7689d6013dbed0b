import { Comparison, type Decision } from "../../statistics/index.ts";
import type { StatisticalQuery } from "../query.ts";
import type { Batch } from "../sample.ts";
import { cumulate } from "./cumulative.ts";
import type { Compared, ComparisonEstimate, Estimate } from "./estimate.ts";
import type { Parameters } from "./parameters.ts";
import { common, unitOf } from "./probability.ts";
import { stoppedInterval } from "./summary.ts";
import type { Ended, Tally } from "./tally.ts";
import { Values } from "./values.ts";

/**
 * Is one probability at least another? Runs come in pairs, one for each path, and only pairs that differ count: Wald's test
 * on how often the first is the one that succeeds.
 */
type AskedComparison = Pick<Extract<StatisticalQuery, { kind: "comparison" }>, "text" | "first" | "second">;

/** So many pairs of which none differs say that no pair may. */
const MOST_VAIN = 1_000_000;

export class ComparisonTally implements Tally {
  private readonly asked: AskedComparison;
  private readonly parameters: Parameters;
  private readonly warnings: readonly string[];
  private readonly test: Comparison;
  private decision: Decision = "go on";
  private runs = 0;
  private readonly successes = [0, 0];
  /** Pairs in which only the first, only the second succeeded. */
  private readonly alone = [0, 0];
  private readonly reached = [new Values(), new Values()] as const;
  /** The runs whose values are kept. */
  private readonly seen = [0, 0];

  constructor(asked: AskedComparison, parameters: Parameters, warnings: readonly string[]) {
    this.asked = asked;
    this.parameters = parameters;
    this.warnings = warnings;
    const { alpha, beta, u0, u1 } = parameters;
    this.test = new Comparison(u0, u1, { alpha, beta });
  }

  get isEnough(): boolean {
    return this.decision !== "go on" || this.isVain;
  }

  private get isVain(): boolean {
    return this.runs >= MOST_VAIN && this.alone[0] === 0 && this.alone[1] === 0;
  }

  get most(): number {
    return Number.POSITIVE_INFINITY;
  }

  get memory(): number {
    return this.reached[0].memory + this.reached[1].memory;
  }

  take(batches: readonly Batch[], i: number): void {
    this.runs++;
    const [first, second] = batches.map((batch, path) => this.note(batch, i, path as 0 | 1));
    this.decision = this.test.add(first!, second!);
    if (first !== second) this.alone[first ? 0 : 1]!++;
  }

  private note(batch: Batch, i: number, path: 0 | 1): boolean {
    const isSuccess = batch.success[i] !== 0;
    if (isSuccess) this.successes[path]!++;
    if (!this.reached[path].isFull) this.seen[path] = this.runs;
    const { succeeds } = path === 0 ? this.asked.first : this.asked.second;
    if (isSuccess === succeeds) this.reached[path].add(batch.value[i]!);
    return isSuccess;
  }

  progress() {
    return { runs: this.runs };
  }

  estimate(ended: Ended): Estimate {
    const { asked, parameters, runs } = this;
    const found: ComparisonEstimate = {
      kind: "comparison",
      first: this.compared(0),
      second: this.compared(1),
      firstOnly: this.alone[0]!,
      secondOnly: this.alone[1]!,
      confidence: 1 - parameters.alpha,
      unit: unitOf(asked.first.bound),
    };
    const outcome = this.decision === "holds" ? "satisfied" : "violated";
    const reason = this.isVain ? { reason: `in none of ${runs} pairs of runs only one succeeded` } : {};
    return { ...common(asked.text, runs, parameters, this.warnings, { ...reason, ...ended }, outcome), ...found };
  }

  private compared(path: 0 | 1): Compared {
    const { text, bound } = path === 0 ? this.asked.first : this.asked.second;
    const { alpha } = this.parameters;
    const successes = this.successes[path]!;
    return {
      path: text,
      successes,
      interval: stoppedInterval(successes, this.runs, alpha),
      cumulative: cumulate(this.reached[path].all(), this.seen[path]!, alpha, bound),
    };
  }
}
