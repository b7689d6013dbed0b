import { labelQuery, type Network } from "../../src/network/index.ts";
import { decide } from "../agree/regions/decide.ts";

/** Which pairs of locations are reachable together, by regions; and for which that is not told, as there is a fault. */
export function reachable(network: Network): string[] {
  const labelled = {
    ...network,
    processes: network.processes.map((p) => ({
      ...p,
      locations: p.locations.map((l) => ({ ...l, labels: [`${p.name}.${l.name}`] })),
    })),
  };
  const labels = labelled.processes.map((p) => p.locations.map((l) => l.labels[0]!));
  const pairs =
    labels.length === 1 ? labels[0]!.map((a) => [a]) : labels[0]!.flatMap((a) => labels[1]!.map((b) => [a, b]));
  return pairs.flatMap((pair) => {
    const verdict = decide(labelled, labelQuery(labelled, pair), { maxStates: 3000 });
    if (verdict.kind !== "truth") return [`${pair.join(" ")}: ${verdict.kind}`];
    return verdict.holds ? [pair.join(" ")] : [];
  });
}
