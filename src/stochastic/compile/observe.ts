import { type Body, type F64, f64, type I32, i32 } from "../../engine/index.ts";
import type { Code, Condition } from "../code.ts";
import { EffectFinder, meet, type Range } from "../effects.ts";
import type { Bound, Path } from "../query.ts";
import { clockValue } from "./address.ts";
import { type Emitter, now } from "./emitter.ts";
import { holds } from "./holds.ts";
import { isBefore, NEVER, watch } from "./moment.ts";
import { intOf, realOf } from "./value.ts";

/** What is watched in a run (interpret/observe.ts). Both questions are 1 where the run is decided. */
export interface Observer {
  readonly begin: (f: Body) => void;
  /** The state now, after a transition. */
  readonly after: (f: Body) => I32;
  /** A stretch from now to `until`, which is a local, before it passes. */
  readonly during: (until: F64, f: Body) => I32;
}

export function observerFor(e: Emitter): Observer {
  return e.task.kind === "path" ? pathObserver(e.task.path, e) : extremeObserver(e.task, e);
}

function pathObserver({ goal, lost, bound }: Path, e: Emitter): Observer {
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
      const met = watch(goal, start, e, f);
      const missed = lost ? watch(lost, start, e, f) : NEVER;
      const first = f.local("i32", "met", i32.eqz(isBefore(missed, met)));
      const time = f.local("f64", "time", f64.if(first, met.time, missed.time));
      const open = i32.if(first, met.open, missed.open);
      f.if(i32.eqz(i32.or(f64.gt(time, until), i32.and(open, f64.eq(time, until)))), () => {
        f.set(decided, 1);
        decide(first, time, f);
      });
      return decided;
    },
  };
}

/** Where a run is at this time, in the unit of its bound. */
function position(bound: Bound, time: F64, e: Emitter, f: Body): F64 {
  if (bound.by === "time") return time;
  if (bound.by === "steps") return f64.convert_i32_s(i32.load(0, e.at.steps));
  return clockValue(bound.clock.at, e, f, time);
}

function extremeObserver({ extreme, value }: Extract<Emitter["task"], { kind: "extreme" }>, e: Emitter): Observer {
  const look = (f: Body): I32 => {
    const { code } = value;
    const seen = code.is === "int" ? f64.convert_i32_s(intOf(code, e, f)) : realOf(code, e, f);
    const height = f.local("f64", "height", seen);
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
      f.do(f64.store(0, until, e.at.time));
      return look(f);
    },
  };
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

/** When a run ends if nothing happens before, and whether so many transitions are enough. */
export interface Ending {
  readonly time: (f: Body) => F64 | number;
  readonly enough: (f: Body) => I32;
  /** Nothing more happens, and no time is the end: false where that is a fault. */
  readonly quiet: boolean;
}

const LONGEST = 100_000_000;

export function endingFor(e: Emitter): Ending {
  const bound = e.task.kind === "path" ? e.task.path.bound : e.task.bound;
  const steps = i32.load(0, e.at.steps);
  if (bound.by === "time") return { time: () => bound.limit, enough: () => i32.const(0), quiet: true };
  if (bound.by === "steps")
    return {
      time: () => Number.POSITIVE_INFINITY,
      enough: () => f64.ge(f64.convert_i32_s(steps), bound.limit),
      quiet: true,
    };
  const limit: Code = { op: "const", is: "real", value: bound.limit };
  const beyond: Condition = {
    is: "clock",
    clock: bound.clock.at,
    relation: "gt",
    bound: limit,
    origin: { start: 0, end: 0 },
  };
  return {
    time: (f) => watch(beyond, { time: f.local("f64", "now", now(e)), open: 0 }, e, f).time,
    enough: (f) => {
      f.if(i32.gt_s(steps, LONGEST), () => f.unreachable());
      return i32.const(0);
    },
    quiet: false,
  };
}
