import { first, last } from "../base/index.ts";
import type { Channel, Clock, Function as Func, Network, Owner, Process, Slot } from "../network/index.ts";
import { Renumbering } from "../network/index.ts";

/**
 * Two networks side by side: processes, variables and clocks of both, each with its own, and channels in common where
 * they have the same name. Names of the second that the first has too are put behind the name of its process and a dot,
 * so that every name means one thing. The two may come from one file: then what is global exists twice.
 */
export interface Joined {
  readonly network: Network;
  /** The first process, slot and clock that come from the second network; slots beyond the locations. */
  readonly processes: number;
  readonly slots: number;
  readonly clocks: number;
  /** Channels that the two declare differently. Then the network must not be used. */
  readonly conflicts: readonly string[];
}

/** Requires: neither has hooks, priorities or vectors. `prefix` names the second where it has to be told from the first. */
export function joinNetworks(first: Network, second: Network, prefix: string): Joined {
  const processes = first.processes.length;
  const both = processes + second.processes.length;
  const slots = both + (first.slots.length - processes);
  const size = slots + (second.slots.length - second.processes.length);
  const constants = [...first.constants, ...second.constants];
  const scratch = size + constants.length;
  const channels: Channel[] = first.channels.slice();
  const names = new Set([...first.processes, ...first.slots, ...first.clocks].map((n) => n.name));
  const rename = (name: string): string => (names.has(name) ? fresh(`${prefix}.${name}`, names) : name);
  const owned = ({ owner }: { readonly owner?: Owner }) => (owner === undefined ? {} : { owner: owner + processes });
  const conflicts: string[] = [];
  const channelOf = joinChannels(channels, second, (c) => ({ ...c, ...owned(c), name: rename(c.name) }), conflicts);

  const left = new Renumbering({
    cell: cells(first, both, size, scratch),
    clock: (x) => x,
    channel: (c) => c,
    function: (f) => f,
  });
  const right = new Renumbering({
    cell: cells(second, slots, size + first.constants.length, scratch + scratchOf(first)),
    clock: (x) => (x === 0 ? 0 : x + first.clocks.length - 1),
    channel: (c) => channelOf[c]!,
    function: (f) => f + first.functions.length,
  });
  const edges = first.processes.reduce((n, p) => n + p.edges.length, 0);
  const joined: Process[] = [
    ...first.processes.map((p) => process(p, left, 0, 0, (n) => n)),
    ...second.processes.map((p) => process(p, right, processes, edges, rename)),
  ];
  const location = (p: Process, s: Slot): Slot => ({ ...s, name: p.name });
  const network: Network = {
    ...first,
    processes: joined,
    slots: [
      ...first.slots.slice(0, processes),
      ...second.slots.slice(0, second.processes.length).map((s, i) => location(joined[processes + i]!, s)),
      ...first.slots.slice(processes),
      ...second.slots.slice(second.processes.length).map((s): Slot => ({ ...s, ...owned(s), name: rename(s.name) })),
    ],
    constants,
    cells: scratch + scratchOf(first) + scratchOf(second),
    clocks: [
      ...first.clocks,
      ...second.clocks.slice(1).map((c): Clock => ({ ...c, ...owned(c), name: rename(c.name) })),
    ],
    channels,
    functions: [
      ...first.functions.map((f): Func => left.function(f)),
      ...second.functions.map((f): Func => right.function(f)),
    ],
  };
  return { network, processes, slots, clocks: first.clocks.length, conflicts };
}

function scratchOf(network: Network): number {
  return network.cells - network.slots.length - network.constants.length;
}

/** Where the cells of a network go: its variables, its constants, its scratch. */
function cells(from: Network, variables: number, constants: number, scratch: number): (old: number) => number {
  const first = from.processes.length;
  const state = from.slots.length;
  const end = state + from.constants.length;
  return (old) => (old < state ? old - first + variables : old < end ? old - state + constants : old - end + scratch);
}

/**
 * Adds the channels that are new by name and tells where each one is. A name has the same elements in both networks or
 * it is a conflict. Channels of a template are its own, whatever they are called.
 */
function joinChannels(
  channels: Channel[],
  second: Network,
  moved: (channel: Channel) => Channel,
  conflicts: string[],
): number[] {
  const known = new Map<string, number[]>();
  for (const [i, c] of channels.entries()) known.set(variableOf(c.name), [...(known.get(variableOf(c.name)) ?? []), i]);
  const more = new Map<string, Channel[]>();
  for (const c of second.channels) more.set(variableOf(c.name), [...(more.get(variableOf(c.name)) ?? []), c]);
  const place = new Map<Channel, number>();
  for (const [name, list] of more) {
    const old = first(list).owner === undefined ? known.get(name) : undefined;
    if (old === undefined) for (const c of list) place.set(c, channels.push(moved(c)) - 1);
    else {
      const alike = (c: Channel, i: number) => isSame(c, channels[old[i]!]!);
      if (old.length !== list.length || !list.every(alike)) conflicts.push(name);
      for (const [i, c] of list.entries()) place.set(c, old[i] ?? last(old));
    }
  }
  return second.channels.map((c) => place.get(c) ?? 0);
}

function isSame(a: Channel, b: Channel): boolean {
  return a.name === b.name && a.broadcast === b.broadcast && a.urgent === b.urgent;
}

/** `c` of `c[1][2]`. */
function variableOf(name: string): string {
  return name.replace(/\[.*$/, "");
}

function process(
  p: Process,
  by: Renumbering,
  processes: number,
  edges: number,
  rename: (name: string) => string,
): Process {
  return {
    ...p,
    name: rename(p.name),
    index: p.index + processes,
    locations: p.locations.map((l) => ({ ...l, invariant: by.invariant(l.invariant) })),
    edges: p.edges.map((e) => ({ ...by.edge(e), id: e.id + edges, process: e.process + processes })),
  };
}

function fresh(name: string, taken: Set<string>): string {
  let made = name;
  for (let i = 2; taken.has(made); i++) made = `${name}${i}`;
  return made;
}
