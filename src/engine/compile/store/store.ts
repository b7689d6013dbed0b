import { type Body, call, type Global, type I32, i32, type Local, memory } from "../../wasm/index.ts";
import type { Action, ActionOn, Emitter, Question, QuestionOf } from "../emitter.ts";
import type { ActiveCode } from "../zones/active.ts";
import { type Comparison, comparisonFunctions, type KeptZones } from "../zones/comparison.ts";
import { packedComparison } from "../zones/packed.ts";
import { tiedComparison } from "../zones/tied.ts";
import { type Heap, heapFunctions } from "./heap.ts";
import {
  firstOf,
  forgetFunction,
  goFunction,
  lock,
  type Nodes,
  nextFunction,
  nodeGlobals,
  setFirst,
  TREE,
  WAITING,
} from "./node.ts";
import { type Queue, queueFunctions } from "./queue.ts";
import { roomFunctions } from "./room.ts";
import { count, counted, type Tally, tallyOf } from "./tally.ts";
import { treeFunctions, type ZoneTree } from "./tree.ts";

/**
 * The store: discrete states in a hash table (heap.ts), for each a list of zones, or a tree if there are many (tree.ts): a new
 * zone inside a stored one is dropped, stored ones inside it go (zones/comparison.ts). Nodes that went are used again, unless
 * a trace may need them. With several threads see store/threads.ts.
 */
export interface Store
  extends Omit<Heap, "find" | "hash" | "folding" | "grow" | "quota">,
    Nodes,
    Pick<Comparison, "load"> {
  /** Reads the candidate, or what a message has of it, into a working zone. */
  readonly read: Comparison["load"];
  /** Adds the state in the cells and the target zone unless it is covered. The new node, or 0. */
  readonly insert: Question;
  /** Takes the node that was expanded out, unless it went already. */
  readonly forget: ActionOn;
  /** The next waiting node, 0 if there is none. It no longer waits, and is `current`. */
  readonly next: Question;
  /** After all threads have met: nodes that went may be used again. */
  readonly settle: Action;
  readonly waiting: Global<"i32">;
  readonly heap: Heap;
  readonly comparison: Comparison;
  readonly queue: Queue;
  readonly tally: Tally | undefined;
}

/**
 * Without `pack` the state was packed, and its zone compressed to the candidate, before it is inserted. With `active` zones are
 * stored without other clocks. `leave` is told of a node that went while it waited, when its turn comes.
 */
export function storeFunctions(
  e: Emitter,
  pack: Action | undefined,
  bounds: Action,
  { active, leave }: { readonly active?: ActiveCode | undefined; readonly leave?: ActionOn } = {},
): Store {
  const tally = tallyOf(e);
  const heap = heapFunctions(e, active, tally);
  const queue = queueFunctions(e, counted(e, tally, heap.allocate, "queue", "waiting"));
  const comparison = comparisonOf(e, active, heap);
  const { kept } = comparison;
  const nodes = nodeGlobals(e);
  const { recycle, settle, newNode } = roomFunctions(e, heap, { active: kept ? undefined : active, kept, tally });
  const hasDropped = e.module.global("i32", "has_dropped");
  const go = goFunction(e, nodes, queue, recycle, hasDropped);
  const room = counted(e, tally, heap.allocate, "tree", "tree");
  const tree = treeFunctions(e, "tree", room, e.plan.node.zone, { ...comparison, go }, active);
  const next = nextFunction(e, nodes, queue, recycle, leave);
  const forget = forgetFunction(e, nodes, tree, recycle);
  const insert = insertFunction(e, {
    pack,
    bounds,
    active,
    heap,
    queue,
    comparison,
    nodes,
    hasDropped,
    go,
    tree,
    newNode,
    tally,
  });
  const { waiting } = queue;
  return {
    ...heap,
    ...nodes,
    open: kept ? openAll(e, heap, kept) : heap.open,
    load: comparison.load,
    read: kept?.read ?? comparison.load,
    insert,
    forget,
    next,
    settle,
    waiting,
    heap,
    comparison,
    queue,
    tally,
  };
}

function openAll({ module }: Emitter, heap: Heap, { once }: KeptZones): ActionOn {
  return module.func("open_all", ["from: i32"], "void", (f, from) => {
    f.call(heap.open, from);
    f.call(once.open);
  });
}

function comparisonOf(e: Emitter, active: ActiveCode | undefined, heap: Heap): Comparison {
  if (!active) return comparisonFunctions(e);
  return e.plan.ties ? tiedComparison(e, active, heap) : packedComparison(e, active);
}

interface Insertion {
  readonly pack: Action | undefined;
  readonly bounds: Action;
  readonly active: ActiveCode | undefined;
  readonly heap: Heap;
  readonly queue: Queue;
  readonly comparison: Comparison;
  readonly nodes: Nodes;
  /** Whether the candidate has taken the place of a node that was expanded. */
  readonly hasDropped: Global<"i32">;
  readonly go: QuestionOf;
  readonly tree: ZoneTree;
  readonly newNode: Question;
  readonly tally: Tally | undefined;
}

