import { greatest, smallest } from "../../base/index.ts";
import { type Body, callIndirect, type Func, i32, type Table } from "../../engine/index.ts";
import type { Edge, Process } from "../network.ts";
import { indexOf } from "./address.ts";
import { chooseLeaf, leavesOf, update } from "./branch.ts";
import { extentOf, followersOf, type Hearer, hearersOf, inputsOf, mayBeNone, offersByChannel } from "./channel.ts";
import { choiceOf } from "./choice.ts";
import { type Emitter, increase } from "./emitter.ts";
import { byLocation, moveTo } from "./location.ts";
import { dispatch, isAnyEnabled, isPlainOffer, type Offer } from "./option.ts";
import type { Random } from "./random.ts";
import type { Redraw } from "./redraw.ts";

/**
 * Those who receive. For each channel a function finds who is ready, lets each choose an edge, and lists these edges; the
 * rest, the ways at branch points, updates and what is disturbed, goes through the list with functions by edge.
 */
export interface Receivers {
  /** Goes on with the receiver, where there is one; else it goes on behind. */
  readonly meet: (sender: Edge, hearers: readonly Hearer[], f: Body, join: (receiver: Edge) => void) => void;
  /** Lists the receivers of a sender. */
  readonly gather: (sender: Edge, f: Body) => void;
  /** How many there are. */
  readonly count: number;
  /** Goes through them: ways, updates, what is disturbed. */
  readonly ways: (f: Body) => void;
  readonly apply: (f: Body) => void;
  readonly note: (f: Body) => void;
}

export function receiversFor(random: Random, redraw: Redraw, e: Emitter): Receivers {
  const { network, module } = e;
  const count = e.region(4);
  const edges = e.region(4 * network.processes.length);
  const leaves = e.region(4 * network.processes.length);
  const options = e.region(4 * mostInputs(e));
  const channels = offersByChannel(network);
  const senders = network.processes.flatMap((process) => process.edges).filter((edge) => !hearersOf(edge, network));
  const heard = new Set(senders.flatMap(({ sync }) => (sync ? extentOf(sync) : [])));
  const followers = new Set(senders.flatMap((edge) => followersOf(edge, network)));
  const join = (edge: Edge, f: Body) => {
    f.do(i32.store(i32.shl(i32.load(0, count), 2), edge.id, edges));
    increase(count, 1, f);
  };
  const ready = network.channels.map((_, channel) => {
    const offers = channels.get(channel);
    if (offers === undefined || !heard.has(channel)) return undefined;
    return module.func(`ready ${network.channels[channel]!.name}`, ["sender: i32"], "void", (f, sender) => {
      for (const [process, inputs] of offers)
        f.if(i32.ne(sender, process.index), () => ofProcess(process, inputs, options, random, join, e, f));
    });
  });
  const nobody = module.func("nobody", ["sender: i32"], "void", () => {});
  const table = module.tableOf(
    "ready",
    ready.map((func) => func ?? nobody),
  );
  const meet: Receivers["meet"] = (sender, hearers, f, goOn) =>
    onChannel(sender, hearers, e, f, ({ process, offers }) =>
      ofProcess(process, offers, options, random, (edge) => goOn(edge), e, f),
    );
  const gather = gatherFor(ready, table, count, e);
  return { count, meet, gather, ...phases(followers, count, edges, leaves, random, redraw, e) };
}

type Ready = Func<readonly ["i32"], "void">;

/** Runs the statements for the hearer on the sender's channel, if there is one. */
function onChannel(
  { sync }: Edge,
  hearers: readonly Hearer[],
  e: Emitter,
  f: Body,
  visit: (hearer: Hearer) => void,
): void {
  if (sync === undefined) return;
  const [only] = hearers;
  // The channel is computed also where nobody hears: that may be a fault.
  const channel = indexOf(sync, 1, e, f);
  if (typeof channel === "number") return only && visit(only);
  if (only === undefined) return mayBeNone(sync) ? f.do(i32.eqz(channel)) : undefined;
  const channels = extentOf(sync);
  const first = smallest(channels);
  const cases = Array.from({ length: greatest(channels) - first + 1 }, (_, k) => () => {
    const hearer = hearers.find((each) => each.channel === first + k);
    if (hearer) visit(hearer);
  });
  f.switch(i32.sub(channel, first), cases);
}

