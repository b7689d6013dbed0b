import type { ClockBounds } from "../../../analysis/index.ts";
import { type Body, call, type Func, i32, i32x4, type Local, type V128, v128 } from "../../wasm/index.ts";
import type { Action, Emitter, QuestionOf } from "../emitter.ts";
import { INF } from "../plan.ts";
import type { Rates } from "./stopwatch.ts";
import { sums, watchSizes } from "./zone.ts";

/**
 * Operations that touch a whole working zone (see plan.ts for the transposed layout): closing it, meeting another, going to
 * the border of what time leads into or out of, and Extra+M. They compute what `zones/` does. `z` is the address of a zone;
 * results say whether anything is left.
 */
export interface WholeFunctions {
  /** Makes the zone `to` the part of it inside `other`. Requires: both closed, not empty. */
  readonly meet: Func<readonly ["i32", "i32"], "i32">;
  /**
   * The valuations v such that v + e (v - e) is in the zone for all small e > 0; see `zones/elapse.ts`. Where clocks may be
   * stopped, of those that run as `stopwatch.ts` found last; so does `endless`.
   */
  readonly before: QuestionOf;
  readonly after: QuestionOf;
  /** Whether every valuation of zone `a` is in zone `b`. */
  readonly inside: Func<readonly ["i32", "i32"], "i32">;
  /** Whether time goes on for ever in the zone: no running clock has an upper limit. */
  readonly endless: QuestionOf;
  /** A zone without any constraint. */
  readonly universal: number;
}

export function wholeFunctions(e: Emitter, rates: Pick<Rates, "lanes"> | undefined, close: QuestionOf): WholeFunctions {
  const { module, plan } = e;
  const { dim, width, rowBytes, zoneBytes } = plan;
  const universal = new Int32Array(zoneBytes / 4).fill(INF);
  for (let j = 0; j < dim; j++) {
    universal[j * width + j] = 1;
    universal[j * width] = 1;
  }

  /** Row 0 holds upper bounds, column 0 negated lower ones: one kind becomes strict where finite, the other not. */
  const border = (name: string, strictUpper: boolean) =>
    module.func(name, ["z: i32"], "i32", (f, z) => {
      const v = f.local("v128", "v");
      for (let k = 0; k < width; k += 4) {
        f.set(v, v128.load(z, 4 * k));
        if (strictUpper) f.set(v, v128.and(v, i32x4.splat(-2)));
        else f.set(v, v128.or(v, v128.andnot(i32x4.splat(1), i32x4.ge_s(v, i32x4.splat(INF)))));
        f.do(v128.store(z, v, 4 * k));
      }
      f.do(i32.store(z, 1));
      const row = f.local("i32", "row");
      f.for(
        row,
        i32.add(z, rowBytes),
        i32.add(z, zoneBytes),
        () => f.do(i32.store(row, strictUpper ? i32.or(i32.load(row), 1) : i32.and(i32.load(row), -2))),
        rowBytes,
      );
      return call(close, z);
    });

  /** The same where some clocks stand: a difference of one that runs and one that stands, or of zero, changes. */
  const borderOf = (name: string, strictUpper: boolean, lanes: number) =>
    module.func(name, ["z: i32"], "i32", (f, z) => {
      const v = f.local("v128", "v");
      const running = f.local("v128", "running");
      const stands = f.local("i32", "stands");
      const row = f.local("i32", "row", z);
      const j = f.local("i32", "j");
      f.for(j, 0, dim, () => {
        f.set(stands, i32.lt_s(i32.load(i32.shl(j, 2), lanes), 0));
        for (let k = 0; k < width; k += 4) {
          f.set(v, v128.load(row, 4 * k));
          f.set(running, i32x4.ge_s(v128.load(0, lanes + 4 * k), i32x4.splat(0)));
          const strict = v128.and(v, i32x4.splat(-2));
          const weak = v128.or(v, v128.andnot(i32x4.splat(1), i32x4.ge_s(v, i32x4.splat(INF))));
          f.if(
            stands,
            () => f.set(v, v128.bitselect(strictUpper ? strict : weak, v, running)),
            () => f.set(v, v128.bitselect(v, strictUpper ? weak : strict, running)),
          );
          f.do(v128.store(row, v, 4 * k));
        }
        f.set(row, i32.add(row, rowBytes));
      });
      return call(close, z);
    });
  const made = (name: string, strictUpper: boolean) =>
    rates ? borderOf(name, strictUpper, rates.lanes) : border(name, strictUpper);

  return {
    meet: module.func("meet", ["to: i32", "other: i32"], "i32", (f, to, other) => {
      const changed = f.local("v128", "changed", i32x4.splat(0));
      const [mine, least] = [f.local("v128", "mine"), f.local("v128", "least")];
      eachVector(f, e, (k, at) => {
        f.set(mine, v128.load(i32.add(to, at), k));
        f.set(least, i32x4.min_s(mine, v128.load(i32.add(other, at), k)));
        f.set(changed, v128.or(changed, v128.xor(mine, least)));
        f.do(v128.store(i32.add(to, at), least, k));
      });
      f.if(i32.eqz(v128.any_true(changed)), () => f.return(1));
      return call(close, to);
    }),
    before: made("just_before", true),
    after: made("just_after", false),
    inside: module.func("inside", ["a: i32", "b: i32"], "i32", (f, a, b) => {
      eachVector(f, e, (k, at) => {
        const beyond = i32x4.gt_s(v128.load(i32.add(a, at), k), v128.load(i32.add(b, at), k));
        f.if(v128.any_true(beyond), () => f.return(0));
      });
      return 1;
    }),
    endless: module.func("endless", ["z: i32"], "i32", (f, z) => {
      for (let k = 0; k < width; k += 4) {
        const bounded = i32x4.lt_s(v128.load(z, 4 * k), i32x4.splat(INF));
        // The zero clock does not count, nor do clocks that stand.
        let runs: V128 | undefined = k === 0 ? i32x4.const(0, -1, -1, -1) : undefined;
        if (rates) runs = i32x4.ge_s(v128.load(0, rates.lanes + 4 * k), i32x4.splat(0));
        f.if(v128.any_true(runs ? v128.and(bounded, runs) : bounded), () => f.return(0));
      }
      return 1;
    }),
    universal: e.data(universal),
  };
}

