import { type Body, type Func, type I32, i32, v128 } from "../wasm/index.ts";
import type { Emitter } from "./emitter.ts";

/** The discrete part of states: packed into words, and back; copies for the state that is being expanded. */

/** Writes the packed state in the cells to the region `packed`. */
export function packFunction(e: Emitter): Func<readonly [], "void"> {
  const { fields, packed, at } = e.plan;
  return e.module.func("pack", [], "void", (f) => {
    for (let w = 0; w < packed; w++) {
      let word: I32 = i32.const(0);
      for (const field of fields) {
        if (field.word !== w) continue;
        word = i32.or(word, i32.shl(i32.sub(i32.load(0, at.cells + 4 * field.cell), field.low), field.shift));
      }
      f.do(i32.store(0, word, at.packed + 4 * w));
    }
  });
}

/** Reads a packed state at `from` into the cells. What has only one value was set at the start and never changes. */
export function unpackFunction(e: Emitter): Func<readonly ["i32"], "void"> {
  const { fields, at } = e.plan;
  return e.module.func("unpack", ["from: i32"], "void", (f, from) => {
    for (const field of fields) {
      const word = i32.load(from, 4 * field.word);
      const mask = field.bits === 32 ? -1 : 2 ** field.bits - 1;
      const value = i32.and(i32.shr_u(word, field.shift), mask | 0);
      f.do(i32.store(0, i32.add(value, field.low), at.cells + 4 * field.cell));
    }
  });
}

/** Keeps the state in the cells as the source of what is to come. */
export function saveCells(e: Emitter, f: Body): void {
  copyWords(f, e.plan.at.source, e.plan.at.cells, e.plan.network.slots.length);
}

export function restoreCells(e: Emitter, f: Body): void {
  copyWords(f, e.plan.at.cells, e.plan.at.source, e.plan.network.slots.length);
}

function copyWords(f: Body, to: number, from: number, count: number): void {
  let k = 0;
  if (count <= 256) {
    for (; k + 4 <= count; k += 4) f.do(v128.store(0, v128.load(0, from + 4 * k), to + 4 * k));
    for (; k < count; k++) f.do(i32.store(0, i32.load(0, from + 4 * k), to + 4 * k));
    return;
  }
  const at = f.local("i32");
  f.for(at, 0, (count & ~3) * 4, () => f.do(v128.store(at, v128.load(at, from), to)), 16);
  for (k = count & ~3; k < count; k++) f.do(i32.store(0, i32.load(0, from + 4 * k), to + 4 * k));
}
