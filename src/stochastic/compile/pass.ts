import { type Body, call, type F64, type Func, f64, type I32, i32 } from "../../engine/index.ts";
import { PATIENCE } from "../interpret/engine.ts";
import { type Process, readiness } from "../network.ts";
import type { Drawers } from "./draw.ts";
import { firstTime } from "./drawer.ts";
import type { Earliest } from "./earliest.ts";
import { type Emitter, now, trapIf } from "./emitter.ts";
import { byLocation } from "./location.ts";
import { assign, earlier, type Moment, NEVER, variable, watch } from "./moment.ts";
import type { Ending, Observer } from "./observe.ts";
import { followers, follows, go, pause, stretch } from "./pace.ts";

/**
 * Lets time pass in stretches, to a time or to where a process that is followed has to draw: `pass` of interpret/engine.ts.
 * Yields 1 where the run is decided.
 */
export function passer(
  observer: Observer,
  ending: Ending,
  drawers: Drawers,
  earliest: Earliest,
  e: Emitter,
): Func<readonly ["f64"], "i32"> {
  const followed = followers(e.network).map((process) => ({
    process,
    ahead: e.module.func(`ahead ${process.name}`, ["until: f64"], "f64", (f, until) => event(process, until, e, f)),
    meet: e.module.func(`meet ${process.name}`, [], "void", (f) => meet(process, drawers, earliest, e, f)),
  }));
  return e.module.func("pass", ["until: f64"], "i32", (f, until) => {
    const short = f.local("i32", "followed", isFollowing(e));
    const k = f.local("i32", "k", 0);
    f.while(f64.lt(now(e), until), () => {
      pause(e, f);
      trapIf(i32.and(f64.eq(until, Number.POSITIVE_INFINITY), i32.gt_s(k, PATIENCE)), f);
      f.set(k, i32.add(k, 1));
      const end = stretch(until, short, e, f);
      const over = ending.within?.(end, f);
      const first = f.local("f64", "event", Number.POSITIVE_INFINITY);
      for (const { process, ahead } of followed)
        f.if(isFollowed(process, e), () => f.set(first, f64.min(first, call(ahead, end))));
      const last = f64.min(end, first);
      const stop = f.local("f64", "stop", over ? f64.min(last, over) : last);
      f.if(observer.during(stop, f), () => f.return(1));
      go(stop, e, f);
      if (over) f.if(f64.le(over, stop), () => f.return(1));
      f.if(f64.le(first, stop), () => {
        for (const { process, meet } of followed) f.if(isFollowed(process, e), () => f.call(meet));
        f.return(0);
      });
    });
    return i32.const(0);
  });
}

function isFollowed({ index }: Process, e: Emitter): I32 {
  return i32.load8_u(0, e.at.followed + index);
}

/** Whether some process is followed now. */
export function isFollowing(e: Emitter): I32 {
  return followers(e.network).reduce<I32>((any, process) => i32.or(any, isFollowed(process, e)), i32.const(0));
}

/** It draws, or hurries, if its moment has come: `meet` of interpret/engine.ts. */
function meet(process: Process, drawers: Drawers, earliest: Earliest, e: Emitter, f: Body): void {
  const { index } = process;
  const due = f64.le(event(process, undefined, e, f), now(e));
  f.if(due, () =>
    f.if(
      i32.eq(isFollowed(process, e), 1),
      () => f.call(drawers.anywhere[index]!),
      () => {
        const first = firstOf(process, true, undefined, e, f);
        f.do(i32.store8(0, 0, e.at.followed + index));
        earliest.set(index, f64.min(earliest.get(index), firstTime(first)), f);
      },
    ),
  );
}

/** When a followed process can first move, or must; without a stretch, whether it can now. */
function event(process: Process, until: F64 | undefined, e: Emitter, f: Body): F64 {
  const first = f.local("f64", "first", Number.POSITIVE_INFINITY);
  f.if(
    i32.eq(isFollowed(process, e), 1),
    () => f.set(first, firstOf(process, false, until, e, f).time),
    () => f.set(first, firstOf(process, true, until, e, f).time),
  );
  return first;
}

/** The first moment of its outputs, urgent ones or all, and in the latter case of its end. */
function firstOf(process: Process, urgent: boolean, until: F64 | undefined, e: Emitter, f: Body): Moment {
  const first = variable(f);
  assign(first, NEVER, f);
  const start = { time: f.local("f64", "now", now(e)), open: 0 };
  const among = process.locations.filter((here) => follows(process, here)).map(({ index }) => index);
  byLocation(process, among, f, (here) => {
    const edges = here.outputs.map((output) => process.edges[output]!).filter(({ sync }) => !urgent || sync?.urgent);
    for (const condition of [...edges.map(readiness), ...(urgent ? [] : [here.expiry])])
      assign(first, earlier(first, watch(condition, start, e, f, until), f), f);
  });
  return first;
}
