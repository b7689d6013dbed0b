import { type Body, type F64, f64, type I32, i32 } from "../../engine/index.ts";
import type { Code, Condition } from "../code.ts";
import { EffectFinder, meet, type Range } from "../effects.ts";
import { GOLDEN, longestOf, PIECES, REFINED } from "../interpret/observe.ts";
import type { Bound, Path } from "../query.ts";
import { clockValue } from "./address.ts";
import { firstMet } from "./curve.ts";
import { type Emitter, now } from "./emitter.ts";
import { flowsOf } from "./flow.ts";
import { holds } from "./holds.ts";
import { isBefore, NEVER, watch } from "./moment.ts";
import { go, isPaced } from "./pace.ts";
import { reading } from "./value.ts";

/** What is watched in a run (interpret/observe.ts). Both questions are 1 where the run is decided. */
export interface Observer {
  readonly begin: (f: Body) => void;
  /** The state now, after a transition. */
  readonly after: (f: Body) => I32;
  /** A stretch from now to `until`, which is a local, before it passes. */
  readonly during: (until: F64, f: Body) => I32;
}

export function pathObserver({ goal, lost, bound }: Path, e: Emitter): Observer {
  const decide = (met: I32 | number, time: F64, f: Body) =>
    f.do(i32.store(0, met, e.at.reached), f64.store(0, position(bound, time, e, f), e.at.result));
  const moving = [goal, lost].some((condition) => condition !== undefined && changesInTime(condition, e));
  return {
    begin: (f) => f.do(i32.store(0, 0, e.at.reached), f64.store(0, 0, e.at.result)),
    after: (f) => {
      const decided = f.local("i32", "decided", holds(goal, e, f));
      f.if(
        decided,
        () => decide(1, now(e), f),
        () => {
          if (lost === undefined) return;
          f.set(decided, holds(lost, e, f));
          f.if(decided, () => decide(0, now(e), f));
        },
      );
      return decided;
    },
    during: (until, f) => {
      if (!moving) return i32.const(0);
      const decided = f.local("i32", "decided", 0);
      const start = { time: f.local("f64", "now", now(e)), open: 0 };
      const met = watch(goal, start, e, f, until);
      const missed = lost ? watch(lost, start, e, f, until) : NEVER;
      const first = f.local("i32", "met", i32.eqz(isBefore(missed, met)));
      const time = f.local("f64", "time", f64.if(first, met.time, missed.time));
      const open = i32.if(first, met.open, missed.open);
      f.if(i32.eqz(i32.or(f64.gt(time, until), i32.and(open, f64.eq(time, until)))), () => {
        f.set(decided, 1);
        if (isPaced(e.network, e.task)) go(time, e, f);
        decide(first, time, f);
      });
      return decided;
    },
  };
}

/** Where a run is at this time, in the unit of its bound. */
export function position(bound: Bound, time: F64, e: Emitter, f: Body): F64 {
  if (bound.by === "time") return time;
  if (bound.by === "steps") return f64.convert_i32_s(i32.load(0, e.at.steps));
  return clockValue(bound.clock.at, e, f, time);
}

export function extremeObserver(
  { extreme, value }: Extract<Emitter["task"], { kind: "extreme" }>,
  e: Emitter,
): Observer {
  const { code } = value;
  const seen = (f: Body): F64 => reading(code, e, f);
  const look = (f: Body): I32 => {
    const height = f.local("f64", "height", seen(f));
    f.do(f64.store(0, f64[extreme](f64.load(0, e.at.result), height), e.at.result));
    return i32.const(0);
  };
  const worst = extreme === "min" ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
  const moving = readsClock(finderOf(e).ofCode(value.code).reads, e);
  return {
    begin: (f) => f.do(f64.store(0, worst, e.at.result)),
    after: look,
    during: (until, f) => {
      if (!moving) return i32.const(0);
      if (!value.line) return ofCurve(look, { better: f64[extreme], value: seen }, until, e, f);
      go(until, e, f);
      return look(f);
    },
  };
}

/**
 * The extreme of a stretch whose value is no line: looked at in pieces, and the best of them more closely (interpret/observe.ts).
 */
