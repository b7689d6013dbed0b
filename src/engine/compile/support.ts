import type { ClockBounds } from "../../analysis/index.ts";
import type { Channel, ChannelRef, ClockConstraint, Edge, Network, NetworkQuery } from "../../network/index.ts";
import { wasm } from "../wasm/index.ts";
import { asksDelicately } from "./code/delicate.ts";
import { asksForValues, type LivenessQuery, MAX_PIECES, startTerms, stayTerms, termsOf } from "./code/terms.ts";
import { COMMITTED_PART, type Entry, instanceCount, LIMIT, largestNarrow, MAX_WIDE_VALUE } from "./plan.ts";

/**
 * What the compiled search takes: reachability, invariants and values of everything within its sizes. For the rest the
 * interpreter is there. Returns the reason why not, or undefined.
 */
export function whyNotCompiled(
  network: Network,
  query: NetworkQuery | undefined,
  bounds: ClockBounds,
): string | undefined {
  if (wasm() === null) return "WebAssembly is not available";
  if (query && query.kind !== "E<>" && query.kind !== "A[]" && !asksForValues(query))
    return `the query is of the kind ${query.kind}`;
  if (network.clocks.length > 256) return "there are more than 255 clocks";
  // The number of a process stands in 16 bits of an instance.
  if (network.processes.length > COMMITTED_PART) return `there are more than ${COMMITTED_PART} processes`;
  if (network.slots.length > MOST_SLOTS) return `there are more than ${MOST_SLOTS} variables`;
  if (instanceCount(network) > 1 << 20) return "one state may enable more than a million choices";
  if (urgentHasClocks(network) && hasStopwatches(network))
    return "there are stopwatches, and an edge over an urgent channel has a clock guard";
  if (largestConstant(network, bounds) > MAX_WIDE_VALUE) return "clocks have very large constants";
  return undefined;
}

const DELICATE = "conditions on data among those on clocks may be faults";

/** Each is packed by code of its own: with more of them compiling takes longer than it saves. */
const MOST_SLOTS = 20_000;

/** Why a liveness query is left to the interpreter; undefined if it need not be. Requires: symmetric bounds. */
export function whyNotStaying(network: Network, query: LivenessQuery, bounds: ClockBounds): string | undefined {
  const terms = stayTerms(query);
  if (!terms || !startTerms(query)) return "the query asks for deadlocks, or is too large a combination";
  if (asksDelicately(query, network)) return DELICATE;
  if (terms.filter((term) => term.clocks.length > 0).length > MAX_PIECES)
    return "the query is too large a combination of clock constraints";
  if (bounds.diverges !== undefined) return bounds.diverges;
  if (bounds.diagonals.unlisted !== undefined) return bounds.diagonals.unlisted;
  return whyNotCompiled(network, undefined, bounds);
}

/** Whether constants are so large that entries must be looked at after every operation; see `LIMIT` in plan.ts. */
export function isWide(network: Network, bounds: ClockBounds): boolean {
  return largestConstant(network, bounds) > largestNarrow(network.clocks.length);
}

/** Why a fastest trace is not looked for by the compiled search, which takes the rest of what it takes. */
export function whyNotMeasured(network: Network, query: NetworkQuery, bounds: ClockBounds): string | undefined {
  if (query.kind !== "E<>" && query.kind !== "A[]") return `the query is of the kind ${query.kind}`;
  const terms = termsOf(query.formula, query.kind === "A[]");
  if (!terms || terms.some((term) => term.deadlock))
    return "the query asks for deadlocks, or is too large a combination";
  if (asksDelicately(query, network)) return DELICATE;
  return bounds.diagonals.triples.length > 0 ? "differences of clocks are compared" : undefined;
}

export function hasStopwatches(network: Network): boolean {
  return network.processes.some((p) => p.locations.some((l) => l.invariant.rates.length > 0));
}

/** Whether steps or delays may come in pieces, because guards forbid something. */
export function comesInPieces(network: Network): boolean {
  return network.hasPriorities || receiversHaveClocks(network) || urgentHasClocks(network);
}

/** Whether an urgent synchronisation may be enabled only at certain clock values. */
export function urgentHasClocks(network: Network): boolean {
  return someEdge(network, ({ sync, guard }) => {
    if (guard.clocks.length === 0 || sync?.kind !== "channel") return false;
    return channelsOf(sync.channel, network).some((c) => c.urgent);
  });
}

/** Whether some process may receive a broadcast only at certain clock values. */
export function receiversHaveClocks(network: Network): boolean {
  return someEdge(network, ({ sync, guard }) => {
    if (guard.clocks.length === 0 || sync?.kind !== "channel" || sync.direction !== "?") return false;
    return channelsOf(sync.channel, network).some((c) => c.broadcast);
  });
}

function someEdge(network: Network, test: (edge: Edge) => boolean): boolean {
  return network.processes.some((p) => p.edges.some(test));
}

/** The channels that an edge may name. */
function channelsOf({ base, terms }: ChannelRef, network: Network): readonly Channel[] {
  return terms.length === 0 ? [network.channels[base]!] : network.channels;
}

/** Of constants in constraints as written, of the bounds that stand for computed ones, and of what clocks begin with. */
function largestConstant(network: Network, bounds: ClockBounds): number {
  let most = network.clocks.reduce((all, { initial }) => Math.max(all, initial), 0);
  const triples = (list: Int32Array) => {
    for (let i = 0; i < list.length; i += 3) most = Math.max(most, list[i + 1]!, list[i + 2]!);
  };
  triples(bounds.general);
  for (const rows of bounds.rows) rows.forEach(triples);
  const constraint = (c: ClockConstraint) => {
    if (c.bound.op === "const") most = Math.max(most, Math.abs(c.bound.value));
  };
  for (const process of network.processes) {
    for (const location of process.locations) location.invariant.clocks.forEach(constraint);
    for (const edge of process.edges) edge.guard.clocks.forEach(constraint);
  }
  return most;
}

/** Whether zones are compared as they are: where there are no bounds, or abstraction has widened them already. */
export function comparesExactly(bounds: ClockBounds): boolean {
  const { triples, unlisted } = bounds.diagonals;
  return bounds.diverges !== undefined || unlisted !== undefined || triples.length > 0;
}

/** Whether stored zones may start with 16-bit entries; when one does not fit, the search begins anew with 32. */
export function startsNarrow(network: Network, bounds: ClockBounds): boolean {
  return 2 * largestConstant(network, bounds) + 1 < LIMIT[2];
}

/**
 * The sizes of entries of stored zones that may do, the smallest first: when an entry does not fit, a search begins anew with
 * the next. Constants are far below what fits into 8 bits, since clocks go beyond them.
 */
export function entrySizes(network: Network, bounds: ClockBounds, extrapolates: boolean | undefined): Entry[] {
  if (!startsNarrow(network, bounds)) return [4];
  const isSmall = largestConstant(network, bounds) <= LARGEST_TINY;
  return isSmall && extrapolates !== true && !comparesExactly(bounds) ? [1, 2, 4] : [2, 4];
}

const LARGEST_TINY = 15;
