/**
 * Cycles of several processes together: the product of processes that synchronise with each other over binary channels is a
 * process of its own, and what is said of the cycles of one process (`window.ts`, `exactness.ts`) holds of it too, where a
 * round needs nobody else. Its locations are those of its members together, as far as they can be reached whatever the
 * guards; it is urgent or committed where one of them is. Its edges are the internal edges of members, their synchronisations
 * with each other as one edge (the guards and updates of the sender first), and, so that nothing that leaves a location is
 * overlooked, what members do with others. Where a member is committed only its edges are taken, unless somebody else is too.
 *
 * A cycle may use several clocks if all are set together: on each of its edges all or none, so that they are equal once they
 * were all set, and one can stand for all of them (`OneClocks`). The place of the reset is one that no edge enters without
 * setting them all.
 */
import {
  channelAt,
  clockAt,
  type Edge,
  type Location,
  locationAt,
  type Network,
  type Process,
} from "../../network/index.ts";
import { covers, spanOf } from "./reads.ts";
import { clockOf, itemsOf, resets } from "./window.ts";

export interface Product {
  readonly process: Process;
  readonly members: readonly Process[];
  /** By the number of a location, those of the members. */
  readonly places: readonly (readonly number[])[];
  /** By the number of an edge, what it is made of, the sender first. */
  readonly parts: readonly (readonly Edge[])[];
}

/** Locations of a product that are looked at. */
const MOST_LOCATIONS = 400;
/** Groups of processes that are looked at. */
const MOST_GROUPS = 30;

/**
 * Pairs and triples of processes that synchronise with each other, by a binary channel that one sends on and the
 * other receives on.
 */
export function groupsOf(network: Network): readonly (readonly Process[])[] {
  const { processes } = network;
  const ends = processes.map((p) => ({ "!": endsOf(network, p, "!"), "?": endsOf(network, p, "?") }));
  const meet = (a: number, b: number): boolean =>
    ends[a]!["!"].some((c) => ends[b]!["?"].includes(c)) || ends[b]!["!"].some((c) => ends[a]!["?"].includes(c));
  const pairs: (readonly [number, number])[] = [];
  for (let a = 0; a < processes.length && pairs.length < MOST_GROUPS; a++)
    for (let b = a + 1; b < processes.length; b++) if (meet(a, b)) pairs.push([a, b]);
  const triples = pairs.flatMap(([a, b]) =>
    processes.flatMap((_, c) => (c > b && (meet(a, c) || meet(b, c)) ? [[a, b, c]] : [])),
  );
  return [...pairs, ...triples].slice(0, MOST_GROUPS).map((group) => group.map((p) => processes[p]!));
}

/** Whether some of them may go round together: two of their edges meet, and each has one, that may be part of such a round. */
export function mayGoTogether(network: Network, members: readonly Process[]): boolean {
  const plain = members.map((p) => ({ ...p, edges: p.edges.filter(isPlain) }));
  if (plain.some(({ edges }) => edges.length === 0)) return false;
  const ends = plain.map((p) => ({ sent: endsOf(network, p, "!"), received: new Set(endsOf(network, p, "?")) }));
  return ends.some((a) => ends.some((b) => a !== b && a.sent.some((c) => b.received.has(c))));
}

/**
 * Whether an edge may be part of a round that is jumped over, as far as it alone tells: it writes no variables, and
 * has no branches.
 */
export function isPlain(e: Edge): boolean {
  return e.branches === undefined && itemsOf(e.update).every((item) => item.op === "reset");
}

/** The plain binary channels on which a process sends or receives. */
function endsOf(network: Network, { edges }: Process, direction: "!" | "?"): readonly number[] {
  return edges.flatMap((e) => {
    const channel = plainChannel(network, e);
    return channel !== undefined && e.sync?.kind === "channel" && e.sync.direction === direction ? [channel] : [];
  });
}

