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
import { type Comparison, comparisonFunctions } from "../zones/comparison.ts";
import { type Heap, heapFunctions } from "./heap.ts";
import { type Queue, queueFunctions } from "./queue.ts";
import { nodesOfTree, treeFunctions } from "./tree.ts";

/**
 * The store: discrete states in a hash table (heap.ts), for each a list of zones, or a tree if there are many (tree.ts): a new
 * zone inside a stored one is dropped, stored ones inside it go (zones/comparison.ts). Nodes that went are used again, unless a trace
 * may need them. With several threads see store/threads.ts.
 */
export interface Store {
  /** Adds the state in the cells and the target zone unless it is covered. The new node, or 0. */
  readonly insert: Func<readonly [], "i32">;
  /** Takes the node that was expanded out, unless it went already. */
  readonly forget: Func<readonly ["i32"], "void">;
  /** So many bytes of the heap; 0 if memory ran out. */
  readonly allocate: Func<readonly ["i32"], "i32">;
  /** The next waiting node, 0 if there is none. It no longer waits, and is `current`. */
  readonly next: Func<readonly [], "i32">;
  /** Reads a zone in stored form at `from` into the working zone `to`. */
  readonly load: Func<readonly ["i32", "i32"], "void">;
  /** After all threads have met: nodes that went may be used again. */
  readonly settle: Func<readonly [], "void">;
  /** Makes the table; takes the first free address. */
  readonly open: Func<readonly ["i32"], "void">;
  readonly stored: Global<"i32">;
  readonly waiting: Global<"i32">;
  readonly discrete: Global<"i32">;
  /** Memory ran out (1), or a bound did not fit (2). */
  readonly trouble: Global<"i32">;
  /** Pages of memory that may be used, and that are. */
  readonly limit: Global<"i32">;
  readonly top: Global<"i32">;
  /** The hash table of discrete states: its address, and its number of words less one. */
  readonly table: Global<"i32">;
  readonly mask: Global<"i32">;
  /** The node being expanded, parent of what is inserted, and its discrete record. */
  readonly current: Global<"i32">;
  readonly record: Global<"i32">;
  /** Of several memories: in which the parent is. */
  readonly origin: Global<"i32">;
  readonly heap: Heap;
  readonly comparison: Comparison;
  readonly queue: Queue;
}

/** In word 1 of a node: it went. */
export const DEAD = 1;
const WAITING = 2;
/** Bits of the first word of a record. */
const LOCKED = 1;
const TREE = 2;

