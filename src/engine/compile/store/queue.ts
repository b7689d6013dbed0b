import {
  atomic,
  type Body,
  call,
  type Func,
  type Global,
  type I32,
  i32,
  type Local,
  memory,
} from "../../wasm/index.ts";
import type { Emitter } from "../emitter.ts";
import type { SharedPlan } from "../plan.ts";
import { costOf } from "../zones/zone.ts";
import type { Heap } from "./heap.ts";
import { control, seatBytes, seatLevel } from "./threads.ts";

/**
 * Waiting nodes, in blocks: word 0 the next block, word 1 how many nodes, then the nodes. Blocks that are done with are used
 * again. See `CompiledOrder` in plan.ts for the orders; of several threads each appends to the next level and takes blocks
 * of the present one.
 */
export interface Queue {
  /** Adds a node; `first` says that it covers an expanded one. */
  readonly push: Func<readonly ["i32", "i32"], "void">;
  /** The next node, dead ones included; 0 if there is none (of several threads: on this level). */
  readonly pop: Func<readonly [], "i32">;
  readonly waiting: Global<"i32">;
  readonly expanded: Global<"i32">;
  /** Nodes that were expanded and then covered. */
  readonly wasted: Global<"i32">;
  /** Of several threads: first and last block for the next level; what this one has left of the present one. */
  readonly head: Global<"i32">;
  readonly tail: Global<"i32">;
  readonly left: Func<readonly [], "i32">;
  /** Of several memories: what was found becomes the present level; 0 if there is nothing. */
  readonly advance: Func<readonly [], "i32"> | undefined;
  /** Of several threads or memories, in the adaptive order: a node that covers an expanded one goes first. */
  readonly eager: Global<"i32">;
  /** In the order by cost: the cost of the node taken last. */
  readonly cost: Global<"i32">;
  /** In orders by chance: what the next number comes from; never zero. */
  readonly random: Global<"i32"> | undefined;
}

/** What the numbers of a seed begin with. */
export function randomStart(seed: number): number {
  return (Math.imul(seed, 0x9e3779b1) ^ 0x2545f491) | 1;
}

const NODES = 30;
const BYTES = 8 + 4 * NODES;

