import { type Body, f64, i32 } from "../../engine/index.ts";
import { DRAWN } from "../interpret/observe.ts";
import type { Bound, Watched } from "../query.ts";
import { type Emitter, now } from "./emitter.ts";
import { type Observer, position } from "./observe.ts";
import { hush, tell } from "./outlet.ts";
import { go } from "./pace.ts";
import { reading } from "./value.ts";

/** Tells the host the course of values: where the run is, and what they are there (`TrajectoryWatch` of interpret/observe.ts). */
export function courseObserver(bound: Bound, values: readonly Watched[], e: Emitter): Observer {
  const look = (f: Body) => {
    const seen = values.map(({ code }) => f.local("f64", "value", reading(code, e, f)));
    tell([f.local("f64", "at", position(bound, now(e), e, f)), ...seen], e, f);
    return i32.const(0);
  };
  const pieces = values.every(({ line }) => line) ? 1 : DRAWN;
  return {
    begin: (f) => hush(e, f),
    after: look,
    during: (until, f) => {
      const from = f.local("f64", "from", now(e));
      const k = f.local("i32", "k");
      const piece = f64.div(f64.mul(f64.sub(until, from), f64.convert_i32_s(k)), pieces);
      f.for(k, 1, pieces + 1, () => {
        go(f64.if(i32.eq(k, pieces), until, f64.add(from, piece)), e, f);
        look(f);
      });
      go(from, e, f);
      return i32.const(0);
    },
  };
}
