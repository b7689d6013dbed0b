/**
 * What can happen at all, as far as ranges of variables tell (constant propagation): edges whose guard is never true, or
 * that wait for a partner that does not exist, are impossible; so are locations that no possible edge reaches. Values
 * written only there do not count, which may make more edges impossible, until nothing changes.
 */
import type { Edge, Network } from "../network/index.ts";
import { Ranges } from "./range.ts";

export interface Possible {
  readonly ranges: Ranges;
  /** By process and location. */
  readonly locations: readonly (readonly boolean[])[];
  /** By edge id. */
  readonly edges: readonly boolean[];
  /** For each channel the class of channels it belongs to: edges that may meet are in one class. -1 for no channel. */
  readonly classOf: (edge: Edge) => number;
  readonly classIsBroadcast: readonly boolean[];
}

export function possible(network: Network): Possible {
  const edges: boolean[] = [];
  for (const p of network.processes) for (const e of p.edges) edges[e.id] = true;
  for (;;) {
    const left: Network = { ...network, processes: network.processes.map((p) => ({ ...p, edges: p.edges.filter((e) => edges[e.id]) })) };
    const ranges = new Ranges(left);
    const classes = channelClasses(left, ranges);
    const locations = left.processes.map((p) => reached(p, edges));
    let changed = false;
    for (const p of left.processes) {
      for (const e of p.edges) {
        if (locations[p.index][e.source] && !isFalse(e, ranges) && !isAlone(e, left, classes)) continue;
        edges[e.id] = false;
        changed = true;
      }
    }
    if (!changed) return { ranges, locations, edges, classOf: classes.classOf, classIsBroadcast: classes.broadcast };
  }
}

function reached(p: Network["processes"][number], edges: readonly boolean[]): boolean[] {
  const seen = p.locations.map(() => false);
  const next = p.locations.map((): number[] => []);
  for (const e of p.edges) if (edges[e.id]) next[e.source].push(e.target);
  const pending = p.locations.length === 0 ? [] : [p.initial];
  for (let l = pending.pop(); l !== undefined; l = pending.pop()) {
    if (seen[l]) continue;
    seen[l] = true;
    pending.push(...next[l]);
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
  readonly broadcast: readonly boolean[];
  /** For each class and direction one process that has such an edge, -2 if there are several, -1 if none. */
  readonly senders: readonly number[];
  readonly receivers: readonly number[];
}

const SEVERAL = -2;

function channelClasses(network: Network, ranges: Ranges): Classes {
  const parent = network.channels.map((_, i) => i);
  const find = (c: number): number => {
    let at = c;
    while (parent[at] !== at) at = parent[at] = parent[parent[at]];
    return at;
  };
  const of = new Map<Edge, number>();
  for (const p of network.processes) {
    for (const e of p.edges) {
      if (e.sync?.kind !== "channel") continue;
      // A channel is named by a base and indices, as a cell is.
      const channels = ranges.addresses({ base: e.sync.channel.base, terms: e.sync.channel.terms });
      for (const c of channels) parent[find(c)] = find(channels[0]);
      if (channels.length > 0) of.set(e, channels[0]);
    }
  }
  const numbers = new Map<number, number>();
  const classOf = (e: Edge): number => {
    const channel = of.get(e);
    if (channel === undefined) return -1;
    const root = find(channel);
    if (!numbers.has(root)) numbers.set(root, numbers.size);
    return numbers.get(root)!;
  };
  const broadcast: boolean[] = [];
  const [senders, receivers]: number[][] = [[], []];
  for (const p of network.processes) {
    for (const e of p.edges) {
      const k = classOf(e);
      if (k < 0 || e.sync?.kind !== "channel") continue;
      broadcast[k] = network.channels[of.get(e)!].broadcast;
      for (const [list, direction] of [[senders, "?"], [receivers, "!"]] as const) {
        if (e.sync.direction === direction) continue;
        list[k] = list[k] === undefined || list[k] === p.index ? p.index : SEVERAL;
      }
    }
  }
  return { classOf, broadcast, senders, receivers };
}

/** Whether an edge waits for another process that never comes. An index that cannot be used leaves no channel at all. */
function isAlone(e: Edge, network: Network, classes: Classes): boolean {
  if (e.sync?.kind !== "channel") return false;
  const k = classes.classOf(e);
  if (k < 0) return e.sync.channel.terms.length === 0 && network.channels.length === 0;
  const other = (list: readonly number[]): boolean => list[k] !== undefined && list[k] !== e.process;
  if (e.sync.direction === "!") return !classes.broadcast[k] && !other(classes.receivers);
  if (e.sync.direction === "?") return !other(classes.senders);
  return false;
}
