/**
 * The compiled engine with a disk behind its memory, where that is asked for: parts of the store that are not at hand are put away (`Spill`),
 * and what is found for them waits until they are. For orders that go level by level. Nothing is tried beside it, since that would take
 * memory; a disk that is full ends it without an answer.
 */
import { type Spill, SpillError, SpilledReach } from "../../engine/index.ts";
import { MAX_MEMORY } from "../compiled/memory.ts";
import { searchCompiled } from "../compiled/search.ts";
import { reachOptions, whyInterpreted } from "../compiled/settings.ts";
import type { Meter } from "../limits.ts";
import type { FormulaQuery, Question } from "../question.ts";
import type { Ending, Road } from "../road.ts";
import { NOTHING } from "../statistics.ts";
import type { Turns } from "../turns.ts";
import { whyNoLevels } from "./memories.ts";

/** Bytes of memory where nothing is said. */
const MEMORY = 2 ** 31;
/** Parts of which each must fit into memory. */
const PARTS = 32;
/** Of the memory, what the search may take before it begins anew in parts. */
const ALONE = 1 / 2;

export const spilled: Road = {
  name: "spilled",
  refuses: whyNotSpilled,
  run: (question, meter) => run(question as Question<FormulaQuery>, meter, question.options.spill!),
};

function whyNotSpilled(question: Question): string | undefined {
  const { options } = question;
  if (question.class !== "reachability") return "only a search for states, E<> and A[], goes to the disk";
  if (options.bitstate !== undefined) return "a bit-state search has no store that could go to the disk";
  if (options.keeper !== undefined) return "a search that goes to the disk is not kept";
  if (options.crew !== undefined && options.crew.size > 1) return "a search that goes to the disk has one thread";
  if (options.localTime === true) return "a search that goes to the disk has no local times";
  if (options.trace === "fastest") return "the search for a fastest trace does not go to the disk";
  return whyNoLevels(question) ?? whyInterpreted(question);
}

function* run(question: Question<FormulaQuery>, meter: Meter, spill: Spill): Turns<Ending> {
  let search: SpilledReach | undefined;
  const open = (asked: Question<FormulaQuery>): SpilledReach => {
    search = openSpilled(asked, spill);
    return search;
  };
  const detail = () => ({ detail: search?.spilled === undefined ? {} : { spill: search.spilled } });
  try {
    return { ...(yield* searchCompiled(question, meter, open)), ...detail() };
  } catch (error) {
    if (!(error instanceof SpillError)) throw error;
    return { kind: "limit", reason: error.message, statistics: search?.counters ?? NOTHING, ...detail() };
  }
}

function openSpilled(question: Question<FormulaQuery>, spill: Spill): SpilledReach {
  const { network, query, bounds, options } = question;
  const { memory = MEMORY, knobs } = options;
  const { parts = PARTS, alone = Math.min(memory * ALONE, MAX_MEMORY) } = knobs?.spill ?? {};
  return new SpilledReach(network, query, bounds, { ...reachOptions(question), memory }, { spill, parts, alone });
}
