import { type Body, type Func, i16x8, i32, i32x4, type Local, type V128, v128 } from "../wasm/index.ts";
import type { Emitter } from "./emitter.ts";
import { INF, INF16, LIMIT } from "./plan.ts";

/**
 * Zones in stored form and their comparison under aLU without extrapolation (Herbreteau, Srivathsan, Walukiewicz 2012). The
 * candidate is the target zone in stored form, in its region; bounds of its locations are in `lowers` and `thresholds`.
 */
export interface Comparison {
  /** Writes the target zone in stored form to `candidate`; 0 if a bound does not fit. */
  readonly compress: Func<readonly [], "i32">;
  /** Reads a zone in stored form at `from` into the working zone `to`. */
  readonly load: Func<readonly ["i32", "i32"], "void">;
  /** Lists the rows of the candidate that can tell it from others; before `covered`. */
  readonly listRows: Func<readonly [], "void">;
  /** Whether the candidate is inside aLU of the zone at `b`. */
  readonly covered: Func<readonly ["i32"], "i32">;
  /** Whether the zone at `a` is inside aLU of the candidate. */
  readonly covers: Func<readonly ["i32"], "i32">;
}

export function comparisonFunctions(e: Emitter): Comparison {
  const { module, plan } = e;
  const { dim, entry, rowBytes, at } = plan;
  const perVector = 16 / entry;
  const vectors = Math.ceil(dim / perVector);

  /** Writes the target zone in stored form to `candidate`; 0 if a bound does not fit. */
  const compress = module.func("compress", [], "i32", (f) => {
    const bad = f.local("v128", "bad", i32x4.splat(0));
    const high = i32x4.splat(LIMIT[entry]);
    const low = i32x4.splat(-LIMIT[entry]);
    for (let x = 0; x < dim; x++) {
      for (let k = 0; k < plan.width; k += entry === 2 ? 8 : 4) {
        const part = (lane: number): Local<"v128"> => {
          const v = f.local("v128", "", v128.load(0, at.target + x * rowBytes + 4 * lane));
          const infinite = i32x4.ge_s(v, i32x4.splat(INF));
          f.set(bad, v128.or(bad, v128.or(v128.andnot(i32x4.gt_s(v, high), infinite), i32x4.lt_s(v, low))));
          return v;
        };
        const first = part(k);
        if (entry === 4) {
          f.do(v128.store(0, first, at.candidate + 4 * (x * dim + k), 4));
        } else {
          const second = k + 4 < plan.width ? part(k + 4) : first;
          f.do(v128.store(0, i16x8.narrow_i32x4_s(first, second), at.candidate + 2 * (x * dim + k), 2));
        }
      }
    }
    return i32.eqz(v128.any_true(bad));
  });

  const load = module.func("load", ["from: i32", "to: i32"], "void", (f, n, to) => {
    for (let x = 0; x < dim; x++) {
      for (let k = 0; k < plan.width; k += 4) {
        const from = entry * (x * dim + k);
        let v: V128 = entry === 2 ? v128.load16x4_s(n, from, 2) : v128.load(n, from, 4);
        if (entry === 2) {
          const kept = f.local("v128", "", v);
          v = v128.bitselect(i32x4.splat(INF), kept, i32x4.eq(kept, i32x4.splat(INF16)));
        }
        f.do(v128.store(to, v, x * rowBytes + 4 * k));
      }
      // What lies behind a row is the next one: unused entries must be infinite.
      for (let k = dim; k < plan.width; k++) f.do(i32.store(to, INF, x * rowBytes + 4 * k));
    }
  });

  /** Not inside iff for some x, y: a(0-x) >= -U(x), b(y-x) < a(y-x) and b(y-x) + (<, -L(y)) < a(0-x). One vector of y. */
  function escapes(a: V128, b: V128, lowers: V128, a0x: V128): V128 {
    if (entry === 2) {
      const sum = i16x8.add_sat_s(v128.and(b, i16x8.splat(-2)), lowers);
      return v128.and(i16x8.lt_s(b, a), i16x8.lt_s(sum, a0x));
    }
    const sum = i32x4.add(v128.and(b, i32x4.splat(-2)), lowers);
    return v128.and(i32x4.lt_s(b, a), i32x4.lt_s(sum, a0x));
  }
  /** What lies behind a row does not count. */
  function within(k: number, out: V128): V128 {
    if (k < vectors - 1 || dim % perVector === 0) return out;
    const lanes = Array.from({ length: perVector }, (_, lane) => (k * perVector + lane < dim ? -1 : 0));
    return v128.and(out, entry === 2 ? i16x8.const(...lanes) : i32x4.const(...lanes));
  }
  const splat = entry === 2 ? i16x8.splat : i32x4.splat;
  const loadEntry = entry === 2 ? i32.load16_s : i32.load;

  /** Lists the rows of the candidate that can tell it from others: byte offsets of rows, ended by -1. */
  const listRows = module.func("list_rows", [], "void", (f) => {
    const to = f.local("i32", "to", at.rows);
    for (let x = 0; x < dim; x++) {
      const a0x = loadEntry(0, at.candidate + entry * x * dim);
      f.if(i32.ge_s(a0x, loadEntry(0, at.thresholds + entry * x)), () => {
        f.do(i32.store(to, entry * x * dim));
        f.set(to, i32.add(to, 4));
      });
    }
    f.do(i32.store(to, -1));
  });

  /** Whether the candidate is inside aLU of the zone at `b`. */
  const covered = module.func("covered", ["b: i32"], "i32", (f, b) => {
    const row = f.local("i32", "row");
    const next = f.local("i32", "next", at.rows);
    const a0x = f.local("v128", "a0x");
    const lower = lowersOf(f);
    f.block("end", (end) => {
      f.loop("rows", (again) => {
        f.set(row, i32.load(next));
        f.brIf(end, i32.lt_s(row, 0));
        f.set(a0x, splat(loadEntry(row, at.candidate)));
        let any: V128 | undefined;
        const from = f.local("i32", "", i32.add(b, row));
        for (let k = 0; k < vectors; k++) {
          const out = escapes(
            v128.load(row, at.candidate + 16 * k, entry),
            v128.load(from, 16 * k, entry),
            lower[k],
            a0x,
          );
          any = any ? v128.or(any, within(k, out)) : within(k, out);
        }
        f.if(v128.any_true(any!), () => f.return(0));
        f.set(next, i32.add(next, 4));
        f.br(again);
      });
    });
    return 1;
  });

  /** Whether the zone at `a` is inside aLU of the candidate. */
  const covers = module.func("covers", ["a: i32"], "i32", (f, a) => {
    const a0x = f.local("i32", "a0x");
    const lower = lowersOf(f);
    for (let x = 0; x < dim; x++) {
      f.set(a0x, loadEntry(a, entry * x * dim));
      f.if(i32.ge_s(a0x, loadEntry(0, at.thresholds + entry * x)), () => {
        const wide = f.local("v128", "", splat(a0x));
        let any: V128 | undefined;
        for (let k = 0; k < vectors; k++) {
          const offset = entry * x * dim + 16 * k;
          const out = escapes(v128.load(a, offset, entry), v128.load(0, at.candidate + offset, entry), lower[k], wide);
          any = any ? v128.or(any, within(k, out)) : within(k, out);
        }
        f.if(v128.any_true(any!), () => f.return(0));
      });
    }
    return 1;
  });

  /** Unused lanes hold "no bound", so that what lies behind a row never counts. */
  function lowersOf(f: Body): (Local<"v128"> | V128)[] {
    const list: (Local<"v128"> | V128)[] = [];
    for (let k = 0; k < vectors; k++)
      list.push(k < 8 ? f.local("v128", `l${k}`, v128.load(0, at.lowers + 16 * k)) : v128.load(0, at.lowers + 16 * k));
    return list;
  }

  return { compress, load, listRows, covered, covers };
}
