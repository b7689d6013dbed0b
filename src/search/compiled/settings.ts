/** How the compiled engine is to search for an answer to a question, and where it does not. */
import { type ClockBounds, passingLocations } from "../../analysis/index.ts";
import { type ReachedState, type ReachOptions, whyNotCompiled } from "../../engine/index.ts";
import type { FormulaQuery, Question } from "../question.ts";
import type { BoundQuery } from "../values/values.ts";
import { memoryOf } from "./memory.ts";
import { inPieces } from "./pieces.ts";

/** Why a question is not put to the compiled engine; undefined if it is. */
export function whyInterpreted(question: Question, bounds: ClockBounds = question.bounds): string | undefined {
  if (bounds !== question.bounds)
    return whyUnwanted(question) ?? whyNotCompiled(question.network, question.query, bounds);
  const find = () => whyUnwanted(question) ?? whyNotCompiled(question.network, question.query, bounds);
  return question.fact("why interpreted", find);
}

/** Why no compiled engine is wanted. */
export function whyUnwanted({ options }: Question): string | undefined {
  if (options.compiled === false) return "the interpreter was asked for";
  return options.start === undefined ? undefined : "it begins in a given state";
}

/** For a state. */
export function reachOptions(question: Question<FormulaQuery>): ReachOptions {
  return question.fact("reach options", () => optionsWith(question, question.bounds));
}

/** The same with other bounds. */
export function optionsWith(question: Question<FormulaQuery>, bounds: ClockBounds): ReachOptions {
  const { network, options, isTraced } = question;
  const shortest = options.trace === "shortest" || options.trace === "fastest";
  return {
    ...commonOptions(question),
    order: shortest ? "bfs" : usualOrder(question),
    trace: isTraced,
    shortest,
    confirm: confirmer(question),
    passing: options.forgetCommitted ? passingLocations(network) : undefined,
    symmetry: isTraced && inPieces(network, bounds, options.abstraction) ? undefined : question.symmetry,
  };
}

/** For the values of all states. */
export function exploreOptions(question: Question<BoundQuery>): ReachOptions {
  return {
    ...commonOptions(question),
    order: usualOrder(question),
    trace: false,
    shortest: false,
    confirm: () => false,
    passing: undefined,
    symmetry: question.symmetry,
  };
}

function commonOptions({ options, live }: Question) {
  const { seed, abstraction, knobs } = options;
  const { leaf, small } = knobs ?? {};
  return { seed, extrapolates: abstraction === "extra", memory: memoryOf(options), leaf, small, live };
}

/** Who asks for extrapolation compares figures with other checkers, which search breadth first. */
function usualOrder({ options: { order, abstraction } }: Question): "bfs" | "dfs" | "random" | "adaptive" {
  return order ?? (abstraction === "extra" ? "bfs" : "adaptive");
}

/** Whether a state that is found is the one looked for: deadlocks are seen by the interpreter only. */
function confirmer(question: Question<FormulaQuery>): (state: ReachedState) => boolean {
  const { engine, query } = question;
  const goal = engine.predicate(query.formula, query.kind === "A[]");
  return ({ cells, zone }) => {
    engine.cells.set(cells);
    engine.zone = zone;
    return goal.holds(zone);
  };
}
