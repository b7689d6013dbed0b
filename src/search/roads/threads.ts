/** The compiled engine, by a crew of threads on one shared memory. */
import { memoryReason } from "../compiled/memory.ts";
import { transitionsTo } from "../compiled/path.ts";
import { reachOptions } from "../compiled/settings.ts";
import type { Meter } from "../limits.ts";
import type { FormulaQuery, Question } from "../question.ts";
import type { Ending, Road } from "../road.ts";
import { NOTHING } from "../statistics.ts";
import { STOP } from "../threads/crew.ts";
import { FULL, GIVEN_UP, inEntries, SEVERAL, whyAlone } from "../threads/search.ts";
import type { Turns } from "../turns.ts";
import { whyOneMemory } from "./memories.ts";

export const threads: Road = {
  name: "threads",
  refuses: whyAlone,
  run: (question, meter) => run(question as Question<FormulaQuery>, meter),
};

/**
 * Gives up on bounds that do not fit, if a thread failed (which says so by itself), or where its one memory is full and
 * several may be used.
 */
function* run(question: Question<FormulaQuery>, meter: Meter): Turns<Ending> {
  const made = yield* inEntries(question, question.bounds, reachOptions(question), meter);
  if (made === undefined) return { kind: "gave up", reason: GIVEN_UP, statistics: NOTHING };
  const { search, board, ended, statistics } = made;
  if (ended === STOP.complete) return { kind: "answer", statistics };
  if (ended === STOP.memory && whyOneMemory(question) === undefined)
    return { kind: "gave up", reason: FULL, statistics };
  if (ended !== STOP.found)
    return { kind: "limit", reason: made.reason ?? memoryReason(question.options, SEVERAL), statistics };
  const node = board.read("found") >>> 0;
  const cells = question.wantsCells ? search.cellsOf(node) : undefined;
  const path = transitionsTo(() => search.path(node), question, meter.patience);
  if (typeof path === "string")
    return { kind: "answer", witness: { kind: "state", path: [], pathless: path, cells }, statistics };
  if (path === undefined) return { kind: "gave up", reason: GIVEN_UP, statistics };
  return { kind: "answer", witness: { kind: "state", path, cells }, statistics };
}
