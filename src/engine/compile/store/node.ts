import { atomic, type Body, call, type Global, type I32, i32, type Local } from "../../wasm/index.ts";
import type { Action, ActionOn, Emitter, Question, QuestionOf } from "../emitter.ts";
import type { Heap } from "./heap.ts";
import type { Queue } from "./queue.ts";
import { nodesOfTree, type ZoneTree } from "./tree.ts";

/**
 * Nodes of the store (plan.ts has their words): how they wait, are taken, go, and are used again; and the first word of
 * records, by which they are found.
 */

/** In word 1 of a node: it went. */
export const DEAD = 1;
export const WAITING = 2;
/** Bits of the first word of a record. */
const LOCKED = 1;
export const TREE = 2;

export interface Nodes {
  readonly stored: Global<"i32">;
  /** The node being expanded, parent of what is inserted, and its discrete record. */
  readonly current: Global<"i32">;
  readonly record: Global<"i32">;
  /** Of several memories: in which the parent is. */
  readonly origin: Global<"i32">;
  /** Nodes to be used again; of several threads, those that went since all have met, which others may still read. */
  readonly free: Global<"i32">;
  readonly gone: Global<"i32">;
  readonly goneLast: Global<"i32">;
}

export function nodeGlobals({ module }: Emitter): Nodes {
  return {
    stored: module.global("i32", "stored"),
    current: module.global("i32", "current"),
    record: module.global("i32", "record"),
    origin: module.global("i32", "origin"),
    free: module.global("i32", "free"),
    gone: module.global("i32", "gone"),
    goneLast: module.global("i32", "gone_last"),
  };
}

/** A list through the second words, since others may still follow the first; the nodes stay dead. */
export function recycleFunction({ module, plan }: Emitter, { free, gone, goneLast }: Nodes): ActionOn {
  return module.func("recycle", ["n: i32"], "void", (f, n) => {
    if (plan.trace) return;
    if (plan.shared) {
      f.if(i32.eqz(gone), () => f.set(goneLast, n));
      f.do(i32.store(n, i32.or(gone, DEAD), 4));
      f.set(gone, n);
      return;
    }
    f.do(i32.store(n, i32.or(free, DEAD), 4));
    f.set(free, n);
  });
}

export function settleGone({ module }: Emitter, { free, gone, goneLast }: Nodes): Action {
  return module.func("settle_gone", [], "void", (f) => {
    f.if(gone, () => {
      f.do(i32.store(goneLast, i32.or(free, DEAD), 4));
      f.set(free, gone);
      f.set(gone, 0);
    });
  });
}

/** Lets a node go that the candidate covers; whether it does. `hasDropped` is set if it was expanded. */
export function goFunction(
  { module, plan }: Emitter,
  { stored }: Nodes,
  queue: Queue,
  recycle: ActionOn,
  hasDropped: Global<"i32">,
): QuestionOf {
  const { shared } = plan;
  return module.func("go", ["n: i32"], "i32", (f, n) => {
    if (plan.shortest) f.if(i32.and(i32.load(n, 4), WAITING), () => f.return(0));
    const word = f.local("i32", "word", shared ? atomic.i32.or(n, DEAD, 4) : i32.load(n, 4));
    if (!shared) f.do(i32.store(n, i32.or(word, DEAD), 4));
    f.set(stored, i32.sub(stored, 1));
    f.if(i32.eqz(i32.and(word, WAITING)), () => {
      f.set(hasDropped, 1);
      f.add(queue.wasted, 1);
      f.call(recycle, n);
    });
    return 1;
  });
}

/** Room for a node; 0 if memory ran out. */
export function newNodeFunction({ module, plan }: Emitter, { free }: Nodes, heap: Heap): Question {
  return module.func("new_node", [], "i32", (f) => {
    const n = f.local("i32", "n", free);
    f.if(i32.eqz(n), () => f.return(call(heap.allocate, plan.node.bytes)));
    f.set(free, i32.and(i32.load(n, 4), ~DEAD));
    return n;
  });
}

