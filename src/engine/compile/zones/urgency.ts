import type { Edge } from "../../../network/index.ts";
import { type Body, call, type Func, type Global, type I32, i32, i32x4, type Local, v128 } from "../../wasm/index.ts";
import type { Coder } from "../code/coder.ts";
import { type ByLocation, byLocation, callEach, channelOf, eachLocation, forEachChoice } from "../code/edge.ts";
import { append, areApart, ownerOf } from "../code/instance.ts";
import type { Question } from "../emitter.ts";
import { INF } from "../plan.ts";
import { type Pieces, tooMany } from "./pieces.ts";
import { universalZone } from "./zone.ts";

/**
 * Urgent channels (docs/compatibility.md M10, M11): time may not pass in a valuation in which a synchronisation over one is
 * enabled, target invariants aside: a sender, and for a plain channel a receiver in another process.
 *
 * Without clock guards that is all or nothing. With them each pair makes a zone U of valuations in which time stops. For
 * each, two zones are pushed: those from which U is still to come, `down(U)`, and those that come strictly after a point of
 * U. See `delay.ts` for what time reaches then.
 */
export interface Urgency {
  /** How many zones U there are for the state asked about, and the first of the zones pushed for them. */
  readonly count: Global<"i32">;
  readonly first: Global<"i32">;
}

export const MAX_URGENT = 1024;

/** What urgent synchronisations with clock guards need. */
interface UrgentCuts {
  readonly pieces: Pieces;
  /** Pushes the clock guards of an instance. */
  readonly guards: (instance: I32) => I32;
  readonly urgency: Urgency;
}

/**
 * Whether time stands still: an urgent or committed location, or an urgent synchronisation. Undefined if it never does.
 * Otherwise time may still stop later; the zones above say when.
 */
export function stillFunction(e: Coder, cuts: UrgentCuts | undefined): Question | undefined {
  const { network, at } = e.plan;
  const owners = network.processes.filter((p) => p.locations.some((l) => l.urgent || l.committed));
  const urgent = network.channels.some((c) => c.urgent) ? urgentFunction(e, cuts) : undefined;
  if (owners.length === 0 && !urgent) return undefined;
  return e.module.func("still", [], "i32", (f) => {
    if (cuts) {
      f.set(cuts.urgency.count, 0);
      f.set(cuts.urgency.first, cuts.pieces.zones);
    }
    let any: I32 = i32.const(0);
    for (const p of owners) {
      const table = e.data(new Uint8Array(p.locations.map((l) => (l.urgent || l.committed ? 1 : 0))));
      any = i32.or(any, i32.load8_u(i32.load(0, at.cells + 4 * p.index), table));
    }
    if (!urgent) return any;
    f.if(any, () => f.return(1));
    return call(urgent);
  });
}

/** The list of instances over urgent channels that the data enable: senders up to `middle`, then receivers. */
interface UrgentList {
  readonly e: Coder;
  readonly start: number;
  readonly middle: Global<"i32">;
  readonly end: Global<"i32">;
  readonly stride: number;
}

/** Whether a synchronisation is enabled wherever the clocks stand; otherwise leaves the zones described above. */
export function urgentFunction(e: Coder, urgent: UrgentCuts | undefined): Question {
  const { channels } = e.plan.network;
  const end = e.module.global("i32", "urgent_end");
  const start = e.region(e.plan.at.parts - e.plan.at.instances);
  const middle = e.module.global("i32", "urgent_middle");
  const list: UrgentList = { e, start, middle, end, stride: 4 * e.plan.instanceWords };
  const isSent = sentFunction(list);
  const senders = offers(list, "urgent_sender", "!", isSent);
  const receivers = offers(list, "urgent_receiver", "?", isSent);
  // Bit 0: urgent; bit 1: broadcast as well.
  const flags = e.data(new Uint8Array(channels.map((c) => (c.urgent ? 1 : 0) + (c.urgent && c.broadcast ? 2 : 0))));
  const ready = urgent && readyFunction(e, urgent);
  return e.module.func("urgent", [], "i32", (f) => {
    const unlessLater = (sender: I32, receiver: I32): void => {
      if (ready) f.if(call(ready, sender, receiver), () => f.return(1));
      else f.return(1);
    };
    const s = lookAtSenders(list, f, senders, flags, unlessLater);
    lookAtPairs(list, f, s, receivers, flags, unlessLater);
    return 0;
  });
}

/** Lists the senders. Those of broadcasts are looked at; returns from the function if that is all. */
function lookAtSenders(
  list: UrgentList,
  f: Body,
  senders: ByLocation<"void">,
  flags: number,
  look: (s: I32, r: I32) => void,
): Local<"i32"> {
  const { start, middle, end, stride } = list;
  f.set(end, start);
  callEach(senders, f);
  f.set(middle, end);
  f.if(i32.eq(middle, start), () => f.return(0));
  const s = f.local("i32", "s", start);
  const [kind, needs] = f.locals("i32", "kind", "needs_receiver");
  f.upTo(s, middle, stride, () => {
    f.set(kind, i32.load8_u(i32.load(s, 4), flags));
    f.if(
      i32.and(kind, 2),
      () => look(s, i32.const(0)),
      () => f.set(needs, i32.or(needs, kind)),
    );
  });
  f.if(i32.eqz(needs), () => f.return(0));
  return s;
}

