/**
 * How loosely a network is coupled: of all pairs of edges of different groups, the share whose steps have no participant
 * in common. What is independent can be done in any order, and a search with one time keeps the orders apart; where
 * hardly anything is, local time has nothing to gain. Who may take part is counted whether it ever does, so the share is
 * rather too small.
 */
import type { Edge, Network } from "../../network/index.ts";
import { type NetworkUses, usesOf } from "../flow/uses.ts";
import type { Coupling } from "./coupling.ts";

/** Kinds of steps that are compared: of more, every so manieth. */
const MOST = 400;

/** Edges of one group with the same participants. */
interface Kind {
  readonly group: number;
  readonly parts: ReadonlySet<number>;
  count: number;
}

/** From 0, where every two steps of different groups have somebody in common, to 1. */
export function looseness(network: Network, coupling: Coupling): number {
  const kinds = kindsOf(network, coupling);
  let [pairs, free] = [0, 0];
  for (const a of kinds)
    for (const b of kinds) {
      if (a.group >= b.group) continue;
      const weight = a.count * b.count;
      pairs += weight;
      if (![...a.parts].some((part) => b.parts.has(part))) free += weight;
    }
  return pairs === 0 ? 0 : free / pairs;
}

function kindsOf(network: Network, coupling: Coupling): readonly Kind[] {
  const known = usesOf(network);
  const kinds = new Map<string, Kind>();
  for (const { edges } of network.processes)
    for (const e of edges) {
      if (coupling.uses[e.id] === undefined) continue;
      const parts = participants(e, network, coupling, known);
      const group = coupling.groupOf[e.process]!;
      const key = `${group}:${[...parts].sort((a, b) => a - b)}`;
      const kind = kinds.get(key) ?? { group, parts, count: 0 };
      kind.count++;
      kinds.set(key, kind);
    }
  const every = Math.ceil(kinds.size / MOST);
  return [...kinds.values()].filter((_, k) => k % every === 0);
}

/** Groups that may take part in a step with the edge, and behind them variables. */
function participants(e: Edge, network: Network, coupling: Coupling, known: NetworkUses): ReadonlySet<number> {
  const { groups, groupOf, attending, uses } = coupling;
  const partners = partnersOf(e, network, known).map((process) => groupOf[process]!);
  return new Set([groupOf[e.process]!, ...attending[e.id]!, ...partners, ...uses[e.id]!.map((v) => groups + v)]);
}

function partnersOf(e: Edge, { vectors }: Network, { possible, senders, receivers }: NetworkUses): readonly number[] {
  if (e.sync?.kind === "event") {
    const { event } = e.sync;
    return vectors
      .filter(({ parts }) => parts.some((p) => p.process === e.process && p.event === event))
      .flatMap(({ parts }) => parts.map((p) => p.process));
  }
  const k = possible.classOf(e);
  if (k < 0 || e.sync === undefined) return [];
  return (e.sync.direction === "?" ? senders : receivers)[k]!.map((o) => o.process);
}