function gatherFor(ready: readonly (Ready | undefined)[], table: Table, count: number, e: Emitter) {
  return ({ sync, process }: Edge, f: Body): void => {
    if (sync === undefined) return;
    const channel = indexOf(sync, 1, e, f);
    f.do(i32.store(0, 0, count));
    if (typeof channel === "number") f.call(ready[channel]!, process);
    else f.do(callIndirect(table, e.module.type(["i32"], "void"), channel, process));
    if (!sync.broadcast) f.if(i32.gt_s(i32.load(0, count), 1), () => f.unreachable());
  };
}

const values = ({ selects }: Edge) => selects.reduce((count, { low, high }) => count * Math.max(1, high - low + 1), 1);

function mostInputs(e: Emitter): number {
  const ofProcess = (process: Process) => inputsOf(process).reduce((sum, edge) => sum + values(edge), 0);
  return greatest(e.network.processes.map(ofProcess), 1);
}

/** What one process does: one of its ready edges joins. */
function ofProcess(
  process: Process,
  offers: readonly Offer[],
  options: number,
  random: Random,
  join: (edge: Edge, f: Body) => void,
  e: Emitter,
  f: Body,
): void {
  const among = [...new Set(offers.map(({ edge }) => edge.source))].sort((a, b) => a - b);
  byLocation(process, among, f, ({ index }) => {
    const here = offers.filter(({ edge }) => edge.source === index);
    const [only] = here;
    if (only && here.length === 1 && isPlainOffer(only))
      return f.if(isAnyEnabled(here, e, f), () => join(only.edge, f));
    const ready = choiceOf(here, options, random, e, f);
    f.if(ready.some, () => dispatch(here, ready.take(), f, (edge) => join(edge, f)));
  });
}

/** Functions by edge, called for all in the list. */
function phases(
  followers: ReadonlySet<Edge>,
  count: number,
  edges: number,
  leaves: number,
  random: Random,
  redraw: Redraw,
  e: Emitter,
) {
  const { module, network } = e;
  const all = network.processes.flatMap((process) => process.edges);
  const idle = module.func("no way", [], "i32", () => i32.const(0));
  const skip = module.func("no input", ["leaf: i32"], "void", () => {});
  const wayOf = all.map((edge) =>
    followers.has(edge) && edge.then.kind === "branch"
      ? module.func(`ways ${edge.id}`, [], "i32", (f) => {
          const leaf = f.local("i32", "leaf");
          chooseLeaf(edge.then, 0, leaf, random, e, f);
          return leaf;
        })
      : idle,
  );
  const applied = all.map((edge) =>
    followers.has(edge)
      ? module.func(`take ${edge.id}`, ["leaf: i32"], "void", (f, leaf) => settle(edge, leaf, e, f))
      : skip,
  );
  const noted = all.map((edge) =>
    followers.has(edge) ? module.func(`note ${edge.id}`, ["leaf: i32"], "void", (f) => redraw.note(edge, f)) : skip,
  );
  const [wayTable, applyTable, noteTable] = [
    module.tableOf("ways", wayOf),
    module.tableOf("take", applied),
    module.tableOf("note", noted),
  ];
  const each = (f: Body, visit: (edge: ReturnType<typeof i32.load>, k: ReturnType<typeof i32.shl>) => void) => {
    const k = f.local("i32", "k");
    f.for(k, 0, i32.load(0, count), () => visit(i32.load(i32.shl(k, 2), edges), i32.shl(k, 2)));
  };
  const [asks, acts] = [module.type([], "i32"), module.type(["i32"], "void")];
  const branches = wayOf.some((func) => func !== idle);
  return {
    ways: (f: Body) => {
      if (branches) each(f, (edge, k) => f.do(i32.store(k, callIndirect(wayTable, asks, edge), leaves)));
    },
    apply: (f: Body) => each(f, (edge, k) => f.do(callIndirect(applyTable, acts, edge, i32.load(k, leaves)))),
    note: (f: Body) => each(f, (edge) => f.do(callIndirect(noteTable, acts, edge, 0))),
  };
}

/** Location and updates of one who moves. */
export function settle(edge: Edge, leaf: ReturnType<typeof i32.load>, e: Emitter, f: Body): void {
  const ends = leavesOf(edge.then);
  const [only] = ends;
  const end = (each: (typeof ends)[number]) => {
    moveTo(edge.process, edge.source, each.target, e, f);
    update(edge, each, e, f);
  };
  if (ends.length === 1 && only) end(only);
  else
    f.switch(
      leaf,
      ends.map((each) => () => end(each)),
    );
}
