import { type Body, type Func, type I32, i32, i32x4, type Local, memory, type V128, v128 } from "../../wasm/index.ts";
import type { Action, Emitter } from "../emitter.ts";
import { INF } from "../plan.ts";

/**
 * Operations on working zones (see plan.ts for the transposed layout), specialised to the number of clocks. `z` is the
 * address of a zone; clocks are numbers. All require a closed zone that is not empty and keep it closed; they compute what
 * `zones/dbm.ts` does.
 */
export interface ZoneFunctions {
  /** x - y < or <= c, encoded. Returns whether anything is left. */
  readonly constrain: Func<readonly ["i32", "i32", "i32", "i32"], "i32">;
  /** x = value. */
  readonly reset: Func<readonly ["i32", "i32", "i32"], "void">;
  /** x = y. */
  readonly move: Func<readonly ["i32", "i32", "i32"], "void">;
  /** x = y + d, where y may be x. Requires: y + d is never negative in the zone. */
  readonly shift: Func<readonly ["i32", "i32", "i32", "i32"], "void">;
  /** Time passes. */
  readonly up: Func<readonly ["i32"], "void">;
  /** to = from. */
  readonly copy: Func<readonly ["i32", "i32"], "void">;
  /** Set where working zones have rows of listed clocks only. */
  readonly listing?: Listing;
}

/** Rows and columns that working zones have; see rows.ts. */
export interface Listing {
  /**
   * Lists the clocks at an address, four times their numbers, then -1, and forgets the others; entries of a zone are INF then.
   */
  readonly begin: Func<readonly ["i32", "i32"], "void">;
  /** All clocks are listed from now on: the target zone is whole. */
  readonly all: Action;
  /** Sees to it that a clock is listed; `z` is the zone at hand. */
  readonly ensure: Func<readonly ["i32", "i32"], "void">;
  /** Does something with the row of each listed clock. */
  readonly eachRow: (f: Body, z: I32, statements: (row: Local<"i32">, x: Local<"i32">) => void) => void;
  /** Does something with each block of columns, by its offset in a row. */
  readonly eachBlock: (f: Body, statements: (block: Local<"i32">) => void) => void;
}

export function zoneFunctions(e: Emitter): ZoneFunctions {
  const { module, plan } = e;
  return {
    constrain: constrainFunction(e),
    reset: module.func("reset", ["z: i32", "x: i32", "value: i32"], "void", (f, z, x, value) =>
      setClock(f, e, z, x, i32.const(0), value),
    ),
    move: module.func("move", ["z: i32", "x: i32", "y: i32"], "void", (f, z, x, y) => {
      f.if(i32.ne(x, y), () => setClock(f, e, z, x, y, i32.const(0)));
    }),
    shift: module.func("shift", ["z: i32", "x: i32", "y: i32", "d: i32"], "void", (f, z, x, y, d) =>
      setClock(f, e, z, x, y, d),
    ),
    up: module.func("up", ["z: i32"], "void", (f, z) => {
      f.comment("row 0 holds the upper bounds of all clocks");
      for (let k = 0; k < plan.width; k += 4) f.do(v128.store(z, i32x4.splat(INF), 4 * k));
      f.do(i32.store(z, 1));
    }),
    copy: module.func("copy", ["to: i32", "from: i32"], "void", (f, to, from) => {
      if (plan.zoneBytes <= 1024) {
        for (let k = 0; k < plan.zoneBytes; k += 16) f.do(v128.store(to, v128.load(from, k), k));
      } else f.do(memory.copy(to, from, plan.zoneBytes));
    }),
  };
}

/** Rows are kept in vector locals up to this many vectors; longer ones are read again. */
const MAX_KEPT = 12;

/**
 * Entry (i, j) becomes the minimum of itself and (i, x) + c + (y, j). Transposed: row j becomes the minimum of itself and
 * row x plus the number c + (y, j), four entries at a time.
 */
function constrainFunction(e: Emitter): Func<readonly ["i32", "i32", "i32", "i32"], "i32"> {
  const { width, rowBytes, zoneBytes } = e.plan;
  return e.module.func("constrain", ["z: i32", "x: i32", "y: i32", "c: i32"], "i32", (f, z, x, y, c) => {
    const rowX = tighten(f, e, z, x, y, c);
    const vectors = width / 4;
    const kept: Local<"v128">[] = [];
    if (vectors <= MAX_KEPT)
      for (let k = 0; k < vectors; k++) kept.push(f.local("v128", `x${k}`, v128.load(rowX, 16 * k)));
    // Row by row: (y, j) stands in row j at column y.
    const row = f.local("i32", "row", z);
    const end = f.local("i32", "end", i32.add(z, zoneBytes));
    const yj = f.local("i32", "yj");
    const s = f.local("v128", "s");
    const sizes = watchSizes(f, e);
    f.loop("rows", (again) => {
      f.set(yj, i32.load(i32.add(row, i32.shl(y, 2))));
      f.if(i32.lt_s(yj, INF), () => {
        f.set(s, i32x4.splat(sum(yj, c)));
        for (let k = 0; k < vectors; k++) {
          const from = kept[k] ?? v128.load(rowX, 16 * k);
          const least = i32x4.min_s(v128.load(row, 16 * k), sums(from, s));
          f.do(v128.store(row, sizes.seen(from, least), 16 * k));
        }
      });
      f.add(row, rowBytes);
      f.brIf(again, i32.lt_u(row, end));
    });
    sizes.judge();
    return 1;
  });
}

