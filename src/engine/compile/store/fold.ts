import { call, type Func, type Global, type I32, i32, i32x4, memory, v128 } from "../../wasm/index.ts";
import type { Action, ActionOn, Emitter, Question, QuestionOf } from "../emitter.ts";
import { CHUNK, foldedSizes } from "../plan.ts";

/**
 * Long packed states, folded (after Laarman, van de Pol, Weber 2011, Parallel recursive state compression for free): chunks of 8 words are
 * kept once, each in a table, and a vector of their addresses stands for the state; that is folded again until it is short. Equal
 * vectors have equal addresses, so records of states are compared as before. A chunk of zeros is not kept: its address is 0, where zeros are.
 * Successors differ from each other in few places: what is the same as the last time is not looked for again.
 */
export interface Folding {
  /** Makes the table; once the heap is open. */
  readonly open: Action;
  /** Folds the packed state into the region `kept`; 0 if memory ran out. */
  readonly fold: Question;
  /** Writes the state that is folded at an address to the region `packed`. */
  readonly unfold: ActionOn;
  /** Bytes taken. */
  readonly bytes: Global<"i32">;
}

const BYTES = 4 * CHUNK;
const FIRST = 1 << 10;

/** Undefined where states are kept as they are packed. */
export function foldingFunctions(e: Emitter, allocate: QuestionOf): Folding | undefined {
  const { folds, packed, at } = e.plan;
  if (!folds) return undefined;
  const sizes = foldedSizes(packed);
  const bytes = e.module.global("i32", "chunk_bytes");
  const table = chunkTable(e, allocate, bytes);
  const levels = sizes.slice(1).map((count, k) => {
    const isLast = k === sizes.length - 2;
    return {
      count,
      to: isLast ? at.kept : e.region(roomOf(count)),
      last: e.region(BYTES * count),
      out: e.region(roomOf(count)),
    };
  });
  const fold = e.module.func("fold", [], "i32", (f) => {
    levels.forEach(({ count, to, last }, k) => {
      const from = k === 0 ? at.packed : levels[k - 1]!.to;
      const i = f.local("i32", "i");
      const chunk = f.local("i32", "chunk");
      f.for(
        i,
        0,
        BYTES * count,
        () => {
          f.if(i32.eqz(isSame(i32.add(i, from), i32.add(i, last))), () => {
            f.set(chunk, call(table.find, i32.add(i, from)));
            f.if(i32.eq(chunk, -1), () => f.return(0));
            f.do(i32.store(i32.shr_u(i, 3), chunk, to), memory.copy(i32.add(i, last), i32.add(i, from), BYTES));
          });
        },
        BYTES,
      );
    });
    return 1;
  });
  const unfold = e.module.func("unfold", ["from: i32"], "void", (f, from) => {
    for (let k = levels.length - 1; k >= 0; k--) {
      const to = k === 0 ? at.packed : levels[k - 1]!.out;
      const i = f.local("i32", "i");
      f.for(
        i,
        0,
        BYTES * levels[k]!.count,
        () => {
          const chunk = i32.load(i32.add(from, i32.shr_u(i, 3)));
          f.do(v128.store(i, v128.load(chunk, 0, 4), to), v128.store(i, v128.load(chunk, 16, 4), to + 16));
        },
        BYTES,
      );
      f.set(from, to);
    }
  });
  return { open: table.open, fold, unfold, bytes };
}

/** Room for so many words, whole chunks. */
function roomOf(words: number): number {
  return 4 * Math.ceil(words / CHUNK) * CHUNK;
}

function isSame(a: I32, b: I32): I32 {
  const differ = (offset: number) => v128.xor(v128.load(a, offset, 4), v128.load(b, offset, 4));
  return i32.eqz(v128.any_true(v128.or(differ(0), differ(16))));
}

interface ChunkTable {
  readonly open: Action;
  /** The address of the chunk with the words at an address; -1 if memory ran out. */
  readonly find: QuestionOf;
}

