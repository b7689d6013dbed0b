/**
 * Operations on local zones: what `zones/zone.ts` does with zero is done with the time of a clock's group, and times are made
 * equal as `zones/equate.ts` does it. Rows are transposed (plan.ts): row r holds the bounds on all clocks minus r, so a row
 * that is the least of several is the best way into the point that they become.
 */

import type { Rows } from "../../interpret/rows.ts";
import { type Body, type Func, type I32, i32, i32x4, type V128, v128 } from "../../wasm/index.ts";
import type { Emitter, Question } from "../emitter.ts";
import { INF, type Plan } from "../plan.ts";
import { sums, type ZoneFunctions, zoneFunctions } from "../zones/zone.ts";

/** `up` is declared only: what may pass is the model's code. */
export function localZones(e: Emitter, { ofClock }: Rows): ZoneFunctions {
  const zones = zoneFunctions(e);
  const table = e.data(Int32Array.from(ofClock));
  const reset = e.module.func("reset_local", ["z: i32", "x: i32", "value: i32"], "void", (f, z, x, value) =>
    f.call(zones.shift, z, x, i32.load(i32.shl(x, 2), table), value),
  );
  return { ...zones, reset, up: e.module.declare("up_local", ["z: i32"], "void") };
}

/** Time passes for the group of a row: nothing bounds it from above any more. */
export function pass(f: Body, z: I32, row: number, { width, rowBytes }: Plan): void {
  for (let k = 0; k < width; k += 4) f.do(v128.store(z, i32x4.splat(INF), row * rowBytes + 4 * k));
  f.do(i32.store(z, 1, row * rowBytes + 4 * row));
}

/** Makes the rows equal whose numbers stand between two addresses, in the target zone; 0 if nothing is left. */
export function equateFunction(e: Emitter): Func<readonly ["i32", "i32"], "i32"> {
  const { width, rowBytes, zoneBytes, at } = e.plan;
  const into = e.region(rowBytes);
  return e.module.func("equate", ["from: i32", "to: i32"], "i32", (f, from, to) => {
    const [k, r, row, on, way] = f.locals("i32", "k", "r", "row", "on", "way");
    for (let v = 0; v < width; v += 4) f.do(v128.store(0, i32x4.splat(INF), into + 4 * v));
    f.for(
      k,
      from,
      to,
      () => {
        f.set(r, i32.mul(i32.load(k), rowBytes));
        for (let v = 0; v < width; v += 4)
          f.do(v128.store(0, least(i32.const(0), into + 4 * v, r, at.target + 4 * v), into + 4 * v));
      },
      4,
    );
    f.for(k, from, to, () => f.if(i32.lt_s(i32.load(i32.shl(i32.load(k), 2), into), 1), () => f.return(0)), 4);
    f.for(
      row,
      at.target,
      at.target + zoneBytes,
      () => {
        f.set(on, INF);
        f.for(
          k,
          from,
          to,
          () => {
            f.set(way, i32.load(i32.add(row, i32.shl(i32.load(k), 2))));
            f.if(i32.lt_s(way, on), () => f.set(on, way));
          },
          4,
        );
        f.if(i32.lt_s(on, INF), () => {
          const s = f.local("v128", "s", i32x4.splat(on));
          for (let v = 0; v < width; v += 4)
            f.do(v128.store(row, i32x4.min_s(v128.load(row, 4 * v), sums(v128.load(0, into + 4 * v), s)), 4 * v));
        });
      },
      rowBytes,
    );
    return 1;
  });
}

/** Puts the part of the target zone in which all times are equal into the standard zone `out`; 0 if there is none. */
export function synchroniseFunction(e: Emitter, { ofGroup }: Rows, standard: Plan): Question {
  const { width, rowBytes, at } = e.plan;
  const out = standard.at.target;
  const into = e.region(rowBytes);
  return e.module.func("synchronise", [], "i32", (f) => {
    for (let v = 0; v < width; v += 4) {
      const rows = ofGroup.map((g): V128 => v128.load(0, at.target + g * rowBytes + 4 * v));
      f.do(
        v128.store(
          0,
          rows.reduce((a, b) => i32x4.min_s(a, b)),
          into + 4 * v,
        ),
      );
    }
    for (const g of ofGroup) f.if(i32.lt_s(i32.load(0, into + 4 * g), 1), () => f.return(0));
    const to = f.local("i32", "to", out);
    const row = f.local("i32", "row");
    f.for(
      row,
      at.target,
      at.target + standard.dim * rowBytes,
      () => {
        const on = f.local("i32", "on", leastLane(f, row, ofGroup, e));
        const s = f.local("v128", "s", i32x4.splat(on));
        const isWay = f.local("v128", "is_way", i32x4.lt_s(s, i32x4.splat(INF)));
        for (let v = 0; v < standard.width; v += 4) {
          const way = v128.bitselect(sums(v128.load(0, into + 4 * v), s), i32x4.splat(INF), isWay);
          const made = i32x4.min_s(v128.load(row, 4 * v), way);
          f.do(v128.store(to, v + 4 <= standard.dim ? made : within(made, standard.dim - v), 4 * v));
        }
        f.add(to, standard.rowBytes);
      },
      rowBytes,
    );
    return 1;
  });
}

function least(a: I32, aAt: number, b: I32, bAt: number): V128 {
  return i32x4.min_s(v128.load(a, aAt), v128.load(b, bAt));
}

/** The first so many lanes, and nothing behind them. */
function within(v: V128, lanes: number): V128 {
  const lane = (k: number): number => (k < lanes ? -1 : 0);
  return v128.bitselect(v, i32x4.splat(INF), i32x4.const(lane(0), lane(1), lane(2), lane(3)));
}

/** The least of some entries of a row, four at a time. */
function leastLane(f: Body, row: I32, lanes: readonly number[], { plan }: Emitter): I32 {
  let all: V128 | undefined;
  for (let v = 0; v < plan.width; v += 4) {
    const lane = (k: number): number => (lanes.includes(v + k) ? -1 : 0);
    const mask = [lane(0), lane(1), lane(2), lane(3)] as const;
    if (mask.every((m) => m === 0)) continue;
    const here = v128.load(row, 4 * v);
    const counted = mask.every((m) => m !== 0) ? here : v128.bitselect(here, i32x4.splat(INF), i32x4.const(...mask));
    all = all === undefined ? counted : i32x4.min_s(all, counted);
  }
  const four = f.local("v128", "four", all!);
  const [a, b] = [f.local("i32", "a"), f.local("i32", "b")];
  const lower = (x: number, y: number): I32 =>
    i32.if(
      i32.lt_s(i32x4.extract_lane(four, x), i32x4.extract_lane(four, y)),
      i32x4.extract_lane(four, x),
      i32x4.extract_lane(four, y),
    );
  f.set(a, lower(0, 1));
  f.set(b, lower(2, 3));
  return i32.if(i32.lt_s(a, b), a, b);
}
