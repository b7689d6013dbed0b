import { type Body, call, type I32, i32, i32x4, type Local, memory, type V128, v128 } from "../../wasm/index.ts";
import type { Emitter, Question } from "../emitter.ts";
import { type Entry, INF, STORED_INF } from "../plan.ts";
import { keyBytes } from "../store/leaf.ts";
import { type ActiveCode, eachClock, storeEntry } from "./active.ts";
import type { Comparison } from "./comparison.ts";
import { lanesOf } from "./lanes.ts";

/**
 * Zones in stored form with active clocks only, and their comparison: the same as in comparison.ts, over as many rows as there
 * are now. A clock without bounds never decides there, so nothing is lost; read again, it may have any value.
 */
interface PackedComparison extends Comparison {
  /** As `load`, once the active clocks were found. */
  readonly rows: Comparison["load"];
}

export function packedComparison(e: Emitter, active: ActiveCode): PackedComparison {
  const key = e.region(keyBytes(e.plan));
  const other = e.region(keyBytes(e.plan));
  const weigh = weighFunction(e, active);
  const below = belowFunction(e, active);
  const rows = rowsFunction(e, active);
  return {
    compress: compressFunction(e, active),
    rows,
    load: e.module.func("load", ["from: i32", "to: i32"], "void", (f, from, to) => {
      f.call(active.find);
      f.call(rows, from, to);
    }),
    weigh,
    key,
    covered: e.module.func("covered", ["b: i32"], "i32", (_, b) => call(below, key, b)),
    covers: e.module.func("covers", ["a: i32"], "i32", (f, a) => {
      f.call(weigh, a, other);
      return call(below, other, e.plan.at.candidate);
    }),
  };
}

/** Does something for each active clock: `x` is four times its number. */
function eachActive(f: Body, { list }: ActiveCode, x: Local<"i32">, statements: () => void): void {
  const next = f.local("i32", "next", list);
  f.set(x, i32.load(next));
  f.while(i32.ge_s(x, 0), () => {
    statements();
    f.add(next, 4);
    f.set(x, i32.load(next));
  });
}

function compressFunction(e: Emitter, active: ActiveCode): Question {
  const { plan } = e;
  const { entry, width, at, limit } = plan;
  return e.module.func("compress", [], "i32", (f) => {
    f.call(active.find);
    const to = f.local("i32", "to", at.candidate);
    const bad = f.local("i32", "bad", 0);
    const [x, y, row, bound] = f.locals("i32", "x", "y", "row", "bound");
    const { listing } = active;
    if (listing) eachActive(f, active, x, () => f.call(listing.ensure, at.target, i32.shr_u(x, 2)));
    eachActive(f, active, x, () => {
      f.set(row, i32.mul(x, width));
      eachActive(f, active, y, () => {
        f.set(bound, i32.load(i32.add(row, y), at.target));
        f.if(
          i32.lt_s(bound, INF),
          () => f.set(bad, i32.or(bad, i32.gt_u(i32.add(bound, limit), 2 * limit))),
          () => f.set(bound, STORED_INF[entry]),
        );
        f.do(storeEntry(e, to, bound, 0));
        f.add(to, entry);
      });
    });
    f.comment("whole vectors are compared, and hashed");
    f.do(v128.store(to, i32x4.splat(0), 0, entry));
    return i32.eqz(bad);
  });
}

function rowsFunction(e: Emitter, active: ActiveCode): Comparison["load"] {
  const { plan } = e;
  const { entry, width, rowBytes } = plan;
  const { loadEntry } = lanesOf(entry);
  return e.module.func("load_rows", ["from: i32", "to: i32"], "void", (f, from, to) => {
    const row = f.local("i32", "row", to);
    const [x, y, bound] = f.locals("i32", "x", "y", "bound");
    const { listing } = active;
    const entries = () =>
      eachActive(f, active, y, () => {
        f.set(bound, loadEntry(from, 0));
        if (entry < 4) f.if(i32.eq(bound, STORED_INF[entry]), () => f.set(bound, INF));
        f.do(i32.store(i32.add(row, y), bound));
        f.add(from, entry);
      });
    if (listing) {
      f.call(listing.begin, to, active.list);
      eachActive(f, active, x, () => {
        f.set(row, i32.add(to, i32.mul(x, width)));
        entries();
      });
      return;
    }
    const read = () => {
      for (let k = 0; k < width; k += 4) f.do(v128.store(row, i32x4.splat(INF), 4 * k));
      entries();
      f.add(row, rowBytes);
    };
    const loose = () => {
      f.do(memory.copy(row, to, rowBytes), i32.store(i32.add(row, x), 1));
      f.add(row, rowBytes);
    };
    eachClock(e, f, active.list, x, read, loose);
  });
}

/** The key of vectors of the row of clock `x`, which stands at `row`: it is settled by its first entry which of them count. */
export function weighing(
  f: Body,
  x: I32,
  row: I32,
  at: { readonly lowers: number; readonly thresholds: number },
  entry: Entry,
): (v: V128, offset: I32) => V128 {
  const lanes = lanesOf(entry);
  const [a0x, counts] = f.locals("v128", "a0x", "counts");
  f.set(a0x, lanes.splatAt(row, 0));
  f.set(counts, lanes.ge_s(a0x, lanes.splatAt(i32.mul(x, entry), at.thresholds)));
  return (v, offset) => {
    const even = lanes.addUp(lanes.takeOff(a0x, v128.load(offset, at.lowers)), lanes.splat(1));
    const least = lanes.min_s(v, v128.and(even, lanes.splat(-2)));
    return v128.bitselect(least, lanes.splat(lanes.lowest), counts);
  };
}

function weighFunction(e: Emitter, { count, rowBytes }: ActiveCode): Comparison["weigh"] {
  const { entry, at } = e.plan;
  const lanes = lanesOf(entry);
  return e.module.func("weigh", ["from: i32", "to: i32"], "void", (f, from, to) => {
    const [x, k] = f.locals("i32", "x", "k");
    f.for(x, 0, count, () => {
      const weighed = weighing(f, x, from, at, entry);
      f.for(
        k,
        0,
        rowBytes,
        () => f.do(v128.store(i32.add(to, k), weighed(v128.load(i32.add(from, k), 0, entry), k), 0, entry)),
        16,
      );
      f.add(from, rowBytes);
      f.add(to, rowBytes);
    });
    f.comment("behind the last row keys are always below");
    f.do(v128.store(to, lanes.splat(lanes.lowest), 0, entry));
  });
}

/** Whether no entry of the key at `a` is above that of the zone at `b`. */
function belowFunction(e: Emitter, { zoneBytes }: ActiveCode) {
  const { entry } = e.plan;
  const lanes = lanesOf(entry);
  return e.module.func("below", ["a: i32", "b: i32"], "i32", (f, a, b) => {
    const k = f.local("i32", "k");
    f.for(
      k,
      0,
      zoneBytes,
      () => {
        const at = (zone: I32) => v128.load(i32.add(zone, k), 0, entry);
        f.if(v128.any_true(lanes.gt_s(at(a), at(b))), () => f.return(0));
      },
      16,
    );
    return 1;
  });
}
