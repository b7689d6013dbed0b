import { atomic, type Body, call, type Global, type I32, i32, type Local, memory } from "../../wasm/index.ts";
import type { Action, ActionOn, Emitter, QuestionOf } from "../emitter.ts";
import { nextSlot, slotAt } from "./record.ts";
import { askToMeet, control } from "./threads.ts";

/**
 * Vectors of words that are kept once: equal ones have one address, which never changes. A table of addresses by their
 * hashes, open addressing. Of several threads, whoever puts a vector into a slot first wins; what is said of the table lies
 * in memory then, and it grows only when all have met. A table that was left for a larger one is room for vectors.
 */
export interface Once {
  /** Makes the table; once the heap is open. */
  readonly open: Action;
  /** The address of the vector that is the same as the one at an address; 0 if there is none. */
  readonly look: QuestionOf;
  /** The same, kept if it is new; 0 if memory ran out. */
  readonly keep: QuestionOf;
  /** Takes the vector at its address out; nobody may look at it any more. Not with several threads. */
  readonly remove: ActionOn;
  /** Doubles the table if it is too full; of several threads, while nobody else works. */
  readonly grow: Action;
  /** Bytes taken, and those of the table. */
  readonly bytes: Global<"i32">;
  readonly tableBytes: Global<"i32">;
}

/** Where memory comes from, and what is said when it ran out, or a table is too full. */
export interface Source {
  readonly allocate: QuestionOf;
  readonly trouble: Global<"i32">;
}

/** What kind of vectors. */
export interface Vectors {
  readonly name: keyof typeof control.once;
  readonly hash: QuestionOf;
  readonly isSame: (a: I32, b: I32) => I32;
  /** A copy of the vector at an address, with room from the function given; 0 if memory ran out. */
  readonly copy: (room: QuestionOf) => QuestionOf;
}

const FIRST = 1 << 10;
const FIRST_SHARED = 1 << 16;
/** In a slot: what was there was taken out. */
const GONE = 1;

export function onceTable(e: Emitter, heap: Source, vectors: Vectors): Once {
  const { module, plan } = e;
  const { name, hash } = vectors;
  const words = plan.shared ? wordsInMemory(control.once[name]) : wordsInGlobals(e, name);
  const { table, mask } = words;
  const bytes = module.global("i32", `${name}_bytes`);
  const tableBytes = module.global("i32", `${name}_table_bytes`);
  const spare = module.global("i32", `${name}_spare`);
  const spareEnd = module.global("i32", `${name}_spare_end`);
  const take = module.func(`take_${name}_table`, ["slots: i32"], "i32", (f, slots) => {
    const fresh = f.local("i32", "fresh", call(heap.allocate, i32.shl(slots, 2)));
    f.if(i32.eqz(fresh), () => f.return(0));
    f.do(memory.fill(fresh, 0, i32.shl(slots, 2)));
    words.set(f, fresh, i32.sub(slots, 1), i32.const(0));
    f.add(tableBytes, i32.shl(slots, 2));
    return 1;
  });
  const open = module.func(`open_${name}`, [], "void", (f) => f.do(call(take, plan.shared ? FIRST_SHARED : FIRST)));
  const grow = module.func(`grow_${name}`, [], "void", (f) => {
    const old = f.local("i32", "old", table);
    const size = f.local("i32", "size", i32.add(mask, 1));
    f.if(i32.eqz(isCrowded(words)), () => f.return());
    f.if(i32.eqz(call(take, i32.shl(size, 1))), () => f.return());
    const [k, vector, slot] = f.locals("i32", "k", "vector", "slot");
    f.for(k, 0, size, () => {
      f.set(vector, i32.load(slotAt(old, k)));
      f.if(i32.gt_u(vector, GONE), () => {
        f.set(slot, i32.and(call(hash, vector), mask));
        f.while(i32.load(slotAt(table, slot)), () => f.set(slot, nextSlot(slot, mask)));
        f.do(i32.store(slotAt(table, slot), vector));
        words.use(f);
      });
    });
    f.set(spare, old);
    f.set(spareEnd, i32.add(old, i32.shl(size, 2)));
    f.add(bytes, i32.shl(size, 2));
    f.set(tableBytes, i32.sub(tableBytes, i32.shl(size, 2)));
  });
  const room = module.func(`room_for_${name}`, ["bytes: i32"], "i32", (f, wanted) => {
    const at = f.local("i32", "at", spare);
    f.if(i32.ge_u(i32.sub(spareEnd, spare), wanted), () => {
      f.add(spare, wanted);
      f.return(at);
    });
    f.set(at, call(heap.allocate, wanted));
    f.if(at, () => f.add(bytes, wanted));
    return at;
  });
  const search: Search = { e, vectors, words };
  const copy = vectors.copy(room);
  const keep = plan.shared ? keepShared(search, copy, heap) : keepAlone(search, copy, grow);
  const look = module.func(`look_for_${name}`, ["from: i32"], "i32", (f, from) => {
    probe(search, f, from, () => f.return(0));
    return 0;
  });
  const remove = module.func(`remove_${name}`, ["vector: i32"], "void", (f, vector) => {
    const slot = f.local("i32", "slot", i32.and(call(hash, vector), mask));
    f.while(i32.ne(i32.load(slotAt(table, slot)), vector), () => f.set(slot, nextSlot(slot, mask)));
    f.do(i32.store(slotAt(table, slot), GONE));
  });
  return { open, look, keep, remove, grow, bytes, tableBytes };
}

