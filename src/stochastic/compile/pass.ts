import { type Body, call, type F64, type Func, f64, type I32, i32 } from "../../engine/index.ts";
import { PATIENCE } from "../interpret/engine.ts";
import { type Process, readiness } from "../network.ts";
import type { Drawers } from "./draw.ts";
import { type Emitter, now, trapIf } from "./emitter.ts";
import { byLocation } from "./location.ts";
import { watch } from "./moment.ts";
import type { Ending, Observer } from "./observe.ts";
import { followers, follows, go, pause, stretch } from "./pace.ts";

/**
 * Lets time pass in stretches, to a time or to where a process that is followed has to draw: `pass` of interpret/engine.ts. Yields 1 where
 * the run is decided.
 */
export function passer(
  observer: Observer,
  ending: Ending,
  drawers: Drawers,
  e: Emitter,
): Func<readonly ["f64"], "i32"> {
  const followed = followers(e.network).map((process) => ({
    process,
    ahead: e.module.func(`ahead ${process.name}`, ["until: f64"], "f64", (f, until) => event(process, until, e, f)),
    ready: e.module.func(`ready ${process.name}`, [], "f64", (f) => event(process, undefined, e, f)),
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
        for (const { process, ready } of followed)
          f.if(isFollowed(process, e), () =>
            f.if(f64.le(call(ready), stop), () => f.call(drawers.anywhere[process.index]!)),
          );
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

/** When a followed process can first move, or must; without a stretch, whether it can now. */
function event(process: Process, until: F64 | undefined, e: Emitter, f: Body): F64 {
  const first = f.local("f64", "first", Number.POSITIVE_INFINITY);
  const start = { time: f.local("f64", "now", now(e)), open: 0 };
  const among = process.locations.filter((here) => follows(process, here)).map(({ index }) => index);
  byLocation(process, among, f, (here) => {
    const conditions = [...here.outputs.map((output) => readiness(process.edges[output]!)), here.expiry];
    for (const condition of conditions) f.set(first, f64.min(first, watch(condition, start, e, f, until).time));
  });
  return first;
}
