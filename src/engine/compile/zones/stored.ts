import { type Func, type I32, i32, type V128, v128 } from "../../wasm/index.ts";
import type { Emitter } from "../emitter.ts";
import { type ActiveCode, filledBytes } from "./active.ts";
import { lanesOf } from "./lanes.ts";

/**
 * Two zones in stored form, filled up to whole vectors, compared as they are; with `active`, those of the discrete state at hand.
 */
type Compare = Func<readonly ["i32", "i32"], "i32">;

/** Whether every valuation of the first is one of the second. */
export function insideFunction(name: string, e: Emitter, active: ActiveCode | undefined): Compare {
  return compare(name, lanesOf(e.plan.entry).gt_s, e, active);
}

export function sameFunction(name: string, e: Emitter, active: ActiveCode | undefined): Compare {
  return compare(name, v128.xor, e, active);
}

/** Whether no vector of differences has anything in it. */
function compare(
  name: string,
  differs: (a: V128, b: V128) => V128,
  e: Emitter,
  active: ActiveCode | undefined,
): Compare {
  const { module, plan } = e;
  const { dim, entry } = plan;
  const vectors = Math.ceil((dim * dim * entry) / 16);
  return module.func(name, ["a: i32", "b: i32"], "i32", (f, a, b) => {
    const differ = (k: number, x: I32, y: I32) =>
      f.if(v128.any_true(differs(v128.load(x, 16 * k, entry), v128.load(y, 16 * k, entry))), () => f.return(0));
    if (vectors <= 24 && !active) {
      for (let k = 0; k < vectors; k++) differ(k, a, b);
      return 1;
    }
    const k = f.local("i32", "k");
    f.for(k, 0, filledBytes(e, active), () => differ(0, i32.add(a, k), i32.add(b, k)), 16);
    return 1;
  });
}
