import { type Body, type Func, type I32, i32, type Local } from "../../wasm/index.ts";
import { callEach, type EdgeTables } from "../code/edge.ts";
import { areApart, channelIn, ownerOf } from "../code/instance.ts";
import type { ActionOn } from "../emitter.ts";
import { receiversHaveClocks } from "../support.ts";
import { receiveFunction } from "./broadcast.ts";
import type { Joint } from "./firing.ts";

/** Synchronisations over channels: every sender in the list with one receiver, or with every process that can receive. */
export function synchronise(joint: Joint, tables: EdgeTables, act: ActionOn | undefined, f: Body): void {
  const { e, instances } = joint;
  const { network, at } = e.plan;
  const { senderEnd, stride, flags, marks } = instances;
  f.if(i32.gt_u(senderEnd, at.instances), () => {
    callEach(tables.passive, f);
    const s = f.local("i32", "sender", at.instances);
    const broadcast = broadcastOf(joint, act, f, s);
    const hasBinary = network.channels.some((c) => !c.broadcast);
    f.upTo(s, senderEnd, stride, () => {
      f.do(i32.store(0, s, at.parts));
      const channel = f.local("i32", "channel", channelIn(s));
      const binary = () => pairs(joint, f, s, channel);
      if (!broadcast) binary();
      else if (!hasBinary) broadcast();
      else f.if(i32.load8_u(channel, flags), broadcast, binary);
      f.do(i32.store(i32.shl(channel, 2), 0, marks));
    });
  });
}

/** Writes the broadcast of a sender; undefined if there are no broadcast channels. */
function broadcastOf(joint: Joint, act: ActionOn | undefined, f: Body, s: Local<"i32">): (() => void) | undefined {
  const { e, instances } = joint;
  const { network } = e.plan;
  if (e.cuts && act && receiversHaveClocks(network)) {
    const split = receiveFunction(joint, e.cuts, act);
    return () => f.call(split, s, instances.senderEnd);
  }
  if (!network.channels.some((c) => c.broadcast)) return undefined;
  const plain = broadcastFunction(joint);
  return () => f.call(plain, s, instances.senderEnd, 1);
}

function pairs({ e, instances, fire }: Joint, f: Body, s: Local<"i32">, channel: Local<"i32">): void {
  const { list, senderEnd, stride } = instances;
  const r = f.local("i32", "receiver", senderEnd);
  const isSymmetric = e.plan.network.processes.some(({ edges }) =>
    edges.some((edge) => edge.sync?.kind === "channel" && edge.sync.direction === ""),
  );
  f.upTo(r, list, stride, () => {
    // Where both edges stand in both lists, each pair counts once.
    const other = isSymmetric ? i32.gt_u(ownerOf(r), ownerOf(s)) : areApart(r, s);
    f.if(i32.andThen(i32.eq(channelIn(r), channel), other), () => {
      f.do(i32.store(0, r, e.plan.at.parts + 4));
      f.call(fire, 2);
    });
  });
}

/**
 * Chooses one receiving instance for each process that has any, from `r` on, and fires. Receivers stand in process order.
 */
function broadcastFunction({ e, instances, fire }: Joint): Func<readonly ["i32", "i32", "i32"], "void"> {
  const { list, stride } = instances;
  const broadcast = e.module.declare("broadcast", ["sender: i32", "r: i32", "n: i32"], "void");
  e.module.define(broadcast, (f, sender, r, n) => {
    const channel = f.local("i32", "channel", channelIn(sender));
    const self = f.local("i32", "self", ownerOf(sender));
    const [process, next] = f.locals("i32", "process", "next");
    const step = (k: Local<"i32">): I32 => i32.add(k, stride);
    f.block("found", (found) => {
      f.while(i32.lt_u(r, list), () => {
        f.if(i32.andThen(i32.eq(channelIn(r), channel), i32.ne(ownerOf(r), self)), () => f.br(found));
        f.set(r, step(r));
      });
      f.call(fire, n);
      f.return();
    });
    f.set(process, ownerOf(r));
    f.comment("the first instance of a later process");
    f.set(next, r);
    f.block("end", (end) => {
      f.loop("same", (same) => {
        f.set(next, step(next));
        f.brIf(end, i32.ge_u(next, list));
        f.brIf(same, i32.eq(ownerOf(next), process));
      });
    });
    f.while(i32.lt_u(r, next), () => {
      f.if(i32.eq(channelIn(r), channel), () => {
        f.do(i32.store(i32.shl(n, 2), r, e.plan.at.parts));
        f.call(broadcast, sender, next, i32.add(n, 1));
      });
      f.set(r, step(r));
    });
  });
  return broadcast;
}
