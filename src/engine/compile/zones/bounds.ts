import type { ClockBounds } from "../../../analysis/index.ts";
import { assert } from "../../../base/index.ts";
import { type Body, i32, v128 } from "../../wasm/index.ts";
import type { Action, Emitter } from "../emitter.ts";
import { comparesExactly } from "../support.ts";
import { lanesOf } from "./lanes.ts";

/** The bounds that count in the locations in the cells, for the comparison of zones under aLU (comparison.ts). */

/** Lanes and "no bound" of the tables for aLU: thresholds 1 - 2U and lower bounds -2L, so that the minimum over processes counts. */
function boundLanes(e: Emitter): { lanes: number; none: number } {
  const perVector = 16 / e.plan.entry;
  return { lanes: Math.ceil(e.plan.dim / perVector) * perVector, none: lanesOf(e.plan.entry).none };
}

/** Fills the regions `lowers` and `thresholds` for the locations in the cells. */
export function boundsFunction(e: Emitter, bounds: ClockBounds): Action {
  const { at, entry, network, measure } = e.plan;
  const { lanes, none } = boundLanes(e);
  const bytes = lanes * entry;
  const sized = lanesOf(entry);
  if (e.plan.extrapolates || comparesExactly(bounds)) {
    // With bounds above all entries aLU adds nothing. Entries of 8 bits leave no room for such bounds.
    assert(entry !== 1, "zones with 8-bit entries are not compared as they are");
    const most = sized.splat(sized.boundless);
    return e.module.func("bounds", [], "void", (f: Body) => {
      for (let k = 0; k < bytes; k += 16)
        f.do(v128.store(0, most, at.lowers + k), v128.store(0, most, at.thresholds + k));
    });
  }
  const row = (triples: Int32Array, isGeneral: boolean) => {
    const values = new sized.array(2 * lanes);
    values.fill(none);
    if (isGeneral) {
      values[0] = 0;
      values[lanes] = 1;
      // As if it were compared from below with everything.
      if (measure !== undefined) values[lanes + measure] = sized.boundless;
    }
    for (let i = 0; i < triples.length; i += 3) {
      const [x, lower, upper] = triples.subarray(i, i + 3);
      if (lower >= 0) values[x] = -2 * lower;
      if (upper >= 0) values[lanes + x] = 1 - 2 * upper;
    }
    return values;
  };
  const general = e.data(row(bounds.general, true));
  const tables = network.processes.flatMap((p) => {
    const rows = bounds.rows[p.index];
    if (rows.every((r) => r.length === 0)) return [];
    const all = new sized.array(2 * lanes * rows.length);
    rows.forEach((r, l) => all.set(row(r, false), 2 * lanes * l));
    return [{ process: p.index, table: e.data(all) }];
  });
  return e.module.func("bounds", [], "void", (f: Body) => {
    const rows = tables.map(({ process }) =>
      f.local("i32", "", i32.mul(i32.load(0, at.cells + 4 * process), 2 * bytes)),
    );
    for (let k = 0; k < 2 * bytes; k += 16) {
      let all = v128.load(0, general + k);
      tables.forEach(({ table }, t) => {
        all = sized.min_s(all, v128.load(rows[t], table + k));
      });
      f.do(v128.store(0, all, k < bytes ? at.lowers + k : at.thresholds + k - bytes));
    }
  });
}
