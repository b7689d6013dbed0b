/**
 * The compiled engine in one thread and one memory, kept now and then so that it can go on later (`keeper.ts`). Nothing is
 * tried beside it: what goes on has the same counts at the end as if it had never stopped.
 */
import { type CompiledReach, type CompiledStay, type Frozen, whyNotStaying } from "../../engine/index.ts";
import { openReach, searchCompiled } from "../compiled/search.ts";
import { reachOptions, whyInterpreted, whyUnwanted } from "../compiled/settings.ts";
import type { Keeper } from "../keeper.ts";
import type { Meter } from "../limits.ts";
import { openStay, searchStaying } from "../liveness/compiled.ts";
import type { FormulaQuery, LivenessQuery, Question } from "../question.ts";
import type { Ending, Road } from "../road.ts";
import type { Turns } from "../turns.ts";
import { whyOneMemory } from "./memories.ts";

export const checkpointed: Road = {
  name: "checkpointed",
  refuses: whyNotKept,
  run: (question, meter) =>
    question.class === "liveness"
      ? stay(question as Question<LivenessQuery>, meter)
      : reach(question as Question<FormulaQuery>, meter),
};

/** Why a search is not kept; undefined if it is. */
function whyNotKept(question: Question): string | undefined {
  const { options, network, query, bounds } = question;
  if (question.class === "values") return "values that were found are not kept, only states";
  if (options.crew !== undefined && options.crew.size > 1) return "a search by several threads is not kept";
  if (options.localTime === true) return "a search with local times is not kept";
  if (options.trace === "fastest") return "the search for a fastest trace is not kept";
  if (question.class === "liveness")
    return whyUnwanted(question) ?? whyNotStaying(network, query as LivenessQuery, bounds);
  if (whyOneMemory(question) === undefined) return "a search in several memories is not kept";
  return whyInterpreted(question);
}

function* reach(question: Question<FormulaQuery>, meter: Meter): Turns<Ending> {
  const keeper = question.options.keeper!;
  let search: CompiledReach | undefined;
  // A path that is lost is looked for once more by a plainer search, which is not kept.
  const open = (asked: Question<FormulaQuery>): CompiledReach => {
    if (asked !== question) return openReach(asked);
    search = openReach(asked, { ...reachOptions(asked), freezes: true, kept: keeper.kept });
    return search;
  };
  return yield* keeping(keeper, () => search, searchCompiled(question, meter, open));
}

function* stay(question: Question<LivenessQuery>, meter: Meter): Turns<Ending> {
  const keeper = question.options.keeper!;
  let search: CompiledStay | undefined;
  const open = (asked: Question<LivenessQuery>): CompiledStay => {
    search = openStay(asked, { freezes: true, kept: keeper.kept });
    return search;
  };
  return yield* keeping(keeper, () => search, searchStaying(question, meter, open));
}

interface Keepable {
  readonly isWhole: boolean;
  freeze(): Frozen;
}

/** Keeps the search when that is due, and once more when it ends without an answer. */
export function* keeping(keeper: Keeper, search: () => Keepable | undefined, turns: Turns<Ending>): Turns<Ending> {
  const keep = (): void => {
    const standing = search();
    if (standing?.isWhole) keeper.keep(standing.freeze());
  };
  for (;;) {
    const turn = turns.next();
    if (turn.done === true) {
      if (turn.value.kind === "limit") keep();
      return turn.value;
    }
    if (keeper.isDue()) keep();
    yield turn.value;
  }
}
