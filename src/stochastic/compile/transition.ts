import { type Body, type Func, f64, type I32, i32, memory } from "../../engine/index.ts";
import type { Code } from "../code.ts";
import type { Edge, Location } from "../network.ts";
import { chooseLeaf } from "./branch.ts";
import type { Emitter } from "./emitter.ts";
import { holds } from "./holds.ts";
import { checksAfter } from "./invariant.ts";
import { byLocation } from "./location.ts";
import type { Random } from "./random.ts";
import { type Receivers, settle } from "./receive.ts";
import type { Redraw } from "./redraw.ts";
import { perform } from "./value.ts";

export type Take = Func<readonly [], "i32">;

/**
 * For each edge that a process takes by itself, a function that takes it with all who receive, and lets all who are disturbed
 * draw; 0 where the state after would break an invariant, and nothing happened. The values of its selects are in their cells.
 */
export function takers(random: Random, receivers: Receivers, redraw: Redraw, e: Emitter): ReadonlyMap<Edge, Take> {
  const takers = new Map<Edge, Take>();
  for (const { edges } of e.network.processes)
    for (const edge of edges)
      if (edge.sync?.direction !== "?")
        takers.set(
          edge,
          e.module.func(`edge ${edge.id}`, [], "i32", (f) => take(edge, random, receivers, redraw, e, f)),
        );
  return takers;
}

function take(edge: Edge, random: Random, receivers: Receivers, redraw: Redraw, e: Emitter, f: Body): I32 {
  const { network } = e;
  const joined = receivers.gather(edge, f);
  const leaf = f.local("i32", "leaf", 0);
  if (edge.then.kind === "branch") chooseLeaf(edge.then, 0, leaf, random, e, f);
  const withOthers = (act: (g: Body) => void) => {
    if (joined) f.if(i32.load(0, receivers.count), () => act(f));
  };
  withOthers(receivers.ways);
  const checks = checksAfter(edge, e);
  const undo = checks.length > 0 ? save(e, f) : undefined;
  perform(network.beforeUpdate, e, f);
  settle(edge, leaf, e, f);
  withOthers(receivers.apply);
  perform(network.afterUpdate as readonly Code[], e, f);
  for (const { process, locations } of checks)
    byLocation(network.processes[process]!, locations, f, ({ invariant }: Location) =>
      f.if(i32.eqz(holds(invariant, e, f)), () => undo?.()),
    );
  if (!joined) redraw.alone(edge, f);
  else
    f.if(
      i32.load(0, receivers.count),
      () => {
        redraw.note(edge, f);
        receivers.note(f);
        f.call(redraw.all);
      },
      () => redraw.alone(edge, f),
    );
  return i32.const(1);
}

/** Keeps the state; yields what puts it back and says that nothing happened. */
function save(e: Emitter, f: Body): () => void {
  const { saved, stalling, committed } = e.at;
  const bytes = 8 * e.network.state;
  if (bytes <= 128) for (let k = 0; k < bytes; k += 8) f.do(f64.store(0, f64.load(0, k), saved + k));
  else f.do(memory.copy(saved, 0, bytes));
  const [urgent, held] = [stalling, committed].map((at) => f.local("i32", "", i32.load(0, at)));
  return () => {
    f.do(memory.copy(0, saved, bytes), i32.store(0, urgent!, stalling), i32.store(0, held!, committed));
    f.return(0);
  };
}
