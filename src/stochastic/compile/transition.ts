import { type Body, f64, i32, type Label, memory } from "../../engine/index.ts";
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

/**
 * Takes an edge that a process takes by itself, with all who receive, and lets all who are disturbed draw: leaves the function with
 * 1. Where the state after would break an invariant nothing happens, and it goes on at `failed`. The values of the edge's selects are in their cells.
 */
export type Take = (edge: Edge, failed: Label, f: Body) => void;

export function takerFor(random: Random, receivers: Receivers, redraw: Redraw, e: Emitter): Take {
  return (edge, failed, f) => take(edge, failed, random, receivers, redraw, e, f);
}

function take(
  edge: Edge,
  failed: Label,
  random: Random,
  receivers: Receivers,
  redraw: Redraw,
  e: Emitter,
  f: Body,
): void {
  const { network } = e;
  const joined = receivers.gather(edge, f);
  const leaf = f.local("i32", "leaf", 0);
  if (edge.then.kind === "branch") chooseLeaf(edge.then, 0, leaf, random, e, f);
  const withOthers = (act: (g: Body) => void) => {
    if (joined) f.if(i32.load(0, receivers.count), () => act(f));
  };
  withOthers(receivers.ways);
  const checks = checksAfter(edge, e);
  const undo = checks.length > 0 ? save(failed, e, f) : undefined;
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
  f.return(1);
}

/** Keeps the state; yields what puts it back. */
function save(failed: Label, e: Emitter, f: Body): () => void {
  const { saved, stalling, committed } = e.at;
  const bytes = 8 * e.network.state;
  if (bytes <= 128) for (let k = 0; k < bytes; k += 8) f.do(f64.store(0, f64.load(0, k), saved + k));
  else f.do(memory.copy(saved, 0, bytes));
  const [urgent, held] = [stalling, committed].map((at) => f.local("i32", "", i32.load(0, at)));
  return () => {
    f.do(memory.copy(0, saved, bytes), i32.store(0, urgent!, stalling), i32.store(0, held!, committed));
    f.br(failed);
  };
}
