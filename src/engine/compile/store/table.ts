import { call, type Func, type Global, type I32, i32, memory } from "../../wasm/index.ts";
import type { Emitter } from "../emitter.ts";

/**
 * A hash table of packed discrete states with linear probing. A record: word 0 is the table's owner's, 0 at first; word 1
 * the hash; then the packed state, and so many words of the owner's as it asks for, 0 at first. Records never move.
 */
export interface DiscreteTable {
  /** Makes the table; to be called once the heap is open. */
  readonly open: Func<readonly [], "void">;
  /** The record of the state in the region `packed`, made if new; 0 if memory ran out. */
  readonly find: Func<readonly [], "i32">;
  readonly count: Global<"i32">;
}

const FIRST_SIZE = 1 << 10;

export function discreteTable(
  e: Emitter,
  allocate: Func<readonly ["i32"], "i32">,
  name: string,
  words = 0,
): DiscreteTable {
  const { module, plan } = e;
  const { packed, at } = plan;
  const table = module.global("i32", `${name}_table`);
  const mask = module.global("i32", `${name}_mask`);
  const count = module.global("i32", `${name}_count`);
  const slotAt = (slot: I32): I32 => i32.add(table, i32.shl(slot, 2));

  const open = module.func(`${name}_open`, [], "void", (f) => {
    f.set(table, call(allocate, 4 * FIRST_SIZE));
    f.do(memory.fill(table, 0, 4 * FIRST_SIZE));
    f.set(mask, FIRST_SIZE - 1);
  });

  const grow = module.func(`${name}_grow`, [], "void", (f) => {
    const old = f.local("i32", "old", table);
    const size = f.local("i32", "size", i32.add(mask, 1));
    const fresh = f.local("i32", "fresh", call(allocate, i32.shl(size, 3)));
    f.if(i32.eqz(fresh), () => f.return());
    f.do(memory.fill(fresh, 0, i32.shl(size, 3)));
    f.set(table, fresh);
    f.set(mask, i32.sub(i32.shl(size, 1), 1));
    const k = f.local("i32", "k");
    const record = f.local("i32", "record");
    const slot = f.local("i32", "slot");
    f.for(k, 0, size, () => {
      f.set(record, i32.load(i32.add(old, i32.shl(k, 2))));
      f.if(record, () => {
        f.set(slot, i32.and(i32.load(record, 4), mask));
        f.while(i32.load(slotAt(slot)), () => f.set(slot, i32.and(i32.add(slot, 1), mask)));
        f.do(i32.store(slotAt(slot), record));
      });
    });
  });

  const find = module.func(`${name}_find`, [], "i32", (f) => {
    const h = f.local("i32", "h", 0x9747b28c | 0);
    for (let w = 0; w < packed; w++) {
      f.set(h, i32.mul(i32.xor(h, i32.load(0, at.packed + 4 * w)), 0x85ebca6b | 0));
      f.set(h, i32.xor(h, i32.shr_u(h, 15)));
    }
    f.set(h, i32.mul(h, 0xc2b2ae35 | 0));
    f.set(h, i32.xor(h, i32.shr_u(h, 16)));
    const slot = f.local("i32", "slot", i32.and(h, mask));
    const record = f.local("i32", "record");
    f.block("new", (fresh) => {
      f.loop("probe", (probe) => {
        f.set(record, i32.load(slotAt(slot)));
        f.brIf(fresh, i32.eqz(record));
        let same: I32 = i32.eq(i32.load(record, 4), h);
        for (let w = 0; w < packed; w++)
          same = i32.andThen(same, i32.eq(i32.load(record, 8 + 4 * w), i32.load(0, at.packed + 4 * w)));
        f.if(same, () => f.return(record));
        f.set(slot, i32.and(i32.add(slot, 1), mask));
        f.br(probe);
      });
    });
    f.set(record, call(allocate, 8 + 4 * (packed + words)));
    f.if(i32.eqz(record), () => f.return(0));
    f.do(i32.store(record, 0), i32.store(record, h, 4));
    for (let w = 0; w < packed; w++) f.do(i32.store(record, i32.load(0, at.packed + 4 * w), 8 + 4 * w));
    for (let w = packed; w < packed + words; w++) f.do(i32.store(record, 0, 8 + 4 * w));
    f.do(i32.store(slotAt(slot), record));
    f.set(count, i32.add(count, 1));
    f.if(i32.gt_u(i32.add(count, i32.shr_u(count, 1)), mask), () => f.call(grow));
    return record;
  });

  return { open, find, count };
}
