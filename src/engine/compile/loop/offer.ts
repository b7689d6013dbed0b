import type { Edge, Location, Process } from "../../../network/index.ts";
import { type Body, type I32, i32 } from "../../wasm/index.ts";
import {
  byEdge,
  byLocation,
  channelOf,
  clockFunction,
  describe,
  type EdgeTables,
  eachLocation,
  forEachChoice,
  updateFunction,
} from "../code/edge.ts";
import { append } from "../code/instance.ts";
import { fireAlone, type Joint, takeFunction } from "./firing.ts";
import { eventId, hasCommitted, isActive, isPassive } from "./instances.ts";

/** What locations offer, a function each: internal edges are taken at once, others put into the list of instances. */
export function edgeTables(joint: Joint): EdgeTables {
  const { e } = joint;
  const { module } = e;
  const { processes } = e.plan.network;
  const nothing = module.func("no_offer", [], "void", () => {});
  const offers = (name: string, { name: process }: Process, location: Location, edges: Edge[], offer: Offer) =>
    edges.length === 0
      ? undefined
      : module.func(e.name(name), [], "void", (f) => {
          f.comment(`${process}.${location.name}`);
          for (const edge of edges) offer(edge, location.committed, joint, f);
        });
  const made = eachLocation(e, (location, process) => {
    const edges = process.edges.filter((edge) => edge.source === location.index);
    return {
      active: offers("offer", process, location, edges.filter(isActive), offerActive),
      passive: offers("accept", process, location, edges.filter(isPassive), offerPassive),
    };
  });
  const edges = processes.flatMap((process) => process.edges);
  return {
    active: byLocation(
      "active",
      made.map(({ active }) => active),
      nothing,
      e,
    ),
    passive: byLocation(
      "passive",
      made.map(({ passive }) => passive),
      nothing,
      e,
    ),
    clocks: byEdge(
      "clocks",
      edges.map((edge) => clockFunction(edge, e)),
      e,
      "i32",
    ),
    update: byEdge(
      "update",
      edges.map((edge) => updateFunction(edge, e)),
      e,
      "void",
    ),
  };
}

type Offer = (edge: Edge, isCommitted: boolean, joint: Joint, f: Body) => void;

const offerActive: Offer = (edge, isCommitted, joint, f) => {
  const { e, instances } = joint;
  const { list, keys, present } = instances;
  const { at } = e.plan;
  f.comment(describe(edge, e.plan.network));
  if (!edge.sync) {
    const take = e.cuts?.priorities ? fireAlone(edge, isCommitted, joint) : takeFunction(edge, joint);
    const offer = () => forEachChoice(edge, e, f, at.zone, () => f.call(take));
    if (isCommitted || !hasCommitted(e)) offer();
    else f.if(i32.eqz(instances.committed), offer);
    return;
  }
  if (edge.sync.kind === "event") {
    const key = keys.get(eventId(edge.process, edge.sync.event));
    if (key === undefined) return;
    f.do(i32.store(0, 1, present + 4 * key));
    forEachChoice(edge, e, f, at.zone, () => append(edge, i32.const(key), isCommitted, e, f, list));
    return;
  }
  forEachChoice(edge, e, f, at.zone, () => {
    const channel = f.local("i32", "", channelOf(edge, e, f));
    append(edge, channel, isCommitted, e, f, list);
    markSender(edge, channel, joint, f);
  });
};

function markSender(edge: Edge, channel: I32, { instances: { marks } }: Joint, f: Body): void {
  const old = f.local("i32", "", i32.load(i32.shl(channel, 2), marks));
  const both = i32.if(i32.or(i32.eqz(old), i32.eq(old, edge.process + 1)), edge.process + 1, -1);
  f.do(i32.store(i32.shl(channel, 2), both, marks));
}

/** Guards of receiving edges are looked at only where another process sends. */
const offerPassive: Offer = (edge, isCommitted, { e, instances: { list, marks } }, f) => {
  if (edge.sync?.kind !== "channel") return;
  const { channel } = edge.sync;
  const offer = () =>
    forEachChoice(edge, e, f, e.plan.at.zone, () => {
      const number = f.local("i32", "", channelOf(edge, e, f));
      f.if(sends(i32.load(i32.shl(number, 2), marks), edge, f), () => append(edge, number, isCommitted, e, f, list));
    });
  if (channel.terms.length > 0) offer();
  else f.if(sends(i32.load(0, marks + 4 * channel.base), edge, f), offer);
};

function sends(mark: I32, edge: Edge, f: Body): I32 {
  const value = f.local("i32", "", mark);
  return i32.and(i32.ne(value, 0), i32.ne(value, edge.process + 1));
}
