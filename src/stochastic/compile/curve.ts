import { type Body, call, type F64, type Func, f64, type I32, i32 } from "../../engine/index.ts";
import type { Condition } from "../code.ts";
import { PIECES } from "../interpret/moment.ts";
import { type Emitter, now, trapIf } from "./emitter.ts";
import { go } from "./pace.ts";
import { realOf } from "./value.ts";

/** Conditions that are followed: `curve` of interpret/moment.ts. */
export type Curve = Condition & { readonly is: "curve" };

/** Whether the condition holds in the present state. */
export function isMet({ value, relation }: Curve, e: Emitter, f: Body): I32 {
  const height = f.local("f64", "height", realOf(value, e, f));
  // Of what is no number the sign is said to have changed.
  if (relation === "eq") trapIf(f64.ne(height, height), f);
  return f64[relation](height, 0);
}

/**
 * The first time from `begin` to `until` at which the condition is true, never where there is none: sampled, then halved.
 * Requires that a stretch has begun now; ensures that now is as before.
 */
export function firstMet(curve: Curve, begin: F64, until: F64, e: Emitter): F64 {
  const finder = finders.get(e) ?? new Map<Curve, Finder>();
  finders.set(e, finder);
  const func = finder.get(curve) ?? finderFor(curve, e);
  finder.set(curve, func);
  return call(func, begin, until);
}

type Finder = Func<readonly ["f64", "f64"], "f64">;
const finders = new WeakMap<Emitter, Map<Curve, Finder>>();

function finderFor({ value, relation }: Curve, e: Emitter): Finder {
  return e.module.func("follow", ["begin: f64", "until: f64"], "f64", (f, begin, until) => {
    const from = f.local("f64", "from", now(e));
    const [height, sign] = [f.local("f64", "height"), f.local("f64", "sign")];
    const [low, high, middle] = [f.local("f64", "low"), f.local("f64", "high"), f.local("f64", "middle")];
    /** Whether it is true at a time. */
    const test = (time: F64): I32 => {
      go(time, e, f);
      f.set(height, realOf(value, e, f));
      if (relation !== "eq") return f64[relation](height, 0);
      trapIf(f64.ne(height, height), f);
      return i32.or(f64.eq(height, 0), f64.lt(f64.mul(height, sign), 0));
    };
    const leave = (time: F64 | number) => {
      go(from, e, f);
      f.return(time);
    };
    f.if(test(begin), () => leave(begin));
    if (relation === "eq") f.set(sign, f64.copysign(1, height));
    f.set(high, begin);
    f.block("found", (found) => {
      const k = f.local("i32", "k");
      const piece = f64.div(f64.mul(f64.sub(until, begin), f64.convert_i32_s(k)), PIECES);
      f.if(f64.gt(until, begin), () =>
        f.for(k, 1, PIECES + 1, () => {
          f.set(low, high);
          f.set(high, f64.if(i32.eq(k, PIECES), until, f64.add(begin, piece)));
          f.brIf(found, test(high));
        }),
      );
      leave(Number.POSITIVE_INFINITY);
    });
    f.loop("halve", (again) => {
      f.set(middle, f64.add(low, f64.div(f64.sub(high, low), 2)));
      f.if(i32.or(f64.le(middle, low), f64.ge(middle, high)), () => leave(high));
      f.if(
        test(middle),
        () => f.set(high, middle),
        () => f.set(low, middle),
      );
      f.br(again);
    });
    f.unreachable();
    return undefined;
  });
}
