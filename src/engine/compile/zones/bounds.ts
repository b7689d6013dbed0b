import type { ClockBounds } from "../../../analysis/index.ts";
import { assert } from "../../../base/index.ts";
import { type Body, i32, type V128, v128 } from "../../wasm/index.ts";
import type { Action, Emitter } from "../emitter.ts";
import { comparesExactly } from "../support.ts";
import { lanesOf } from "./lanes.ts";

/** Bounds of clocks in the locations in the cells: tables by location, and those for the comparison of zones under aLU. */

/** Tables of rows: what counts everywhere, and for each process that has any a row for each location. */
interface BoundTables {
  readonly general: number;
  readonly tables: readonly { readonly process: number; readonly table: number }[];
}

type Row = Int32Array | Int16Array | Int8Array;

/** Rows made of triples (clock, lower, upper). */
export function boundTables(
  e: Emitter,
  bounds: ClockBounds,
  row: (triples: Int32Array, isGeneral: boolean) => Row,
): BoundTables {
  const general = e.data(row(bounds.general, true));
  const tables = e.plan.network.processes.flatMap(({ index }) => {
    const rows = bounds.rows[index]!;
    if (rows.every((triples) => triples.length === 0)) return [];
    const made = rows.map((triples) => row(triples, false));
    const [first] = made;
    const all = new (first!.constructor as new (length: number) => Row)(first!.length * made.length);
    made.forEach((values, l) => all.set(values, first!.length * l));
    return [{ process: index, table: e.data(all) }];
  });
  return { general, tables };
}

/** Joins the rows of so many bytes for the locations in the cells, a vector at a time. */
export function byLocation(
  { plan }: Emitter,
  f: Body,
  { general, tables }: BoundTables,
  bytes: number,
  join: (a: V128, b: V128) => V128,
  store: (offset: number, all: V128) => void,
): void {
  const rows = tables.map(({ process }) =>
    f.local("i32", "", i32.mul(i32.load(0, plan.at.cells + 4 * process), bytes)),
  );
  for (let k = 0; k < bytes; k += 16) {
    let all: V128 = v128.load(0, general + k);
    tables.forEach(({ table }, t) => {
      all = join(all, v128.load(rows[t]!, table + k));
    });
    store(k, all);
  }
}

/**
 * Fills the regions `lowers` and `thresholds` for the locations in the cells: lower bounds -2L and thresholds 1 - 2U, so that
 * the minimum over processes counts.
 */
export function boundsFunction(e: Emitter, bounds: ClockBounds): Action {
  const { at, entry, dim, extrapolates } = e.plan;
  const perVector = 16 / entry;
  const lanes = Math.ceil(dim / perVector) * perVector;
  const bytes = lanes * entry;
  const sized = lanesOf(entry);
  if (extrapolates || comparesExactly(bounds)) {
    // With bounds above all entries aLU adds nothing. Entries of 8 bits leave no room for such bounds.
    assert(entry !== 1, "zones with 8-bit entries are not compared as they are");
    const most = sized.splat(sized.boundless);
    return e.module.func("bounds", [], "void", (f: Body) => {
      for (let k = 0; k < bytes; k += 16)
        f.do(v128.store(0, most, at.lowers + k), v128.store(0, most, at.thresholds + k));
    });
  }
  const tables = boundTables(e, bounds, (triples, isGeneral) => boundRow(e, lanes, triples, isGeneral));
  return e.module.func("bounds", [], "void", (f: Body) =>
    byLocation(e, f, tables, 2 * bytes, sized.min_s, (k, all) =>
      f.do(v128.store(0, all, k < bytes ? at.lowers + k : at.thresholds + k - bytes)),
    ),
  );
}

/** Lower bounds, then thresholds. */
function boundRow({ plan: { entry, measure } }: Emitter, lanes: number, triples: Int32Array, isGeneral: boolean): Row {
  const sized = lanesOf(entry);
  const values = new sized.array(2 * lanes);
  values.fill(sized.none);
  if (isGeneral) {
    values[0] = 0;
    values[lanes] = 1;
    // As if it were compared from below with everything.
    if (measure !== undefined) values[lanes + measure] = sized.boundless;
  }
  for (let i = 0; i < triples.length; i += 3) {
    const [x, lower, upper] = triples.subarray(i, i + 3);
    if (lower! >= 0) values[x!] = -2 * lower!;
    if (upper! >= 0) values[lanes + x!] = 1 - 2 * upper!;
  }
  return values;
}
