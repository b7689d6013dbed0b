import { type Body, type I32, i32, type Local } from "../../wasm/index.ts";
import type { Emitter } from "../emitter.ts";

/**
 * Records of discrete states, as both hash tables have them: word 0 is the table's owner's, word 1 the hash, then the
 * state, packed or folded. A table is a power of 2 of words, with linear probing.
 */

/** The hash of so many words; without them, of the state as records have it. */
export function hashOf(
  { plan }: Emitter,
  f: Body,
  [at, words]: readonly [number, number] = [plan.at.kept, plan.kept],
): { readonly h: Local<"i32">; readonly value: I32 } {
  const h = f.local("i32", "h", 0x9747b28c | 0);
  for (let w = 0; w < words; w++) {
    f.set(h, i32.mul(i32.xor(h, i32.load(0, at + 4 * w)), 0x85ebca6b | 0));
    f.set(h, i32.xor(h, i32.shr_u(h, 15)));
  }
  f.set(h, i32.mul(h, 0xc2b2ae35 | 0));
  return { h, value: i32.xor(h, i32.shr_u(h, 16)) };
}

/** Whether the record is that of the state with hash `h`. */
export function isSame(record: I32, h: I32, { plan: { kept, at } }: Emitter): I32 {
  let same: I32 = i32.eq(i32.load(record, 4), h);
  for (let w = 0; w < kept; w++)
    same = i32.andThen(same, i32.eq(i32.load(record, 8 + 4 * w), i32.load(0, at.kept + 4 * w)));
  return same;
}

/** Fills a new record. */
export function writeRecord(f: Body, record: I32, h: I32, { plan: { kept, at } }: Emitter): void {
  f.do(i32.store(record, 0), i32.store(record, h, 4));
  for (let w = 0; w < kept; w++) f.do(i32.store(record, i32.load(0, at.kept + 4 * w), 8 + 4 * w));
}

/** The address of a slot. */
export function slotAt(table: I32, slot: I32): I32 {
  return i32.add(table, i32.shl(slot, 2));
}

export function nextSlot(slot: I32, mask: I32): I32 {
  return i32.and(i32.add(slot, 1), mask);
}

/** Puts the records of an old table of so many slots into a new one. */
export function refillTable(f: Body, old: I32, size: I32, table: I32, mask: I32): void {
  const [k, record] = f.locals("i32", "k", "record");
  f.for(k, 0, size, () => {
    f.set(record, i32.load(slotAt(old, k)));
    f.if(record, () => {
      const slot = f.local("i32", "slot", i32.and(i32.load(record, 4), mask));
      f.while(i32.load(slotAt(table, slot)), () => f.set(slot, nextSlot(slot, mask)));
      f.do(i32.store(slotAt(table, slot), record));
    });
  });
}

/** Looks for the record of the state from `slot` on and returns it; goes on behind if there is none. */
export function probe(f: Body, h: I32, slot: Local<"i32">, table: I32, mask: I32, e: Emitter): Local<"i32"> {
  const record = f.local("i32", "record");
  f.block("new", (fresh) => {
    f.loop("probe", (again) => {
      f.set(record, i32.load(slotAt(table, slot)));
      f.brIf(fresh, i32.eqz(record));
      f.if(isSame(record, h, e), () => f.return(record));
      f.set(slot, nextSlot(slot, mask));
      f.br(again);
    });
  });
  return record;
}