function ofCurve(look: (f: Body) => I32, seek: Seek, until: F64, e: Emitter, f: Body): I32 {
  const from = f.local("f64", "from", now(e));
  const piece = f.local("f64", "piece", f64.div(f64.sub(until, from), PIECES));
  const [k, best] = [f.local("i32", "k"), f.local("i32", "best", 0)];
  const before = f.local("f64", "before");
  f.for(k, 1, PIECES + 1, () => {
    go(f64.if(i32.eq(k, PIECES), until, f64.add(from, f64.mul(piece, f64.convert_i32_s(k)))), e, f);
    f.set(before, f64.load(0, e.at.result));
    f.do(look(f));
    f.if(f64.ne(f64.load(0, e.at.result), before), () => f.set(best, k));
  });
  f.if(best, () => refine(seek, until, from, piece, f64.add(from, f64.mul(piece, f64.convert_i32_s(best))), e, f));
  go(from, e, f);
  return i32.const(0);
}

/** By the golden section, between the neighbours of a moment. */
function refine({ better, value }: Seek, until: F64, from: F64, width: F64, near: F64, e: Emitter, f: Body): void {
  const middle = f.local("f64", "near", near);
  const low = f.local("f64", "low", f64.max(from, f64.sub(middle, width)));
  const high = f.local("f64", "high", f64.min(until, f64.add(middle, width)));
  const at = (time: F64): F64 => {
    go(time, e, f);
    return f.local("f64", "height", value(f));
  };
  f.for(f.local("i32", "k"), 0, REFINED, () => {
    const left = f.local("f64", "left", f64.sub(high, f64.mul(GOLDEN, f64.sub(high, low))));
    const right = f.local("f64", "right", f64.add(low, f64.mul(GOLDEN, f64.sub(high, low))));
    const [a, b] = [at(left), at(right)];
    const best = f.local("f64", "best", better(a, b));
    f.do(f64.store(0, better(f64.load(0, e.at.result), best), e.at.result));
    f.if(
      f64.eq(best, a),
      () => f.set(high, right),
      () => f.set(low, left),
    );
  });
}

const finderOf = (e: Emitter) => new EffectFinder(e.functions, e.network.pools);

function readsClock(reads: readonly Range[], { network }: Emitter): boolean {
  const clocks = network.variables.filter(({ kind }) => kind === "clock");
  return meet(
    reads,
    clocks.map(({ cell }): Range => [cell, cell + 3]),
  );
}

function changesInTime(condition: Condition, e: Emitter): boolean {
  return readsClock(finderOf(e).ofCondition(condition).reads, e);
}

/** How an extreme is sought. */
interface Seek {
  readonly better: (a: F64, b: F64) => F64;
  readonly value: (f: Body) => F64;
}

/** When a run ends if nothing happens before, and whether so many transitions are enough. */
export interface Ending {
  readonly time: (f: Body) => F64 | number;
  readonly enough: (f: Body) => I32;
  /** Nothing more happens, and no time is the end: false where that is a fault. */
  readonly quiet: boolean;
  /** When the run ends in the stretch that has begun, where that depends on a flow. */
  readonly within?: (until: F64, f: Body) => F64;
}

export function endingFor(bound: Bound, e: Emitter): Ending {
  const steps = i32.load(0, e.at.steps);
  if (bound.by === "time") return { time: () => bound.limit, enough: () => i32.const(0), quiet: true };
  if (bound.by === "steps")
    return {
      time: () => Number.POSITIVE_INFINITY,
      enough: () => f64.ge(f64.convert_i32_s(steps), bound.limit),
      quiet: true,
    };
  const enough = (f: Body) => {
    f.if(i32.gt_s(steps, longestOf(bound, e.network)), () => f.unreachable());
    return i32.const(0);
  };
  const limit: Code = { op: "const", is: "real", value: bound.limit };
  if (flowsOf(e.network).some(({ clock }) => clock === bound.clock.at.base))
    return {
      time: () => Number.POSITIVE_INFINITY,
      enough,
      quiet: false,
      within: (until, f) => beyondFlow(bound, until, e, f),
    };
  const beyond: Condition = {
    is: "clock",
    clock: bound.clock.at,
    relation: "gt",
    bound: limit,
    origin: { start: 0, end: 0 },
  };
  return {
    time: (f) => watch(beyond, { time: f.local("f64", "now", now(e)), open: 0 }, e, f).time,
    enough,
    quiet: false,
  };
}

function beyondFlow({ clock, limit }: Bound & { by: "clock" }, until: F64, e: Emitter, f: Body): F64 {
  const origin = { start: 0, end: 0 };
  const most: Code = { op: "const", is: "real", value: limit };
  const value: Code = { op: "sub", is: "real", a: clock, b: most, origin };
  const start = f.local("f64", "now", now(e));
  return f.local("f64", "over", firstMet({ is: "curve", value, relation: "gt", origin }, start, until, e));
}
