import { call, type Func, type Global, i32 } from "../../wasm/index.ts";
import type { Emitter, Question, QuestionOf } from "../emitter.ts";
import { bag, chance, soonest } from "./bag.ts";
import { type Blocks, blocksOf, fifo, type List, level, stack } from "./block.ts";
import { isEagerCode } from "./eagerness.ts";

/**
 * Waiting nodes. See `CompiledOrder` in plan.ts for the orders; of several threads each appends to the next level and takes
 * blocks of the present one.
 */
export interface Queue {
  /** Adds a node; `first` says that it covers an expanded one. */
  readonly push: Func<readonly ["i32", "i32"], "void">;
  /** The next node, dead ones included; 0 if there is none (of several threads: on this level). */
  readonly pop: Question;
  readonly waiting: Global<"i32">;
  readonly expanded: Global<"i32">;
  /** Nodes that were expanded and then covered. */
  readonly wasted: Global<"i32">;
  /** Of several threads: first and last block for the next level; what this one has left of the present one. */
  readonly head: Global<"i32">;
  readonly tail: Global<"i32">;
  readonly left: Question;
  /** Of several memories: what was found becomes the present level; 0 if there is nothing. */
  readonly advance: Question | undefined;
  /** Of several threads or memories, in the adaptive order: a node that covers an expanded one goes first. */
  readonly eager: Global<"i32">;
  /** In the order by cost: the cost of the node taken last. */
  readonly cost: Global<"i32">;
  /** In orders by chance: what the next number comes from; never zero. */
  readonly random: Global<"i32"> | undefined;
}

export function queueFunctions(e: Emitter, allocate: QuestionOf): Queue {
  const { module, plan } = e;
  const waiting = module.global("i32", "waiting");
  const expanded = module.global("i32", "expanded");
  const wasted = module.global("i32", "wasted");
  const blocks = blocksOf(e, allocate);
  const cost = module.global("i32", "cost");
  const dice = plan.order === "random" || plan.order === "rambling" ? chance(e) : undefined;
  const main = mainList(cost, dice?.draw, blocks, allocate);
  const early = plan.order === "adaptive" ? fifo("early", blocks) : undefined;
  const queued = plan.memories > 1 ? fifo("present", blocks) : undefined;
  const present = plan.shared ? level(plan.shared, blocks) : queued && { own: queued.head, take: queued.take };
  const eager = module.global("i32", "eager");
  // Several threads or memories count together.
  const inVain = present ? eager : isEagerCode(expanded, wasted);

  const push = module.func("push", ["n: i32", "first: i32"], "void", (f, n, first) => {
    f.add(waiting, 1);
    if (early) {
      f.if(i32.andThen(first, inVain), () => {
        f.call(early.append, n);
        f.return();
      });
    }
    f.call(main.append, n);
  });
  const pop = module.func("pop", [], "i32", (f) => {
    if (!early) return call((present ?? main).take);
    const n = f.local("i32", "n", call(early.take));
    f.if(n, () => f.return(n));
    return call((present ?? main).take);
  });
  const left = module.func("left", [], "i32", () =>
    i32.or(present ? present.own : i32.const(0), early ? early.head : i32.const(0)),
  );
  const advance = queued && advanceFunction(e, main, queued);
  const { head, tail } = main;
  return { push, pop, advance, waiting, expanded, wasted, head, tail, left, eager, cost, random: dice?.random };
}

function mainList(cost: Global<"i32">, draw: Question | undefined, blocks: Blocks, allocate: QuestionOf): List {
  const { e } = blocks;
  const { measure, order } = e.plan;
  if (measure !== undefined) return soonest(measure, cost, e, allocate);
  if (order === "random" && draw) return bag(draw, e, allocate);
  return order === "dfs" || order === "rambling" ? stack(blocks, draw && { draw }) : fifo("queue", blocks);
}

/** What was found becomes the present level; 0 if there is nothing. */
function advanceFunction({ module }: Emitter, main: List, present: ReturnType<typeof fifo>): Question {
  return module.func("advance", [], "i32", (f) => {
    f.set(present.head, main.head);
    f.set(present.tail, main.tail);
    f.set(present.at, 0);
    f.set(main.head, 0);
    f.set(main.tail, 0);
    return present.head;
  });
}
