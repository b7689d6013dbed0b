import { type Body, call, type F64, f64, type I32, i32 } from "../../engine/index.ts";
import { FINE, hasCurve } from "../interpret/flow.ts";
import { mitlHasCurve } from "../interpret/mitl.ts";
import type { Location, Process, StochasticNetwork } from "../network.ts";
import { type CompiledTask, type Emitter, now, trapIf } from "./emitter.ts";
import { flowOf, flowsOf } from "./flow.ts";
import { patience } from "./imports.ts";
import { isStalling } from "./location.ts";

/**
 * How time passes (interpret/flow.ts): at once to the next moment, or where clocks follow differential equations or
 * conditions have to be followed, in stretches. In a stretch one can go to any time and back (`go`).
 */
/** Whether guards or invariant of a location have to be followed. */
export function follows({ edges }: Process, here: Location): boolean {
  return !isStalling(here) && [here.expiry, ...here.outputs.map((output) => edges[output]!.guard)].some(hasCurve);
}

/** The processes that have such locations. */
export function followers({ processes }: StochasticNetwork): Process[] {
  return processes.filter((process) => process.locations.some((here) => follows(process, here)));
}

/** The query follows something, so stretches are short. */
function isFine(task: CompiledTask): boolean {
  switch (task.kind) {
    case "extreme":
      return !task.value.line;
    case "course":
      return task.values.some(({ line }) => !line);
    case "mitl":
      return mitlHasCurve(task.formula);
    case "path":
      return hasCurve(task.path.goal) || (task.path.lost !== undefined && hasCurve(task.path.lost));
  }
}

/** Whether time passes in stretches. */
export function isPaced(network: StochasticNetwork, task: CompiledTask): boolean {
  return flowsOf(network).length > 0 || followers(network).length > 0 || isFine(task);
}

/** Goes to a time of the stretch. */
export function go(time: F64, e: Emitter, f: Body): void {
  const flow = flowOf(e);
  if (flow) f.call(flow.go, time);
  else f.do(f64.store(0, time, e.at.time));
}

/** Begins the next stretch and yields its end, a local: `until` at the latest. `short` where somebody is followed. */
export function stretch(until: F64, short: I32, e: Emitter, f: Body): F64 {
  const end = stretchOrNone(until, short, e, f);
  trapIf(f64.lt(end, 0), f);
  return end;
}

/** The same; -1 where the equations have no solution beyond now. */
export function stretchOrNone(until: F64, short: I32, e: Emitter, f: Body): F64 {
  const flow = flowOf(e);
  if (flow) return f.local("f64", "end", call(flow.step, until));
  const fine = f64.min(until, f64.add(now(e), FINE));
  return f.local("f64", "end", isFine(e.task) ? fine : f64.if(short, fine, until));
}

/** Lets limits be heard now and then: see `patience` of `Sampler`. */
export function pause(e: Emitter, f: Body): void {
  const rounds = e.shared(
    "pause",
    () => e.module.declare("pause", [], "void"),
    (func) => {
      const at = e.region(4);
      e.module.define(func, (g) => {
        const k = g.local("i32", "k", i32.add(i32.load(0, at), 1));
        g.do(i32.store(0, k, at));
        g.if(i32.eqz(i32.and(k, ROUNDS - 1)), () => g.do(call(e.host.get(patience)!)));
      });
    },
  );
  f.call(rounds);
}

/** So many stretches, a power of two, take some milliseconds. */
const ROUNDS = 1024;