/** The next waiting node, 0 if there is none. It no longer waits, and is `current`. */
export function nextFunction(
  { module, plan }: Emitter,
  nodes: Nodes,
  queue: Queue,
  recycle: ActionOn,
  leave: ActionOn | undefined,
): Question {
  return module.func("next", [], "i32", (f) => {
    const [n, word] = f.locals("i32", "node", "word");
    f.loop("again", (again) => {
      f.set(n, call(queue.pop));
      f.if(i32.eqz(n), () => f.return(0));
      f.set(queue.waiting, i32.sub(queue.waiting, 1));
      if (plan.shared) f.set(word, atomic.i32.and(n, ~WAITING, 4));
      else {
        f.set(word, i32.load(n, 4));
        f.do(i32.store(n, i32.and(word, ~WAITING), 4));
      }
      f.if(i32.and(word, DEAD), () => {
        if (leave) f.call(leave, n);
        f.call(recycle, n);
        f.br(again);
      });
    });
    f.add(queue.expanded, 1);
    // Read once: another thread may drop the node from now on.
    f.set(nodes.record, i32.and(word, ~(DEAD | WAITING)));
    f.set(nodes.current, n);
    return n;
  });
}

/** Takes the node that was expanded out, unless it went already. */
export function forgetFunction({ module, plan }: Emitter, nodes: Nodes, tree: ZoneTree, recycle: ActionOn): ActionOn {
  const { stored } = nodes;
  const { shared } = plan;
  return module.func("forget", ["n: i32"], "void", (f, n) => {
    const head = f.local("i32", "head");
    const record = f.local("i32", "record", nodes.record);
    const unlock = () => shared && f.do(atomic.i32.store(record, head));
    if (shared) lock(f, record, head);
    f.comment("dead, or used again for one that waits");
    f.if(i32.and(i32.load(n, 4), DEAD | WAITING), () => {
      unlock();
      f.return();
    });
    const link = f.local("i32", "link", i32.and(i32.load(record), ~LOCKED));
    f.if(
      i32.and(link, TREE),
      () => {
        f.call(tree.remove, i32.xor(link, TREE), n);
        f.set(head, link);
      },
      () => {
        f.set(head, i32.load(n));
        f.if(i32.ne(link, n), () => {
          f.while(i32.ne(i32.load(link), n), () => f.set(link, i32.load(link)));
          f.do(i32.store(link, head));
          f.set(head, i32.and(i32.load(record), ~LOCKED));
        });
      },
    );
    f.do(shared ? atomic.i32.or(n, DEAD, 4) : i32.store(n, i32.or(i32.load(n, 4), DEAD), 4));
    f.set(stored, i32.sub(stored, 1));
    f.call(recycle, n);
    setFirst(f, record, head, plan);
  });
}

/** The first word of a record, without its lock. */
export function firstOf(record: I32, { shared }: Emitter["plan"]): I32 {
  return shared ? i32.and(atomic.i32.load(record), ~LOCKED) : i32.load(record);
}

/** Waits until nobody else holds the record; its first word goes to `head`. */
export function lock(f: Body, record: Local<"i32">, head: Local<"i32">): void {
  f.loop("lock", (again) => {
    f.set(head, atomic.i32.load(record));
    f.brIf(again, i32.and(head, LOCKED));
    f.brIf(again, i32.ne(atomic.i32.cmpxchg(record, head, i32.or(head, LOCKED)), head));
  });
}

/** Sets the first word of a record, and lets others have it. */
export function setFirst(f: Body, record: Local<"i32">, word: Local<"i32">, { shared }: Emitter["plan"]): void {
  f.do(shared ? atomic.i32.store(record, word) : i32.store(record, word));
}

/** The nodes of a discrete state, for the host. */
export function nodesOf(view: DataView, record: number): number[] {
  const first = view.getUint32(record, true);
  if (first & TREE) return nodesOfTree(view, (first & ~(TREE | LOCKED)) >>> 0);
  const nodes: number[] = [];
  for (let node = (first & ~LOCKED) >>> 0; node !== 0; node = view.getUint32(node, true)) nodes.push(node);
  return nodes;
}
