import type { Edge, Process, StochasticNetwork, Sync } from "../network.ts";
import type { Offer } from "./option.ts";

/** Who may hear whom. */

/** The channels a synchronisation may be on. */
export function extentOf({ base, terms }: Sync): number[] {
  let channels = [base];
  for (const { size, stride } of terms)
    channels = channels.flatMap((channel) => Array.from({ length: size }, (_, k) => channel + k * stride));
  return channels;
}

export function inputsOf({ locations, edges }: Process): Edge[] {
  return locations.flatMap(({ inputs }) => inputs.map((input) => edges[input]!));
}

/** Whether the channel may be none, which is a fault: only values of selects are known to be within range. */
export function mayBeNone({ terms }: Sync, selects: Edge["selects"] = []): boolean {
  return terms.some(({ index, low, size }) => {
    if (index.op !== "load" || index.at.terms.length > 0 || index.at.pointer !== undefined) return true;
    const select = selects.find(({ cell }) => cell === index.at.base);
    return select === undefined || select.low < low || select.high >= low + size;
  });
}

const known = new WeakMap<StochasticNetwork, Map<number, Map<Process, Offer[]>>>();

/** By channel and process: its edges that may receive. One whose channel may be none is asked whoever sends. */
export function offersByChannel(network: StochasticNetwork): Map<number, Map<Process, Offer[]>> {
  const found = known.get(network) ?? makeOffers(network);
  known.set(network, found);
  return found;
}

function makeOffers({ processes, channels }: StochasticNetwork): Map<number, Map<Process, Offer[]>> {
  const all = new Map<number, Map<Process, Offer[]>>();
  for (const process of processes)
    for (const edge of inputsOf(process)) {
      const sync = edge.sync!;
      for (const channel of mayBeNone(sync, edge.selects) ? channels.keys() : extentOf(sync)) {
        const byProcess = all.get(channel) ?? new Map<Process, Offer[]>();
        all.set(channel, byProcess);
        byProcess.set(process, [...(byProcess.get(process) ?? []), { edge, channel }]);
      }
    }
  return all;
}

/** One channel of a sender, the only process that may receive on it, and its edges. */
export interface Hearer {
  readonly channel: number;
  readonly process: Process;
  readonly offers: readonly Offer[];
}

/** So many pairs of sender and receiver are worth code of their own. */
const PAIRS = 16;

/** Who may hear a sender, where that is at most one process for each channel it may be on, and all are few. */
export function hearersOf({ sync, process: sender }: Edge, network: StochasticNetwork): Hearer[] | undefined {
  if (sync === undefined) return [];
  const channels = extentOf(sync);
  if (channels.length > PAIRS) return undefined;
  const offers = offersByChannel(network);
  const hearers = channels.flatMap((channel) =>
    [...(offers.get(channel) ?? [])].flatMap(([process, heard]) =>
      process.index === sender ? [] : [{ channel, process, offers: heard }],
    ),
  );
  const pairs = hearers.reduce((sum, hearer) => sum + hearer.offers.length, 0);
  const isSingle = new Set(hearers.map(({ channel }) => channel)).size === hearers.length;
  return isSingle && pairs <= PAIRS ? hearers : undefined;
}

/** The edges by which others may go along. */
export function followersOf({ sync, process }: Edge, network: StochasticNetwork): Edge[] {
  if (sync === undefined) return [];
  const offers = offersByChannel(network);
  const edges = extentOf(sync).flatMap((channel) => [...(offers.get(channel)?.values() ?? [])].flat());
  return [...new Set(edges.map(({ edge }) => edge))].filter((edge) => edge.process !== process);
}
