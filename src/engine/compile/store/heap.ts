import { atomic, type Body, call, type Global, i32, type Local, memory } from "../../wasm/index.ts";
import type { Action, ActionOn, Emitter, Question, QuestionOf } from "../emitter.ts";
import type { ActiveCode } from "../zones/active.ts";
import { type Folding, foldingFunctions } from "./fold.ts";
import { hashOf, isSame, nextSlot, probe, refillTable, slotAt, writeRecord } from "./record.ts";
import type { Tally } from "./tally.ts";
import { askToMeet, chunkPages, control } from "./threads.ts";

/**
 * Memory of the store, and the table of discrete states in it: open addressing, addresses of records by their hash. Memory
 * is taken in pages and given out from the current chunk; a table that was left for a larger one becomes a chunk.
 */
export interface Heap {
  /** So many bytes, a multiple of 4; 0 and `trouble` if there are none left. */
  readonly allocate: QuestionOf;
  /** Makes the table; takes the first free address. */
  readonly open: ActionOn;
  /** The record of the packed state, made if new; 0 if memory ran out. */
  readonly find: Question;
  /** The hash of the packed state, wherever it is kept. */
  readonly hash: Question;
  /** Set where states are folded. */
  readonly folding: Folding | undefined;
  /** Doubles the table. */
  readonly grow: Action;
  readonly discrete: Global<"i32">;
  /** Memory ran out (1), a bound did not fit (2, set by the store), the table is too full (4). */
  readonly trouble: Global<"i32">;
  /** Pages of memory that may be used, and that are. */
  readonly limit: Global<"i32">;
  readonly top: Global<"i32">;
  readonly table: Global<"i32">;
  readonly mask: Global<"i32">;
  /** Of several threads: how many records this one may make before all must meet. */
  readonly quota: Global<"i32">;
}

const FIRST_TABLE = 1 << 12;
const FIRST_SHARED_TABLE = 1 << 18;
/** Bytes that stay free behind everything, for reads of whole vectors. */
const MARGIN = 64;

export function heapFunctions(e: Emitter, active?: ActiveCode, tally?: Tally): Heap {
  const g = globalsOf(e);
  const takePages = takePagesFunction(e, g);
  const refill = refillFunction(e, g, takePages);
  const allocate = e.module.func("allocate", ["bytes: i32"], "i32", (f, bytes) => {
    f.if(i32.lt_u(i32.sub(g.end, g.free), bytes), () => {
      f.if(i32.eqz(call(refill, bytes)), () => f.return(0));
    });
    const result = f.local("i32", "result", g.free);
    f.add(g.free, bytes);
    return result;
  });
  const folding = foldingFunctions(e, { allocate, trouble: g.trouble });
  const open = openFunction(e, g, allocate, folding);
  const grow = growFunction(e, g, takePages, allocate);
  const hash = e.module.func("hash", [], "i32", (f) => hashOf(e, f, [e.plan.at.packed, e.plan.packed]).value);
  const make = e.module.func("make_record", ["h: i32"], "i32", (f, h) => {
    const bytes = 8 + 4 * e.plan.kept;
    const all = active ? bytes + 4 : bytes;
    const record = f.local("i32", "record", call(allocate, all));
    f.if(i32.eqz(record), () => f.return(0));
    if (tally) f.add(tally.recordBytes, all);
    writeRecord(f, record, h, e);
    if (active) f.do(i32.store(record, active.count, bytes));
    return record;
  });
  const find = e.plan.shared ? findShared(e, g, hash, make, folding) : findAlone(e, g, hash, make, grow, folding);
  const { discrete, trouble, limit, top, table, mask, quota } = g;
  return { allocate, open, find, hash, folding, grow, discrete, trouble, limit, top, table, mask, quota };
}

type Globals = ReturnType<typeof globalsOf>;

function globalsOf({ module }: Emitter) {
  return {
    discrete: module.global("i32", "discrete"),
    trouble: module.global("i32", "trouble"),
    limit: module.global("i32", "limit", 65536),
    top: module.global("i32", "top"),
    quota: module.global("i32", "quota", -1),
    table: module.global("i32", "table"),
    mask: module.global("i32", "mask"),
    /** The chunk that is given out, and one that comes next. */
    free: module.global("i32", "chunk"),
    end: module.global("i32", "chunk_end"),
    spare: module.global("i32", "spare"),
    spareEnd: module.global("i32", "spare_end"),
  };
}

/** The address of so many new pages, which hold zeros; 0 if there are none. */
function takePagesFunction({ module, plan }: Emitter, { trouble, limit, top }: Globals): QuestionOf {
  return module.func("take_pages", ["count: i32"], "i32", (f, count) => {
    const first = f.local("i32", "first");
    const giveUp = (): void => {
      f.set(trouble, 1);
      f.return(0);
    };
    if (plan.shared) {
      f.set(first, atomic.i32.add(0, count, control.top));
      f.if(i32.gt_u(i32.add(first, count), limit), () => {
        f.do(atomic.i32.sub(0, count, control.top));
        giveUp();
      });
      return i32.shl(first, 16);
    }
    f.set(first, top);
    const after = f.local("i32", "after", i32.add(first, count));
    f.if(i32.gt_u(after, limit), giveUp);
    f.if(i32.gt_u(after, memory.size()), () => {
      const want = f.local("i32", "want", i32.add(after, i32.shr_u(after, 3)));
      f.if(i32.gt_u(want, limit), () => f.set(want, limit));
      f.if(i32.eq(memory.grow(i32.sub(want, memory.size())), -1), giveUp);
    });
    f.set(top, after);
    return i32.shl(first, 16);
  });
}

