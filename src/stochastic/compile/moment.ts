import { type Body, type F64, f64, type I32, i32, type Local } from "../../engine/index.ts";
import type { Condition, Ordered } from "../code.ts";
import { fixed, isPlain, load, placeOf } from "./address.ts";
import { type Curve, firstMet, isMet } from "./curve.ts";
import { type Emitter, isTame, now, trapIf } from "./emitter.ts";
import { intOf, realOf } from "./value.ts";

/**
 * When a condition becomes true: the compiled form of interpret/moment.ts, where it is explained. Parts of a moment are numbers
 * where they are known, else locals or constants, which may be named several times.
 */
export interface Moment {
  readonly time: F64 | number;
  readonly open: I32 | number;
}
export const NEVER: Moment = { time: Number.POSITIVE_INFINITY, open: 0 };

export function isBefore(a: Moment, b: Moment): I32 {
  if (a.time === Number.POSITIVE_INFINITY && b.time === Number.POSITIVE_INFINITY) return i32.const(0);
  const less = f64.lt(a.time, b.time);
  if (b.open === 0 || a.open === 1) return less;
  const tie = i32.and(f64.eq(a.time, b.time), i32.and(i32.eqz(a.open), b.open));
  return i32.or(less, tie);
}

export function earlier(a: Moment, b: Moment, f: Body): Moment {
  if (a === NEVER) return b;
  if (b === NEVER) return a;
  const out = variable(f);
  assign(out, a, f);
  f.if(isBefore(b, a), () => assign(out, b, f));
  return out;
}

interface Variable extends Moment {
  readonly time: Local<"f64">;
  readonly open: Local<"i32">;
}

export function variable(f: Body): Variable {
  return { time: f.local("f64", "time"), open: f.local("i32", "open") };
}

export function assign(to: Variable, from: Moment, f: Body): void {
  f.set(to.time, from.time);
  f.set(to.open, from.open);
}

/**
 * The first moment from `start` on at which the condition is true. What has to be followed is followed until the end of the
 * stretch that has begun; where none has, it is looked at as it is now.
 */
export function watch(condition: Condition, start: Moment, e: Emitter, f: Body, until?: F64): Moment {
  switch (condition.is) {
    case "data":
      return when(intOf(condition.code, e, f), start, f);
    case "clock":
      return watchClock(condition, start, e, f);
    case "line":
      return watchLine(condition, start, e, f);
    case "curve":
      return until === undefined ? when(isMet(condition, e, f), start, f) : follow(condition, start, until, e, f);
    case "and":
      return watchAll(condition.items, start, e, f, until);
    case "or":
      return condition.items.reduce<Moment>((first, item) => earlier(first, watch(item, start, e, f, until), f), NEVER);
    case "any": {
      const first = variable(f);
      assign(first, NEVER, f);
      const k = f.local("i32");
      f.for(k, condition.low, condition.high + 1, () => {
        f.do(i32.store(0, k, 8 * condition.cell));
        const found = watch(condition.item, start, e, f, until);
        f.if(isBefore(found, first), () => assign(first, found, f));
      });
      return first;
    }
  }
}

/** `start` where the test holds. */
function when(test: I32, start: Moment, f: Body): Moment {
  const out = variable(f);
  f.if(
    test,
    () => assign(out, start, f),
    () => assign(out, NEVER, f),
  );
  return { time: out.time, open: start.open === 0 ? 0 : out.open };
}

/** Where it is true at once, the start; every other moment is one at which it is true. */
function follow(curve: Curve, start: Moment, until: F64, e: Emitter, f: Body): Moment {
  const begin = f.local("f64", "begin", start.time);
  const found = f.local("f64", "found", firstMet(curve, begin, until, e));
  return {
    time: found,
    open: start.open === 0 ? 0 : f.local("i32", "open", i32.and(f64.eq(found, begin), start.open)),
  };
}

/** One after the other, until all agree. Where there is one only, or none but data behind it, one round is enough. */
function watchAll(items: readonly Condition[], start: Moment, e: Emitter, f: Body, until?: F64): Moment {
  const [only] = items;
  if (only === undefined) return start;
  if (items.length === 1) return watch(only, start, e, f, until);
  const moment = variable(f);
  assign(moment, start, f);
  const rounds = items.filter(({ is }) => is !== "data").length > 1;
  const agreed = f.local("i32", "agreed", 0);
  f.block("agreed", (done) => {
    f.loop("again", (again) => {
      for (const item of items) {
        const found = watch(item, moment, e, f, until);
        if (rounds) f.set(agreed, i32.select(isBefore(moment, found), 1, i32.add(agreed, 1)));
        assign(moment, found, f);
        f.brIf(done, f64.eq(found.time, Number.POSITIVE_INFINITY));
        if (rounds) f.brIf(done, i32.eq(agreed, items.length));
      }
      if (rounds) f.br(again);
    });
  });
  return moment;
}

