import { call, type Global, i32, memory } from "../../wasm/index.ts";
import type { Action, Emitter, Question, QuestionOf } from "../emitter.ts";
import { hashOf, probe, refillTable, slotAt, writeRecord } from "./record.ts";
import { counted, type Tally } from "./tally.ts";

/**
 * A hash table of packed discrete states. Behind the packed state a record (record.ts) has so many words of the owner's as it
 * asks for, 0 at first. Records never move.
 */
export interface DiscreteTable {
  /** Makes the table; to be called once the heap is open. */
  readonly open: Action;
  /** The record of the state in the region `kept`, made if new; 0 if memory ran out. */
  readonly find: Question;
  readonly count: Global<"i32">;
}

const FIRST_SIZE = 1 << 10;

/** With `tally`, bytes of records and of tables are counted. */
export function discreteTable(e: Emitter, allocate: QuestionOf, name: string, words = 0, tally?: Tally): DiscreteTable {
  const { module } = e;
  const { kept } = e.plan;
  const table = module.global("i32", `${name}_table`);
  const mask = module.global("i32", `${name}_mask`);
  const count = module.global("i32", `${name}_count`);
  const room = counted(e, tally, allocate, `${name}_table`, "table");
  const open = module.func(`${name}_open`, [], "void", (f) => {
    f.set(table, call(room, 4 * FIRST_SIZE));
    f.do(memory.fill(table, 0, 4 * FIRST_SIZE));
    f.set(mask, FIRST_SIZE - 1);
  });
  const grow = module.func(`${name}_grow`, [], "void", (f) => {
    const old = f.local("i32", "old", table);
    const size = f.local("i32", "size", i32.add(mask, 1));
    const fresh = f.local("i32", "fresh", call(room, i32.shl(size, 3)));
    f.if(i32.eqz(fresh), () => f.return());
    f.do(memory.fill(fresh, 0, i32.shl(size, 3)));
    f.set(table, fresh);
    f.set(mask, i32.sub(i32.shl(size, 1), 1));
    refillTable(f, old, size, table, mask);
  });
  const find = module.func(`${name}_find`, [], "i32", (f) => {
    const { h, value } = hashOf(e, f);
    f.set(h, value);
    const slot = f.local("i32", "slot", i32.and(h, mask));
    const record = probe(f, h, slot, table, mask, e);
    f.set(record, call(allocate, 8 + 4 * (kept + words)));
    f.if(i32.eqz(record), () => f.return(0));
    if (tally) f.add(tally.recordBytes, 8 + 4 * (kept + words));
    writeRecord(f, record, h, e);
    for (let w = kept; w < kept + words; w++) f.do(i32.store(record, 0, 8 + 4 * w));
    f.do(i32.store(slotAt(table, slot), record));
    f.add(count, 1);
    f.if(i32.gt_u(i32.add(count, i32.shr_u(count, 1)), mask), () => f.call(grow));
    return record;
  });
  return { open, find, count };
}
