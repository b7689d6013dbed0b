import { type Command, InvalidArgumentError } from "commander";
import { Failure } from "../process/exit.ts";
import { positive, whole } from "../process/numbers.ts";

/**
 * The options of statistical queries, for commands that answer them. Only what is needed to read them: the rest is
 * loaded when asked.
 */
export interface StatisticsOptions {
  readonly alpha?: number;
  readonly beta?: number;
  readonly epsilon?: number;
  readonly delta?: number;
  readonly runs?: number;
  readonly relativeError?: number;
  readonly bootstrap?: number;
  readonly exact?: boolean;
  readonly level?: string;
  readonly quantile?: readonly number[];
  readonly plot?: string;
  readonly trajectories?: string;
  readonly results?: string;
  readonly run?: number;
}

/** How exactly estimates are made. */
export function addRunStatistics(command: Command): Command {
  return command
    .option("--alpha <p>", "of statistical queries: 1 - the confidence of intervals (0.05)", share)
    .option("--beta <p>", "the risk to accept a hypothesis that does not hold (0.05)", share)
    .option("--epsilon <p>", "estimate a probability until its interval is so near on both sides (0.05)", share)
    .option(
      "--delta <p>",
      "a probability so near to the limit of a hypothesis may be answered either way (0.01)",
      share,
    )
    .option("--runs <n>", "make so many runs for each estimate, whatever the query says", count);
}

export function addStatistics(command: Command): Command {
  return addRunStatistics(command)
    .option("--relative-error <p>", "estimate until half the interval is this share of the value", share)
    .option("--quantile <p>", "also estimate this quantile of the values; several as 0.5,0.95", shares)
    .option("--bootstrap <n>", "also give the interval of an expectation by so many resamples", count)
    .option("--exact", "try also long to know probabilities exactly (small ones are always tried)")
    .option("--run <n>", "show run n of a statistical query step by step, counted from 0, instead of estimating", whole)
    .option("--level <expr>", "of rare goals: what grows towards them, or 'auto'; also estimate by splitting on it")
    .option("--plot <file>", "draw what statistical queries found; the ending is the format: .svg .html .csv .json")
    .option("--trajectories <file>", "write the runs of simulate as a table (.csv) or as data (.json)")
    .option("--results <file>", "also write the model (XML) with the results in it, as UPPAAL stores them");
}

function share(text: string): number {
  const n = positive(text);
  if (n >= 1) throw new InvalidArgumentError("it must be a number between 0 and 1.");
  return n;
}

function shares(text: string, before: readonly number[] | undefined): readonly number[] {
  return [...(before ?? []), ...text.split(",").map(share)];
}

function count(text: string): number {
  const n = whole(text);
  if (n === 0) throw new InvalidArgumentError("it must be 1 or more.");
  return n;
}

export function checkStatistics({ plot, trajectories }: StatisticsOptions): void {
  if (plot !== undefined && !/\.(svg|html|csv|json)$/i.test(plot))
    throw new Failure(`'${plot}' has no known ending`, { hint: "a plot is a file .svg, .html, .csv or .json" });
  if (trajectories !== undefined && !/\.(csv|json)$/i.test(trajectories))
    throw new Failure(`'${trajectories}' has no known ending`, { hint: "trajectories are a file .csv or .json" });
}
