/**
 * The search of `search.ts` by the compiled engine (`engine/compile/local/module.ts`). A path comes back as states with the
 * parts of their zones in which all times are equal; the interpreter finds the steps between them again (`ordered.ts`).
 */
import type { Coupling } from "../../analysis/index.ts";
import { CompiledReach, Fault, type ReachedState, type ReachOptions, whyNotLocal } from "../../engine/index.ts";
import { memoryReason } from "../compiled/memory.ts";
import { Pace } from "../compiled/pace.ts";
import { gaveUp } from "../compiled/search.ts";
import { reachOptions, whyUnwanted } from "../compiled/settings.ts";
import type { Meter } from "../limits.ts";
import type { FormulaQuery, Question } from "../question.ts";
import type { Ending } from "../road.ts";
import { NOTHING, type Statistics } from "../statistics.ts";
import type { Turns } from "../turns.ts";
import { inOrderOfTime, stepsThrough, witnessOf } from "./ordered.ts";
import { LocalSearch } from "./search.ts";

/** Why the search is interpreted; undefined if it need not be. */
export function whyInterpretedLocal(question: Question<FormulaQuery>, coupling: Coupling): string | undefined {
  const { network, query, bounds, options } = question;
  if (options.abstraction === "extra") return "another abstraction is asked for";
  return whyUnwanted(question) ?? whyNotLocal(network, query, bounds, coupling);
}

/** Begins the search. States are not made small, sorted or forgotten as others are. */
export function openLocal(
  question: Question<FormulaQuery>,
  coupling: Coupling,
  memory = reachOptions(question).memory,
): CompiledReach {
  const { network, query, bounds } = question;
  return new CompiledReach(network, query, bounds, { ...localOptions(question, coupling), memory });
}

export function localOptions(question: Question<FormulaQuery>, coupling: Coupling): ReachOptions {
  return { ...reachOptions(question), symmetry: undefined, passing: undefined, coupling };
}

export function* searchLocal(question: Question<FormulaQuery>, coupling: Coupling, meter: Meter): Turns<Ending> {
  try {
    const search = openLocal(question, coupling);
    const pace = new Pace(question.options);
    for (;;) {
      const status = pace.run(search);
      const statistics = search.counters;
      if (status === "exhausted") return { kind: "answer", statistics };
      if (status === "found") return yield* foundLocally(search.path(), statistics, question, coupling, meter);
      if (status === "bounds") return gaveUp(statistics);
      const full = status === "memory" ? memoryReason(question.options, "a search with local times") : undefined;
      const reason = full ?? meter.look(() => statistics);
      if (reason !== undefined) return { kind: "limit", reason, statistics };
      yield statistics;
    }
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { kind: "gave up", reason: error.message, statistics: NOTHING };
  }
}

/** The ending of a search that has found the last of these states. */
export function* foundLocally(
  states: readonly ReachedState[],
  statistics: Statistics,
  question: Question<FormulaQuery>,
  coupling: Coupling,
  meter: Meter,
): Turns<Ending> {
  const { cells } = states.at(-1)!;
  if (!question.isTraced) return { kind: "answer", witness: witnessOf([], cells), statistics };
  const steps = stepsThrough(question, coupling, states);
  if (steps === undefined) return yield* new LocalSearch(question, coupling, meter).careful();
  return { kind: "answer", witness: witnessOf(inOrderOfTime(question, coupling, steps), cells), statistics };
}
