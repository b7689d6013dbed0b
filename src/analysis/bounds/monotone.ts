/**
 * Whether every clock guard only ever helps a run. LU abstractions are simulations: a valuation may be replaced by one that
 * satisfies more guards. That is wrong where a satisfied guard forbids something: a transition of higher priority forbids
 * lower ones, a broadcast receiver that is able may not stay behind, an urgent synchronisation forbids time to pass. There,
 * as for deadlocks, bounds must be the same from below and from above.
 */
import type { Channel, Edge, Network } from "../../network/index.ts";

export function guardsOnlyHelp(network: Network): boolean {
  if (network.hasPriorities) return false;
  for (const p of network.processes) {
    for (const e of p.edges) if (e.guard.clocks.length > 0 && mayForbid(e, network)) return false;
  }
  return true;
}

function mayForbid(e: Edge, network: Network): boolean {
  if (e.sync?.kind !== "channel") return false;
  const receives = e.sync.direction !== "!";
  return channelsOf(e, network).some((c) => c.urgent || (c.broadcast && receives));
}

/** All channels that the edge can synchronise on. */
export function channelsOf(e: Edge, network: Network): readonly Channel[] {
  if (e.sync?.kind !== "channel") return [];
  const { base, terms } = e.sync.channel;
  const span = terms.reduce((sum, t) => sum + (t.size - 1) * t.stride, 0);
  return network.channels.slice(base, base + span + 1);
}
