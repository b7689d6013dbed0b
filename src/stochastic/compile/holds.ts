import { type Body, f64, type I32, i32 } from "../../engine/index.ts";
import type { Condition, Ordered } from "../code.ts";
import { isMet } from "./curve.ts";
import type { Emitter } from "./emitter.ts";
import { now } from "./emitter.ts";
import { conditionCanFault } from "./fault.ts";
import { compares, crossing, meeting, mirrored, watch } from "./moment.ts";
import { intOf } from "./value.ts";

/** Whether a condition holds now: that it becomes true at this very moment, in shorter words. */
export function holds(condition: Condition, e: Emitter, f: Body): I32 {
  switch (condition.is) {
    case "data":
      return f.local("i32", "", i32.truth(intOf(condition.code, e, f)));
    case "clock": {
      const { time, rate, gap } = meeting(condition, e, f);
      const plain = relates(time, condition.relation, e);
      return rate && gap ? turned(rate, gap, plain, time, condition.relation, e, f) : f.local("i32", "", plain);
    }
    case "line": {
      const { height, growth, zero } = crossing(condition, e, f);
      return turned(growth, height, relates(zero, condition.relation, e), zero, condition.relation, e, f);
    }
    case "curve":
      return f.local("i32", "", isMet(condition, e, f));
    case "and":
      return both(condition, e, f);
    case "or": {
      const found = f.local("i32", "", 0);
      for (const item of condition.items) f.set(found, i32.or(found, holds(item, e, f)));
      return found;
    }
    case "any": {
      const found = f.local("i32", "", 0);
      const k = f.local("i32");
      f.for(k, condition.low, condition.high + 1, () => {
        f.do(i32.store(0, k, 8 * condition.cell));
        f.set(found, i32.or(found, holds(condition.item, e, f)));
      });
      return found;
    }
  }
}

/** The moment now against the moment at which something that grows is zero. */
function relates(zero: ReturnType<typeof meeting>["time"], relation: Ordered, e: Emitter): I32 {
  return f64[relation](now(e), zero);
}

function turned(
  growth: ReturnType<typeof meeting>["time"],
  height: ReturnType<typeof meeting>["time"],
  up: I32,
  zero: ReturnType<typeof meeting>["time"],
  relation: Ordered,
  e: Emitter,
  f: Body,
): I32 {
  const down = relates(zero, mirrored[relation], e);
  return f.local("i32", "", i32.if(f64.eq(growth, 0), compares(height, relation), i32.if(f64.gt(growth, 0), up, down)));
}

/**
 * What is false now but true later lets the next part be evaluated, which may be a fault; only then must the moment be
 * found out.
 */
function both(condition: Condition & { is: "and" | "or" }, e: Emitter, f: Body): I32 {
  const { items } = condition;
  const late = items.findIndex(({ is }) => is !== "data");
  if (late >= 0 && items.slice(late + 1).some(conditionCanFault)) {
    const time = f.local("f64", "now", now(e));
    const found = watch(condition, { time, open: 0 }, e, f);
    return i32.and(f64.eq(found.time, time), i32.eqz(found.open));
  }
  const result = f.local("i32", "", 0);
  f.block("and", (end) => {
    for (const item of items) f.brUnless(end, holds(item, e, f));
    f.set(result, 1);
  });
  return result;
}