/** A new chunk with room for so many bytes; 0 if there is none. */
function refillFunction({ module, plan }: Emitter, g: Globals, takePages: QuestionOf): QuestionOf {
  const { free, end, spare, spareEnd } = g;
  return module.func("refill", ["bytes: i32"], "i32", (f, bytes) => {
    f.if(spare, () => {
      f.set(free, spare);
      f.set(end, spareEnd);
      f.set(spare, 0);
      f.if(i32.ge_u(i32.sub(end, free), bytes), () => f.return(1));
    });
    const least = plan.shared ? chunkPages : 1;
    const pages = f.local("i32", "pages", i32.add(i32.shr_u(i32.add(bytes, MARGIN), 16), least));
    const chunk = f.local("i32", "taken", call(takePages, pages));
    f.if(i32.eqz(chunk), () => f.return(0));
    // Pages that follow the chunk at hand make it longer.
    f.if(i32.ne(chunk, i32.add(end, MARGIN)), () => f.set(free, chunk));
    f.set(end, i32.sub(i32.add(chunk, i32.shl(pages, 16)), MARGIN));
    return 1;
  });
}

function openFunction(
  { module, plan }: Emitter,
  { free, end, top, table, mask }: Globals,
  allocate: QuestionOf,
  folding: Folding | undefined,
): ActionOn {
  const firstTable = plan.shared ? FIRST_SHARED_TABLE : FIRST_TABLE;
  return module.func("open", ["from: i32"], "void", (f, from) => {
    if (!plan.shared) {
      f.set(free, i32.and(i32.add(from, 15), -16));
      f.set(top, i32.add(i32.shr_u(i32.add(free, MARGIN), 16), 1));
      f.set(end, i32.sub(i32.shl(top, 16), MARGIN));
    }
    f.set(table, call(allocate, 4 * firstTable));
    f.set(mask, firstTable - 1);
    if (folding) f.call(folding.once.open);
  });
}

function growFunction({ module }: Emitter, g: Globals, takePages: QuestionOf, allocate: QuestionOf): Action {
  const { table, mask, spare, spareEnd } = g;
  return module.func("grow_table", [], "void", (f) => {
    const old = f.local("i32", "old", table);
    const size = f.local("i32", "size", i32.add(mask, 1));
    const bytes = f.local("i32", "bytes", i32.shl(size, 3));
    const fresh = f.local("i32", "fresh");
    f.if(
      i32.ge_u(bytes, 1 << 16),
      () => f.set(fresh, call(takePages, i32.shr_u(bytes, 16))),
      () => {
        f.set(fresh, call(allocate, bytes));
        f.if(fresh, () => f.do(memory.fill(fresh, 0, bytes)));
      },
    );
    f.if(i32.eqz(fresh), () => f.return());
    f.set(table, fresh);
    f.set(mask, i32.sub(i32.shl(size, 1), 1));
    refillTable(f, old, size, table, mask);
    f.set(spare, old);
    f.set(spareEnd, i32.add(old, i32.shl(size, 2)));
  });
}

/** The hash of the state as records have it, once it is folded; returns 0 if memory ran out meanwhile. */
function foldedHash(e: Emitter, f: Body, hash: Question, folding: Folding | undefined): Local<"i32"> {
  if (folding) f.if(i32.eqz(call(folding.fold)), () => f.return(0));
  return f.local("i32", "h", folding ? hashOf(e, f).value : call(hash));
}

function findAlone(
  e: Emitter,
  { table, mask, discrete }: Globals,
  hash: Question,
  make: QuestionOf,
  grow: Action,
  folding: Folding | undefined,
): Question {
  return e.module.func("find", [], "i32", (f) => {
    const h = foldedHash(e, f, hash, folding);
    const slot = f.local("i32", "slot", i32.and(h, mask));
    const record = probe(f, h, slot, table, mask, e);
    f.set(record, call(make, h));
    f.if(i32.eqz(record), () => f.return(0));
    f.do(i32.store(slotAt(table, slot), record));
    f.add(discrete, 1);
    f.if(i32.gt_u(i32.add(discrete, i32.shr_u(discrete, 1)), mask), () => f.call(grow));
    return record;
  });
}

/** Whoever puts a record into the slot first wins; the loser's record is not used. */
function findShared(e: Emitter, g: Globals, hash: Question, make: QuestionOf, folding: Folding | undefined): Question {
  const { table, mask, discrete, quota, trouble } = g;
  return e.module.func("find", [], "i32", (f) => {
    const h = foldedHash(e, f, hash, folding);
    const slot = f.local("i32", "slot", i32.and(h, mask));
    const record = f.local("i32", "record");
    const mine = f.local("i32", "mine", 0);
    f.loop("probe", (again) => {
      const place = f.local("i32", "place", slotAt(table, slot));
      f.set(record, atomic.i32.load(place));
      f.if(i32.eqz(record), () => {
        f.if(i32.eqz(mine), () => f.set(mine, call(make, h)));
        f.if(i32.eqz(mine), () => f.return(0));
        f.set(record, atomic.i32.cmpxchg(place, 0, mine));
        f.if(i32.eqz(record), () => {
          f.add(discrete, 1);
          f.set(quota, i32.sub(quota, 1));
          f.if(i32.le_s(quota, 0), () => {
            f.do(askToMeet());
            f.comment("one state with so many successors that the table could be full before all meet");
            f.if(i32.gt_s(i32.sub(0, quota), i32.shr_u(mask, 8)), () => f.set(trouble, 4));
          });
          f.return(mine);
        });
      });
      f.if(isSame(record, h, e), () => f.return(record));
      f.set(slot, nextSlot(slot, mask));
      f.br(again);
    });
    return 0;
  });
}
