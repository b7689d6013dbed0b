/**
 * The closed network in which refinement is decided and its runs are replayed: the implementation beside the specification
 * turned into its tester (Bourke and Sowmya 2007, Definition 3.2). Directions of visible channels are exchanged on the
 * specification's side, so that both sides of an action make one synchronisation. A location `Err` is added with edges for
 * any action and for a delay that the specification does not allow, and each location has an edge back to itself for a
 * broadcast that the specification ignores; these have no guards, because `Product` decides by subtraction when they may be
 * taken, and `along.ts` holds runs to that. A clock measures the time spent in `Err`.
 *
 * In the specification a committed location is an urgent one, since others are not seen. A *transient* location is an
 * urgent or committed one that is left by internal edges only: it is passed without being seen, so its edges are taken at
 * once and it is committed here.
 */
import type { Roles } from "../engine/index.ts";
import {
  type ChannelRef,
  type Clock,
  type Code,
  channelAt,
  type Edge,
  type Location,
  type Network,
  type Process,
  processAt,
} from "../network/index.ts";
import type { Interface } from "./interface.ts";
import type { Joined } from "./join.ts";
import { elementsOf } from "./uses.ts";

export interface Composition {
  readonly network: Network;
  readonly roles: Roles;
  /** By location of the specification. */
  readonly transient: readonly boolean[];
  /** Whether the specification lets no time pass there. */
  readonly still: readonly boolean[];
  /** Edges into `Err`, by location: any visible action, with the channel as select value, or a delay. */
  readonly errSends: readonly number[];
  readonly errReceives: readonly number[];
  readonly errDelay: readonly number[];
  /** Reset when the specification is left for `Err`. */
  readonly stopwatch: number;
  readonly errLocation: number;
  readonly refusals: readonly string[];
}

export function compose(joined: Joined, face: Interface): Composition {
  const { network, processes: spec } = joined;
  const original = processAt(network, spec);
  const { locations } = original;
  const side = new Sides(network, face);
  const own = original.edges.map((e) => side.specification(e));
  const transient = locations.map((l) => stops(l) && isPassed(own.filter((e) => e.source === l.index)));
  const ownEdges = network.processes.reduce((n, p) => n + p.edges.length, 0);
  const stopwatch = network.clocks.length;
  const extra = extraEdges(network, face, original, ownEdges, stopwatch);
  const tester: Process = {
    ...original,
    locations: [
      ...locations.map((l) => ({ ...l, committed: transient[l.index] === true, urgent: stops(l) })),
      errOf(original),
    ],
    edges: [...own, ...extra.edges],
  };
  const processes = network.processes.map((p, i) =>
    i === spec ? tester : { ...p, edges: p.edges.map((e) => side.implementation(e)) },
  );
  return {
    network: closed(network, processes, spec, face),
    roles: {
      specification: spec,
      ownEdges,
      ignores: extra.ignores,
      visible: face.visible,
      urgent: network.channels.map((c) => c.urgent),
    },
    transient,
    still: locations.map(stops),
    errSends: extra.sends,
    errReceives: extra.receives,
    errDelay: extra.delays,
    stopwatch,
    errLocation: locations.length,
    refusals: side.refusals,
  };
}

/** Edges as they stand on either side of the interface. */
class Sides {
  readonly refusals: string[] = [];
  private readonly network: Network;
  private readonly face: Interface;

  constructor(network: Network, face: Interface) {
    this.network = network;
    this.face = face;
  }

  implementation(e: Edge): Edge {
    const { sync } = e;
    if (sync?.kind !== "channel" || channelAt(this.network, sync.channel.base).broadcast) return e;
    return this.all(this.face.silent.implementation, sync.channel) ? withoutSync(e) : e;
  }

  specification(e: Edge): Edge {
    const { sync } = e;
    if (sync?.kind !== "channel") return e;
    if (this.all(this.face.visible, sync.channel))
      return { ...e, sync: { ...sync, direction: sync.direction === "?" ? "!" : "?" } };
    // Local channels have no partner: such an edge is never taken. It keeps its channel, which is not visible.
    return this.all(this.face.silent.specification, sync.channel) ? withoutSync(e) : e;
  }