/** Open addressing, as the table of discrete states. A table that was left for a larger one is room for chunks. */
function chunkTable(e: Emitter, allocate: QuestionOf, bytes: Global<"i32">): ChunkTable {
  const { module } = e;
  const [table, mask, count, spare, spareEnd] = ["table", "mask", "count", "spare", "spare_end"].map((name) =>
    module.global("i32", `chunk_${name}`),
  ) as [Global<"i32">, Global<"i32">, Global<"i32">, Global<"i32">, Global<"i32">];
  const slotAt = (h: I32): I32 => i32.add(table, i32.shl(i32.and(h, mask), 2));
  const hash = hashFunction(e);
  const take = module.func("take_chunks", ["slots: i32"], "i32", (f, slots) => {
    const fresh = f.local("i32", "fresh", call(allocate, i32.shl(slots, 2)));
    f.if(i32.eqz(fresh), () => f.return(0));
    f.do(memory.fill(fresh, 0, i32.shl(slots, 2)));
    f.set(table, fresh);
    f.set(mask, i32.sub(slots, 1));
    f.add(bytes, i32.shl(slots, 2));
    return 1;
  });
  const open = module.func("open_chunks", [], "void", (f) => f.do(call(take, FIRST)));
  const grow = module.func("grow_chunks", [], "void", (f) => {
    const old = f.local("i32", "old", table);
    const end = f.local("i32", "end", i32.add(old, i32.shl(i32.add(mask, 1), 2)));
    f.if(i32.eqz(call(take, i32.shl(i32.add(mask, 1), 1))), () => f.return());
    const [at, chunk, h] = f.locals("i32", "at", "chunk", "h");
    f.set(at, old);
    f.upTo(at, end, 4, () => {
      f.set(chunk, i32.load(at));
      f.if(chunk, () => {
        f.set(h, call(hash, chunk));
        f.while(i32.load(slotAt(h)), () => f.add(h, 1));
        f.do(i32.store(slotAt(h), chunk));
      });
    });
    f.set(spare, old);
    f.set(spareEnd, end);
  });
  const make = module.func("make_chunk", ["from: i32"], "i32", (f, from) => {
    const chunk = f.local("i32", "chunk");
    f.if(
      i32.lt_u(spare, spareEnd),
      () => {
        f.set(chunk, spare);
        f.add(spare, BYTES);
      },
      () => {
        f.set(chunk, call(allocate, BYTES));
        f.if(i32.eqz(chunk), () => f.return(-1));
        f.add(bytes, BYTES);
      },
    );
    f.do(memory.copy(chunk, from, BYTES));
    return chunk;
  });
  return { open, find: findFunction(e, hash, make, grow, { slotAt, mask, count }) };
}

function findFunction(
  { module }: Emitter,
  hash: QuestionOf,
  make: QuestionOf,
  grow: Action,
  { slotAt, mask, count }: { slotAt: (h: I32) => I32; mask: Global<"i32">; count: Global<"i32"> },
): QuestionOf {
  return module.func("find_chunk", ["from: i32"], "i32", (f, from) => {
    f.if(i32.eqz(v128.any_true(v128.or(v128.load(from, 0, 4), v128.load(from, 16, 4)))), () => f.return(0));
    const h = f.local("i32", "h", call(hash, from));
    const chunk = f.local("i32", "chunk");
    f.block("new", (fresh) =>
      f.loop("probe", (again) => {
        f.set(chunk, i32.load(slotAt(h)));
        f.brIf(fresh, i32.eqz(chunk));
        f.if(isSame(chunk, from), () => f.return(chunk));
        f.add(h, 1);
        f.br(again);
      }),
    );
    f.set(chunk, call(make, from));
    f.if(i32.eq(chunk, -1), () => f.return(-1));
    f.do(i32.store(slotAt(h), chunk));
    f.add(count, 1);
    f.if(i32.gt_u(i32.add(count, i32.shr_u(count, 1)), mask), () => f.call(grow));
    return chunk;
  });
}

function hashFunction({ module }: Emitter): Func<readonly ["i32"], "i32"> {
  return module.func("hash_chunk", ["from: i32"], "i32", (f, from) => {
    const odd = (...lanes: [number, number, number, number]) => i32x4.const(...lanes);
    const low = i32x4.mul(v128.load(from, 0, 4), odd(0x85ebca6b | 0, 0xc2b2ae35 | 0, 0x27d4eb2f, 0x165667b1));
    const high = i32x4.mul(v128.load(from, 16, 4), odd(0x9e3779b1 | 0, 0x2545f491, 0x7feb352d, 0x846ca68b | 0));
    const s = f.local("v128", "s", i32x4.add(low, high));
    f.set(s, v128.xor(s, i32x4.shr_u(s, 15)));
    const lane = (k: number): I32 => i32.mul(i32x4.extract_lane(s, k), 2 * k + 3);
    const h = f.local(
      "i32",
      "h",
      i32.add(i32.xor(lane(0), i32.rotl(lane(1), 7)), i32.xor(lane(2), i32.rotl(lane(3), 19))),
    );
    f.set(h, i32.mul(i32.xor(h, i32.shr_u(h, 15)), 0xc2b2ae35 | 0));
    return i32.xor(h, i32.shr_u(h, 16));
  });
}
