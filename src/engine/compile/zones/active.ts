import type { ActiveClocks, ClockBounds } from "../../../analysis/index.ts";
import { type Body, type Global, type I32, i32, type Local, memory, v128 } from "../../wasm/index.ts";
import type { Coder } from "../code/coder.ts";
import type { Action, ActionOn, Emitter } from "../emitter.ts";
import { INF } from "../plan.ts";
import { comparesExactly } from "../support.ts";
import { lanesOf } from "./lanes.ts";
import type { Listing } from "./zone.ts";

/**
 * Active clocks in compiled code (analysis/bounds/active.ts): which ones count in the locations in the cells, with their
 * bounds in the same order. All zones of one discrete state have the same, so they are stored and compared without the
 * others (packed.ts). What is found holds until it is looked for again.
 */
export interface ActiveCode {
  /** Finds the active clocks of the locations in the cells, and fills `lowers` and `thresholds` for them. */
  readonly find: Action;
  /** Takes as many as were found once, as a record has it; only their number and what follows from it is known then. */
  readonly recall: ActionOn;
  /** Lets the other clocks of the target zone have any value. */
  readonly loosen: Action;
  /** How many there are, the zero clock included. */
  readonly count: Global<"i32">;
  /** Bytes of a row, and of a zone, in stored form. */
  readonly rowBytes: Global<"i32">;
  readonly zoneBytes: Global<"i32">;
  /** Where they are: a word for each, four times its number, ascending; then -1. */
  readonly list: number;
  /** Set where working zones have rows of listed clocks only. */
  readonly listing: Listing | undefined;
}

/** Undefined where zones are stored with all clocks. */
export function activeFunctions(e: Coder, bounds: ClockBounds): ActiveCode | undefined {
  const { active, dim } = e.plan;
  if (active === undefined) return undefined;
  const list = e.region(4 * dim + 4);
  const [count, rowBytes, zoneBytes] = ["active_count", "active_row", "active_zone"].map((name) =>
    e.module.global("i32", name),
  ) as [Global<"i32">, Global<"i32">, Global<"i32">];
  const code = { list, count, rowBytes, zoneBytes };
  const { listing } = e.zones;
  const recall = e.module.func("recall_active", ["count: i32"], "void", (f, n) => {
    f.set(count, n);
    f.set(rowBytes, i32.mul(n, e.plan.entry));
    f.set(zoneBytes, i32.mul(rowBytes, n));
  });
  const loosen = loosenFunction(e, code, listing);
  return { ...code, listing, find: findFunction(e, active, bounds, code), recall, loosen };
}

type Found = Omit<ActiveCode, "find" | "recall" | "loosen" | "listing">;

/** Bytes of a zone in stored form, filled up to whole vectors: of the active clocks now, or of all. */
export function filledBytes({ plan: { dim, entry } }: Emitter, active: ActiveCode | undefined): I32 {
  if (!active) return i32.const((dim * dim * entry + 15) & ~15);
  return i32.and(i32.add(active.zoneBytes, 15), ~15);
}

/** A word for each clock whether it is active, and its bounds as `lowers` and `thresholds` have them. */
interface Marks {
  readonly marks: number;
  readonly lower: number;
  readonly upper: number;
}

function findFunction(e: Emitter, active: ActiveClocks, bounds: ClockBounds, found: Found): Action {
  const { dim, entry, network, at } = e.plan;
  const marks: Marks = { marks: e.region(4 * dim), lower: e.region(4 * dim), upper: e.region(4 * dim) };
  const mark = markFunction(e, marks);
  const isExact = e.plan.extrapolates || comparesExactly(bounds);
  const quads = (clocks: readonly number[], triples: Int32Array) => quadsOf(e, clocks, triples, isExact);
  const general = e.data(quads([...active.always], bounds.general));
  const tables = network.processes.flatMap(({ index }) => {
    const rows = active.rows[index]!;
    if (rows.every((row) => row.length === 0)) return [];
    const lists = rows.map((row, l) => (row.length === 0 ? 0 : e.data(quads(row, bounds.rows[index]![l]!))));
    return [{ process: index, table: e.data(Int32Array.from(lists)) }];
  });
  const { list, count, rowBytes, zoneBytes } = found;
  const sized = lanesOf(entry);
  return e.module.func("find_active", [], "void", (f) => {
    f.do(memory.fill(marks.marks, 0, 4 * dim));
    f.call(mark, general);
    for (const { process, table } of tables)
      f.call(mark, i32.load(i32.shl(i32.load(0, at.cells + 4 * process), 2), table));
    f.set(count, 0);
    f.set(rowBytes, 0);
    const x = f.local("i32", "x");
    f.for(
      x,
      0,
      4 * dim,
      () =>
        f.if(i32.load(x, marks.marks), () => {
          f.do(i32.store(i32.shl(count, 2), x, list));
          f.do(storeEntry(e, rowBytes, i32.load(x, marks.lower), at.lowers));
          f.do(storeEntry(e, rowBytes, i32.load(x, marks.upper), at.thresholds));
          f.add(count, 1);
          f.add(rowBytes, entry);
        }),
      4,
    );
    f.do(i32.store(i32.shl(count, 2), -1, list));
    f.comment("what lies behind a row never counts");
    f.do(v128.store(rowBytes, sized.splat(isExact ? sized.boundless : sized.none), at.lowers, entry));
    f.set(zoneBytes, i32.mul(rowBytes, count));
  });
}

