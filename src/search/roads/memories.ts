/**
 * The compiled engine in several memories of 4 GiB each, where a search may use more than one holds: for orders that go level by
 * level.
 */

import type { Memories } from "../../engine/index.ts";
import { SeveralReach } from "../../engine/index.ts";
import { MAX_MEMORY } from "../compiled/memory.ts";
import { searchCompiled } from "../compiled/search.ts";
import { reachOptions, whyInterpreted } from "../compiled/settings.ts";
import type { VerifyOptions } from "../options.ts";
import type { FormulaQuery, Question } from "../question.ts";
import type { Road } from "../road.ts";

/** Bytes up to which a search stays in one memory although it may use several. */
const ALONE = 2 ** 29;

export function memoriesOf({ knobs }: VerifyOptions): Memories {
  return knobs?.memories ?? { bytes: MAX_MEMORY, alone: ALONE };
}

/** Why one memory is used. */
export function whyOneMemory(question: Question): string | undefined {
  const { memory } = question.options;
  if (memory === undefined || memory <= memoriesOf(question.options).bytes)
    return "one memory holds all that may be used";
  return whyNoLevels(question);
}

/** Why a search does not go level by level. */
export function whyNoLevels(question: Question): string | undefined {
  const { options } = question;
  const { order } = options;
  const isShortest = question.class === "reachability" && (options.trace === "shortest" || options.trace === "fastest");
  const isByLevel = order === undefined || order === "bfs" || isShortest;
  return isByLevel ? undefined : `the ${order === "dfs" ? "depth first" : order} order has no levels to share`;
}

export const memories: Road = {
  name: "memories",
  refuses: (question) => whyOneMemory(question) ?? whyInterpreted(question),
  run: (question, meter) => searchCompiled(question as Question<FormulaQuery>, meter, open),
};

function open(question: Question<FormulaQuery>): SeveralReach {
  const { network, query, bounds, options } = question;
  const settings = { ...reachOptions(question), memory: options.memory! };
  return new SeveralReach(network, query, bounds, settings, memoriesOf(options));
}