/** The channel of an edge, where it is known, binary and not urgent. */
function plainChannel(network: Network, { sync }: Edge): number | undefined {
  if (sync?.kind !== "channel" || sync.channel.terms.length > 0) return undefined;
  const { broadcast, urgent } = channelAt(network, sync.channel.base);
  return broadcast || urgent ? undefined : sync.channel.base;
}

/** Undefined if it is too large. */
export function productOf(network: Network, members: readonly Process[]): Product | undefined {
  const outside = network.processes.filter((p) => !members.includes(p)).flatMap((p) => p.edges);
  const open = new Set(members.flatMap((p) => p.edges.filter((e) => mayMeetOutside(network, e, outside))));
  const places: number[][] = [];
  const numbers = new Map<string, number>();
  const edges: Edge[] = [];
  const parts: (readonly Edge[])[] = [];
  const numberOf = (place: number[]): number => {
    const key = place.join(" ");
    const old = numbers.get(key);
    if (old !== undefined) return old;
    numbers.set(key, places.length);
    places.push(place);
    return places.length - 1;
  };
  numberOf(members.map((p) => p.initial));
  for (let source = 0; source < places.length; source++) {
    if (places.length > MOST_LOCATIONS) return undefined;
    const place = places[source]!;
    const leaving = members.map((p, m) => p.edges.filter((e) => e.source === place[m]));
    const committed = members.filter((p, m) => locationAt(p, place[m]!).committed).map((p) => p.index);
    const add = (made: readonly Edge[], sync: Edge["sync"]): void => {
      // Whoever meets an outsider may do so because that one is committed.
      if (sync === undefined && committed.length > 0 && !made.some((e) => committed.includes(e.process))) return;
      const next = members.map((p, m) => made.find((e) => e.process === p.index)?.target ?? place[m]!);
      edges.push(joint(made, edges.length, source, numberOf(next), sync));
      parts.push(made);
    };
    for (const [m, own] of leaving.entries())
      for (const e of own) {
        if (e.sync === undefined) add([e], undefined);
        else if (open.has(e)) add([e], e.sync);
        if (e.sync?.kind !== "channel" || e.sync.direction !== "!") continue;
        for (const [k, theirs] of leaving.entries())
          for (const f of theirs)
            if (k !== m && meets(e, f)) {
              const isPlain = plainChannel(network, e) !== undefined && plainChannel(network, f) !== undefined;
              add([e, f], isPlain ? undefined : e.sync);
            }
      }
  }
  const locations = places.map((place, index) => together(members, place, index));
  const first = members[0]!;
  const process = { ...first, name: members.map((p) => p.name).join(" with "), initial: 0, locations, edges };
  return { process, members, places, parts };
}

function meets(sender: Edge, receiver: Edge): boolean {
  if (sender.sync?.kind !== "channel" || receiver.sync?.kind !== "channel" || receiver.sync.direction !== "?")
    return false;
  return covers([spanOf(sender.sync.channel)], ...spanOf(receiver.sync.channel));
}

/** Whether an edge can be taken without the other members. */
function mayMeetOutside(network: Network, e: Edge, outside: readonly Edge[]): boolean {
  const channel = plainChannel(network, e);
  if (channel === undefined || e.sync?.kind !== "channel") return true;
  const other = e.sync.direction === "!" ? "?" : "!";
  return outside.some(
    ({ sync }) =>
      sync?.kind === "channel" && sync.direction === other && covers([spanOf(sync.channel)], channel, channel),
  );
}

function joint(made: readonly Edge[], id: number, source: number, target: number, sync: Edge["sync"]): Edge {
  const [first] = made;
  const branches = made.flatMap((e) => e.branches ?? []);
  const { sync: _, branches: __, ...rest } = first!;
  return {
    ...rest,
    id,
    source,
    target,
    selects: made.flatMap((e) => e.selects),
    guard: { data: made.flatMap((e) => e.guard.data), clocks: made.flatMap((e) => e.guard.clocks) },
    update: made.flatMap((e) => e.update),
    ...(sync === undefined ? {} : { sync }),
    ...(branches.length === 0 ? {} : { branches }),
  };
}

