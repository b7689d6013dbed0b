import { type Body, call, type Func, f64, type I32, i32, type Label, memory } from "../../engine/index.ts";
import type { Code } from "../code.ts";
import type { Edge, Location } from "../network.ts";
import { chooseLeaf } from "./branch.ts";
import { followersOf, hearersOf } from "./channel.ts";
import { endExits, forget } from "./dynamic.ts";
import type { Emitter } from "./emitter.ts";
import { holds } from "./holds.ts";
import { type Check, checksAfter } from "./invariant.ts";
import { byLocation } from "./location.ts";
import type { Random } from "./random.ts";
import { type Receivers, settle } from "./receive.ts";
import type { Redraw } from "./redraw.ts";
import { perform } from "./value.ts";

/**
 * Takes an edge that a process takes by itself, with all who receive, and lets all who are disturbed draw: leaves the
 * function with 1. Where the state after would break an invariant nothing happens, and it goes on at `failed`. The values of
 * the edge's selects are in their cells.
 */
export type Take = (edge: Edge, failed: Label, leave: () => void, f: Body) => void;

export function takerFor(random: Random, receivers: Receivers, redraw: Redraw, e: Emitter): Take {
  const { network } = e;
  return (edge, failed, leave, f) => {
    const together = new Together(failed, leave, random, receivers, redraw, e, f);
    const hearers = hearersOf(edge, network);
    if (hearers) {
      receivers.meet(edge, hearers, f, (receiver) => together.take([edge, receiver]));
      together.take([edge]);
    } else {
      receivers.gather(edge, f);
      together.take([edge], followersOf(edge, network));
    }
  };
}

/** A transition by several edges at once. */
class Together {
  private readonly failed: Label;
  private readonly leave: () => void;
  private readonly random: Random;
  private readonly receivers: Receivers;
  private readonly redraw: Redraw;
  private readonly e: Emitter;
  private readonly f: Body;

  constructor(
    failed: Label,
    leave: () => void,
    random: Random,
    receivers: Receivers,
    redraw: Redraw,
    e: Emitter,
    f: Body,
  ) {
    this.failed = failed;
    this.leave = leave;
    this.random = random;
    this.receivers = receivers;
    this.redraw = redraw;
    this.e = e;
    this.f = f;
  }

  /** These edges are taken in this order, and then those of the followers that are in the list. */
  take(edges: readonly Edge[], followers: readonly Edge[] = []): void {
    const { failed, leave, receivers, redraw, e, f } = this;
    const { network } = e;
    const withOthers = (act: (g: Body) => void) => {
      if (followers.length > 0) f.if(i32.load(0, receivers.count), () => act(f));
    };
    const leaves = edges.map((edge) => this.leaf(edge));
    withOthers(receivers.ways);
    const checks = checksAfter(edges, followers, e);
    const undo = checks.length > 0 ? save(failed, e, f) : undefined;
    perform(network.beforeUpdate, e, f);
    for (const [k, edge] of edges.entries()) settle(edge, leaves[k]!, e, f);
    withOthers(receivers.apply);
    perform(network.afterUpdate as readonly Code[], e, f);
    endExits(e, f);
    const isMany = checks.reduce((sum, { locations }) => sum + locations.length, 0) > MANY;
    for (const check of checks) {
      if (isMany) f.if(call(breaker(check, e)), () => undo?.());
      else isBroken(check, e, f, () => undo?.());
    }
    withOthers(() => {
      for (const edge of edges) redraw.note(edge, f);
      receivers.note(f);
      f.call(redraw.all);
      leave();
    });
    redraw.after(edges, f);
    leave();
  }

  private leaf({ then }: Edge): I32 {
    const { random, e, f } = this;
    if (then.kind === "location") return i32.const(0);
    const leaf = f.local("i32", "leaf", 0);
    chooseLeaf(then, 0, leaf, random, e, f);
    return leaf;
  }
}

/** Invariants of so many locations are looked at where they may be broken; of more, in functions that all edges share. */
const MANY = 16;

function isBroken({ process, locations }: Check, e: Emitter, f: Body, then: () => void): void {
  byLocation(e.network.processes[process]!, locations, f, ({ invariant }: Location) =>
    f.if(i32.eqz(holds(invariant, e, f)), then),
  );
}

function breaker(check: Check, e: Emitter): Func<readonly [], "i32"> {
  const name = `breaks ${check.process}: ${check.locations.join()}`;
  return e.shared(
    name,
    () => e.module.declare(name, [], "i32"),
    (func) =>
      e.module.define(func, (f) => {
        isBroken(check, e, f, () => f.return(1));
        return i32.const(0);
      }),
  );
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
    forget(e, f);
    f.br(failed);
  };
}
