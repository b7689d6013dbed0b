/**
 * The same by a crew of threads (`threads/search.ts`): the store and its levels are those of the usual search, and zones that
 * wait stand in the shared memory beside it.
 */
import type { Coupling } from "../../analysis/index.ts";
import { Fault } from "../../engine/index.ts";
import { memoryReason } from "../compiled/memory.ts";
import type { Meter } from "../limits.ts";
import type { FormulaQuery, Question } from "../question.ts";
import type { Ending } from "../road.ts";
import { NOTHING } from "../statistics.ts";
import { STOP } from "../threads/crew.ts";
import { inEntries, SEVERAL } from "../threads/search.ts";
import type { Turns } from "../turns.ts";
import { foundLocally, localOptions, searchLocal } from "./compiled.ts";

/** Requires: several threads are wanted and can be had. What they cannot finish one does. */
export function* searchTogether(question: Question<FormulaQuery>, coupling: Coupling, meter: Meter): Turns<Ending> {
  try {
    const made = yield* inEntries(question, question.bounds, localOptions(question, coupling), meter);
    if (made === undefined) return yield* searchLocal(question, coupling, meter);
    const { search, board, ended, reason } = made;
    // Symmetries play no part.
    const { symmetry: _, ...statistics } = made.statistics;
    if (ended === STOP.complete) return { kind: "answer", statistics };
    if (ended !== STOP.found)
      return { kind: "limit", reason: reason ?? memoryReason(question.options, SEVERAL), statistics };
    const path = search.path(board.read("found") >>> 0);
    return yield* foundLocally(path, statistics, question, coupling, meter);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { kind: "gave up", reason: error.message, statistics: NOTHING };
  }
}
