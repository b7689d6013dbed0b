/** From what a search has found to a trace: which states it passes, and where it ends. */
import type { Predicate } from "../engine/index.ts";
import {
  buildTrace,
  elapse,
  goalOf,
  neverEnds,
  type PathStep,
  type Trace,
  type TracePlan,
  type Untraced,
} from "../trace/index.ts";
import type { Federation } from "../zones/index.ts";
import type { Meter } from "./limits.ts";
import type { Stay } from "./liveness/paths.ts";
import type { FormulaQuery, LivenessQuery, Question } from "./question.ts";
import type { Witness } from "./road.ts";

/** A trace to a state with (or without) the formula. */
export function traceOfState(
  question: Question<FormulaQuery>,
  { path }: Pick<Extract<Witness, { kind: "state" }>, "path">,
  meter: Meter,
): Trace | Untraced {
  const { engine, network, query } = question;
  return buildTrace(engine, {
    path: [{ words: [] }, ...path.map((words) => ({ words }))],
    goal: goalOf(engine.predicate(query.formula, query.kind === "A[]")),
    ending: "goal",
    network,
    patience: meter.patience,
  });
}

/** A trace to where a path begins, and along the path. */
export function traceOfStay(
  question: Question<LivenessQuery>,
  { stem, stay }: Extract<Witness, { kind: "stay" }>,
  meter: Meter,
): Trace | Untraced {
  const { engine, query } = question;
  const plan =
    query.kind === "-->"
      ? staying(question, [[], ...stem], stay, engine.predicate(query.right, false), engine.predicate(query.left, true))
      : staying(question, [[]], stay, engine.predicate(query.formula, query.kind === "E[]"));
  return buildTrace(engine, { ...plan, patience: meter.patience });
}

/** A path that never meets `never` from the end of the stem on. */
function staying(
  { engine, network }: Question,
  stem: readonly (readonly number[])[],
  stay: Stay,
  never: Predicate,
  notAtStart?: Predicate,
): TracePlan {
  const { dim } = engine;
  const path: PathStep[] = stem.map((words) => ({ words, never: notAtStart === undefined ? never : undefined }));
  // Between the stem and the rest the run is in a valuation from which it is watched.
  if (notAtStart !== undefined) path.push({ words: [], never, start: notAtStart });
  const first = path.length - 1;
  for (const words of stay.path) path.push({ words, never });
  const goal = (reached: Federation): Federation => {
    if (stay.ending === "loop") return reached;
    if (stay.ending === "deadlock") return reached.flatMap((z) => engine.deadlocked(z));
    const timing = engine.timing();
    const avoid = timing.invariant === undefined ? [] : never.satisfying(timing.invariant);
    return elapse(reached, timing, avoid, dim).passing.filter((z) => neverEnds(z, timing, dim));
  };
  const loop = stay.loop === undefined ? {} : { loop: first + stay.loop };
  return { path, goal, ending: stay.ending, network, ...loop };
}
