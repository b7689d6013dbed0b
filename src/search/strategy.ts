/**
 * The strategy: for each class of question what is left out first, the main roads in the order in which they are tried, and
 * the roads beside them. Whether a road takes a question, and when it is due, it says itself.
 */
import type { Network, NetworkQuery } from "../network/index.ts";
import { withoutBystanders, withoutIdleClocks } from "../reduce/index.ts";
import * as liveness from "./liveness/roads.ts";
import { type QueryClass, Question } from "./question.ts";
import type { Roads } from "./race.ts";
import type { ReductionName } from "./report.ts";
import { bitstate } from "./roads/bitstate.ts";
import { checkpointed } from "./roads/checkpointed.ts";
import { compiled } from "./roads/compiled.ts";
import { cones } from "./roads/cones.ts";
import { forays } from "./roads/forays.ts";
import { interpreted } from "./roads/interpreted.ts";
import { jumps } from "./roads/jumps.ts";
import { local } from "./roads/local.ts";
import { memories } from "./roads/memories.ts";
import { proofs } from "./roads/proofs.ts";
import { spilled } from "./roads/spilled.ts";
import { threads } from "./roads/threads.ts";
import { withNobody } from "./symmetry.ts";
import * as values from "./values/roads.ts";

export const strategy: Readonly<Record<QueryClass, Roads>> = {
  reachability: { main: [threads, memories, compiled, interpreted], beside: [local, forays, proofs, jumps, cones] },
  liveness: { main: [liveness.threads, liveness.compiled, liveness.interpreted], beside: [proofs] },
  values: { main: [values.threads, values.memories, values.compiled, values.interpreted], beside: [] },
};

/** What is wished by name is done or refused, and nothing else. */
export function roadsFor(question: Question): Roads {
  const { bitstate: bits, keeper, spill } = question.options;
  if (spill !== undefined) return { main: [spilled], beside: [] };
  if (bits !== undefined) return { main: [bitstate], beside: [] };
  return keeper === undefined ? strategy[question.class] : { main: [checkpointed], beside: [] };
}

/** A smaller network and query with the same answer. */
interface Reduction {
  readonly name: ReductionName;
  /** Undefined if there is nothing to leave out. */
  readonly reduce: (network: Network, query: NetworkQuery) => Pick<Question, "network" | "query"> | undefined;
  /** Whether the cells of a state that is found are those of the whole, as far as the query looks at them. */
  readonly keepsCells: boolean;
  /** Whether it only serves symmetries. */
  readonly isSymmetric?: true;
}

/** In this order, for all classes. Traces show all processes and clocks, and a given state has them. */
const reductions: readonly Reduction[] = [
  { name: "bystanders", reduce: withoutBystanders, keepsCells: false },
  { name: "idle clocks", reduce: withoutIdleClocks, keepsCells: true },
  { name: "numbers", reduce: withNobody, keepsCells: true, isSymmetric: true },
];

export interface Reduced {
  readonly question: Question;
  readonly by: readonly ReductionName[];
}

export function reduced(question: Question): Reduced {
  if (!question.isReduced || question.isTraced || question.options.start !== undefined) return { question, by: [] };
  let last: Reduced = { question, by: [] };
  for (const { name, reduce, keepsCells, isSymmetric } of reductions) {
    const { network, query, options, wantsCells } = last.question;
    const isVain = (wantsCells && !keepsCells) || (isSymmetric && options.symmetry === false);
    const smaller = isVain ? undefined : reduce(network, query);
    if (smaller === undefined) continue;
    last = { question: new Question(smaller.network, smaller.query, options, wantsCells), by: [...last.by, name] };
  }
  return last;
}
