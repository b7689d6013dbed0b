import { type Body, call, type Func, i32, i32x4, type Local, type V128, v128 } from "../../wasm/index.ts";
import type { Emitter, QuestionOf } from "../emitter.ts";
import { INF } from "../plan.ts";
import type { Rates } from "./stopwatch.ts";
import { sums, universalZone, watchSizes } from "./zone.ts";

/**
 * Operations that touch a whole working zone (see plan.ts for the transposed layout): closing it, meeting another, going to
 * the border of what time leads into or out of. They compute what `zones/` does. `z` is the address of a zone;
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

type Lanes = Pick<Rates, "lanes"> | undefined;

export function wholeFunctions(e: Emitter, rates: Lanes, close: QuestionOf): WholeFunctions {
  const border = (name: string, strictUpper: boolean) =>
    rates ? borderOf(name, strictUpper, rates.lanes, e, close) : borderAll(name, strictUpper, e, close);
  const meet = meetFunction(e, close);
  const before = border("just_before", true);
  const after = border("just_after", false);
  const inside = insideFunction(e);
  const endless = endlessFunction(e, rates);
  return { meet, before, after, inside, endless, universal: universalZone(e) };
}

/** Row 0 holds upper bounds, column 0 negated lower ones: one kind becomes strict where finite, the other not. */
function borderAll(name: string, strictUpper: boolean, { module, plan }: Emitter, close: QuestionOf): QuestionOf {
  const { width, rowBytes, zoneBytes } = plan;
  return module.func(name, ["z: i32"], "i32", (f, z) => {
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
}

/** The same where some clocks stand: a difference of one that runs and one that stands, or of zero, changes. */
function borderOf(
  name: string,
  strictUpper: boolean,
  lanes: number,
  { module, plan }: Emitter,
  close: QuestionOf,
): QuestionOf {
  const { dim, width, rowBytes } = plan;
  return module.func(name, ["z: i32"], "i32", (f, z) => {
    const [v, running] = f.locals("v128", "v", "running");
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
      f.add(row, rowBytes);
    });
    return call(close, z);
  });
}

function meetFunction(e: Emitter, close: QuestionOf): WholeFunctions["meet"] {
  return e.module.func("meet", ["to: i32", "other: i32"], "i32", (f, to, other) => {
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
  });
}

function insideFunction(e: Emitter): WholeFunctions["inside"] {
  return e.module.func("inside", ["a: i32", "b: i32"], "i32", (f, a, b) => {
    eachVector(f, e, (k, at) => {
      const beyond = i32x4.gt_s(v128.load(i32.add(a, at), k), v128.load(i32.add(b, at), k));
      f.if(v128.any_true(beyond), () => f.return(0));
    });
    return 1;
  });
}

function endlessFunction({ module, plan: { width } }: Emitter, rates: Lanes): QuestionOf {
  return module.func("endless", ["z: i32"], "i32", (f, z) => {
    for (let k = 0; k < width; k += 4) {
      const bounded = i32x4.lt_s(v128.load(z, 4 * k), i32x4.splat(INF));
      // The zero clock does not count, nor do clocks that stand.
      let runs: V128 | undefined = k === 0 ? i32x4.const(0, -1, -1, -1) : undefined;
      if (rates) runs = i32x4.ge_s(v128.load(0, rates.lanes + 4 * k), i32x4.splat(0));
      f.if(v128.any_true(runs ? v128.and(bounded, runs) : bounded), () => f.return(0));
    }
    return 1;
  });
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
    const [row, diagonal, kj] = f.locals("i32", "row", "diagonal", "kj");
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
        f.add(diagonal, rowBytes + 4);
        f.add(row, rowBytes);
        f.brIf(again, i32.lt_u(row, end));
      });
      f.add(column, 4);
      f.add(rowK, rowBytes);
      // Not later: what is too large must not be added up.
      sizes.judge();
      f.brIf(via, i32.lt_u(rowK, end));
    });
    return 1;
  });
}
