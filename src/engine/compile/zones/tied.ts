import { type Body, call, type Global, type I32, i32, memory, v128 } from "../../wasm/index.ts";
import type { ActionOn, Emitter, QuestionOf } from "../emitter.ts";
import { type Entry, STORED_INF } from "../plan.ts";
import { keyBytes } from "../store/leaf.ts";
import { type Once, onceTable, type Source, type Vectors } from "../store/once.ts";
import { type ActiveCode, storeEntry } from "./active.ts";
import type { Comparison, KeptZones } from "./comparison.ts";
import { lanesOf } from "./lanes.ts";
import { packedComparison } from "./packed.ts";

/**
 * Zones of many active clocks, kept once and with tied clocks as one: clocks are tied in a zone if their difference is one number
 * there, as of two that were set at the same moment or at moments that are a fixed time apart. A node has the address of its
 * zone, which many nodes may have. To be compared it is spread out again, as packed.ts has zones.
 *
 * A zone:   word 0   how many nodes have it
 *           word 1   its bytes, a multiple of 4
 *           word 2   how many bundles of tied clocks there are
 *           then     for each active clock its bundle, `index` bytes each, filled up to words
 *           then     for each how much it is ahead of the first of its bundle, doubled, as entries; filled up
 *           then     the zone of the first ones, as entries; filled up
 */
export const HEAD = 12;

/** Bytes of the number of a bundle. */
export function indexBytes(dim: number): 1 | 2 {
  return dim > 256 ? 2 : 1;
}

export function tiedComparison(e: Emitter, active: ActiveCode, source: Source): Comparison {
  const { module } = e;
  const layout = layoutOf(e, active);
  const packed = packedComparison(e, active);
  const free = e.region(layout.bytes + 4);
  const once = onceTable(e, source, zonesOf(e, free));
  const known = module.global("i32", "known_zone");
  const tie = tieFunction(e, layout);
  const spread = spreadFunction(e, layout);
  const { candidate } = e.plan.at;
  const kept: KeptZones = {
    once,
    meet: module.func("meet_zone", [], "void", (f) => {
      f.call(packed.weigh, candidate, packed.key);
      f.call(tie, candidate);
      f.set(known, call(once.look, layout.form));
    }),
    take: module.func("take_zone", [], "i32", (f) => {
      f.if(i32.eqz(known), () => f.set(known, call(once.keep, layout.form)));
      if (!e.plan.shared) f.if(known, () => f.do(i32.store(known, i32.add(i32.load(known), 1))));
      return known;
    }),
    release: releaseFunction(e, once, free),
    read: packed.load,
  };
  const { compress, key } = packed;
  return {
    kept,
    compress,
    key,
    load: module.func("load_tied", ["from: i32", "to: i32"], "void", (f, from, to) => {
      f.call(active.find);
      f.call(spread, i32.load(from));
      f.call(packed.rows, layout.room, to);
    }),
    weigh: module.func("weigh_tied", ["from: i32", "to: i32"], "void", (f, from, to) => {
      f.call(spread, i32.load(from));
      f.call(packed.weigh, layout.room, to);
    }),
    covered: module.func("covered_by_tied", ["b: i32"], "i32", (f, b) => {
      f.if(i32.eq(i32.load(b), known), () => f.return(1));
      f.call(spread, i32.load(b));
      return call(packed.covered, layout.room);
    }),
    covers: module.func("covers_tied", ["a: i32"], "i32", (f, a) => {
      f.call(spread, i32.load(a));
      return call(packed.covers, layout.room);
    }),
  };
}

/** Lets the room of a zone that no node has be used again: lists by size, through the first words. */
function releaseFunction({ module, plan }: Emitter, once: Once, free: number): ActionOn {
  return module.func("release_zone", ["zone: i32"], "void", (f, zone) => {
    if (plan.shared) return;
    f.do(i32.store(zone, i32.sub(i32.load(zone), 1)));
    f.if(i32.eqz(i32.load(zone)), () => {
      f.call(once.remove, zone);
      const list = f.local("i32", "list", i32.load(zone, 4));
      f.do(i32.store(zone, i32.load(list, free)), i32.store(list, zone, free));
    });
  });
}