/** Lists the receivers, and looks at every sender over a plain channel with every receiver in another process. */
function lookAtPairs(
  list: UrgentList,
  f: Body,
  s: Local<"i32">,
  receivers: ByLocation<"void">,
  flags: number,
  look: (s: I32, r: I32) => void,
): void {
  const { start, middle, end, stride } = list;
  callEach(receivers, f);
  const r = f.local("i32", "r");
  f.set(s, start);
  f.upTo(s, middle, stride, () => {
    f.if(i32.eq(i32.load8_u(i32.load(s, 4), flags), 1), () => {
      f.set(r, middle);
      f.upTo(r, end, stride, () => {
        f.if(i32.andThen(i32.eq(i32.load(r, 4), i32.load(s, 4)), areApart(r, s)), () => look(s, r));
      });
    });
  });
}

/** Whether another process than the receiver sends over a channel. */
function sentFunction({ e, start, middle, stride }: UrgentList): Sent {
  return e.module.func("urgent_sent", ["channel: i32", "receiver: i32"], "i32", (f, channel, receiver) => {
    const s = f.local("i32", "s", start);
    f.upTo(s, middle, stride, () => {
      const isOther = i32.ne(ownerOf(s), receiver);
      f.if(i32.andThen(i32.eq(i32.load(s, 4), channel), isOther), () => f.return(1));
    });
    return 0;
  });
}

type Sent = Func<readonly ["i32", "i32"], "i32">;

function isOffer(edge: Edge, direction: "!" | "?", { plan }: Coder): boolean {
  const { sync } = edge;
  if (sync?.kind !== "channel" || (sync.direction !== direction && sync.direction !== "")) return false;
  return sync.channel.terms.length > 0 || plan.network.channels[sync.channel.base]!.urgent;
}

/** By location: puts instances that the data enable into the list. */
function offers({ e, end }: UrgentList, name: string, direction: "!" | "?", isSent: Sent): ByLocation<"void"> {
  const nothing = e.shared("not_urgent", (n) => e.module.func(n, [], "void", () => {}));
  const functions = eachLocation(e, ({ index }, process) => {
    const edges = process.edges.filter((edge) => edge.source === index && isOffer(edge, direction, e));
    if (edges.length === 0) return undefined;
    return e.module.func(e.name(name), [], "void", (f) => {
      for (const edge of edges) {
        const offer = () =>
          forEachChoice(edge, e, f, undefined, () =>
            append(edge, f.local("i32", "", channelOf(edge, e, f)), false, e, f, end),
          );
        const channel = direction === "?" && edge.sync?.kind === "channel" ? edge.sync.channel : undefined;
        // As for transitions: guards of receiving edges are looked at only where somebody sends.
        if (channel === undefined || channel.terms.length > 0) offer();
        else f.if(call(isSent, i32.const(channel.base), i32.const(edge.process)), offer);
      }
    });
  });
  return byLocation(name, functions, nothing, e);
}

/** Whether a pair (of a broadcast, the sender alone) is enabled everywhere; otherwise pushes its zones, if it can be at all. */
function readyFunction(e: Coder, { pieces, guards, urgency }: UrgentCuts): Func<readonly ["i32", "i32"], "i32"> {
  const { top, zones, push, constrainAll } = pieces;
  const { count, first } = urgency;
  const { dim, width, rowBytes } = e.plan;
  const universal = universalZone(e);
  return e.module.func("ready", ["s: i32", "r: i32"], "i32", (f, s, r) => {
    const from = f.local("i32", "from", top);
    const may = f.local("i32", "may", guards(s));
    f.if(i32.andThen(may, r), () => f.set(may, guards(r)));
    const to = f.local("i32", "to", top);
    f.set(top, from);
    f.if(i32.eqz(may), () => f.return(0));
    f.if(i32.eq(from, to), () => {
      f.set(zones, first);
      f.set(count, 0);
      f.return(1);
    });
    const before = f.local("i32", "before", call(push, universal));
    f.if(i32.eqz(call(constrainAll, before, from, to)), () => {
      f.set(zones, before);
      f.return(0);
    });
    tooMany(i32.ge_u(count, MAX_URGENT), e, f);
    f.add(count, 1);
    const after = f.local("i32", "after", call(push, before));
    for (let j = 1; j < dim; j++) {
      f.comment("down: x_j can fall until some clock is zero");
      leastOf(f, before, j);
      f.do(i32.store(after, i32.and(i32.load(after, j * rowBytes), -2), j * rowBytes));
    }
    f.comment("strictly after: no upper bounds, and lower bounds are left out");
    for (let k = 0; k < width; k += 4) f.do(v128.store(after, i32x4.splat(INF), 4 * k));
    f.do(i32.store(after, 1));
    return 0;
  });

  /** Entry (0, j) becomes the least of 0 and all bounds on x_i - x_j. */
  function leastOf(f: Body, z: I32, j: number): void {
    const least = f.local("i32", "least", 1);
    const [i, bound] = f.locals("i32", "i", "bound");
    f.set(least, 1);
    f.for(i, 1, dim, () => {
      f.set(bound, i32.load(i32.add(z, i32.shl(i, 2)), j * rowBytes));
      f.if(i32.lt_s(bound, least), () => f.set(least, bound));
    });
    f.do(i32.store(z, least, j * rowBytes));
  }
}
