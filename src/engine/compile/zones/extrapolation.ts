import type { ClockBounds } from "../../../analysis/index.ts";
import { call, i32, i32x4, type V128, v128 } from "../../wasm/index.ts";
import type { Action, Emitter, QuestionOf } from "../emitter.ts";
import { INF } from "../plan.ts";
import { boundTables, byLocation } from "./bounds.ts";

/**
 * Extra+M, or Extra+LU, on the target zone, for the locations in the cells (Behrmann, Bouyer, Larsen, Pelanek 2006;
 * conditions as in `zones/extrapolate.ts`). Bounds are kept as 2M + 1, the encoded `<= M`, and -1 for none: then c > M reads
 * "above 2M + 1", and -c > M reads "below -2M".
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
    const [all, m] = f.locals("i32", "all", "m");
    const changed = f.local("v128", "changed", i32x4.splat(0));
    const [v, wider] = f.locals("v128", "v", "wider");
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
        f.add(clock, 4);
      },
      rowBytes,
    );
    f.if(v128.any_true(changed), () => f.do(call(close, at.target)));
  });
}

/** Fills the region `to` with 2M + 1 for each clock: the largest of what counts everywhere and in each location. */
function mostFunction(e: Emitter, bounds: ClockBounds, to: number, of: "lower" | "upper" | "both"): Action {
  const { width, rowBytes } = e.plan;
  const row = (triples: Int32Array): Int32Array => {
    const values = new Int32Array(width).fill(-1);
    for (let i = 0; i < triples.length; i += 3) {
      const [x, lower, upper] = triples.subarray(i, i + 3);
      const m = of === "both" ? Math.max(lower!, upper!) : of === "lower" ? lower! : upper!;
      values[x!] = 2 * Math.max(m, -1) + 1;
    }
    return values;
  };
  const tables = boundTables(e, bounds, row);
  return e.module.func(e.name("most"), [], "void", (f) =>
    byLocation(e, f, tables, rowBytes, i32x4.max_s, (k, all) => f.do(v128.store(0, all, to + k))),
  );
}