/** Writes the bound c on x - y, unless it says nothing new (returns 1) or leaves nothing (returns 0). The row of x. */
export function tighten(f: Body, { plan: { rowBytes } }: Emitter, z: I32, x: I32, y: I32, c: I32): Local<"i32"> {
  const rowX = f.local("i32", "row_x", i32.add(z, i32.mul(x, rowBytes)));
  const rowY = f.local("i32", "row_y", i32.add(z, i32.mul(y, rowBytes)));
  const xy = f.local("i32", "xy", i32.add(rowY, i32.shl(x, 2)));
  f.if(i32.le_s(i32.load(xy), c), () => f.return(1));
  const back = f.local("i32", "back", i32.load(i32.add(rowX, i32.shl(y, 2))));
  f.if(i32.lt_s(sum(back, c), 1), () => f.return(0));
  f.do(i32.store(xy, c));
  return rowX;
}

/**
 * In wide plans, looks at entries that were made of finite ones, and is done with those that are too large: the host goes on
 * with the interpreter. An entry made of an infinite one is infinite.
 */
export function watchSizes(f: Body, e: Emitter) {
  const { wide, limit } = e.plan;
  const seen = (_: V128, made: V128): V128 => made;
  if (!wide) return { seen, judge: () => {} };
  const bad = f.local("v128", "too_large", i32x4.splat(0));
  const kept = f.local("v128", "made");
  return {
    /** `made` of `from` and something finite. */
    seen: (from: V128, made: V128): V128 => {
      f.set(kept, made);
      const above = v128.and(i32x4.lt_s(from, i32x4.splat(INF)), i32x4.gt_s(kept, i32x4.splat(limit)));
      f.set(bad, v128.or(bad, v128.or(above, i32x4.lt_s(kept, i32x4.splat(-limit)))));
      return kept;
    },
    judge: () => tooLarge(v128.any_true(bad), e, f),
  };
}

/** Numbers leave what the module can add up: the host goes on with the interpreter. */
export function tooLarge(condition: I32, e: Emitter, f: Body): void {
  const message = "differences of clocks beyond what the compiled engine represents";
  e.raiseIf(f, condition, "overflow", e.plan.network.origin, () => message);
}

/** a + b - ((a | b) & 1), for finite numbers. */
export function sum(a: I32, b: I32): I32 {
  return i32.sub(i32.add(a, b), i32.and(i32.or(a, b), 1));
}

/** The same on four entries of v, where infinite ones stay so; s is finite. */
export function sums(v: V128, s: V128) {
  const one = i32x4.splat(1);
  const infinite = i32x4.splat(INF);
  const plain = i32x4.sub(i32x4.add(v, s), v128.and(v128.or(v, s), one));
  return v128.bitselect(infinite, plain, i32x4.ge_s(v, infinite));
}

/** x = y + d, where y may be x or the zero clock: row and column of x become those of y, shifted. */
function setClock(f: Body, e: Emitter, z: I32, x: I32, y: I32, d: I32): void {
  const { rowBytes, width, zoneBytes } = e.plan;
  const twice = f.local("i32", "twice", i32.shl(d, 1));
  const rowX = f.local("i32", "row_x", i32.add(z, i32.mul(x, rowBytes)));
  const rowY = f.local("i32", "row_y", i32.add(z, i32.mul(y, rowBytes)));
  f.comment("bounds on others minus x: row x is row y less d");
  const less = f.local("v128", "less", i32x4.splat(twice));
  const sizes = watchSizes(f, e);
  for (let k = 0; k < width; k += 4) {
    const v = v128.load(rowY, 4 * k);
    // Row y is looked at before it may be overwritten, which it is where y is x.
    f.do(v128.store(rowX, sizes.seen(v, lessBy(less, v)), 4 * k));
  }
  sizes.judge();
  f.comment("bounds on x minus others: column x is column y plus d");
  const row = f.local("i32", "row", z);
  const end = f.local("i32", "end", i32.add(z, zoneBytes));
  const v = f.local("i32", "v");
  f.loop("rows", (again) => {
    setAbove(f, e, i32.add(row, i32.shl(x, 2)), i32.add(row, i32.shl(y, 2)), twice, v);
    f.add(row, rowBytes);
    f.brIf(again, i32.lt_u(row, end));
  });
  f.do(i32.store(i32.add(rowX, i32.shl(x, 2)), 1));
}

/** Four entries less so much each; infinite ones stay so. */
export function lessBy(less: V128, v: V128): V128 {
  const infinite = i32x4.splat(INF);
  return v128.bitselect(infinite, i32x4.sub(v, less), i32x4.ge_s(v, infinite));
}

/** The entry at `to` becomes that at `from` and so much more; `v` is room for it. */
export function setAbove(f: Body, e: Emitter, to: I32, from: I32, more: I32, v: Local<"i32">): void {
  const { wide, limit } = e.plan;
  f.set(v, i32.load(from));
  if (wide) tooLarge(i32.and(i32.lt_s(v, INF), i32.gt_u(i32.add(i32.add(v, more), limit), 2 * limit)), e, f);
  f.do(i32.store(to, i32.if(i32.ge_s(v, INF), INF, i32.add(v, more))));
}

/** The lower bound of a clock in a zone as a number that grows: 2c for `>= c`, 2c + 1 for `> c`. */
export function costOf(zone: number, clock: number, e: Emitter): I32 {
  return i32.sub(1, i32.load(0, zone + clock * e.plan.rowBytes));
}

/** A zone without any constraint, as data. */
export function universalZone(e: Emitter): number {
  const { dim, width, zoneBytes } = e.plan;
  const words = new Int32Array(zoneBytes / 4).fill(INF);
  for (let j = 0; j < dim; j++) {
    words[j * width + j] = 1;
    words[j * width] = 1;
  }
  return e.data(words);
}
