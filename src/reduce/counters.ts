import type { Code, Network } from "../network/index.ts";

/** The network without counters (`analysis/influence/counter.ts`): nothing but their own values changes. */
export function withoutCounters(network: Network, counters: ReadonlySet<number>): Network {
  if (counters.size === 0) return network;
  const isCount = (code: Code): boolean => code.op === "store" && counters.has(code.at.base);
  const processes = network.processes.map((p) => ({
    ...p,
    edges: p.edges.map((e) => (e.update.some(isCount) ? { ...e, update: e.update.filter((c) => !isCount(c)) } : e)),
  }));
  return { ...network, processes };
}
