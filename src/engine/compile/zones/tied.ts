import { call, i32, memory } from "../../wasm/index.ts";
import type { ActionOn, Emitter, QuestionOf } from "../emitter.ts";
import { type Once, onceTable, type Source, type Vectors } from "../store/once.ts";
import { type ActiveCode, storeEntry } from "./active.ts";
import type { Comparison, KeptZones } from "./comparison.ts";
import { lanesOf } from "./lanes.ts";
import { packedComparison } from "./packed.ts";
import { aboveKey, insideCandidate, type Layout, layoutOf, spreadFunction, timesOf } from "./spread.ts";

/**
 * Zones of many active clocks, kept once and with tied clocks as one: clocks are tied in a zone if their difference is one number
 * there, as of two that were set at the same moment or at moments that are a fixed time apart. A node has the address of its
 * zone, which many nodes may have. To be compared it is spread out again (spread.ts), as packed.ts has zones.
 */
export function tiedComparison(e: Emitter, active: ActiveCode, source: Source): Comparison {
  const { module } = e;
  const layout = layoutOf(e, active);
  const packed = packedComparison(e, active);
  const free = e.region(layout.bytes + 4);
  const once = onceTable(e, source, zonesOf(e, free));
  const known = module.global("i32", "known_zone");
  const tie = tieFunction(e, layout);
  const { candidate } = e.plan.at;
  const spread = spreadFunction("spread", e, layout);
  const spreadAbove = spreadFunction("spread_above", e, layout, aboveKey(e, layout, packed.key));
  const spreadBelow = spreadFunction("spread_below", e, layout, insideCandidate(e, layout));
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
      f.do(call(spread, i32.load(from)));
      f.call(packed.rows, layout.room, to);
    }),
    weigh: module.func("weigh_tied", ["from: i32", "to: i32"], "void", (f, from, to) => {
      f.do(call(spread, i32.load(from)));
      f.call(packed.weigh, layout.room, to);
    }),
    covered: module.func("covered_by_tied", ["b: i32"], "i32", (f, b) => {
      f.if(i32.eq(i32.load(b), known), () => f.return(1));
      f.if(i32.eqz(call(spreadAbove, i32.load(b))), () => f.return(0));
      return call(packed.covered, layout.room);
    }),
    covers: module.func("covers_tied", ["a: i32"], "i32", (f, a) => {
      f.if(i32.eqz(call(spreadBelow, i32.load(a))), () => f.return(0));
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
