import type { LiveCells } from "../../../analysis/index.ts";
import { slotAt } from "../../../network/index.ts";
import { type Body, call, type Func, type I32, i32, memory, v128 } from "../../wasm/index.ts";
import type { ActionOn, Emitter } from "../emitter.ts";
import { standingFunction } from "./classes.ts";
import type { Folding } from "./fold.ts";

/** The discrete part of states: packed into words, and back; copies for the state that is being expanded. */

/**
 * Writes the packed state in the cells to the region `packed`. With `live`, fields that are dead in the current locations
 * get their initial values: by one mask per word, joined over the processes. Of values that need not be told apart one
 * stands for all.
 */
export function packFunction(e: Emitter, live?: LiveCells): Func<readonly [], "void"> {
  const { fields, packed, at } = e.plan;
  const masks = live === undefined ? undefined : liveMasks(e, live);
  const standing = new Map(live?.classes?.map((classes) => [classes.cell, standingFunction(e, classes)]));
  return e.module.func("pack", [], "void", (f) => {
    const rows =
      masks?.tables.map(({ process }) => f.local("i32", "", i32.shl(i32.load(0, at.cells + 4 * process), 2))) ?? [];
    let next = 0;
    for (let w = 0; w < packed; w++) {
      let word: I32 = i32.const(0);
      // Fields stand in the order of their words.
      for (; next < fields.length && fields[next]!.word === w; next++) {
        const field = fields[next]!;
        const stands = standing.get(field.cell);
        const value = stands === undefined ? i32.load(0, at.cells + 4 * field.cell) : call(stands);
        word = i32.or(word, i32.shl(i32.sub(value, field.low), field.shift));
      }
      if (masks !== undefined && masks.general[w] !== -1) {
        let mask: I32 = i32.const(masks.general[w]!);
        masks.tables.forEach(({ tables }, t) => {
          const table = tables[w];
          if (table !== undefined) mask = i32.or(mask, i32.load(rows[t]!, table));
        });
        word = i32.xor(i32.and(i32.xor(word, masks.initial[w]!), mask), masks.initial[w]!);
      }
      f.do(i32.store(0, word, at.packed + 4 * w));
    }
  });
}

/** For each packed word: its initial value, the bits that always count, and for each process a table of bits by location. */
function liveMasks(
  e: Emitter,
  live: LiveCells,
): { initial: Int32Array; general: Int32Array; tables: { process: number; tables: (number | undefined)[] }[] } {
  const { fields, packed, network } = e.plan;
  const initial = new Int32Array(packed);
  const general = new Int32Array(packed).fill(-1);
  const fieldOf = new Map(fields.map((field) => [field.cell, field]));
  const bitsOf = (field: (typeof fields)[number]): number =>
    field.bits === 32 ? -1 : (2 ** field.bits - 1) << field.shift;
  for (const field of fields) {
    initial[field.word]! |= (slotAt(network, field.cell).initial - field.low) << field.shift;
    if (live.general[field.cell] === 0) general[field.word]! &= ~bitsOf(field);
  }
  const tables = live.rows.flatMap((locations, process) => {
    const bits = new Map<number, Int32Array>();
    locations.forEach((row, l) => {
      for (const cell of row) {
        const field = fieldOf.get(cell);
        if (field === undefined) continue;
        const table = bits.get(field.word) ?? new Int32Array(locations.length);
        bits.set(field.word, table);
        table[l]! |= bitsOf(field);
      }
    });
    if (bits.size === 0) return [];
    const words = new Array<number | undefined>(packed).fill(undefined);
    for (const [w, table] of bits) words[w] = e.data(table);
    return [{ process, tables: words }];
  });
  return { initial, general, tables };
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

/** Reads the state of a record, which may be folded, into the cells. */
export function readFunction({ module, plan }: Emitter, folding: Folding | undefined, unpack: ActionOn): ActionOn {
  return module.func("read", ["record: i32"], "void", (f, record) => {
    if (folding) f.call(folding.unfold, i32.add(record, 8));
    f.call(unpack, folding ? plan.at.packed : i32.add(record, 8));
  });
}

/** Keeps the state in the cells as the source of what is to come. */
export function saveCells(e: Emitter, f: Body): void {
  copyWords(f, e.plan.at.source, e.plan.at.cells, e.plan.network.slots.length);
}

export function restoreCells(e: Emitter, f: Body): void {
  copyWords(f, e.plan.at.cells, e.plan.at.source, e.plan.network.slots.length);
}

/** Runs statements that may change the cells, which are as before afterwards; `room` is that of `roomForCells`. */
export function keepingCells(room: number, e: Emitter, f: Body, statements: () => void): void {
  const bytes = 4 * e.plan.network.slots.length;
  f.do(memory.copy(room, e.plan.at.cells, bytes));
  statements();
  f.do(memory.copy(e.plan.at.cells, room, bytes));
}

export function roomForCells(e: Emitter): number {
  return e.region(4 * e.plan.network.slots.length);
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
