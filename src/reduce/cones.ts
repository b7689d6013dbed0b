/**
 * Questions to parts of a network: for each cone of influence (`analysis/influence/cone.ts` has the conditions and the proof)
 * the network of its processes, with one more in place of all others that is always ready. Such a network does at least what
 * its processes do in the whole, so it can only prove.
 */
import { countersOf, type Influence, influences, type Reach } from "../analysis/index.ts";
import type { Edge, Network, NetworkQuery, Process } from "../network/index.ts";
import { withoutCounters } from "./counters.ts";
import { silent } from "./silent.ts";

export interface Cone extends Pick<Influence, "query" | "kept"> {
  readonly network: Network;
}

/** Smaller than the network each; undefined if there are none such. */
export function conesOf(network: Network, query: NetworkQuery, reach: Reach): readonly Cone[] | undefined {
  const few = withoutCounters(network, countersOf(network, query));
  return influences(few, query, reach)?.map((cone) => ({ ...cone, network: among(few, cone) }));
}

/** Those kept, and one that is always ready. */
function among(whole: Network, { kept, sent, received }: Influence): Network {
  let id = 0;
  const ready = whole.processes.find((p) => !kept.has(p.index) && p.edges.length > 0)?.index;
  const processes = whole.processes.map((p): Process => {
    if (kept.has(p.index)) return { ...p, edges: p.edges.map((e) => ({ ...e, id: id++ })) };
    if (p.index !== ready) return silent(p);
    const edges = [
      ...[...sent].map((c) => offer(p, id++, c, "!")),
      ...[...received].map((c) => offer(p, id++, c, "?")),
    ];
    return { ...silent(p), edges };
  });
  const channels = whole.channels.map((c, k) => (sent.has(k) || received.has(k) ? { ...c, urgent: false } : c));
  return { ...whole, processes, channels };
}

function offer(p: Process, id: number, channel: number, direction: "!" | "?"): Edge {
  return {
    id,
    process: p.index,
    source: p.initial,
    target: p.initial,
    selects: [],
    guard: { data: [], clocks: [] },
    sync: { kind: "channel", direction, channel: { base: channel, terms: [] }, origin: p.origin },
    update: [],
    controllable: true,
    origin: p.origin,
  };
}
