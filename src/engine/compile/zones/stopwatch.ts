import { type Global, i32, i32x4, v128 } from "../../wasm/index.ts";
import type { Coder } from "../code/coder.ts";
import { byLocation, callEach, eachLocation } from "../code/edge.ts";
import { cellIndex, expression } from "../code/expression.ts";
import type { ActionOn, Question } from "../emitter.ts";
import { INF } from "../plan.ts";
import { hasStopwatches } from "../support.ts";

/**
 * Stopwatches (docs/compatibility.md 5.6): a clock that any process stops stands still while time passes for the others. What
 * they reach together is no zone; `delay` gives the smallest zone around it, as `upExcept` of `zones/delay.ts` does, so
 * that answers which depend on it are "maybe".
 */
export interface Rates {
  /** Finds the clocks that stand in the state in the cells; whether there are any. */
  readonly find: Question;
  /** What was found last: whether any clock stands, and a lane for each clock, negative if it does. */
  readonly any: Global<"i32">;
  readonly lanes: number;
  /** Time passes in the zone for all clocks but those found. */
  readonly delay: ActionOn;
}

/** Undefined if all clocks always run. */
export function ratesFunctions(e: Coder): Rates | undefined {
  const { module, plan } = e;
  const { width, dim, rowBytes } = plan;
  if (!hasStopwatches(plan.network)) return undefined;
  // A lane for each clock: INF if it runs, otherwise less than any bound. The zero clock never runs.
  const standing = -0x80000000;
  const lanes = e.region(4 * width);
  const any = module.global("i32", "any_stopped");
  const table = ratesTable(e, lanes, standing, any);
  const find = module.func("find_stopped", [], "i32", (f) => {
    f.set(any, 0);
    for (let k = 0; k < width; k += 4)
      f.do(v128.store(0, k === 0 ? i32x4.const(standing, INF, INF, INF) : i32x4.splat(INF), lanes + 4 * k));
    callEach(table, f);
    return any;
  });
  const delay = module.func("delay_stopped", ["z: i32"], "void", (f, z) => {
    f.comment("a running clock loses its bounds above the constant zero and above clocks that stand");
    const { listing } = e.zones;
    if (listing) {
      const at = f.local("i32", "place");
      listing.eachRow(f, z, (row, x) =>
        f.if(i32.lt_s(i32.load(x, lanes), 0), () =>
          listing.eachBlock(f, (k) => {
            f.set(at, i32.add(row, k));
            f.do(v128.store(at, i32x4.max_s(v128.load(at), v128.load(k, lanes))));
          }),
        ),
      );
      return;
    }
    const j = f.local("i32", "j");
    const row = f.local("i32", "row", z);
    f.for(j, 0, dim, () => {
      f.if(i32.lt_s(i32.load(i32.shl(j, 2), lanes), 0), () => {
        for (let k = 0; k < width; k += 4)
          f.do(v128.store(row, i32x4.max_s(v128.load(row, 4 * k), v128.load(0, lanes + 4 * k)), 4 * k));
      });
      f.add(row, rowBytes);
    });
  });
  return { find, any, lanes, delay };
}

function ratesTable(e: Coder, lanes: number, standing: number, any: Global<"i32">) {
  const { module } = e;
  const nothing = module.func("all_run", [], "void", () => {});
  const functions = eachLocation(e, ({ invariant, name }, process) => {
    if (invariant.rates.length === 0) return undefined;
    return module.func(e.name("rates"), [], "void", (f) => {
      f.comment(`${process.name}.${name}`);
      for (const { unless, clock, rate, origin } of invariant.rates) {
        f.block("next", (next) => {
          if (unless) f.brIf(next, expression(unless, e, f));
          const value = f.local("i32", "", expression(rate, e, f));
          const wrong = (v: number): string => `clock rate ${v}: only 0 and 1 can be analysed`;
          e.raiseIf(f, i32.gt_u(value, 1), "rate", origin, wrong, value);
          f.brIf(next, value);
          f.do(i32.store(i32.shl(cellIndex(clock, e, f), 2), standing, lanes));
          f.set(any, 1);
        });
      }
    });
  });
  return byLocation("rates", functions, nothing, e);
}
