import { call, i32 } from "../../wasm/index.ts";
import type { Emitter, Question, QuestionOf } from "../emitter.ts";
import { DEAD } from "../store/node.ts";

/**
 * Nodes of the first search in which paths are to begin later, the last one first. In blocks: word 0 the block before, word 1
 * how many nodes. One whose place was used again is there twice, which costs a look only.
 */
export interface Later {
  /** Keeps a node; 0 if memory ran out. */
  readonly keep: QuestionOf;
  /** The last one that is still stored; 0 if there is none. */
  readonly take: Question;
}

export function laterFunctions(e: Emitter, allocate: QuestionOf): Later {
  const { module } = e;
  const block = module.global("i32", "later");
  const NODES = 1022;
  const keep = module.func("keep_for_later", ["n: i32"], "i32", (f, n) => {
    const count = f.local("i32", "count", NODES);
    f.if(block, () => f.set(count, i32.load(block, 4)));
    f.if(i32.eq(count, NODES), () => {
      const fresh = f.local("i32", "fresh", call(allocate, 8 + 4 * NODES));
      f.if(i32.eqz(fresh), () => f.return(0));
      f.do(i32.store(fresh, block));
      f.set(block, fresh);
      f.set(count, 0);
    });
    f.do(i32.store(i32.add(block, i32.shl(count, 2)), n, 8), i32.store(block, i32.add(count, 1), 4));
    return 1;
  });
  const take = module.func("take_later", [], "i32", (f) => {
    const [n, count] = f.locals("i32", "n", "count");
    f.while(block, (_, again) => {
      f.set(count, i32.sub(i32.load(block, 4), 1));
      f.if(i32.lt_s(count, 0), () => {
        f.set(block, i32.load(block));
        f.br(again);
      });
      f.do(i32.store(block, count, 4));
      f.set(n, i32.load(i32.add(block, i32.shl(count, 2)), 8));
      f.if(i32.eqz(i32.and(i32.load(n, 4), DEAD)), () => f.return(n));
    });
    return 0;
  });
  return { keep, take };
}