export function queueFunctions(e: Emitter, heap: Heap): Queue {
  const { module, plan } = e;
  const waiting = module.global("i32", "waiting");
  const expanded = module.global("i32", "expanded");
  const wasted = module.global("i32", "wasted");
  const freeBlocks = module.global("i32", "free_blocks");

  /** An empty block; 0 if memory ran out. */
  const newBlock = module.func("new_block", [], "i32", (f) => {
    const block = f.local("i32", "block", freeBlocks);
    f.if(
      block,
      () => f.set(freeBlocks, i32.load(block)),
      () => f.set(block, call(heap.allocate, BYTES)),
    );
    f.if(block, () => f.do(i32.store(block, 0), i32.store(block, 0, 4)));
    return block;
  });

  function release(f: Body, block: Local<"i32">): void {
    f.do(i32.store(block, freeBlocks));
    f.set(freeBlocks, block);
  }

  /** First in, first out. */
  function fifo(name: string) {
    const head = module.global("i32", `${name}_head`);
    const tail = module.global("i32", `${name}_tail`);
    const at = module.global("i32", `${name}_at`);
    const append = module.func(`append_${name}`, ["n: i32"], "void", (f, n) => {
      const count = f.local("i32", "count", NODES);
      f.if(tail, () => f.set(count, i32.load(tail, 4)));
      f.if(i32.eq(count, NODES), () => {
        const block = f.local("i32", "block", call(newBlock));
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
        release(f, block);
        f.set(block, head);
        f.if(i32.eqz(block), () => f.return(0));
      });
      f.set(at, i32.add(at, 1));
      return i32.load(i32.add(block, i32.shl(at, 2)), 4);
    });
    return { head, tail, at, append, take };
  }

  /** A number for the orders that are by chance: xorshift (Marsaglia 2003), which must not begin with zero. */
  function chance() {
    const random = module.global("i32", "random", randomStart(plan.seed));
    const draw = module.func("draw", [], "i32", (f) => {
      f.set(random, i32.xor(random, i32.shl(random, 13)));
      f.set(random, i32.xor(random, i32.shr_u(random, 17)));
      f.set(random, i32.xor(random, i32.shl(random, 5)));
      return random;
    });
    return { random, draw };
  }

  /**
   * Last in, first out: the top block is `tail`, linked to those below. With `dice` the successors of one state are in any
   * order: each new one changes places with one of those that came since a node was taken, as far as they are in its block.
   */
  function stack(dice?: { readonly draw: Func<readonly [], "i32"> }) {
    const top = module.global("i32", "stack");
    const fresh = dice && module.global("i32", "fresh");
    const append = module.func("append_stack", ["n: i32"], "void", (f, n) => {
      const count = f.local("i32", "count", NODES);
      f.if(top, () => f.set(count, i32.load(top, 4)));
      f.if(i32.eq(count, NODES), () => {
        const block = f.local("i32", "block", call(newBlock));
        f.if(i32.eqz(block), () => f.return());
        f.do(i32.store(block, top));
        f.set(top, block);
        f.set(count, 0);
        if (fresh) f.set(fresh, 0);
      });
      f.do(i32.store(i32.add(top, i32.shl(count, 2)), n, 8), i32.store(top, i32.add(count, 1), 4));
      if (!dice || !fresh) return;
      f.set(fresh, i32.add(fresh, 1));
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
        release(f, block);
      });
      return n;
    });
    return { head: top, tail: top, append, take };
  }

  /** So many words that grow by doubling; what was too small is lost. */
  function list(name: string, entry: number) {
    const [words, size, room] = ["words", "size", "room"].map((what) => module.global("i32", `${name}_${what}`));
    /** Makes room for one more at the end; 0 if memory ran out. */
    const reserve = module.func(`reserve_${name}`, [], "i32", (f) => {
      f.if(i32.lt_u(size, room), () => f.return(1));
      const more = f.local("i32", "more", i32.if(room, i32.shl(room, 1), 256));
      const fresh = f.local("i32", "fresh", call(heap.allocate, i32.mul(more, entry)));
      f.if(i32.eqz(fresh), () => f.return(0));
      f.do(memory.copy(fresh, words, i32.mul(size, entry)));
      f.set(words, fresh);
      f.set(room, more);
      return 1;
    });
    const at = (k: I32): I32 => i32.add(words, i32.mul(k, entry));
    return { size, reserve, at };
  }

  /** Any of them, as often as any other. */
  function bag() {
    const { size, reserve, at } = list("bag", 4);
    const { draw } = dice!;
    const append = module.func("append_bag", ["n: i32"], "void", (f, n) => {
      f.if(i32.eqz(call(reserve)), () => f.return());
      f.do(i32.store(at(size), n));
      f.set(size, i32.add(size, 1));
    });
    const take = module.func("take_bag", [], "i32", (f) => {
      f.if(i32.eqz(size), () => f.return(0));
      const from = f.local("i32", "from", at(i32.rem_u(call(draw), size)));
      const n = f.local("i32", "n", i32.load(from));
      f.set(size, i32.sub(size, 1));
      f.do(i32.store(from, i32.load(at(size))));
      return n;
    });
    return { head: size, tail: size, append, take };
  }

  /** Those of least cost first: a binary heap of pairs. The cost of a node is that of the target zone when it is pushed. */
  function soonest(measure: number) {
    const { size, reserve, at } = list("heap", 8);
    const append = module.func("append_heap", ["n: i32"], "void", (f, n) => {
      f.if(i32.eqz(call(reserve)), () => f.return());
      const own = f.local("i32", "own", costOf(plan.at.target, measure, e));
      const k = f.local("i32", "k", size);
      const up = f.local("i32", "up");
      f.set(size, i32.add(size, 1));
      f.block("placed", (placed) =>
        f.while(k, () => {
          f.set(up, i32.shr_u(i32.sub(k, 1), 1));
          f.brIf(placed, i32.le_s(i32.load(at(up)), own));
          move(f, up, k);
          f.set(k, up);
        }),
      );
      f.do(i32.store(at(k), own), i32.store(at(k), n, 4));
    });
    const take = module.func("take_heap", [], "i32", (f) => {
      f.if(i32.eqz(size), () => f.return(0));
      f.set(cost, i32.load(at(i32.const(0))));
      const n = f.local("i32", "n", i32.load(at(i32.const(0)), 4));
      f.set(size, i32.sub(size, 1));
      f.comment("the last one sinks from the top");
      const own = f.local("i32", "own", i32.load(at(size)));
      const k = f.local("i32", "k", 0);
      const child = f.local("i32", "child", 1);
      f.block("placed", (placed) =>
        f.while(i32.lt_u(child, size), () => {
          const next = i32.add(child, 1);
          f.if(i32.andThen(i32.lt_u(next, size), i32.lt_s(i32.load(at(next)), i32.load(at(child)))), () =>
            f.set(child, next),
          );
          f.brIf(placed, i32.ge_s(i32.load(at(child)), own));
          move(f, child, k);
          f.set(k, child);
          f.set(child, i32.add(i32.shl(k, 1), 1));
        }),
      );
      f.do(memory.copy(at(k), at(size), 8));
      return n;
    });
    return { head: size, tail: size, append, take };

    function move(f: Body, from: I32, to: I32): void {
      f.do(memory.copy(at(to), at(from), 8));
    }
  }

  /** Nodes of the present level: blocks of the own list, then those of others. Nobody adds to the lists meanwhile. */
  function level({ thread, threads }: SharedPlan) {
    const own = module.global("i32", "level_block");
    const at = module.global("i32", "level_at");
    const first = control.seats + thread * seatBytes;
    const end = control.seats + threads * seatBytes;
    const take = module.func("take_level", [], "i32", (f) => {
      const block = f.local("i32", "block", own);
      f.if(block, () => {
        f.if(i32.lt_u(at, i32.load(block, 4)), () => {
          f.set(at, i32.add(at, 1));
          f.return(i32.load(i32.add(block, i32.shl(at, 2)), 4));
        });
        f.set(own, 0);
        release(f, block);
      });
      const seat = f.local("i32", "seat", first);
      f.loop("again", (again) => {
        f.set(block, atomic.i32.load(seat, seatLevel));
        f.if(i32.eqz(block), () => {
          f.set(seat, i32.add(seat, seatBytes));
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

  const cost = module.global("i32", "cost");
  const dice = plan.order === "random" || plan.order === "rambling" ? chance() : undefined;
  const main = mainQueue();
  const early = plan.order === "adaptive" ? fifo("early") : undefined;
  const queued = plan.parts > 1 ? fifo("present") : undefined;
  const present = plan.shared ? level(plan.shared) : queued && { own: queued.head, take: queued.take };

  // More than three of five expanded in vain, once there is something to count. Several threads or memories count together.
  const eager = module.global("i32", "eager");
  const inVain = present
    ? eager
    : i32.and(i32.gt_u(expanded, 1000), i32.gt_u(i32.mul(wasted, 5), i32.mul(expanded, 3)));

  const push = module.func("push", ["n: i32", "first: i32"], "void", (f, n, first) => {
    f.set(waiting, i32.add(waiting, 1));
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

  const advance =
    queued &&
    module.func("advance", [], "i32", (f) => {
      f.set(queued.head, main.head);
      f.set(queued.tail, main.tail);
      f.set(queued.at, 0);
      f.set(main.head, 0);
      f.set(main.tail, 0);
      return queued.head;
    });

  const { head, tail } = main;
  return { push, pop, advance, waiting, expanded, wasted, head, tail, left, eager, cost, random: dice?.random };

  function mainQueue() {
    if (plan.measure !== undefined) return soonest(plan.measure);
    if (plan.order === "random") return bag();
    return plan.order === "dfs" || plan.order === "rambling" ? stack(dice) : fifo("queue");
  }
}
