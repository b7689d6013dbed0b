import type { ClockBounds } from "../../../analysis/index.ts";
import { assert } from "../../../base/index.ts";
import { type Body, call, callIndirect, type Func, type Global, type I32, i32, v128 } from "../../wasm/index.ts";
import { constrain, locationBases } from "../code/edge.ts";
import { expression } from "../code/expression.ts";
import type { Emitter } from "../emitter.ts";
import { comparesExactly } from "../support.ts";
import { lanesOf } from "../zones/lanes.ts";
import { urgentFunction } from "../zones/urgency.ts";

/**
 * What happens to a state when it is reached: invariants, delay unless time stands still, bounds for its comparison with
 * others. The state is in the cells and the target zone. Returns 0 if there is no such state, and 2 if its delays come in
 * pieces, which are then to be made (see `delay.ts`).
 */
export function settleFunction(e: Emitter, transitions: Global<"i32">): Func<readonly [], "i32"> {
  const { module, plan } = e;
  const invariant = invariantFunction(e);
  e.invariants = invariant;
  const { still } = e;
  return module.func("settle", [], "i32", (f) => {
    f.comment("the target invariants must hold on arrival; otherwise there is no such transition");
    if (invariant) f.if(i32.eqz(call(invariant)), () => f.return(0));
    f.set(transitions, i32.add(transitions, 1));
    e.watch?.judge(f);
    const delay = () => {
      const { rates } = e;
      const run = () => f.call(e.zones!.up, plan.at.target);
      if (rates) f.if(call(rates.find), () => f.call(rates.delay, plan.at.target), run);
      else run();
      if (invariant) f.do(call(invariant));
    };
    if (still) f.if(call(still), () => f.return(1));
    if (e.urgency) f.if(e.urgency.count, () => f.return(2));
    delay();
    return 1;
  });
}

/** Intersects the target zone with all current invariants; 0 if nothing is left. Undefined if there are none at all. */
function invariantFunction(e: Emitter): Func<readonly [], "i32"> | undefined {
  const { network, at } = e.plan;
  const bases = locationBases(network);
  const type = e.module.type([], "i32");
  const trivial = e.module.func("no_invariant", [], "i32", () => 1);
  const owners: number[] = [];
  const functions: Func[] = [];
  for (const process of network.processes) {
    for (const { invariant, name } of process.locations) {
      if (invariant.data.length === 0 && invariant.clocks.length === 0) {
        functions.push(trivial);
        continue;
      }
      if (owners.at(-1) !== process.index) owners.push(process.index);
      functions.push(
        e.module.func(e.name("invariant"), [], "i32", (f) => {
          f.comment(`${process.name}.${name}`);
          for (const data of invariant.data) f.if(i32.eqz(expression(data, e, f)), () => f.return(0));
          for (const clock of invariant.clocks)
            constrain(
              clock,
              at.target,
              e,
              f,
              () => f.return(0),
              () => e.watch && f.set(e.watch.cut, 1),
            );
          return 1;
        }),
      );
    }
  }
  if (owners.length === 0) return undefined;
  const table = e.module.tableOf("invariants", functions);
  return e.module.func("invariants", [], "i32", (f) => {
    for (const p of owners) {
      const holds = callIndirect(table, type, i32.add(i32.load(0, at.cells + 4 * p), bases[p]));
      f.if(i32.eqz(holds), () => f.return(0));
    }
    return 1;
  });
}

/**
 * Whether time stands still: an urgent or committed location, or an urgent synchronisation. Undefined if it never does.
 * Otherwise time may still stop later; see `urgency.ts` for what is known of that then.
 */
export function stillFunction(e: Emitter): Func<readonly [], "i32"> | undefined {
  const { network, at } = e.plan;
  const owners = network.processes.filter((p) => p.locations.some((l) => l.urgent || l.committed));
  const urgent = network.channels.some((c) => c.urgent) ? urgentFunction(e) : undefined;
  if (owners.length === 0 && !urgent) return undefined;
  return e.module.func("still", [], "i32", (f) => {
    if (e.urgency) f.set(e.urgency.count, 0);
    if (e.urgency) f.set(e.urgency.first, e.pieces!.zones);
    let any: I32 = i32.const(0);
    for (const p of owners) {
      const table = e.data(new Uint8Array(p.locations.map((l) => (l.urgent || l.committed ? 1 : 0))));
      any = i32.or(any, i32.load8_u(i32.load(0, at.cells + 4 * p.index), table));
    }
    if (!urgent) return any;
    f.if(any, () => f.return(1));
    return call(urgent);
  });
}

// ---------------------------------------------------------------- bounds

/** Lanes and "no bound" of the tables for aLU: thresholds 1 - 2U and lower bounds -2L, so that the minimum over processes counts. */
export function boundLanes(e: Emitter): { lanes: number; none: number } {
  const perVector = 16 / e.plan.entry;
  return { lanes: Math.ceil(e.plan.dim / perVector) * perVector, none: lanesOf(e.plan.entry).none };
}

/** Fills the regions `lowers` and `thresholds` for the locations in the cells. */
export function boundsFunction(e: Emitter, bounds: ClockBounds): Func<readonly [], "void"> {
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