/** Without `pack` the state was packed, and its zone compressed to the candidate, before it is inserted. */
export function storeFunctions(
  e: Emitter,
  pack: Func<readonly [], "void"> | undefined,
  bounds: Func<readonly [], "void">,
): Store {
  const { module, plan } = e;
  const { dim, entry, at, node, meta, shared } = plan;
  const heap = heapFunctions(e);
  const queue = queueFunctions(e, heap);
  const comparison = comparisonFunctions(e);
  const { compress, load, weigh, key, covered, covers } = comparison;
  const stored = module.global("i32", "stored");
  const current = module.global("i32", "current");
  const expandedRecord = module.global("i32", "record");
  const origin = module.global("i32", "origin");
  const free = module.global("i32", "free");
  // Of several threads: nodes that went since all have met, which others may still read.
  const gone = module.global("i32", "gone");
  const goneLast = module.global("i32", "gone_last");

  /** A list through the second words, since others may still follow the first; the nodes stay dead. */
  const recycle = module.func("recycle", ["n: i32"], "void", (f, n) => {
    if (plan.trace) return;
    if (shared) {
      f.if(i32.eqz(gone), () => f.set(goneLast, n));
      f.do(i32.store(n, i32.or(gone, DEAD), 4));
      f.set(gone, n);
      return;
    }
    f.do(i32.store(n, i32.or(free, DEAD), 4));
    f.set(free, n);
  });

  const settle = module.func("settle_gone", [], "void", (f) => {
    f.if(gone, () => {
      f.do(i32.store(goneLast, i32.or(free, DEAD), 4));
      f.set(free, gone);
      f.set(gone, 0);
    });
  });

  /** Whether the candidate has taken the place of a node that was expanded. */
  const hasDropped = module.global("i32", "has_dropped");
  const go = module.func("go", ["n: i32"], "i32", (f, n) => {
    if (plan.shortest) f.if(i32.and(i32.load(n, 4), WAITING), () => f.return(0));
    const word = f.local("i32", "word", shared ? atomic.i32.or(n, DEAD, 4) : i32.load(n, 4));
    if (!shared) f.do(i32.store(n, i32.or(word, DEAD), 4));
    f.set(stored, i32.sub(stored, 1));
    f.if(i32.eqz(i32.and(word, WAITING)), () => {
      f.set(hasDropped, 1);
      f.set(queue.wasted, i32.add(queue.wasted, 1));
      f.call(recycle, n);
    });
    return 1;
  });
  const tree = treeFunctions(e, "tree", heap.allocate, node.zone, { weigh, key, covered, covers, go });

  const newNode = module.func("new_node", [], "i32", (f) => {
    const n = f.local("i32", "n", free);
    f.if(i32.eqz(n), () => f.return(call(heap.allocate, node.bytes)));
    f.set(free, i32.and(i32.load(n, 4), ~DEAD));
    return n;
  });

  const next = module.func("next", [], "i32", (f) => {
    const n = f.local("i32", "node");
    const word = f.local("i32", "word");
    f.loop("again", (again) => {
      f.set(n, call(queue.pop));
      f.if(i32.eqz(n), () => f.return(0));
      f.set(queue.waiting, i32.sub(queue.waiting, 1));
      if (shared) f.set(word, atomic.i32.and(n, ~WAITING, 4));
      else {
        f.set(word, i32.load(n, 4));
        f.do(i32.store(n, i32.and(word, ~WAITING), 4));
      }
      f.if(i32.and(word, DEAD), () => {
        f.call(recycle, n);
        f.br(again);
      });
    });
    f.set(queue.expanded, i32.add(queue.expanded, 1));
    // Read once: another thread may drop the node from now on.
    f.set(expandedRecord, i32.and(word, ~(DEAD | WAITING)));
    f.set(current, n);
    return n;
  });

  const forget = module.func("forget", ["n: i32"], "void", (f, n) => {
    const head = f.local("i32", "head");
    const record = f.local("i32", "record", expandedRecord);
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
    setFirst(f, record, head);
  });

  const insert = module.func("insert", [], "i32", (f) => {
    if (pack) {
      f.if(i32.eqz(call(compress)), () => {
        f.set(heap.trouble, 2);
        f.return(0);
      });
      f.call(pack);
    }
    const record = f.local("i32", "record", call(heap.find));
    f.if(i32.eqz(record), () => f.return(0));
    f.call(bounds);
    f.call(weigh, at.candidate, key);
    const n = f.local("i32", "node");
    const seen = f.local("i32", "seen", shared ? i32.and(atomic.i32.load(record), ~LOCKED) : i32.load(record));
    const head = f.local("i32", "head", seen);
    const giveUp = () => {
      setFirst(f, record, head);
      f.return(0);
    };
    const dismiss = shared ? giveUp : () => f.return(0);
    if (shared) {
      f.comment("a tree is read only by who holds the record, a list by all");
      f.if(i32.eqz(i32.and(seen, TREE)), () => scan(f, n, seen, i32.const(0), () => f.return(0)));
      lock(f, record, head);
    }
    f.set(hasDropped, 0);
    const kept = f.local("i32", "kept", 0);
    f.if(
      i32.and(head, TREE),
      () => {
        f.if(call(tree.covers, i32.xor(head, TREE)), dismiss);
        f.call(tree.drop, i32.xor(head, TREE));
      },
      () => {
        if (shared) f.comment("what others have added meanwhile");
        scan(f, n, head, shared ? seen : i32.const(0), dismiss);
        drop(f, head, n, kept);
      },
    );
    f.set(n, call(newNode));
    f.if(i32.eqz(n), giveUp);
    f.do(i32.store(n, head), i32.store(n, i32.or(record, WAITING), 4));
    if (plan.trace) f.do(i32.store(n, current, node.parent));
    if (plan.trace && plan.parts > 1) f.do(i32.store(n, origin, node.parent + 4));
    for (const [k, cell] of meta.entries()) f.do(i32.store(n, i32.load(0, at.cells + 4 * cell), node.meta + 4 * k));
    f.do(memory.copy(i32.add(n, node.zone), at.candidate, dim * dim * entry));
    const root = f.local("i32", "root", 0);
    f.if(i32.and(head, TREE), () => f.set(root, i32.xor(head, TREE)));
    f.if(i32.eq(kept, plan.leaf), () => {
      f.set(root, call(tree.make, head));
      f.if(i32.eqz(root), giveUp);
    });
    f.if(
      root,
      () => {
        f.set(root, call(tree.add, root, n));
        f.if(i32.eqz(root), giveUp);
        f.set(head, i32.or(root, TREE));
      },
      () => f.set(head, n),
    );
    setFirst(f, record, head);
    f.set(stored, i32.add(stored, 1));
    f.call(queue.push, n, hasDropped);
    return n;
  });

  const { allocate, open, discrete, trouble, limit, top, table, mask } = heap;
  const { waiting } = queue;
  return {
    insert,
    forget,
    allocate,
    next,
    load,
    settle,
    open,
    stored,
    waiting,
    discrete,
    trouble,
    limit,
    top,
    table,
    mask,
    current,
    record: expandedRecord,
    origin,
    heap,
    comparison,
    queue,
  };

  /** Does `found` if one of the nodes from `from` up to `to` (or the end) covers the candidate. */
  function scan(f: Body, n: Local<"i32">, from: I32, to: I32, found: () => void): void {
    f.set(n, from);
    f.while(i32.andThen(n, i32.ne(n, to)), () => {
      f.if(call(covered, i32.add(n, node.zone)), found);
      f.set(n, i32.load(n));
    });
  }

  /** Waits until nobody else holds the record; the first node of its list goes to `head`. */
  function lock(f: Body, record: Local<"i32">, head: Local<"i32">): void {
    f.loop("lock", (again) => {
      f.set(head, atomic.i32.load(record));
      f.brIf(again, i32.and(head, LOCKED));
      f.brIf(again, i32.ne(atomic.i32.cmpxchg(record, head, i32.or(head, LOCKED)), head));
    });
  }

  /** Sets the first word of a record, and lets others have it. */
  function setFirst(f: Body, record: Local<"i32">, word: Local<"i32">): void {
    f.do(shared ? atomic.i32.store(record, word) : i32.store(record, word));
  }

  /** Takes the nodes that the candidate covers out of the list from `head`; counts the others in `kept`. */
  function drop(f: Body, head: Local<"i32">, n: Local<"i32">, kept: Local<"i32">): void {
    const last = f.local("i32", "last", 0);
    f.set(n, head);
    f.while(n, () => {
      const after = f.local("i32", "after", i32.load(n));
      f.if(
        i32.andThen(call(covers, i32.add(n, node.zone)), call(go, n)),
        () => {
          f.if(
            last,
            () => f.do(i32.store(last, after)),
            () => f.set(head, after),
          );
        },
        () => {
          f.set(last, n);
          f.set(kept, i32.add(kept, 1));
        },
      );
      f.set(n, after);
    });
  }
}

/** The nodes of a discrete state, for the host. */
export function nodesOf(view: DataView, record: number): number[] {
  const first = view.getUint32(record, true);
  if (first & TREE) return nodesOfTree(view, (first & ~(TREE | LOCKED)) >>> 0);
  const nodes: number[] = [];
  for (let node = (first & ~LOCKED) >>> 0; node !== 0; node = view.getUint32(node, true)) nodes.push(node);
  return nodes;
}
