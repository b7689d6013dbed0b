/** Steps and states in words: `go: P.idle -> busy, Q.wait -> run`, `P.busy Q.run n=3`. */
import { channelAt, type Edge, locationAt, type Network, processAt } from "../network/index.ts";
import { showZone, type Zone } from "../zones/index.ts";

/** Requires: `words` as in `Engine.transition`. */
export function showStep(network: Network, words: readonly number[], channel: number): string {
  const edges: readonly Edge[] = network.processes.flatMap((p) => p.edges);
  const parts: string[] = [];
  for (let k = 0; k < words.length; ) {
    const edge = edges[words[k]!]!;
    const process = processAt(network, edge.process);
    const chosen = edge.selects.map((s, i) => `${s.name}=${words[k + 1 + i]}`);
    const places = `${process.name}.${locationAt(process, edge.source).name} -> ${locationAt(process, edge.target).name}`;
    parts.push(chosen.length === 0 ? places : `${places} [${chosen.join(", ")}]`);
    k += 1 + edge.selects.length;
  }
  return `${channel < 0 ? "" : `${channelAt(network, channel).name}: `}${parts.join(", ")}`;
}

export function showState(network: Network, cells: ArrayLike<number>, zone: Zone): string {
  const count = network.processes.length;
  const locations = network.processes.map((p, i) => `${p.name}.${locationAt(p, cells[i]!).name}`);
  const values = network.slots.slice(count).map((s, i) => `${s.name}=${cells[count + i]}`);
  const clocks = showZone(
    zone,
    0,
    network.clocks.length,
    network.clocks.map((c) => c.name),
  );
  return [...locations, ...values, ...(clocks === "true" ? [] : [clocks])].join(" ");
}