/** When a clock meets its bound, as a local, with its rate where that may be another than 1. */
export function meeting(
  { clock, bound }: Condition & { is: "clock" },
  e: Emitter,
  f: Body,
): { readonly time: Local<"f64">; readonly rate?: Local<"f64">; readonly gap?: Local<"f64"> } {
  const place = fixed(placeOf(clock, e, f), f);
  const limit = f.local("f64", "bound", realOf(bound, e, f));
  const [v, s] = [load(place, "real") as F64, load(place, "real", 1) as F64];
  const gap = f64.sub(limit, v);
  if (isPlain(clock, e)) {
    const time = f.local("f64", "meets", f64.add(s, gap));
    if (!isTame(bound) || !e.tame) trapIf(f64.ne(time, time), f);
    return { time };
  }
  const rate = f.local("f64", "rate", load(place, "real", 2) as F64);
  const time = f.local("f64", "meets", f64.add(s, f64.div(gap, rate)));
  trapIf(i32.and(f64.ne(rate, 0), f64.ne(time, time)), f);
  return { time, rate, gap: f.local("f64", "over", f64.sub(v, limit)) };
}

function watchClock(condition: Condition & { is: "clock" }, start: Moment, e: Emitter, f: Body): Moment {
  const { time, rate, gap } = meeting(condition, e, f);
  if (rate === undefined || gap === undefined) return reaches(time, condition.relation, start, f);
  return turning(rate, gap, time, condition.relation, start, f);
}

/** By the sign of the growth: where there is none, the height decides. */
function turning(growth: F64, height: F64, zero: F64, relation: Ordered, start: Moment, f: Body): Moment {
  const out = variable(f);
  f.if(
    f64.eq(growth, 0),
    () => assign(out, when(compares(height, relation), start, f), f),
    () =>
      f.if(
        f64.gt(growth, 0),
        () => assign(out, reaches(zero, relation, start, f), f),
        () => assign(out, reaches(zero, mirrored[relation], start, f), f),
      ),
  );
  return out;
}

/** When a line is zero, with its height and growth now. */
export function crossing({ value, slope }: Condition & { is: "line" }, e: Emitter, f: Body) {
  const time = f.local("f64", "now", now(e));
  const height = f.local("f64", "height", realOf(value, e, f));
  const growth = f.local("f64", "growth", realOf(slope, e, f));
  const zero = f.local("f64", "zero", f64.sub(time, f64.div(height, growth)));
  const close = f64.le(f64.abs(f64.sub(zero, time)), f64.mul(1e-12, f64.max(1, f64.abs(time))));
  f.if(close, () => f.set(zero, time));
  trapIf(i32.or(f64.ne(growth, growth), i32.and(f64.ne(growth, 0), f64.ne(zero, zero))), f);
  return { height, growth, zero };
}

function watchLine(condition: Condition & { is: "line" }, start: Moment, e: Emitter, f: Body): Moment {
  const { height, growth, zero } = crossing(condition, e, f);
  return turning(growth, height, zero, condition.relation, start, f);
}

export const mirrored: Readonly<Record<Ordered, Ordered>> = { lt: "gt", le: "ge", ge: "le", gt: "lt", eq: "eq" };

export function compares(height: F64, relation: Ordered): I32 {
  return f64[relation](height, 0);
}

/** The first moment from `start` on that is before, at or after `time`. */
function reaches(time: F64, relation: Ordered, start: Moment, f: Body): Moment {
  const at: Moment = { time, open: 0 };
  switch (relation) {
    case "ge":
      return chosen(f64.ge(start.time, time), start, at, f);
    case "gt":
      return chosen(after(start, time), start, { time, open: 1 }, f);
    case "lt":
      return when(f64.lt(start.time, time), start, f);
    case "le":
      return when(notAfter(start, time), start, f);
    case "eq":
      return when(notAfter(start, time), at, f);
  }
}

function after({ time, open }: Moment, than: F64): I32 {
  return open === 0 ? f64.gt(time, than) : i32.or(f64.gt(time, than), i32.and(f64.eq(time, than), open));
}

function notAfter({ time, open }: Moment, than: F64): I32 {
  return open === 0 ? f64.le(time, than) : i32.or(f64.lt(time, than), i32.and(f64.eq(time, than), i32.eqz(open)));
}

function chosen(test: I32, yes: Moment, no: Moment, f: Body): Moment {
  const out = variable(f);
  assign(out, no, f);
  f.if(test, () => assign(out, yes, f));
  return { time: out.time, open: yes.open === 0 && no.open === 0 ? 0 : out.open };
}