/** Where the table is, and how many of its slots were taken. */
interface Words {
  readonly table: I32;
  readonly mask: I32;
  readonly used: I32;
  readonly set: (f: Body, table: I32, mask: I32, used: I32) => void;
  /** One more slot is taken. */
  readonly use: (f: Body) => void;
}

function wordsInGlobals({ module }: Emitter, name: string): Words {
  const all = ["table", "mask", "used"].map((of) => module.global("i32", `${name}_${of}`));
  const [table, mask, used] = all as [Global<"i32">, Global<"i32">, Global<"i32">];
  const set: Words["set"] = (f, ...values) => values.forEach((value, k) => f.set(all[k]!, value));
  return { table, mask, used, set, use: (f) => f.add(used, 1) };
}

/** Who looks for something reads two of them, who keeps something writes the third: it has a cache line of its own. */
function wordsInMemory(at: number): Words {
  const places = [at, at + 4, at + 64];
  const [table, mask, used] = places.map((place) => atomic.i32.load(0, place)) as [I32, I32, I32];
  const set: Words["set"] = (f, ...values) =>
    values.forEach((value, k) => f.do(atomic.i32.store(0, value, places[k]!)));
  return { table, mask, used, set, use: (f) => f.do(atomic.i32.add(0, 1, at + 64)) };
}

/** More than two thirds are taken. */
function isCrowded({ used, mask }: Words): I32 {
  return i32.gt_u(i32.add(used, i32.shr_u(used, 1)), mask);
}

interface Search {
  readonly e: Emitter;
  readonly vectors: Vectors;
  readonly words: Words;
}

/** Goes through the slots from that of the hash on, and returns a vector that is the same; `free` at an empty slot. */
function probe({ e, vectors, words }: Search, f: Body, from: I32, free: (slot: Local<"i32">) => void): void {
  const { table, mask } = words;
  const slot = f.local("i32", "slot", i32.and(call(vectors.hash, from), mask));
  const vector = f.local("i32", "vector");
  f.loop("probe", (again) => {
    const place = slotAt(table, slot);
    f.set(vector, e.plan.shared ? atomic.i32.load(place) : i32.load(place));
    f.if(i32.eqz(vector), () => free(slot));
    f.if(i32.andThen(i32.gt_u(vector, GONE), vectors.isSame(vector, from)), () => f.return(vector));
    f.set(slot, nextSlot(slot, mask));
    f.br(again);
  });
}

function keepAlone(search: Search, copy: QuestionOf, grow: Action): QuestionOf {
  const { e, vectors, words } = search;
  return e.module.func(`keep_${vectors.name}`, ["from: i32"], "i32", (f, from) => {
    probe(search, f, from, (slot) => {
      const mine = f.local("i32", "mine", call(copy, from));
      f.if(i32.eqz(mine), () => f.return(0));
      f.do(i32.store(slotAt(words.table, slot), mine));
      words.use(f);
      f.if(isCrowded(words), () => f.call(grow));
      f.return(mine);
    });
    return 0;
  });
}

/** Whoever puts a vector into the slot first wins; the loser's copy is not used. */
function keepShared(search: Search, copy: QuestionOf, { trouble }: Source): QuestionOf {
  const { e, vectors, words } = search;
  const { table, mask, used } = words;
  return e.module.func(`keep_${vectors.name}`, ["from: i32"], "i32", (f, from) => {
    const mine = f.local("i32", "mine", 0);
    probe(search, f, from, (slot) => {
      f.if(i32.eqz(mine), () => f.set(mine, call(copy, from)));
      f.if(i32.eqz(mine), () => f.return(0));
      const other = f.local("i32", "other", atomic.i32.cmpxchg(slotAt(table, slot), 0, mine));
      f.if(other, () => f.if(vectors.isSame(other, from), () => f.return(other)));
      f.if(i32.eqz(other), () => {
        words.use(f);
        f.if(isCrowded(words), () => {
          f.do(askToMeet());
          f.comment("so many at once that the table could be full before all meet");
          f.if(i32.gt_u(i32.add(used, i32.shr_u(mask, 3)), mask), () => f.set(trouble, 4));
        });
        f.return(mine);
      });
    });
    return 0;
  });
}
