/**
 * Local time where it is asked for: reachability in networks whose processes rarely meet. Who shares a time is found by
 * `analysis/coupling/coupling.ts`, which refuses by name; the search is that of `search/local/search.ts`.
 */
import { type Coupling, couplingOf, mentionsDeadlock } from "../../analysis/index.ts";
import { searchLocal, whyInterpretedLocal } from "../local/compiled.ts";
import { LocalSearch } from "../local/search.ts";
import { type FormulaQuery, type Question, unsoundness } from "../question.ts";
import type { Road } from "../road.ts";

export const local: Road = {
  name: "local",
  refuses: (question) => whyNotLocal(question as Question<FormulaQuery>),
  run: (question, meter) => {
    const coupling = couplingIn(question) as Coupling;
    const asked = question as Question<FormulaQuery>;
    if (whyInterpretedLocal(asked, coupling) === undefined) return searchLocal(asked, coupling, meter);
    return new LocalSearch(asked, coupling, meter).careful();
  },
};

function whyNotLocal(question: Question<FormulaQuery>): string | undefined {
  const { query, options, isTraced, bounds } = question;
  if (options.localTime !== true) return "local time was not asked for";
  if (mentionsDeadlock(query.formula)) return "local time does not keep deadlocks";
  if (isTraced && options.trace !== "some") return `a ${options.trace} trace is asked for`;
  if (options.start !== undefined) return "it begins in a given state";
  if (unsoundness(bounds) !== undefined || bounds.diagonals.triples.length > 0)
    return "differences of clocks are compared";
  const coupling = couplingIn(question);
  return typeof coupling === "string" ? coupling : undefined;
}

function couplingIn(question: Question): Coupling | string {
  return question.fact("coupling", () => couplingOf(question.network));
}
