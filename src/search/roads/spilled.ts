/**
 * The compiled engine with a disk behind its memory, where that is asked for: parts of the store that are not at hand are put
 * away (`Spill`), and what is found for them waits until they are. For orders that go level by level. Nothing is tried beside
 * it, since that would take memory; a disk that is full ends it without an answer. Where it is to be kept, that is done as
 * long as one memory does, and once more when it leaves it: parts that are half on a disk which takes no more cannot be kept.
 */
import { type Frozen, type Spill, SpillError, SpilledReach } from "../../engine/index.ts";
import { MAX_MEMORY } from "../compiled/memory.ts";
import { searchCompiled } from "../compiled/search.ts";
import { reachOptions, whyInterpreted } from "../compiled/settings.ts";
import type { Keeper } from "../keeper.ts";
import type { Meter } from "../limits.ts";
import type { FormulaQuery, Question } from "../question.ts";
import type { Ending, Road } from "../road.ts";
import { NOTHING } from "../statistics.ts";
import type { Turns } from "../turns.ts";
import { keeping } from "./checkpointed.ts";
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
  if (options.crew !== undefined && options.crew.size > 1) return "a search that goes to the disk has one thread";
  if (options.localTime === true) return "a search that goes to the disk has no local times";
  if (options.trace === "fastest") return "the search for a fastest trace does not go to the disk";
  return whyNoLevels(question) ?? whyInterpreted(question);
}

function* run(question: Question<FormulaQuery>, meter: Meter, spill: Spill): Turns<Ending> {
  const { keeper } = question.options;
  let search: SpilledReach | undefined;
  // A path that is lost is looked for once more by a plainer search, which is not kept.
  const open = (asked: Question<FormulaQuery>): SpilledReach => {
    search = openSpilled(asked, spill, asked === question ? keeper : undefined);
    return search;
  };
  const detail = () => ({ detail: search?.spilled === undefined ? {} : { spill: search.spilled } });
  const turns = searchCompiled(question, meter, open);
  try {
    return { ...(yield* keeper === undefined ? turns : keeping(keeper, () => search?.standing, turns)), ...detail() };
  } catch (error) {
    if (!(error instanceof SpillError)) throw error;
    const hint = keeper === undefined ? "; a --checkpoint on another disk would have kept what was done in memory" : "";
    return { kind: "limit", reason: error.message + hint, statistics: search?.counters ?? NOTHING, ...detail() };
  }
}

function openSpilled(question: Question<FormulaQuery>, spill: Spill, keeper: Keeper | undefined): SpilledReach {
  const { network, query, bounds, options } = question;
  const { memory = MEMORY, knobs } = options;
  const { parts = PARTS, alone = Math.min(memory * ALONE, MAX_MEMORY) } = knobs?.spill ?? {};
  const keeps = keeper && { kept: keeper.kept, leave: (only: Frozen) => keeper.keep(only) };
  const spilling = { spill, parts, alone, keeping: keeps };
  return new SpilledReach(network, query, bounds, { ...reachOptions(question), memory }, spilling);
}
