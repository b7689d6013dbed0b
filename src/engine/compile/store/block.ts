import { atomic, type Body, call, type Global, i32, type Local } from "../../wasm/index.ts";
import type { ActionOn, Emitter, Question, QuestionOf } from "../emitter.ts";
import type { SharedPlan } from "../plan.ts";
import { control, seatBytes, seatLevel } from "./threads.ts";

/**
 * Lists of waiting nodes in blocks: word 0 the next block, word 1 how many nodes, then the nodes. Blocks that are done with
 * are used again.
 */
export interface Blocks {
  readonly e: Emitter;
  /** An empty block; 0 if memory ran out. */
  readonly fresh: Question;
  readonly free: Global<"i32">;
}

/** Waiting nodes in some order: what is appended, and the next one, 0 if there is none; 0 in both globals if it is empty. */
export interface List {
  readonly head: Global<"i32">;
  readonly tail: Global<"i32">;
  readonly append: ActionOn;
  readonly take: Question;
}

const NODES = 30;
const BYTES = 8 + 4 * NODES;

export function blocksOf(e: Emitter, allocate: QuestionOf): Blocks {
  const free = e.module.global("i32", "free_blocks");
  const fresh = e.module.func("new_block", [], "i32", (f) => {
    const block = f.local("i32", "block", free);
    f.if(
      block,
      () => f.set(free, i32.load(block)),
      () => f.set(block, call(allocate, BYTES)),
    );
    f.if(block, () => f.do(i32.store(block, 0), i32.store(block, 0, 4)));
    return block;
  });
  return { e, fresh, free };
}

function release({ free }: Blocks, f: Body, block: Local<"i32">): void {
  f.do(i32.store(block, free));
  f.set(free, block);
}

/** First in, first out. */
export function fifo(name: string, blocks: Blocks): List & { readonly at: Global<"i32"> } {
  const { module } = blocks.e;
  const head = module.global("i32", `${name}_head`);
  const tail = module.global("i32", `${name}_tail`);
  const at = module.global("i32", `${name}_at`);
  const append = module.func(`append_${name}`, ["n: i32"], "void", (f, n) => {
    const count = f.local("i32", "count", NODES);
    f.if(tail, () => f.set(count, i32.load(tail, 4)));
    f.if(i32.eq(count, NODES), () => {
      const block = f.local("i32", "block", call(blocks.fresh));
      f.if(i32.eqz(block), () => f.return());
      f.if(
        tail,
        () => f.do(i32.store(tail, block)),
        () => {
          f.set(head, block);
          f.set(at, 0);
        },
      );
      f.set(tail, block);
      f.set(count, 0);
    });
    f.do(i32.store(i32.add(tail, i32.shl(count, 2)), n, 8), i32.store(tail, i32.add(count, 1), 4));
  });
  const take = module.func(`take_${name}`, [], "i32", (f) => {
    const block = f.local("i32", "block", head);
    f.if(i32.eqz(block), () => f.return(0));
    f.if(i32.eq(at, i32.load(block, 4)), () => {
      f.set(head, i32.load(block));
      f.if(i32.eqz(head), () => f.set(tail, 0));
      f.set(at, 0);
      release(blocks, f, block);
      f.set(block, head);
      f.if(i32.eqz(block), () => f.return(0));
    });
    f.add(at, 1);
    return i32.load(i32.add(block, i32.shl(at, 2)), 4);
  });
  return { head, tail, at, append, take };
}

/**
 * Last in, first out: the top block is `tail`, linked to those below. With `dice` the successors of one state are in any
 * order: each new one changes places with one of those that came since a node was taken, as far as they are in its block.
 */
export function stack(blocks: Blocks, dice?: { readonly draw: Question }): List {
  const { module } = blocks.e;
  const top = module.global("i32", "stack");
  const fresh = dice && module.global("i32", "fresh");
  const append = module.func("append_stack", ["n: i32"], "void", (f, n) => {
    const count = f.local("i32", "count", NODES);
    f.if(top, () => f.set(count, i32.load(top, 4)));
    f.if(i32.eq(count, NODES), () => {
      const block = f.local("i32", "block", call(blocks.fresh));
      f.if(i32.eqz(block), () => f.return());
      f.do(i32.store(block, top));
      f.set(top, block);
      f.set(count, 0);
      if (fresh) f.set(fresh, 0);
    });
    f.do(i32.store(i32.add(top, i32.shl(count, 2)), n, 8), i32.store(top, i32.add(count, 1), 4));
    if (!dice || !fresh) return;
    f.add(fresh, 1);
    const back = f.local("i32", "back", i32.rem_u(call(dice.draw), fresh));
    const other = f.local("i32", "other", i32.add(top, i32.shl(i32.sub(count, back), 2)));
    f.do(i32.store(i32.add(top, i32.shl(count, 2)), i32.load(other, 8), 8), i32.store(other, n, 8));
  });
  const take = module.func("take_stack", [], "i32", (f) => {
    if (fresh) f.set(fresh, 0);
    const block = f.local("i32", "block", top);
    f.if(i32.eqz(block), () => f.return(0));
    const count = f.local("i32", "count", i32.sub(i32.load(block, 4), 1));
    const n = f.local("i32", "n", i32.load(i32.add(block, i32.shl(count, 2)), 8));
    f.do(i32.store(block, count, 4));
    f.if(i32.eqz(count), () => {
      f.set(top, i32.load(block));
      release(blocks, f, block);
    });
    return n;
  });
  return { head: top, tail: top, append, take };
}

/** Nodes of the present level: blocks of the own list, then those of others. Nobody adds to the lists meanwhile. */
export function level(
  { thread, threads }: SharedPlan,
  blocks: Blocks,
): { readonly own: Global<"i32">; readonly take: Question } {
  const { module } = blocks.e;
  const own = module.global("i32", "level_block");
  const at = module.global("i32", "level_at");
  const first = control.seats + thread * seatBytes;
  const end = control.seats + threads * seatBytes;
  const take = module.func("take_level", [], "i32", (f) => {
    const block = f.local("i32", "block", own);
    f.if(block, () => {
      f.if(i32.lt_u(at, i32.load(block, 4)), () => {
        f.add(at, 1);
        f.return(i32.load(i32.add(block, i32.shl(at, 2)), 4));
      });
      f.set(own, 0);
      release(blocks, f, block);
    });
    const seat = f.local("i32", "seat", first);
    f.loop("again", (again) => {
      f.set(block, atomic.i32.load(seat, seatLevel));
      f.if(i32.eqz(block), () => {
        f.add(seat, seatBytes);
        f.if(i32.eq(seat, end), () => f.set(seat, control.seats));
        f.if(i32.eq(seat, first), () => f.return(0));
        f.br(again);
      });
      f.brIf(again, i32.ne(atomic.i32.cmpxchg(seat, block, i32.load(block), seatLevel), block));
    });
    f.set(own, block);
    f.set(at, 1);
    return i32.load(block, 8);
  });
  return { own, take };
}
