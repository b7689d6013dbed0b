import { call, type Func, type I32, i32, i32x4, memory, v128 } from "../../wasm/index.ts";
import type { ActionOn, Emitter, Question, QuestionOf } from "../emitter.ts";
import { CHUNK, foldedSizes } from "../plan.ts";
import { type Once, onceTable, type Source, type Vectors } from "./once.ts";

/**
 * Long packed states, folded (after Laarman, van de Pol, Weber 2011, Parallel recursive state compression for free): chunks
 * of 8 words are kept once, each in a table, and a vector of their addresses stands for the state; that is folded again until
 * it is short. Equal vectors have equal addresses, so records of states are compared as before. A chunk of zeros is not kept:
 * its address is 0, where zeros are. Successors differ from each other in few places: what is the same as the last time is
 * not looked for again.
 */
export interface Folding {
  /** The chunks. */
  readonly once: Once;
  /** Folds the packed state into the region `kept`; 0 if memory ran out. */
  readonly fold: Question;
  /** Writes the state that is folded at an address to the region `packed`. */
  readonly unfold: ActionOn;
}

const BYTES = 4 * CHUNK;

/** Undefined where states are kept as they are packed. */
export function foldingFunctions(e: Emitter, source: Source): Folding | undefined {
  const { folds, packed, at } = e.plan;
  if (!folds) return undefined;
  const sizes = foldedSizes(packed);
  const once = onceTable(e, source, chunks(e));
  const find = findFunction(e, once);
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
            f.set(chunk, call(find, i32.add(i, from)));
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
  return { once, fold, unfold };
}

/** Room for so many words, whole chunks. */
function roomOf(words: number): number {
  return 4 * Math.ceil(words / CHUNK) * CHUNK;
}

function isSame(a: I32, b: I32): I32 {
  const differ = (offset: number) => v128.xor(v128.load(a, offset, 4), v128.load(b, offset, 4));
  return i32.eqz(v128.any_true(v128.or(differ(0), differ(16))));
}

/** The chunk with the words at an address, kept once; -1 if memory ran out. */
function findFunction({ module }: Emitter, { keep }: Once): QuestionOf {
  return module.func("find_chunk", ["from: i32"], "i32", (f, from) => {
    f.if(i32.eqz(v128.any_true(v128.or(v128.load(from, 0, 4), v128.load(from, 16, 4)))), () => f.return(0));
    const chunk = f.local("i32", "chunk", call(keep, from));
    return i32.select(chunk, chunk, -1);
  });
}

function chunks(e: Emitter): Vectors {
  const copy = (room: QuestionOf) =>
    e.module.func("make_chunk", ["from: i32"], "i32", (f, from) => {
      const chunk = f.local("i32", "chunk", call(room, BYTES));
      f.if(chunk, () => f.do(memory.copy(chunk, from, BYTES)));
      return chunk;
    });
  return { name: "chunk", hash: hashFunction(e), isSame, copy };
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