function together(members: readonly Process[], place: readonly number[], index: number): Location {
  const all = place.map((l, m) => locationAt(members[m]!, l));
  return {
    ...all[0]!,
    name: `(${all.map((l) => l.name).join(", ")})`,
    index,
    urgent: all.some((l) => l.urgent),
    committed: all.some((l) => l.committed),
    invariant: {
      data: all.flatMap((l) => l.invariant.data),
      clocks: all.flatMap((l) => l.invariant.clocks),
      rates: all.flatMap((l) => l.invariant.rates),
    },
  };
}

/** A product with one clock in the place of several. */
interface OneClock {
  readonly process: Process;
  /** By location, the edges that lead to it. */
  readonly into: readonly (readonly Edge[])[];
  readonly clocks: readonly number[];
}

/** Finds the product with one clock for all that a cycle uses, once for each set of clocks. */
export class OneClocks {
  private readonly network: Network;
  private readonly process: Process;
  private readonly made = new Map<string, OneClock>();

  constructor(network: Network, { process }: Product) {
    this.network = network;
    this.process = process;
  }

  /** Undefined if the clocks are not set together. */
  of(cycle: readonly Edge[]): OneClock | undefined {
    const { network, process } = this;
    const clocks = clocksOf(process, cycle);
    if (clocks === undefined) return undefined;
    if (clocks.length > 1 && clocks.some((x) => clockAt(network, x).initial !== 0)) return undefined;
    if (cycle.some((e) => hasReset(e) && !clocks.every((x) => resets(e, x)))) return undefined;
    const key = clocks.join(" ");
    const made = this.made.get(key) ?? withOneClock(process, clocks);
    this.made.set(key, made);
    return made;
  }
}

/** The clocks of a cycle; undefined if there are none, or one that is chosen at run time. */
function clocksOf(process: Process, cycle: readonly Edge[]): readonly number[] | undefined {
  const clocks = new Set<number>();
  for (const e of cycle) {
    for (const c of [...e.guard.clocks, ...locationAt(process, e.source).invariant.clocks])
      for (const ref of [c.left, c.right]) clocks.add(clockOf(ref) ?? -1);
    for (const item of itemsOf(e.update)) if (item.op === "reset") clocks.add(clockOf(item.clock) ?? -1);
  }
  clocks.delete(0);
  return clocks.size === 0 || clocks.has(-1) ? undefined : [...clocks].sort((a, b) => a - b);
}

function hasReset(e: Edge): boolean {
  return itemsOf(e.update).some((item) => item.op === "reset");
}

/** Edges that set some of the clocks only are as if they set none. */
function withOneClock(process: Process, clocks: readonly number[]): OneClock {
  const [one = 0, ...more] = clocks;
  const edges = process.edges.map((e) => {
    if (more.length === 0) return e;
    const isSet = clocks.every((x) => resets(e, x));
    return {
      ...e,
      guard: { ...e.guard, clocks: e.guard.clocks.map((c) => renamed(c, more, one)) },
      update: itemsOf(e.update).filter((item) => {
        const clock = item.op === "reset" ? clockOf(item.clock) : undefined;
        return clock === undefined || !clocks.includes(clock) || (clock === one && isSet);
      }),
    };
  });
  const locations = process.locations.map((l) => ({
    ...l,
    invariant: { ...l.invariant, clocks: l.invariant.clocks.map((c) => renamed(c, more, one)) },
  }));
  const into = locations.map(() => [] as Edge[]);
  for (const e of edges) into[e.target]!.push(e);
  return { process: { ...process, locations, edges }, into, clocks };
}

function renamed(c: Edge["guard"]["clocks"][number], from: readonly number[], to: number): typeof c {
  const of = (ref: typeof c.left): typeof ref => (from.includes(clockOf(ref) ?? -1) ? { base: to, terms: [] } : ref);
  return { ...c, left: of(c.left), right: of(c.right) };
}