function zonesOf(e: Emitter, free: number): Vectors {
  const { module } = e;
  const hash = module.func("hash_zone", ["zone: i32"], "i32", (f, zone) => {
    const h = f.local("i32", "h", 0x9747b28c | 0);
    const end = f.local("i32", "end", i32.add(zone, i32.load(zone, 4)));
    f.add(zone, 4);
    f.upTo(zone, end, 4, () => {
      f.set(h, i32.mul(i32.xor(h, i32.load(zone)), 0x85ebca6b | 0));
      f.set(h, i32.xor(h, i32.shr_u(h, 15)));
    });
    f.set(h, i32.mul(h, 0xc2b2ae35 | 0));
    return i32.xor(h, i32.shr_u(h, 16));
  });
  const same = module.func("same_zone", ["a: i32", "b: i32"], "i32", (f, a, b) => {
    const k = f.local("i32", "k");
    f.comment("their bytes first");
    f.for(
      k,
      4,
      i32.load(b, 4),
      () => f.if(i32.ne(i32.load(i32.add(a, k)), i32.load(i32.add(b, k))), () => f.return(0)),
      4,
    );
    return 1;
  });
  const copy = (room: QuestionOf) =>
    module.func("copy_zone", ["from: i32"], "i32", (f, from) => {
      const bytes = f.local("i32", "bytes", i32.load(from, 4));
      const zone = f.local("i32", "zone", i32.load(bytes, free));
      f.if(
        zone,
        () => f.do(i32.store(bytes, i32.load(zone), free)),
        () => f.set(zone, call(room, bytes)),
      );
      f.if(i32.eqz(zone), () => f.return(0));
      f.do(memory.copy(zone, from, bytes), i32.store(zone, 0));
      return zone;
    });
  return { name: "zone", hash, isSame: (a, b) => call(same, a, b), copy };
}

/** Where what is in a zone at an address, with the active clocks at hand; and rooms to work in. */
interface Layout {
  readonly count: Global<"i32">;
  readonly rowBytes: Global<"i32">;
  readonly shifts: (zone: I32) => I32;
  readonly entries: (shifts: I32) => I32;
  readonly bundle: (zone: I32, k: I32) => I32;
  readonly setBundle: (f: Body, zone: I32, k: I32, value: I32) => void;
  /** The most bytes of a zone. */
  readonly bytes: number;
  /** The zone of the candidate. */
  readonly form: number;
  /** One that is spread out. */
  readonly room: number;
}

function layoutOf(e: Emitter, { count, rowBytes }: ActiveCode): Layout {
  const { dim, entry } = e.plan;
  const index = indexBytes(dim);
  const bytes = HEAD + (index + entry) * (dim + 4) + keyBytes(e.plan);
  const filled = (bytes: I32): I32 => i32.and(i32.add(bytes, 3), -4);
  const indices = index === 1 ? count : i32.shl(count, 1);
  const at = (zone: I32, k: I32): I32 => i32.add(zone, index === 1 ? k : i32.shl(k, 1));
  return {
    count,
    rowBytes,
    shifts: (zone) => i32.add(i32.add(zone, HEAD), filled(indices)),
    entries: (shifts) => i32.add(shifts, filled(rowBytes)),
    bundle: (zone, k) => (index === 1 ? i32.load8_u(at(zone, k), HEAD) : i32.load16_u(at(zone, k), HEAD)),
    setBundle: (f, zone, k, value) =>
      f.do(index === 1 ? i32.store8(at(zone, k), value, HEAD) : i32.store16(at(zone, k), value, HEAD)),
    bytes,
    form: e.region(bytes),
    room: e.region(keyBytes(e.plan)),
  };
}

/** Bytes of so many entries. */
function timesOf(entry: Entry): (k: I32) => I32 {
  return (k) => (entry === 1 ? k : i32.shl(k, entry >> 1));
}

