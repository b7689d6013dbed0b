import { type Body, call, f64, i32 } from "../../engine/index.ts";
import { FORESIGHT } from "../interpret/flow.ts";
import type { Location, Process } from "../network.ts";
import { type Emitter, now } from "./emitter.ts";
import { flowOf } from "./flow.ts";
import { assign, type Moment, NEVER, variable, watch } from "./moment.ts";
import { go, pause, stretchOrNone } from "./pace.ts";

/**
 * When the invariant of a location will expire if nothing happens: found by looking ahead, and coming back (interpret/flow.ts).
 */
export function foresee(process: Process, here: Location, e: Emitter, f: Body): Moment {
  const open = e.region(4);
  const func = e.module.func(`foresee ${process.name}.${here.name}`, [], "f64", (g) => {
    const back = keep(e, g);
    const found = variable(g);
    assign(found, NEVER, g);
    const k = g.local("i32", "k");
    g.for(k, 0, FORESIGHT, (leave) => {
      pause(e, g);
      const end = stretchOrNone(f64.const(Number.POSITIVE_INFINITY), i32.const(1), e, g);
      g.brIf(leave, f64.lt(end, 0));
      const start = { time: g.local("f64", "now", now(e)), open: 0 };
      const moment = watch(here.expiry, start, e, g, end);
      g.if(f64.le(moment.time, end), () => {
        assign(found, moment, g);
        g.br(leave);
      });
      go(end, e, g);
    });
    back();
    g.do(i32.store(0, found.open, open));
    return found.time;
  });
  const time = f.local("f64", "expiry", call(func));
  return { time, open: f.local("i32", "open", i32.load(0, open)) };
}

/** Keeps the present state; yields what comes back to it. */
function keep(e: Emitter, f: Body): () => void {
  const flow = flowOf(e);
  if (flow) return flow.keep(f);
  const before = f.local("f64", "before", now(e));
  return () => go(before, e, f);
}
