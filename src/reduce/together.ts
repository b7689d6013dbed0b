/**
 * Jumps of several processes at a time: one leads, and the others begin and end with it, by a broadcast for each that everybody
 * receives. They all stand where the cycle begins, which the leader's guard asks, and from then on nobody can leave alone.
 */
import type { Jump } from "../analysis/index.ts";
import { first } from "../base/index.ts";
import {
  type Channel,
  type Code,
  type Edge,
  type Location,
  locationAt,
  type Network,
  type Process,
} from "../network/index.ts";

interface Signals {
  readonly channels: readonly Channel[];
  readonly of: ReadonlyMap<Jump, { readonly begin: number; readonly end: number }>;
}

/** Two channels more for each jump of several processes. */
export function signalsOf(network: Network, jumps: readonly Jump[]): Signals {
  const channels: Channel[] = [...network.channels];
  const of = new Map<Jump, { readonly begin: number; readonly end: number }>();
  for (const jump of jumps) {
    if (jump.product === undefined) continue;
    of.set(jump, { begin: channels.length, end: channels.length + 1 });
    for (const what of ["begin", "end"])
      channels.push({
        name: `${what} ${of.size}`,
        broadcast: true,
        urgent: false,
        priority: network.defaultPriority,
        origin: network.origin,
      });
  }
  return { channels, of };
}

/** An edge with which a jump begins or ends, told to the others, if there are any. */
export function led(e: Edge, jump: Jump, { of }: Signals, what: "begin" | "end"): Edge {
  const signal = of.get(jump);
  if (signal === undefined) return e;
  const sync = syncOver(signal[what], "!", e);
  if (what === "end") return { ...e, sync };
  const there = (jump.product?.others ?? []).map(
    ({ process, location }): Code => ({
      op: "eq",
      a: { op: "load", at: { base: process, terms: [] } },
      b: { op: "const", value: location },
      origin: e.origin,
    }),
  );
  return { ...e, sync, guard: { ...e.guard, data: [...there, ...e.guard.data] } };
}

interface Following {
  readonly jump: Jump;
  readonly waiting: Location;
  readonly begin: Edge;
  readonly end: Edge;
}

/** What a process that follows jumps has more; its locations are numbered from `from` on. */
export function followed(process: Process, { of }: Signals, from: number): readonly Following[] {
  const mine = [...of].flatMap(([jump, signal]) => {
    const other = jump.product?.others.find((o) => o.process === process.index);
    return other === undefined ? [] : [{ jump, signal, location: other.location }];
  });
  return mine.map(({ jump, signal, location }, k) => {
    const { name, origin } = locationAt(process, location);
    const index = from + k;
    const { id, controllable } = first(jump.edges);
    const guard = { data: [], clocks: [] };
    const edge: Edge = {
      id,
      process: process.index,
      source: location,
      target: index,
      selects: [],
      guard,
      update: [],
      controllable,
      origin,
    };
    return {
      jump,
      waiting: {
        name: `${name}+${index}`,
        index,
        urgent: false,
        committed: false,
        invariant: { ...guard, rates: [] },
        labels: [],
        origin,
      },
      begin: { ...edge, sync: syncOver(signal.begin, "?", edge) },
      end: { ...edge, source: index, target: location, sync: syncOver(signal.end, "?", edge) },
    };
  });
}

function syncOver(channel: number, direction: "!" | "?", { origin }: Edge): NonNullable<Edge["sync"]> {
  return { kind: "channel", direction, channel: { base: channel, terms: [] }, origin };
}
