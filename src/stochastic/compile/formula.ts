import { type Body, type F64, f64, i32 } from "../../engine/index.ts";
import type { Condition } from "../code.ts";
import { jumpsOf, opposite } from "../interpret/mitl.ts";
import { conditionsOf, type Mitl } from "../query.ts";
import { type Emitter, now } from "./emitter.ts";
import { holds } from "./holds.ts";
import { assign, isBefore, type Moment, variable, watch } from "./moment.ts";
import type { Ending, Observer } from "./observe.ts";
import { hush, tell } from "./outlet.ts";

/**
 * Tells the host when the conditions of a formula are true, as records [condition, start, is open, end, is open], and
 * when there are transitions, as [-1, time, 0, 0, 0]: `MitlWatch` of interpret/mitl.ts. What the formula says of them the
 * host finds out.
 */
export const JUMP = -1;
/** Numbers in a record. */
export const RECORD = 5;

export function formulaObserver(formula: Mitl, e: Emitter): Observer {
  const conditions = conditionsOf(formula);
  return {
    begin: (f) => hush(e, f),
    after: (f) => {
      f.if(i32.load(0, e.at.steps), () => tell([JUMP, now(e), 0, 0, 0], e, f));
      noteNow(conditions, e, f);
      return i32.const(0);
    },
    during: (until, f) => {
      for (const [k, condition] of conditions.entries()) note(k, condition, until, e, f);
      return i32.const(0);
    },
  };
}

/** The state now, as a moment. */
export function noteNow(conditions: readonly Condition[], e: Emitter, f: Body): void {
  for (const [k, condition] of conditions.entries())
    f.if(holds(condition, e, f), () => {
      const time = f.local("f64", "now", now(e));
      tell([k, time, 0, time, 1], e, f);
    });
}

/** All spans of the stretch in which a condition holds. */
function note(k: number, condition: Condition, until: F64, e: Emitter, f: Body): void {
  const end: Moment = { time: until, open: 0 };
  const moment = variable(f);
  assign(moment, { time: now(e), open: 0 }, f);
  f.block("noted", (noted) => {
    f.loop("spans", (again) => {
      f.brUnless(noted, isBefore(moment, end));
      const start = variable(f);
      assign(start, watch(condition, moment, e, f, until), f);
      f.brUnless(noted, isBefore(start, end));
      const over = watch(opposite(condition), start, e, f, until);
      const stop = variable(f);
      assign(stop, end, f);
      f.if(isBefore(over, end), () => assign(stop, over, f));
      tell([k, start.time, f64.convert_i32_s(start.open), stop.time, f64.convert_i32_s(stop.open)], e, f);
      f.brUnless(noted, isBefore(moment, stop));
      assign(moment, stop, f);
      f.br(again);
    });
  });
}

/** The run goes on to the horizon, and for `X` to the transitions after it. */
export function formulaEnding(formula: Mitl, horizon: number, e: Emitter): Ending {
  const ahead = jumpsOf(formula);
  if (ahead === 0) return { time: () => horizon, enough: () => i32.const(0), quiet: true };
  const [seen, beyond] = [e.region(4), e.region(4)];
  return {
    time: () => Number.POSITIVE_INFINITY,
    quiet: true,
    enough: (f) => {
      const steps = f.local("i32", "steps", i32.load(0, e.at.steps));
      const later = horizon === 0 ? i32.const(1) : f64.gt(now(e), horizon);
      const counts = i32.and(i32.ne(steps, i32.load(0, seen)), later);
      const more = i32.add(i32.load(0, beyond), counts);
      f.do(i32.store(0, i32.if(steps, more, 0), beyond), i32.store(0, steps, seen));
      return i32.ge_s(i32.load(0, beyond), ahead);
    },
  };
}
