import type { Bound, Path } from "../query.ts";
import type { Batch } from "../sample.ts";
import { cumulate } from "./cumulative.ts";
import type { Common, Estimate, ProbabilityEstimate } from "./estimate.ts";
import type { Parameters } from "./parameters.ts";
import { type Rule, ruleOf } from "./rule.ts";
import { summarise } from "./summary.ts";
import type { Ended, Tally } from "./tally.ts";
import { Values } from "./values.ts";

/** The probability of a path: `Pr[...](<> p)`, `[]`, `U`, and of formulas of MITL. */
interface AskedProbability {
  readonly text: string;
  readonly path: Pick<Path, "text" | "succeeds">;
  /** Absent for MITL, whose formula says itself when it is decided. */
  readonly bound?: Bound;
  readonly runs?: number;
}

export class ProbabilityTally implements Tally {
  private readonly asked: AskedProbability;
  private readonly parameters: Parameters;
  private readonly warnings: readonly string[];
  private readonly rule: Rule;
  private runs = 0;
  private successes = 0;
  private readonly reached = new Values();
  /** The runs whose values are kept. */
  private seen = 0;

  constructor(asked: AskedProbability, parameters: Parameters, warnings: readonly string[]) {
    this.asked = asked;
    this.parameters = parameters;
    this.warnings = warnings;
    this.rule = ruleOf(parameters, asked.runs);
  }

  get isEnough(): boolean {
    return this.rule.isEnough || this.rule.vain !== undefined;
  }

  get most(): number {
    return this.rule.most - this.runs;
  }

  get memory(): number {
    return this.reached.memory;
  }

  take([batch]: readonly Batch[], i: number): void {
    const isSuccess = batch!.success[i] !== 0;
    this.runs++;
    if (!this.reached.isFull) this.seen = this.runs;
    if (isSuccess) this.successes++;
    if (isSuccess === this.asked.path.succeeds) this.reached.add(batch!.value[i]!);
    this.rule.note(this.successes, this.runs);
  }

  progress() {
    return { runs: this.runs, interval: this.rule.interval(this.successes, this.runs) };
  }

  estimate(ended: Ended): Estimate {
    const { asked, parameters, runs, successes, reached, rule } = this;
    const { alpha } = parameters;
    const values = summarise(reached, parameters);
    const found: ProbabilityEstimate = {
      kind: "probability",
      path: asked.path.text,
      successes,
      interval: this.rule.interval(successes, runs),
      confidence: 1 - alpha,
      unit: unitOf(asked.bound),
      values,
      cumulative: cumulate(values.all, this.seen, alpha, asked.bound),
    };
    const warnings = [...this.warnings, ...extremeWarning(found, runs)];
    return { ...common(asked.text, runs, parameters, warnings, { ...vainly(rule), ...ended }), ...found };
  }
}

function vainly({ vain }: Rule): Ended {
  return vain === undefined ? {} : { reason: vain };
}

export function unitOf(bound: Bound | undefined): string {
  return bound === undefined ? "time" : bound.by === "clock" ? bound.text : bound.by;
}

/** Many runs with the same answer are no proof, though they are read as one. */
function extremeWarning({ successes, interval }: ProbabilityEstimate, runs: number): string[] {
  if (runs === 0 || (successes !== 0 && successes !== runs)) return [];
  const [never, end] = successes === 0 ? [true, interval.high] : [false, interval.low];
  return [
    `${never ? "no" : "every"} run succeeded, ${NO_PROOF} ${never ? "never" : "always"}: the probability may be ${Number(end.toPrecision(3))}`,
  ];
}

const NO_PROOF = "which does not mean";

/** Whether a warning says this. */
export function isNoProof(warning: string): boolean {
  return warning.includes(NO_PROOF);
}

/** What all estimates have. */
export function common(
  query: string,
  runs: number,
  parameters: Parameters,
  warnings: readonly string[],
  { reason, fault }: Ended,
  outcome: "satisfied" | "violated" = "satisfied",
): Common {
  const told = { query, runs, parameters, warnings };
  if (fault !== undefined)
    return { ...told, outcome: "fault", partial: true, reason: `run ${fault.run}: ${fault.message}`, fault };
  if (reason !== undefined) return { ...told, outcome: "unknown", partial: true, reason };
  return { ...told, outcome };
}
