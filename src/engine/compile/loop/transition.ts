import type { Edge } from "../../../network/index.ts";
import { type Body, call, callIndirect, type Func, type Global, type I32, i32, type Local } from "../../wasm/index.ts";
import {
  append,
  COMMITTED_PART,
  callByLocation,
  channelOf,
  clockFunction,
  constrain,
  describe,
  type EdgeTables,
  forEachChoice,
  locationBases,
  updateFunction,
} from "../code/edge.ts";
import { effect } from "../code/expression.ts";
import type { Emitter, Taken } from "../emitter.ts";
import { restoreCells } from "../store/packing.ts";
import { receiversHaveClocks } from "../support.ts";
import { receiveFunction } from "./broadcast.ts";

/**
 * Joint transitions, as the interpreter's joint.ts: internal edges, one sender with one receiver, a broadcast with every
 * process that can receive, TChecker's vectors. Instances stand in one list: senders and events first, then receivers.
 */
export interface Joint {
  /** Takes every transition of the state in the cells and the source zone; each target is handed to `arrive`. */
  readonly expand: Func<readonly [], "void">;
}

export function jointFunctions(e: Emitter, arrive: Func<readonly [], "void">, stop: Global<"i32">): Joint {
  const { module, plan } = e;
  const { network, at } = plan;
  const bases = locationBases(network);
  const edges = network.processes.flatMap((process) => process.edges);
  const committed = module.global("i32", "committed");
  const list = module.global("i32", "list_end");
  const senderEnd = module.global("i32", "senders_end");

  const stride = 4 * plan.instanceWords;
  const flags = channelFlags(e);
  const marks = e.region(4 * Math.max(network.channels.length, 1));
  const keys = eventKeys(e);
  const present = e.region(4 * Math.max(keys.size, 1));
  const targets = e.data(new Int32Array(edges.map((edge) => edge.target)));

  const finish = finishFunction();
  const fire = module.declare("fire", ["n: i32"], "void");
  const tables = edgeTables();
  const act = e.pieces ? actFunction() : undefined;
  defineFire();

  const enumerate = module.func("enumerate", [], "void", (f) => {
    f.set(list, at.instances);
    callByLocation(tables.active, bases, processesWith(isActive), e, f);
    f.set(senderEnd, list);
    if (network.channels.length > 0) synchronise(f);
    if (network.vectors.length > 0) {
      f.call(vectorsFunction());
      clearPresent(f);
    }
  });

  const expand = module.func("expand", [], "void", (f) => {
    if (hasCommitted()) f.set(committed, committedNow());
    e.watch?.begin(f);
    if (e.priorities) {
      e.priorities.clear(f);
      f.set(e.priorities.listing, 1);
      f.call(enumerate);
      f.set(e.priorities.listing, 0);
    }
    f.call(enumerate);
  });
  return { expand };

  // ---- what a location offers

  function isActive(edge: Edge): boolean {
    return edge.sync?.kind !== "channel" || edge.sync.direction !== "?";
  }

  /** Without `!` and `?` (CSP) an edge both sends and receives. */
  function isPassive(edge: Edge): boolean {
    return edge.sync?.kind === "channel" && edge.sync.direction !== "!";
  }

  function processesWith(test: (edge: Edge) => boolean): number[] {
    return network.processes.filter((p) => p.edges.some(test)).map((p) => p.index);
  }

  function edgeTables(): EdgeTables {
    const nothing = module.func("no_offer", [], "void", () => {});
    const active: Func[] = [];
    const passive: Func[] = [];
    for (const process of network.processes) {
      const by = process.locations.map((): { active: Edge[]; passive: Edge[] } => ({ active: [], passive: [] }));
      for (const edge of process.edges) {
        if (isActive(edge)) by[edge.source].active.push(edge);
        if (isPassive(edge)) by[edge.source].passive.push(edge);
      }
      for (const location of process.locations) {
        const here = by[location.index];
        active.push(
          here.active.length === 0
            ? nothing
            : module.func(e.name("offer"), [], "void", (f) => {
                f.comment(`${process.name}.${location.name}`);
                for (const edge of here.active) offerActive(edge, location.committed, f);
              }),
        );
        passive.push(
          here.passive.length === 0
            ? nothing
            : module.func(e.name("accept"), [], "void", (f) => {
                f.comment(`${process.name}.${location.name}`);
                for (const edge of here.passive) offerPassive(edge, location.committed, f);
              }),
        );
      }
    }
    return {
      active: module.tableOf("active", active),
      passive: module.tableOf("passive", passive),
      clocks: module.tableOf(
        "clocks",
        edges.map((edge) => clockFunction(edge, e)),
      ),
      update: module.tableOf(
        "update",
        edges.map((edge) => updateFunction(edge, e)),
      ),
    };
  }

  function offerActive(edge: Edge, isCommitted: boolean, f: Body): void {
    f.comment(describe(edge, network));
    if (!edge.sync) {
      const take = e.priorities ? fireAlone(edge, isCommitted) : takeFunction(edge);
      const offer = () => forEachChoice(edge, e, f, at.zone, () => f.call(take));
      if (isCommitted || !hasCommitted()) offer();
      else f.if(i32.eqz(committed), offer);
      return;
    }
    if (edge.sync.kind === "event") {
      const key = keys.get(edge.process * 65536 + edge.sync.event);
      if (key === undefined) return;
      f.do(i32.store(0, 1, present + 4 * key));
      forEachChoice(edge, e, f, at.zone, () => append(edge, i32.const(key), isCommitted, e, f, list));
      return;
    }
    forEachChoice(edge, e, f, at.zone, () => {
      const channel = f.local("i32", "", channelOf(edge, e, f));
      append(edge, channel, isCommitted, e, f, list);
      const mark = i32.load(i32.shl(channel, 2), marks);
      // Who sends: nobody 0, one process its number plus 1, several -1.
      const old = f.local("i32", "", mark);
      const both = i32.if(i32.or(i32.eqz(old), i32.eq(old, edge.process + 1)), edge.process + 1, -1);
      f.do(i32.store(i32.shl(channel, 2), both, marks));
    });
  }

  /** Guards of receiving edges are looked at only where another process sends. */
  function offerPassive(edge: Edge, isCommitted: boolean, f: Body): void {
    if (edge.sync?.kind !== "channel") return;
    const { channel } = edge.sync;
    const offer = () =>
      forEachChoice(edge, e, f, at.zone, () => {
        const number = f.local("i32", "", channelOf(edge, e, f));
        f.if(sends(i32.load(i32.shl(number, 2), marks), edge, f), () => append(edge, number, isCommitted, e, f, list));
      });
    if (channel.terms.length > 0) offer();
    else f.if(sends(i32.load(0, marks + 4 * channel.base), edge, f), offer);
  }

  function sends(mark: I32, edge: Edge, f: Body) {
    const value = f.local("i32", "", mark);
    return i32.and(i32.ne(value, 0), i32.ne(value, edge.process + 1));
  }

  // ---- committed locations

  function hasCommitted(): boolean {
    return network.processes.some((p) => p.locations.some((l) => l.committed));
  }

  function committedNow(): I32 {
    let any: I32 = i32.const(0);
    for (const p of network.processes) {
      if (!p.locations.some((l) => l.committed)) continue;
      const table = e.data(new Uint8Array(p.locations.map((l) => (l.committed ? 1 : 0))));
      any = i32.or(any, i32.load8_u(i32.load(0, at.cells + 4 * p.index), table));
    }
    return any;
  }

  // ---- carrying out

  /** After the updates and the change of locations: the target goes on unless it was forbidden. */
  function finishFunction(): Func<readonly [], "void"> {
    return module.func("finish", [], "void", (f) => {
      if (network.outOfRange === "disable") f.if(i32.eqz(e.disabled), () => f.call(arrive));
      else f.call(arrive);
      restoreCells(e, f);
    });
  }

  /** An internal edge, its selects in their cells. */
  function takeFunction(edge: Edge): Func<readonly [], "void"> {
    return module.func(e.name("take"), [], "void", (f) => {
      f.comment(describe(edge, network));
      f.if(stop, () => f.return());
      f.call(e.zones!.copy, at.target, at.zone);
      for (const clock of edge.guard.clocks) constrain(clock, at.target, e, f, () => f.return());
      e.watch?.note(f);
      if (e.taken) noteSingle(edge, e.taken, e, f);
      begin(f);
      f.set(e.edge, edge.id);
      for (const code of edge.update) effect(code, e, f);
      for (const code of network.afterUpdate) effect(code, e, f);
      f.do(i32.store(0, edge.target, at.cells + 4 * edge.process));
      f.call(finish);
    });
  }

  /** An internal edge, its selects in their cells, as a transition of one instance behind the list. */
  function fireAlone(edge: Edge, isCommitted: boolean): Func<readonly [], "void"> {
    return module.func(e.name("alone"), [], "void", (f) => {
      f.do(i32.store(0, list, at.parts));
      append(edge, i32.const(-1), isCommitted, e, f, list);
      f.set(list, i32.sub(list, stride));
      f.call(fire, 1);
    });
  }

  function begin(f: Body): void {
    f.set(e.steps, 0);
    if (network.outOfRange === "disable") f.set(e.disabled, 0);
    for (const code of network.beforeUpdate) effect(code, e, f);
  }

  /** The transition of the `n` instances in the list of parts. */
  function defineFire(): void {
    const type = module.type(["i32"], "i32");
    if (!e.priorities) {
      module.define(fire, (f, n) => {
        f.if(stop, () => f.return());
        const { each, part } = eachPart(f, n);
        unlessForbidden(f, n);
        f.call(e.zones!.copy, at.target, at.zone);
        each(() => f.if(i32.eqz(callIndirect(tables.clocks, type, i32.load(part), part)), () => f.return()));
        carryOut(f, n);
      });
      return;
    }
    const { path, pathStart, note } = e.priorities;
    const { top, constrainAll } = e.pieces!;
    module.define(fire, (f, n) => {
      f.if(stop, () => f.return());
      const { each, part } = eachPart(f, n);
      unlessForbidden(f, n);
      const from = f.local("i32", "from", top);
      f.set(path, pathStart);
      f.block("done", (done) => {
        each(() => f.brUnless(done, callIndirect(e.guards!, type, i32.load(part), part)));
        f.call(e.zones!.copy, at.target, at.zone);
        f.brUnless(done, call(constrainAll, at.target, from, top));
        f.call(note, from, top);
        f.call(act!, n);
      });
      f.set(top, from);
    });
  }

  function eachPart(f: Body, n: I32) {
    const k = f.local("i32", "k");
    const part = f.local("i32", "part");
    const each = (statements: () => void) =>
      f.for(k, 0, n, () => {
        f.set(part, i32.load(i32.shl(k, 2), at.parts));
        statements();
      });
    return { each, part };
  }

  /** The committed rule. */
  function mayGo(f: Body, n: I32): I32 {
    const { each, part } = eachPart(f, n);
    const may = f.local("i32", "may", i32.eqz(committed));
    each(() => f.set(may, i32.or(may, i32.and(i32.load(part, 8), COMMITTED_PART))));
    return may;
  }

  function unlessForbidden(f: Body, n: I32): void {
    if (hasCommitted()) f.if(i32.eqz(mayGo(f, n)), () => f.return());
  }

  /** Takes the transition of `n` instances from the target zone, which holds the part of the source where it is possible. */
  function carryOut(f: Body, n: I32): void {
    e.watch?.note(f);
    if (e.taken) f.set(e.taken.count, n);
    runUpdates(f, n);
    f.call(finish);
  }

  function runUpdates(f: Body, n: I32): void {
    const type = module.type(["i32"], "void");
    const { each, part } = eachPart(f, n);
    begin(f);
    each(() => {
      f.set(e.edge, i32.load(part));
      f.do(callIndirect(tables.update, type, i32.load(part), part));
    });
    for (const code of network.afterUpdate) effect(code, e, f);
    f.comment("what the target does is the sender's");
    f.set(e.edge, i32.load(i32.load(0, at.parts)));
    each(() => {
      const process = i32.and(i32.load(part, 8), COMMITTED_PART - 1);
      f.do(i32.store(i32.shl(process, 2), i32.load(i32.shl(i32.load(part), 2), targets), at.cells));
    });
  }

  /** As `carryOut`, or what priorities make of it. */
  function actFunction(): Func<readonly ["i32"], "void"> {
    const { priorities } = e;
    const take = module.func("carry_out", ["n: i32"], "void", (f, n) => {
      f.if(stop, () => f.return());
      carryOut(f, n);
    });
    if (!priorities) return take;
    const each = priorities.each(take, stop);
    return module.func("act", ["n: i32"], "void", (f, n) => {
      f.if(
        priorities.listing,
        () => {
          f.call(priorities.begin);
          runUpdates(f, n);
          if (network.outOfRange === "disable") f.if(i32.eqz(e.disabled), () => f.call(priorities.add, n));
          else f.call(priorities.add, n);
          restoreCells(e, f);
        },
        () => f.call(each, n),
      );
    });
  }

  // ---- channels

  function synchronise(f: Body): void {
    f.if(i32.gt_u(senderEnd, at.instances), () => {
      callByLocation(tables.passive, bases, processesWith(isPassive), e, f);
      const s = f.local("i32", "sender", at.instances);
      const cut = e.pieces && act && receiversHaveClocks(network);
      const split = cut ? receiveFunction(e, { guards: e.guards!, list, act, stop, unlessForbidden }) : undefined;
      const plain = !cut && network.channels.some((c) => c.broadcast) ? broadcastFunction() : undefined;
      const broadcast = () => (split ? f.call(split, s, senderEnd) : f.call(plain!, s, senderEnd, 1));
      const hasBinary = network.channels.some((c) => !c.broadcast);
      f.while(i32.lt_u(s, senderEnd), () => {
        f.do(i32.store(0, s, at.parts));
        const channel = f.local("i32", "channel", i32.load(s, 4));
        const binary = () => pairs(f, s, channel);
        if (!split && !plain) binary();
        else if (!hasBinary) broadcast();
        else f.if(i32.load8_u(channel, flags), broadcast, binary);
        f.do(i32.store(i32.shl(channel, 2), 0, marks));
        f.set(s, i32.add(s, stride));
      });
    });
  }

  function pairs(f: Body, s: Local<"i32">, channel: Local<"i32">): void {
    const r = f.local("i32", "receiver", senderEnd);
    const isSymmetric = edges.some((edge) => edge.sync?.kind === "channel" && edge.sync.direction === "");
    const owner = (instance: I32) => i32.and(i32.load(instance, 8), COMMITTED_PART - 1);
    f.while(i32.lt_u(r, list), () => {
      // Where both edges stand in both lists, each pair counts once.
      const other = isSymmetric
        ? i32.gt_u(owner(r), owner(s))
        : i32.and(i32.xor(i32.load(r, 8), i32.load(s, 8)), COMMITTED_PART - 1);
      f.if(i32.andThen(i32.eq(i32.load(r, 4), channel), other), () => {
        f.do(i32.store(0, r, at.parts + 4));
        f.call(fire, 2);
      });
      f.set(r, i32.add(r, stride));
    });
  }

  /**
   * Chooses one receiving instance for each process that has any, from `r` on, and fires. Receivers stand in process order.
   */
  function broadcastFunction(): Func<readonly ["i32", "i32", "i32"], "void"> {
    const broadcast = module.declare("broadcast", ["sender: i32", "r: i32", "n: i32"], "void");
    module.define(broadcast, (f, sender, r, n) => {
      const channel = f.local("i32", "channel", i32.load(sender, 4));
      const self = f.local("i32", "self", i32.and(i32.load(sender, 8), COMMITTED_PART - 1));
      const process = f.local("i32", "process");
      const next = f.local("i32", "next");
      const owner = () => i32.and(i32.load(r, 8), COMMITTED_PART - 1);
      f.block("found", (found) => {
        f.while(i32.lt_u(r, list), () => {
          f.if(i32.andThen(i32.eq(i32.load(r, 4), channel), i32.ne(owner(), self)), () => f.br(found));
          f.set(r, i32.add(r, stride));
        });
        f.call(fire, n);
        f.return();
      });
      f.set(process, owner());
      f.comment("the first instance of a later process");
      f.set(next, r);
      f.block("end", (end) => {
        f.loop("same", (same) => {
          f.set(next, i32.add(next, stride));
          f.brIf(end, i32.ge_u(next, list));
          f.brIf(same, i32.eq(i32.and(i32.load(next, 8), COMMITTED_PART - 1), process));
        });
      });
      f.while(i32.lt_u(r, next), () => {
        f.if(i32.eq(i32.load(r, 4), channel), () => {
          f.do(i32.store(i32.shl(n, 2), r, at.parts));
          f.call(broadcast, sender, next, i32.add(n, 1));
        });
        f.set(r, i32.add(r, stride));
      });
    });
    return broadcast;
  }

  // ---- TChecker's vectors

  /** In memory: for each part a word with the event key times 2, plus 1 if weak; a word -1 ends a vector. */
  function vectorsFunction(): Func<readonly [], "void"> {
    const words: number[] = [];
    const starts: number[] = [];
    for (const { parts } of network.vectors) {
      starts.push(words.length);
      const all = parts.map(({ process, event, weak }) => ({ key: keys.get(process * 65536 + event)!, weak }));
      words.push(...all.map(({ key, weak }) => key * 2 + (weak ? 1 : 0)), -1);
    }
    const table = e.data(new Int32Array(words));
    const index = e.data(new Int32Array(starts.map((start) => table + 4 * start)));
    const combine = module.declare("combine", ["part: i32", "n: i32"], "void");
    module.define(combine, (f, part, n) => {
      const word = f.local("i32", "word", i32.load(part));
      f.if(i32.lt_s(word, 0), () => {
        f.if(n, () => f.call(fire, n));
        f.return();
      });
      const key = f.local("i32", "key", i32.shr_u(word, 1));
      f.if(i32.eqz(i32.load(i32.shl(key, 2), present)), () => {
        f.if(i32.and(word, 1), () => f.call(combine, i32.add(part, 4), n));
        f.return();
      });
      const k = f.local("i32", "k", at.instances);
      f.while(i32.lt_u(k, senderEnd), () => {
        f.if(i32.eq(i32.load(k, 4), key), () => {
          f.do(i32.store(i32.shl(n, 2), k, at.parts));
          f.call(combine, i32.add(part, 4), i32.add(n, 1));
        });
        f.set(k, i32.add(k, stride));
      });
    });
    return module.func("vectors", [], "void", (f) => {
      const v = f.local("i32", "v");
      f.for(v, 0, starts.length, () => f.call(combine, i32.load(i32.shl(v, 2), index), 0));
    });
  }

  function clearPresent(f: Body): void {
    const k = f.local("i32", "clear");
    f.for(k, 0, keys.size, () => f.do(i32.store(i32.shl(k, 2), 0, present)));
  }
}

/** Makes an internal edge, its selects in their cells, the transition at hand. */
function noteSingle(edge: Edge, { count, single }: Taken, e: Emitter, f: Body): void {
  f.do(i32.store(0, edge.id, single), i32.store(0, single, e.plan.at.parts));
  for (const [k, select] of edge.selects.entries())
    f.do(i32.store(0, i32.load(0, e.plan.at.cells + 4 * select.cell), single + 12 + 4 * k));
  f.set(count, 1);
}

/** For each channel a byte: whether it is a broadcast channel. */
function channelFlags(e: Emitter): number {
  return e.data(new Uint8Array(e.plan.network.channels.map((c) => (c.broadcast ? 1 : 0))));
}

/** A number for each process and event that some vector names. */
function eventKeys(e: Emitter): Map<number, number> {
  const keys = new Map<number, number>();
  for (const { parts } of e.plan.network.vectors) {
    for (const { process, event } of parts) {
      const id = process * 65536 + event;
      if (!keys.has(id)) keys.set(id, keys.size);
    }
  }
  return keys;
}