/** Finds the bundles of tied clocks of the zone in stored form at an address, and writes it to `form`. */
function tieFunction(e: Emitter, layout: Layout): ActionOn {
  const { count, rowBytes, form } = layout;
  const { entry, dim } = e.plan;
  const { loadEntry } = lanesOf(entry);
  const times = timesOf(entry);
  const firsts = e.region(4 * dim);
  return e.module.func("tie", ["from: i32"], "void", (f, from) => {
    const [x, b, bundles, ahead, back] = f.locals("i32", "x", "b", "bundles", "ahead", "back");
    const [first, to, column] = f.locals("i32", "first", "to", "column");
    const shifts = f.local("i32", "shifts", layout.shifts(i32.const(form)));
    const entries = f.local("i32", "entries", layout.entries(shifts));
    const row = f.local("i32", "row", from);
    f.do(memory.fill(form + 4, 0, i32.sub(entries, form + 4)));
    f.set(bundles, 0);
    f.for(x, 0, count, () => {
      f.set(column, times(x));
      f.block("tied", (tied) => {
        f.for(b, 0, bundles, () => {
          f.set(first, i32.load(i32.shl(b, 2), firsts));
          f.set(ahead, loadEntry(i32.add(i32.add(from, i32.mul(first, rowBytes)), column), 0));
          f.set(back, loadEntry(i32.add(row, times(first)), 0));
          f.comment("x - first <= d and first - x <= -d");
          f.if(i32.and(i32.eq(i32.add(ahead, back), 2), ahead), () => {
            f.do(storeEntry(e, i32.add(shifts, column), i32.sub(ahead, 1), 0));
            f.br(tied);
          });
        });
        f.do(i32.store(i32.shl(bundles, 2), x, firsts));
        f.add(bundles, 1);
      });
      layout.setBundle(f, i32.const(form), x, b);
      f.add(row, rowBytes);
    });
    f.set(to, entries);
    f.for(x, 0, bundles, () => {
      f.set(row, i32.add(from, i32.mul(i32.load(i32.shl(x, 2), firsts), rowBytes)));
      f.for(b, 0, bundles, () => {
        f.set(first, i32.load(i32.shl(b, 2), firsts));
        f.do(storeEntry(e, to, loadEntry(i32.add(row, times(first)), 0), 0));
        f.add(to, entry);
      });
    });
    f.do(i32.store(to, 0));
    f.do(i32.store(0, i32.and(i32.sub(i32.add(to, 3), form), -4), form + 4), i32.store(0, bundles, form + 8));
  });
}

/** Writes the zone at an address to `room`, in stored form. */
function spreadFunction(e: Emitter, layout: Layout): ActionOn {
  const { count, rowBytes, room } = layout;
  const { entry, dim } = e.plan;
  const lanes = lanesOf(entry);
  const none = STORED_INF[entry];
  const times = timesOf(entry);
  // Of each bundle the bounds on all clocks less its first one.
  const stride = entry * dim + 16;
  const rows = e.region(dim * stride);
  return e.module.func("spread", ["zone: i32"], "void", (f, zone) => {
    const [b, y, bound, row, to, k] = f.locals("i32", "b", "y", "bound", "row", "to", "k");
    const shifts = f.local("i32", "shifts", layout.shifts(zone));
    const entries = f.local("i32", "entries", layout.entries(shifts));
    const bundles = f.local("i32", "bundles", i32.load(zone, 8));
    f.set(row, rows);
    f.for(b, 0, bundles, () => {
      f.for(y, 0, count, () => {
        f.set(bound, lanes.loadEntry(i32.add(entries, times(layout.bundle(zone, y))), 0));
        f.if(i32.ne(bound, none), () => f.add(bound, lanes.loadEntry(i32.add(shifts, times(y)), 0)));
        f.do(storeEntry(e, i32.add(row, times(y)), bound, 0));
      });
      f.add(entries, times(bundles));
      f.add(row, stride);
    });
    f.set(to, room);
    const [shift, v] = f.locals("v128", "shift", "v");
    f.for(y, 0, count, () => {
      f.set(shift, lanes.splatAt(i32.add(shifts, times(y)), 0));
      f.set(row, i32.add(rows, i32.mul(layout.bundle(zone, y), stride)));
      f.for(
        k,
        0,
        rowBytes,
        () => {
          f.set(v, v128.load(i32.add(row, k), 0, entry));
          const less = v128.bitselect(lanes.splat(none), lanes.sub(v, shift), lanes.eq(v, lanes.splat(none)));
          f.do(v128.store(i32.add(to, k), less, 0, entry));
        },
        16,
      );
      f.add(to, rowBytes);
    });
  });
}