function insertFunction(e: Emitter, parts: Insertion): Question {
  const { pack, bounds, active, heap, queue, comparison, nodes, hasDropped, tree, newNode } = parts;
  const { compress, weigh, key, kept } = comparison;
  const { plan } = e;
  const { shared } = plan;
  return e.module.func("insert", [], "i32", (f) => {
    if (pack) {
      f.if(i32.eqz(call(compress)), () => {
        f.set(heap.trouble, 2);
        f.return(0);
      });
      f.call(pack);
    }
    const record = f.local("i32", "record", call(heap.find));
    f.if(i32.eqz(record), () => f.return(0));
    // Those of active clocks were found to compress the zone.
    if (!(pack && active)) f.call(bounds);
    if (kept) f.call(kept.meet);
    else f.call(weigh, plan.at.candidate, key);
    const n = f.local("i32", "node");
    const seen = f.local("i32", "seen", firstOf(record, plan));
    const head = f.local("i32", "head", seen);
    const giveUp = () => {
      setFirst(f, record, head, plan);
      f.return(0);
    };
    const dismiss = shared ? giveUp : () => f.return(0);
    if (shared) {
      f.comment("a tree is read only by who holds the record, a list by all");
      f.if(i32.eqz(i32.and(seen, TREE)), () => scan(parts, e, f, n, seen, i32.const(0), () => f.return(0)));
      lock(f, record, head);
    }
    f.set(hasDropped, 0);
    const left = f.local("i32", "kept", 0);
    f.if(
      i32.and(head, TREE),
      () => {
        f.if(call(tree.covers, i32.xor(head, TREE)), dismiss);
        f.call(tree.drop, i32.xor(head, TREE));
      },
      () => {
        if (shared) f.comment("what others have added meanwhile");
        scan(parts, e, f, n, head, shared ? seen : i32.const(0), dismiss);
        drop(parts, e, f, head, n, left);
      },
    );
    const zone = kept && f.local("i32", "zone", call(kept.take));
    if (zone) f.if(i32.eqz(zone), giveUp);
    f.set(n, call(newNode));
    f.if(i32.eqz(n), giveUp);
    if (parts.tally) count(parts.tally, active, f);
    write(parts, e, f, n, head, record, zone);
    hang(tree, e, f, n, head, left, giveUp);
    setFirst(f, record, head, plan);
    f.add(nodes.stored, 1);
    f.call(queue.push, n, hasDropped);
    return n;
  });
}

/** Does `found` if one of the nodes from `from` up to `to` (or the end) covers the candidate. */
function scan(
  { comparison: { covered } }: Insertion,
  { plan }: Emitter,
  f: Body,
  n: Local<"i32">,
  from: I32,
  to: I32,
  found: () => void,
): void {
  f.set(n, from);
  f.while(i32.andThen(n, i32.ne(n, to)), () => {
    f.if(call(covered, i32.add(n, plan.node.zone)), found);
    f.set(n, i32.load(n));
  });
}

/** Takes the nodes that the candidate covers out of the list from `head`; counts the others in `kept`. */
function drop(
  { comparison: { covers }, go }: Insertion,
  { plan }: Emitter,
  f: Body,
  head: Local<"i32">,
  n: Local<"i32">,
  kept: Local<"i32">,
): void {
  const last = f.local("i32", "last", 0);
  f.set(n, head);
  f.while(n, () => {
    const after = f.local("i32", "after", i32.load(n));
    f.if(
      i32.andThen(call(covers, i32.add(n, plan.node.zone)), call(go, n)),
      () => {
        f.if(
          last,
          () => f.do(i32.store(last, after)),
          () => f.set(head, after),
        );
      },
      () => {
        f.set(last, n);
        f.add(kept, 1);
      },
    );
    f.set(n, after);
  });
}

/** Fills a new node, which waits, with the candidate, or the address of its zone. */
function write(
  { nodes, active }: Insertion,
  { plan }: Emitter,
  f: Body,
  n: I32,
  head: I32,
  record: I32,
  zone: I32 | undefined,
): void {
  const { dim, entry, at, node } = plan;
  f.do(i32.store(n, head), i32.store(n, i32.or(record, WAITING), 4));
  if (plan.trace) f.do(i32.store(n, nodes.current, node.parent));
  if (plan.trace && plan.memories > 1) f.do(i32.store(n, nodes.origin, node.parent + 4));
  for (const [k, cell] of plan.meta.entries()) f.do(i32.store(n, i32.load(0, at.cells + 4 * cell), node.meta + 4 * k));
  if (zone) f.do(i32.store(n, zone, node.zone));
  else f.do(memory.copy(i32.add(n, node.zone), at.candidate, active ? active.zoneBytes : dim * dim * entry));
}

/** Makes the node the head of the list, or adds it to the tree, which a list with enough nodes becomes. */
function hang(
  tree: ZoneTree,
  { plan }: Emitter,
  f: Body,
  n: Local<"i32">,
  head: Local<"i32">,
  kept: Local<"i32">,
  giveUp: () => void,
): void {
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
}
