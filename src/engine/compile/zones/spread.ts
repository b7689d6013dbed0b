import { type Body, type Func, type Global, type I32, i32, type V128, v128 } from "../../wasm/index.ts";
import type { Emitter } from "../emitter.ts";
import { type Entry, STORED_INF } from "../plan.ts";
import { keyBytes } from "../store/leaf.ts";
import { type ActiveCode, storeEntry } from "./active.ts";
import { lanesOf } from "./lanes.ts";
import { weighing } from "./packed.ts";

/**
 * A zone with tied clocks as one (tied.ts), as it lies in memory, and how it is spread out again into stored form (packed.ts).
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

/** Where what is in a zone at an address, with the active clocks at hand; and rooms to work in. */
export interface Layout {
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
  /** One that is spread out; of each bundle the bounds on all clocks less its first one, `stride` bytes each. */
  readonly room: number;
  readonly rows: number;
  readonly stride: number;
}

export function layoutOf(e: Emitter, { count, rowBytes }: ActiveCode): Layout {
  const { dim, entry } = e.plan;
  const index = indexBytes(dim);
  const stride = entry * dim + 16;
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
    rows: e.region(dim * stride),
    stride,
  };
}

/** Bytes of so many entries. */
export function timesOf(entry: Entry): (k: I32) => I32 {
  return (k) => (entry === 1 ? k : i32.shl(k, entry >> 1));
}

/**
 * Tells of a vector of the row of clock `x`, which stands at `row` in `room`, which entries decide that the answer is no.
 * `at` is where the vector stands, `offset` where in its row.
 */
type Decides = (f: Body, x: I32, row: I32) => (v: V128, at: I32, offset: I32) => V128;

/** A zone does not cover the candidate if an entry of it is below the candidate's key. */
export function aboveKey({ plan: { entry } }: Emitter, { room }: Layout, key: number): Decides {
  const lanes = lanesOf(entry);
  return () => (v, at) => lanes.gt_s(v128.load(i32.add(at, key - room), 0, entry), v);
}

/** The candidate does not cover a zone if an entry of the zone's key is above the candidate's. */
export function insideCandidate({ plan: { entry, at: regions } }: Emitter, { room }: Layout): Decides {
  const lanes = lanesOf(entry);
  return (f, x, row) => {
    const weighed = weighing(f, x, row, regions, entry);
    return (v, at, offset) =>
      lanes.gt_s(weighed(v, offset), v128.load(i32.add(at, regions.candidate - room), 0, entry));
  };
}

/**
 * Writes the zone at an address to `room`, in stored form; 0 where a row decides already: most zones are told from the candidate
 * by their first rows. Only whole vectors of a row are looked at, so that 1 decides nothing.
 */
export function spreadFunction(
  name: string,
  e: Emitter,
  layout: Layout,
  deciding?: Decides,
): Func<readonly ["i32"], "i32"> {
  const { count, rowBytes, room, rows, stride } = layout;
  const { entry } = e.plan;
  const lanes = lanesOf(entry);
  const none = STORED_INF[entry];
  const times = timesOf(entry);
  return e.module.func(name, ["zone: i32"], "i32", (f, zone) => {
    const [b, x, y, bound, row, to, k] = f.locals("i32", "b", "x", "y", "bound", "row", "to", "k");
    const [shift, v] = f.locals("v128", "shift", "v");
    const shifts = f.local("i32", "shifts", layout.shifts(zone));
    const entries = f.local("i32", "entries", layout.entries(shifts));
    const bundles = f.local("i32", "bundles", i32.load(zone, 8));
    const whole = f.local("i32", "whole", i32.and(rowBytes, -16));
    const vector = (): void => {
      f.set(v, v128.load(i32.add(row, k), 0, entry));
      f.set(v, v128.bitselect(lanes.splat(none), lanes.sub(v, shift), lanes.eq(v, lanes.splat(none))));
      f.do(v128.store(i32.add(to, k), v, 0, entry));
    };
    f.set(b, 0);
    f.set(to, room);
    f.for(x, 0, count, () => {
      f.set(row, i32.add(rows, i32.mul(layout.bundle(zone, x), stride)));
      f.comment("the first of a bundle: bundles are numbered as they come");
      f.if(i32.eq(layout.bundle(zone, x), b), () => {
        f.for(y, 0, count, () => {
          f.set(bound, lanes.loadEntry(i32.add(entries, times(layout.bundle(zone, y))), 0));
          f.if(i32.ne(bound, none), () => f.add(bound, lanes.loadEntry(i32.add(shifts, times(y)), 0)));
          f.do(storeEntry(e, i32.add(row, times(y)), bound, 0));
        });
        f.add(entries, times(bundles));
        f.add(b, 1);
      });
      f.set(shift, lanes.splatAt(i32.add(shifts, times(x)), 0));
      f.comment("its first entry, by which others count");
      f.set(k, 0);
      vector();
      const decides = deciding?.(f, x, to);
      f.for(
        k,
        0,
        whole,
        () => {
          vector();
          if (decides) f.if(v128.any_true(decides(v, i32.add(to, k), k)), () => f.return(0));
        },
        16,
      );
      f.for(k, whole, rowBytes, vector, 16);
      f.add(to, rowBytes);
    });
    return 1;
  });
}
