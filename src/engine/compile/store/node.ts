import { atomic, type Body, call, type Global, type I32, i32, type Local } from "../../wasm/index.ts";
import type { ActionOn, Emitter, Question, QuestionOf } from "../emitter.ts";
import type { Queue } from "./queue.ts";
import { nodesOfTree, type ZoneTree } from "./tree.ts";

/**
 * Nodes of the store (plan.ts has their words): how they wait, are taken and go; and the first word of
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
}

export function nodeGlobals({ module }: Emitter): Nodes {
  return {
    stored: module.global("i32", "stored"),
    current: module.global("i32", "current"),
    record: module.global("i32", "record"),
    origin: module.global("i32", "origin"),
  };
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

/** The record of a node. */
export function recordOf(n: I32): I32 {
  return i32.and(i32.load(n, 4), ~(DEAD | WAITING));
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