/** For each vector of a zone: a constant offset and a variable one, which together lead there. */
function eachVector(f: Body, e: Emitter, statements: (offset: number, at: Local<"i32">) => void): void {
  const { width, rowBytes, zoneBytes } = e.plan;
  const at = f.local("i32", "at");
  f.for(
    at,
    0,
    zoneBytes,
    () => {
      for (let k = 0; k < width; k += 4) statements(4 * k, at);
    },
    rowBytes,
  );
}

/** All-pairs shortest paths (Floyd, Warshall): row j becomes the minimum of itself and row k plus the number (k, j). */
export function closeFunction(e: Emitter): QuestionOf {
  const { width, rowBytes, zoneBytes } = e.plan;
  return e.module.func("close", ["z: i32"], "i32", (f, z) => {
    const end = f.local("i32", "end", i32.add(z, zoneBytes));
    const rowK = f.local("i32", "row_k", z);
    const column = f.local("i32", "column", 0);
    const row = f.local("i32", "row");
    const diagonal = f.local("i32", "diagonal");
    const kj = f.local("i32", "kj");
    const s = f.local("v128", "s");
    const sizes = watchSizes(f, e);
    f.loop("via", (via) => {
      f.set(row, z);
      f.set(diagonal, z);
      f.loop("rows", (again) => {
        f.set(kj, i32.load(i32.add(row, column)));
        f.if(i32.lt_s(kj, INF), () => {
          f.set(s, i32x4.splat(kj));
          for (let k = 0; k < width; k += 4) {
            const from = v128.load(rowK, 4 * k);
            const least = i32x4.min_s(v128.load(row, 4 * k), sums(from, s));
            f.do(v128.store(row, sizes.seen(from, least), 4 * k));
          }
          f.if(i32.lt_s(i32.load(diagonal), 1), () => f.return(0));
        });
        f.set(diagonal, i32.add(diagonal, rowBytes + 4));
        f.set(row, i32.add(row, rowBytes));
        f.brIf(again, i32.lt_u(row, end));
      });
      f.set(column, i32.add(column, 4));
      f.set(rowK, i32.add(rowK, rowBytes));
      // Not later: what is too large must not be added up.
      sizes.judge();
      f.brIf(via, i32.lt_u(rowK, end));
    });
    return 1;
  });
}

/**
 * Extra+M, or Extra+LU, on the target zone, for the locations in the cells (Behrmann, Bouyer, Larsen, Pelanek 2006; conditions as in
 * `zones/extrapolate.ts`). Bounds are kept as 2M + 1, the encoded `<= M`, and -1 for none: then
 * c > M reads "above 2M + 1", and -c > M reads "below -2M".
 */
