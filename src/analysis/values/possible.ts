/**
 * What can happen at all, as far as ranges of variables tell (constant propagation): edges whose guard is never true, or
 * that wait for a partner that does not exist, are impossible; so are locations that no possible edge reaches. Values
 * written only there do not count, which may make more edges impossible, until nothing changes.
 */
import { append } from "../../base/index.ts";
import type { Edge, Network } from "../../network/index.ts";
import { Ranges } from "./range.ts";

export interface Possible {
  readonly ranges: Ranges;
  /** By process and location. */
  readonly locations: readonly (readonly boolean[])[];
  /** By edge id. */
  readonly edges: readonly boolean[];
  /** The class of channels that an edge synchronises over, -1 for none. Edges that may meet are in one class. */
  readonly classOf: (edge: Edge) => number;
  readonly classes: readonly ChannelClass[];
}

/** Senders and receivers are told apart, except in CSP style. */
type ChannelClass = "binary" | "broadcast" | "csp";

export function possible(network: Network): Possible {
  const edges: boolean[] = [];
  for (const p of network.processes) for (const e of p.edges) edges[e.id] = true;
  for (;;) {
    // Guards of impossible edges stay: they are evaluated all the same.
    const only = (e: Edge): Edge => (edges[e.id] ? e : { ...e, update: [] });
    const ranges = new Ranges({
      ...network,
      processes: network.processes.map((p) => ({ ...p, edges: p.edges.map(only) })),
    });
    const classes = channelClasses(network, edges, ranges);
    const locations = network.processes.map((p) => reached(p, edges));
    let changed = false;
    for (const p of network.processes) {
      for (const e of p.edges) {
        if (!edges[e.id] || (locations[p.index]![e.source] && !isFalse(e, ranges) && !isAlone(e, classes))) continue;
        edges[e.id] = false;
        changed = true;
      }
    }
    if (!changed) return { ranges, locations, edges, classOf: classes.classOf, classes: classes.kinds };
  }
}

function reached(p: Network["processes"][number], edges: readonly boolean[]): boolean[] {
  const seen = p.locations.map(() => false);
  const next = p.locations.map((): number[] => []);
  for (const e of p.edges) if (edges[e.id]) next[e.source]!.push(e.target);
  const pending = p.locations.length === 0 ? [] : [p.initial];
  for (let l = pending.pop(); l !== undefined; l = pending.pop()) {
    if (seen[l]) continue;
    seen[l] = true;
    append(pending, next[l]!);
  }
  return seen;
}

function isFalse(e: Edge, ranges: Ranges): boolean {
  return e.guard.data.some((code) => {
    const { low, high } = ranges.of(code);
    return low === 0 && high === 0;
  });
}

interface Classes {
  readonly classOf: (edge: Edge) => number;
  readonly kinds: readonly ChannelClass[];
  /** For each class one process that can send (or receive), SEVERAL if there are more, undefined if there is none. */
  readonly senders: readonly (number | undefined)[];
  readonly receivers: readonly (number | undefined)[];
}

const SEVERAL = -1;

function channelClasses(network: Network, possible: readonly boolean[], ranges: Ranges): Classes {
  const parent = network.channels.map((_, i) => i);
  const find = (c: number): number => {
    let at = c;
    while (parent[at] !== at) at = parent[at] = parent[parent[at]!]!;
    return at;
  };
  const all = network.processes.flatMap((p) => p.edges.filter((e) => possible[e.id] && e.sync?.kind === "channel"));
  const channel: number[] = [];
  for (const e of all) {
    if (e.sync?.kind !== "channel") continue;
    // A channel is named by a base and indices, as a cell is.
    const named = ranges.addresses({ base: e.sync.channel.base, terms: e.sync.channel.terms });
    for (const c of named) parent[find(c)] = find(named[0]!);
    channel[e.id] = named[0] ?? -1;
  }
  const numbers = new Map<number, number>();
  const classOf = (e: Edge): number => {
    const c = channel[e.id] ?? -1;
    return c < 0 ? -1 : (numbers.get(find(c)) ?? -1);
  };
  for (const c of channel) if (c !== undefined && c >= 0 && !numbers.has(find(c))) numbers.set(find(c), numbers.size);
  const kinds: ChannelClass[] = [];
  const senders: (number | undefined)[] = [];
  const receivers: (number | undefined)[] = [];
  for (const e of all) {
    const k = classOf(e);
    if (k < 0 || e.sync?.kind !== "channel") continue;
    if (e.sync.direction === "") kinds[k] = "csp";
    kinds[k] ??= network.channels[channel[e.id]!]!.broadcast ? "broadcast" : "binary";
    const note = (list: (number | undefined)[]): void => {
      list[k] = list[k] === undefined || list[k] === e.process ? e.process : SEVERAL;
    };
    if (e.sync.direction !== "?") note(senders);
    if (e.sync.direction !== "!") note(receivers);
  }
  return { classOf, kinds, senders, receivers };
}

/** Whether an edge waits for another process that never comes. */
function isAlone(e: Edge, classes: Classes): boolean {
  if (e.sync?.kind !== "channel") return false;
  const k = classes.classOf(e);
  if (k < 0) return false;
  const other = (list: readonly (number | undefined)[]): boolean => list[k] !== undefined && list[k] !== e.process;
  if (e.sync.direction === "!") return classes.kinds[k] === "binary" && !other(classes.receivers);
  return e.sync.direction === "?" && !other(classes.senders);
}
