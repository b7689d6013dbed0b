import {
  type CheckedQuery,
  type Estimate,
  type EstimateOptions,
  estimateInTurns,
  estimatePlots,
  estimateToText,
  holdsValue,
  type Interim,
  instantiateStatistical,
  instantiateStochastic,
  type Progress,
  UsageError,
} from "../../../src/index.ts";
import { firstError, type Ready, unknown } from "./model.ts";
import type { Answer, Found } from "./protocol.ts";

/**
 * Statistical queries in the worker. Between batches of runs it tells how far it is and lets messages in, so that whoever
 * cancels gets what the runs say until then.
 */
type Answered = Omit<Extract<Answer, { kind: "verdict" }>, "kind" | "index" | "seconds">;

interface Listener {
  readonly told: (progress: Progress) => void;
  readonly isCancelled: () => boolean;
}

/** Milliseconds between two looks at what the page says. */
const PATIENCE = 60;

export async function answerByRuns(
  ready: Ready,
  asked: CheckedQuery,
  text: string,
  options: EstimateOptions,
  listener: Listener,
  expected?: string,
): Promise<Answered> {
  const prepared = prepare(ready, asked, text);
  if (typeof prepared === "string") return { verdict: unknown(text, prepared), problem: "refused" };
  try {
    const turns = estimateInTurns(prepared.made, prepared.query, options);
    let looked = performance.now();
    let interim: Interim | undefined;
    for (;;) {
      const turn = turns.next();
      if (turn.done === true) return answered(text, turn.value, interim?.progress().steps ?? 0, expected);
      interim = turn.value;
      if (performance.now() - looked < PATIENCE) continue;
      listener.told(interim.progress());
      await new Promise((resolve) => setTimeout(resolve));
      looked = performance.now();
      if (!listener.isCancelled()) continue;
      const partial = interim.stop("cancelled");
      turns.return(partial);
      return answered(text, partial, interim.progress().steps, expected);
    }
  } catch (error) {
    if (error instanceof UsageError) return { verdict: unknown(text, error.message) };
    if (error instanceof RangeError) return { verdict: unknown(text, `there is not enough memory (${error.message})`) };
    throw error;
  }
}

/** The query over the cells of the network; a text where it or the model is refused. */
export function prepare({ model }: Ready, asked: CheckedQuery, text: string) {
  if (model === undefined) return "the model has errors";
  const { made, diagnostics } = instantiateStochastic(model);
  if (made === undefined) return firstError(diagnostics, "the model cannot be run");
  const lowered = instantiateStatistical(made, asked, text);
  if (lowered.query === undefined) return firstError(lowered.diagnostics, "the query cannot be answered");
  return { made, query: lowered.query };
}

function answered(query: string, estimate: Estimate, steps: number, expected?: string): Answered {
  const { outcome, reason, fault } = estimate;
  const why = fault?.message ?? reason;
  const statistics = { explored: 0, stored: 0, transitions: steps, waiting: 0, memory: 0 };
  return {
    verdict: { query, outcome, ...(why === undefined ? {} : { reason: why }), statistics },
    found: foundOf(estimate, expected),
  };
}

function foundOf(estimate: Estimate, expected?: string): Found {
  const { parameters, runs, fault } = estimate;
  return {
    lines: estimateToText(estimate),
    plots: estimatePlots(estimate),
    parameters,
    runs,
    shown: estimate.kind === "simulation" ? estimate.trajectories.map(({ run }) => run) : [],
    paths: estimate.kind === "comparison" ? [estimate.first.path, estimate.second.path] : [],
    ...(fault === undefined ? {} : { fault }),
    ...(expected !== undefined && holdsValue(estimate, expected) === false ? { isElsewhere: true } : {}),
  };
}