export function extrapolateFunction(
  e: Emitter,
  bounds: ClockBounds,
  close: QuestionOf,
  kind: "M" | "LU" = "M",
): Action {
  const { module, plan } = e;
  const { dim, width, rowBytes, zoneBytes, at } = plan;
  // What decides about bounds on how far a clock is above others, and below them: lower and upper bounds, if these differ.
  const most = e.region(rowBytes);
  const beyond = e.region(rowBytes);
  const fill = mostFunction(e, bounds, most, kind === "M" ? "both" : "lower");
  const mostBelow = kind === "M" ? most : e.region(rowBytes);
  const beyondBelow = kind === "M" ? beyond : e.region(rowBytes);
  const fillBelow = kind === "M" ? undefined : mostFunction(e, bounds, mostBelow, "upper");
  const others = new Int32Array(zoneBytes / 4).fill(-1);
  for (let j = 0; j < dim; j++) {
    others[j * width + j] = 0;
    others[j * width] = 0;
  }
  const notSelf = e.data(others);
  return module.func("extrapolate", [], "void", (f) => {
    f.call(fill);
    if (fillBelow) f.call(fillBelow);
    f.comment("which clocks are above their bound throughout");
    const note = (bound: number, to: number): void => {
      for (let j = 1; j < dim; j++) {
        const isBeyond = i32.lt_s(i32.load(0, at.target + j * rowBytes), i32.sub(1, i32.load(0, bound + 4 * j)));
        f.do(i32.store(0, i32.sub(0, isBeyond), to + 4 * j));
      }
    };
    note(most, beyond);
    if (fillBelow) note(mostBelow, beyondBelow);
    const row = f.local("i32", "row");
    const clock = f.local("i32", "clock", 0);
    const all = f.local("i32", "all");
    const m = f.local("i32", "m");
    const changed = f.local("v128", "changed", i32x4.splat(0));
    const v = f.local("v128", "v");
    const wider = f.local("v128", "wider");
    f.for(
      row,
      0,
      zoneBytes,
      () => {
        f.set(all, i32.load(clock, beyondBelow));
        for (let k = 0; k < width; k += 4) {
          f.set(v, v128.load(row, at.target + 4 * k));
          let free: V128 = i32x4.gt_s(v, v128.load(0, most + 4 * k));
          free = v128.or(v128.or(free, i32x4.splat(all)), v128.load(0, beyond + 4 * k));
          f.set(wider, v128.bitselect(i32x4.splat(INF), v, v128.and(free, v128.load(row, notSelf + 4 * k))));
          f.set(changed, v128.or(changed, v128.xor(v, wider)));
          f.do(v128.store(row, wider, at.target + 4 * k));
        }
        f.if(all, () => {
          f.set(m, i32.load(clock, mostBelow));
          f.set(m, i32.if(i32.lt_s(m, 0), 1, i32.sub(1, m)));
          f.set(changed, v128.or(changed, i32x4.splat(i32.xor(m, i32.load(row, at.target)))));
          f.do(i32.store(row, m, at.target));
        });
        f.set(clock, i32.add(clock, 4));
      },
      rowBytes,
    );
    f.if(v128.any_true(changed), () => f.do(call(close, at.target)));
  });
}

/** Fills the region `to` with 2M + 1 for each clock: the largest of what counts everywhere and in each location. */
function mostFunction(e: Emitter, bounds: ClockBounds, to: number, of: "lower" | "upper" | "both"): Action {
  const { network, width, rowBytes, at } = e.plan;
  const row = (triples: Int32Array): Int32Array => {
    const values = new Int32Array(width).fill(-1);
    for (let i = 0; i < triples.length; i += 3) {
      const [x, lower, upper] = triples.subarray(i, i + 3);
      const m = of === "both" ? Math.max(lower, upper) : of === "lower" ? lower : upper;
      values[x] = 2 * Math.max(m, -1) + 1;
    }
    return values;
  };
  const general = e.data(row(bounds.general));
  const tables = network.processes.flatMap((p) => {
    const rows = bounds.rows[p.index];
    if (rows.every((r) => r.length === 0)) return [];
    const all = new Int32Array(width * rows.length);
    rows.forEach((r, l) => all.set(row(r), width * l));
    return [{ process: p.index, table: e.data(all) }];
  });
  return e.module.func(e.name("most"), [], "void", (f) => {
    const rows = tables.map(({ process }) =>
      f.local("i32", "", i32.mul(i32.load(0, at.cells + 4 * process), rowBytes)),
    );
    for (let k = 0; k < rowBytes; k += 16) {
      let all: V128 = v128.load(0, general + k);
      tables.forEach(({ table }, t) => {
        all = i32x4.max_s(all, v128.load(rows[t], table + k));
      });
      f.do(v128.store(0, all, to + k));
    }
  });
}
