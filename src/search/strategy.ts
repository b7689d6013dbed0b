/**
 * The strategy: for each class of question what is left out first, the main roads in the order in which they are tried, and the roads
 * beside them. Whether a road takes a question, and when it is due, it says itself.
 */
import { formulasOf } from "../analysis/index.ts";
import { isConstant } from "../network/index.ts";
import { withoutBystanders, withoutIdleClocks } from "../reduce/index.ts";
import * as liveness from "./liveness/roads.ts";
import { classOf, type QueryClass, Question } from "./question.ts";
import type { Roads } from "./race.ts";
import type { ReductionName } from "./report.ts";
import { compiled } from "./roads/compiled.ts";
import { cones } from "./roads/cones.ts";
import { forays } from "./roads/forays.ts";
import { interpreted } from "./roads/interpreted.ts";
import { jumps } from "./roads/jumps.ts";
import { memories } from "./roads/memories.ts";
import { proofs } from "./roads/proofs.ts";
import { threads } from "./roads/threads.ts";
import * as values from "./values/roads.ts";

export const strategy: Readonly<Record<QueryClass, Roads>> = {
  reachability: { main: [threads, memories, compiled, interpreted], beside: [forays, proofs, jumps, cones] },
  liveness: { main: [liveness.threads, liveness.compiled, liveness.interpreted], beside: [proofs] },
  values: { main: [values.threads, values.memories, values.compiled, values.interpreted], beside: [] },
};

/** A smaller question with the same answer. */
interface Reduction {
  readonly name: ReductionName;
  /** Undefined if there is nothing to leave out. */
  readonly reduce: (question: Question) => Question | undefined;
}

const bystanders: Reduction = {
  name: "bystanders",
  reduce: ({ network, query, options, wantsCells }) => {
    // Who asks about nothing wants all states explored.
    const isAboutNothing = classOf(query) === "reachability" && formulasOf(query).every(isConstant);
    const few = wantsCells || isAboutNothing ? undefined : withoutBystanders(network, query);
    return few && new Question(few, query, options, wantsCells);
  },
};

const idleClocks: Reduction = {
  name: "idle clocks",
  reduce: ({ network, query, options, wantsCells }) => {
    const lean = withoutIdleClocks(network, query);
    return lean && new Question(lean.network, lean.query, options, wantsCells);
  },
};

/** In this order, for all classes. Traces show all processes and clocks, and a given state has them. */
const reductions: readonly Reduction[] = [bystanders, idleClocks];

export interface Reduced {
  readonly question: Question;
  readonly by: readonly ReductionName[];
}

export function reduced(question: Question): Reduced {
  if (!question.isReduced || question.isTraced || question.options.start !== undefined) return { question, by: [] };
  let last: Reduced = { question, by: [] };
  for (const { name, reduce } of reductions) {
    const smaller = reduce(last.question);
    if (smaller !== undefined) last = { question: smaller, by: [...last.by, name] };
  }
  return last;
}