/** Marks the clocks of a list; 0 is the empty one. Bounds of clocks that are marked already become the least of both. */
function markFunction(e: Emitter, { marks, lower, upper }: Marks) {
  const least = (a: I32, b: I32): I32 => i32.select(i32.lt_s(a, b), a, b);
  return e.module.func("mark_active", ["list: i32"], "void", (f, list) => {
    f.if(i32.eqz(list), () => f.return());
    const [x, l, u] = f.locals("i32", "x", "l", "u");
    f.loop("next", (next) => {
      f.set(x, i32.load(list));
      f.set(l, i32.load(list, 4));
      f.set(u, i32.load(list, 8));
      f.if(i32.load(x, marks), () => {
        f.set(l, least(l, i32.load(x, lower)));
        f.set(u, least(u, i32.load(x, upper)));
      });
      f.do(i32.store(x, 1, marks), i32.store(x, l, lower), i32.store(x, u, upper));
      f.set(x, i32.load(list, 12));
      f.add(list, 16);
      f.brIf(next, x);
    });
  });
}

/** A list of clocks that is not empty: four times the number, -2L, 1 - 2U, and whether another one follows. */
function quadsOf(
  { plan: { entry, measure } }: Emitter,
  clocks: readonly number[],
  triples: Int32Array,
  isExact: boolean,
): Int32Array {
  const { none, boundless } = lanesOf(entry);
  const quads = clocks.map((x, k): [number, number, number, number] => [
    4 * x,
    x === 0 ? 0 : none,
    x === 0 ? 1 : x === measure ? boundless : none,
    k + 1 < clocks.length ? 1 : 0,
  ]);
  for (let i = 0; i < triples.length; i += 3) {
    const [x, lower, upper] = triples.subarray(i, i + 3);
    const quad = quads.find(([at]) => at === 4 * x!);
    if (quad !== undefined && lower! >= 0) quad[1] = -2 * lower!;
    if (quad !== undefined && upper! >= 0) quad[2] = 1 - 2 * upper!;
  }
  // With bounds above all entries aLU adds nothing.
  return Int32Array.from(
    quads.flatMap(([x, l, u, more]) => (isExact ? [x, boundless, boundless, more] : [x, l, u, more])),
  );
}

/** Stores an entry of a zone in stored form. */
export function storeEntry({ plan: { entry } }: Emitter, at: I32, value: I32, offset: number) {
  if (entry === 4) return i32.store(at, value, offset, 4);
  return entry === 2 ? i32.store16(at, value, offset, 2) : i32.store8(at, value, offset);
}

/** Does something for each clock, in ascending order: those that are active, and the others; `x` is four times its number. */
export function eachClock(
  { plan: { dim } }: Emitter,
  f: Body,
  list: number,
  x: Local<"i32">,
  active: () => void,
  other: () => void,
): void {
  const next = f.local("i32", "next", list);
  f.for(
    x,
    0,
    4 * dim,
    () =>
      f.if(
        i32.eq(x, i32.load(next)),
        () => {
          f.add(next, 4);
          active();
        },
        other,
      ),
    4,
  );
}

/** Row 0 holds the upper bounds of all clocks: how far they are above one that may be zero. */
function loosenFunction(e: Emitter, { list }: Found, listing: Listing | undefined): Action {
  const { width, rowBytes, at } = e.plan;
  const clear = e.module.func("loosen_row", ["row: i32"], "void", (f, row) => {
    const x = f.local("i32", "x");
    eachClock(
      e,
      f,
      list,
      x,
      () => {},
      () => f.do(i32.store(i32.add(row, x), INF)),
    );
  });
  return e.module.func("loosen", [], "void", (f) => {
    const x = f.local("i32", "x");
    const row = f.local("i32", "row", at.target);
    eachClock(
      e,
      f,
      list,
      x,
      () => {
        f.call(clear, row);
        f.add(row, rowBytes);
      },
      () => {
        f.do(memory.copy(row, at.target, 4 * width), i32.store(i32.add(row, x), 1));
        f.add(row, rowBytes);
      },
    );
    if (listing) f.call(listing.all);
  });
}