  /** Whether all elements that a reference may name are alike. */
  private all(flags: readonly boolean[], ref: ChannelRef): boolean {
    const list = elementsOf(ref).map((c) => flags[c]);
    const name = channelAt(this.network, ref.base).name.replace(/\[.*$/, "");
    if (list.some((f) => f !== list[0]))
      this.refusals.push(
        `some elements of channel ${name} are in the interface and some are not, and an edge chooses among them`,
      );
    return list[0] === true;
  }
}

function withoutSync({ sync: _, ...edge }: Edge): Edge {
  return edge;
}

function stops(l: Location): boolean {
  return l.urgent || l.committed;
}

function isPassed(leaving: readonly Edge[]): boolean {
  return leaving.length > 0 && leaving.every((e) => e.sync === undefined);
}

function errOf({ locations, origin }: Process): Location {
  return {
    name: freshName(locations),
    index: locations.length,
    urgent: false,
    committed: false,
    invariant: { data: [], clocks: [], rates: [] },
    labels: [],
    origin,
  };
}

/** With the stopwatch, a cell for the channel that is chosen, and no urgency that others would see. */
function closed(network: Network, processes: readonly Process[], spec: number, { visible }: Interface): Network {
  const { origin, locations } = processAt(network, spec);
  const stopwatch: Clock = { name: "time since", initial: 0, origin };
  return {
    ...network,
    cells: network.cells + 1,
    clocks: [...network.clocks, stopwatch],
    channels: network.channels.map((c, i) => (visible[i] && !(c.broadcast && c.urgent) ? { ...c, urgent: false } : c)),
    slots: network.slots.map((s, i) => (i === spec ? { ...s, high: locations.length } : s)),
    processes,
  };
}

/** For each location four edges: to `Err` with a send, a receive, a delay; and a send that leads back to it. */
function extraEdges(network: Network, { visible }: Interface, spec: Process, first: number, stopwatch: number) {
  const { cells: cell } = network;
  const channels = network.channels.length;
  const edges: Edge[] = [];
  const select = { name: "channel", cell, low: 0, high: channels - 1 };
  const index: Code = { op: "load", at: { base: cell, terms: [] } };
  const ref: ChannelRef = { base: 0, terms: [{ index, low: 0, size: channels, stride: 1, origin: spec.origin }] };
  // What the implementation does unseen is not heard: hearing it would take part in it, and hurry where it is urgent.
  const seen = except(index, (c) => visible[c] !== true, channels, spec.origin);
  // Nobody outside can send an urgent broadcast, for that would stop the time of the implementation.
  const isRush = (c: number): boolean => network.channels[c]!.broadcast && network.channels[c]!.urgent;
  const calm = except(index, (c) => visible[c] !== true || isRush(c), channels, spec.origin);
  const add = (l: Location, target: number, direction: "!" | "?" | undefined): number => {
    const sync =
      direction === undefined ? {} : { sync: { kind: "channel" as const, direction, channel: ref, origin: l.origin } };
    const update: Code[] =
      direction === undefined
        ? [{ op: "reset", clock: { base: stopwatch, terms: [] }, value: { op: "const", value: 0 }, origin: l.origin }]
        : [];
    edges.push({
      id: first + edges.length,
      process: spec.index,
      source: l.index,
      target,
      selects: direction === undefined ? [] : [select],
      guard: { data: direction === undefined ? [] : direction === "!" ? calm : seen, clocks: [] },
      ...sync,
      update,
      controllable: true,
      origin: l.origin,
    });
    return first + edges.length - 1;
  };
  const err = spec.locations.length;
  const some = channels > 0;
  return {
    sends: spec.locations.map((l) => (some ? add(l, err, "!") : -1)),
    receives: spec.locations.map((l) => (some ? add(l, err, "?") : -1)),
    delays: spec.locations.map((l) => add(l, err, undefined)),
    ignores: spec.locations.map((l) => (some ? add(l, l.index, "!") : -1)),
    edges,
  };
}

/** That an index is none of some numbers below a limit, by their longest rows. */
function except(index: Code, isLeftOut: (n: number) => boolean, limit: number, origin: Process["origin"]): Code[] {
  const out: Code[] = [];
  const compared = (op: "lt" | "gt", value: number): Code => ({ op, a: index, b: { op: "const", value }, origin });
  for (let low = 0; low < limit; low++) {
    if (!isLeftOut(low)) continue;
    let high = low;
    while (high + 1 < limit && isLeftOut(high + 1)) high++;
    out.push({ op: "either", a: compared("lt", low), b: compared("gt", high) });
    low = high;
  }
  return out;
}

function freshName(locations: readonly Location[]): string {
  const taken = new Set(locations.map((l) => l.name));
  let name = "Err";
  for (let i = 1; taken.has(name); i++) name = `Err${i}`;
  return name;
}
