import type { ActiveClocks } from "../../analysis/index.ts";
import type { Network, NetworkQuery, Slot } from "../../network/index.ts";

/**
 * The plan of a compiled module: where everything lies in its memory, and how states are packed.
 *
 * Zones are kept transposed: entry (i, j), the bound on x_i - x_j, stands in row j at column i, so that delay writes one
 * row and the aLU test reads rows. Working zones have 32-bit entries and rows of `width` entries, a multiple of 4; unused
 * entries are INF. Stored zones have 8-, 16- or 32-bit entries (`entry` bytes) and rows of `dim` entries; where there are many
 * clocks, rows and columns of the active ones of their locations only, in ascending order (zones/active.ts).
 *
 * A node of the store:        word 0   next node of the same discrete state
 *                             word 1   address of the discrete record, bit 0 dead, bit 1 waiting
 *                             word 2   parent (only when a trace is wanted); of several memories word 3 says in which
 *                             then     meta variables, a word each; the zone
 * A discrete record:          word 0   first node, or with bit 1 the root of their tree (store/tree.ts); bit 0 locked (by
 *                                      a thread)
 *                             word 1   its hash; then the state, `kept` words: packed, or folded (store/fold.ts)
 *                             then     with active clocks: how many there are, the zero clock included
 */
export interface Plan extends Omit<PlanOptions, "wide" | "seed" | "extrapolates" | "memories" | "leaf" | "small"> {
  readonly network: Network;
  readonly query: NetworkQuery | undefined;
  readonly dim: number;
  readonly width: number;
  /** Bytes of a working zone and of its row. */
  readonly zoneBytes: number;
  readonly rowBytes: number;
  /** Entries are looked at after every operation. Their largest, when stored, and the largest constant; see `LIMIT`. */
  readonly wide: boolean;
  readonly limit: number;
  readonly largest: number;
  readonly fields: readonly PackedField[];
  readonly packed: number;
  readonly folds: boolean;
  readonly kept: number;
  /** Nodes have addresses of zones (zones/tied.ts). */
  readonly ties: boolean;
  readonly meta: readonly number[];
  readonly seed: number;
  readonly extrapolates: boolean;
  readonly memories: number;
  readonly leaf: number;
  readonly node: { readonly parent: number; readonly meta: number; readonly zone: number; readonly bytes: number };
  readonly at: Regions;
  /** First free address. */
  readonly heap: number;
  /** Words of one instance in the list of enabled edges: edge, channel, process, then select values. */
  readonly instanceWords: number;
}

/** In the third word of an instance, beside its process: its source is committed. */
export const COMMITTED_PART = 1 << 16;
/** Added to the number of the edge at hand where its guard is evaluated in the state just reached, not in the one expanded. */
export const JUST_REACHED = 2 ** 30;

/** Addresses of the fixed regions. */
type Regions = ReturnType<typeof regionsOf>["at"];

/** A cell of the state inside its word: `(word >>> shift) & mask`, plus `low`. */
interface PackedField {
  readonly cell: number;
  readonly word: number;
  readonly shift: number;
  readonly bits: number;
  readonly low: number;
}

/** No bound, in working zones. Finite entries stay far below; see `LIMIT`. */
export const INF = 1 << 30;
/**
 * Largest finite entry that may be stored, either way, and largest constant. An entry after a transition is a sum along a
 * path through the clocks, of stored entries and of constants in turn, so at most half of each as there are clocks; both are
 * bounded so that no such sum comes near INF. Wide plans have larger bounds, and instead look at the entries after every
 * operation: then only sums of three are ever made. Beyond the limit there is room for bounds above all entries
 * (loop/arrival.ts), but not in 8 bits.
 */
export const LIMIT = { 1: 120, 2: 16000, 4: 1 << 26 } as const;
export const MAX_CLOCK_VALUE = 1 << 24;
export const WIDE_LIMIT = (1 << 29) - 2;
export const MAX_WIDE_VALUE = (1 << 28) - 2;

/** The largest constant that clocks are compared with or set to in a plan that is not wide. */
export function largestNarrow(dim: number): number {
  return Math.min(MAX_CLOCK_VALUE, Math.floor(INF / 2 / dim) - 1);
}
/** Bytes of an entry of a stored zone. */
export type Entry = 1 | 2 | 4;
/** No bound, in stored zones. */
export const STORED_INF = { 1: 127, 2: 32767, 4: INF } as const;
/** Larger leaves take less memory for what is known of them, smaller ones need fewer comparisons. */
const LEAF = 32;
/** They are counted in entries. */
const MOST_LEAF = 120;

/**
 * Breadth first, depth first, or adaptive: breadth first until most states turn out to have been expanded in vain because
 * a larger zone came later; from then on a zone that covers an expanded one goes first, so that it catches up with what
 * followed from the smaller one before that is expanded further (after Herbreteau, Tran 2015, Improving search order for
 * reachability testing in timed automata). At random, by a seed; or rambling: depth first, with the
 * successors of each state in any order. Soonest first: by the lower bound of the clock `measure`.
 */
export type CompiledOrder = "bfs" | "dfs" | "adaptive" | "random" | "rambling" | "soonest";

/** One of several threads: its number, how many there are, where its regions begin. */
export interface SharedPlan {
  readonly thread: number;
  readonly threads: number;
  readonly base: number;
}

/** From what size on states are made small, each way by itself. */
export interface Small {
  /** Zones are stored with active clocks only: from so many clocks on, the zero clock included. */
  readonly active?: number | undefined;
  /** Zones of active clocks are kept once, with tied clocks as one: from so many bytes on that one may have. */
  readonly tie?: number | undefined;
  /** Packed states are folded: from so many words on. */
  readonly fold?: number | undefined;
  /** Zones are computed with by rows of clocks that count, as far as the network allows: from so many clocks on. */
  readonly list?: number | undefined;
}

/** Measured: with less to gain, what it takes to spread zones out again, or to go by lists, costs more than it spares. */
export const SMALL: Required<Small> = { active: 13, tie: 8192, fold: 40, list: 64 };

export interface PlanOptions {
  /** How many memories there are (loop/exchange.ts). */
  readonly memories?: number | undefined;
  /** Several threads search on one memory; see store/threads.ts. */
  readonly shared?: SharedPlan | undefined;
  readonly entry: Entry;
  readonly wide?: boolean | undefined;
  readonly trace: boolean;
  readonly order: CompiledOrder;
  /** For the random order. */
  readonly seed?: number | undefined;
  /** A clock that is only measured: of it, a smaller lower bound covers a larger one, and nothing else counts. */
  readonly measure?: number | undefined;
  /** Zones are extrapolated and compared as they are then, instead of under aLU. */
  readonly extrapolates?: boolean | undefined;
  /** A waiting node is never dropped for a deeper one. */
  readonly shortest: boolean;
  /** Stored zones have these clocks only. */
  readonly active?: ActiveClocks | undefined;
  /** Working zones have rows of listed clocks only (zones/rows.ts). */
  readonly lists?: boolean | undefined;
  /** Not made small where it is not given. */
  readonly small?: Required<Small> | undefined;
  /**
   * Nodes of a leaf, where those of one discrete state are in a tree; so many in a list until then. 32; tests have smaller ones.
   */
  readonly leaf?: number | undefined;
}

/** `base`: where its regions begin. */
export function planFor(
  network: Network,
  query: NetworkQuery | undefined,
  options: PlanOptions,
  base = options.shared?.base ?? 1024,
): Plan {
  const { entry, trace, wide = false, seed = 1, extrapolates = false, memories = 1, leaf = LEAF } = options;
  const dim = network.clocks.length;
  const width = (dim + 3) & ~3;
  const rowBytes = width * 4;
  const { fields, words } = packing(network.slots);
  const meta = network.slots.flatMap((slot, cell) => (slot.meta ? [cell] : []));
  let selects = 0;
  for (const { edges } of network.processes) for (const e of edges) selects = Math.max(selects, e.selects.length);
  const { active, small } = options;
  const folds = small !== undefined && words >= small.fold;
  const ties = small !== undefined && active !== undefined && active.most ** 2 * entry >= small.tie;
  const kept = folds ? foldedSizes(words).at(-1)! : words;
  const sizes = {
    dim,
    width,
    rowBytes,
    zoneBytes: dim * rowBytes,
    packed: words,
    folds,
    kept,
    ties,
    instanceWords: 3 + selects,
  };
  const header = !trace ? 8 : memories === 1 ? 12 : 16;
  const zone = header + meta.length * 4;
  return {
    ...options,
    ...sizes,
    ...regionsOf(network, query, sizes, base),
    ...{ network, query, fields, meta, wide, seed, extrapolates, memories, leaf: Math.min(leaf, MOST_LEAF) },
    limit: wide ? WIDE_LIMIT : Math.min(LIMIT[entry], Math.floor(INF / dim)),
    largest: wide ? MAX_WIDE_VALUE : largestNarrow(dim),
    node: { parent: 8, meta: header, zone, bytes: ties ? zone + 4 : (zone + dim * dim * entry + 3) & ~3 },
  };
}

type Sizes = Pick<Plan, "dim" | "width" | "zoneBytes" | "packed" | "folds" | "kept" | "instanceWords">;

/** Where what lies, from an address on; `heap` is behind all of it. */
function regionsOf(network: Network, query: NetworkQuery | undefined, sizes: Sizes, base: number) {
  const { dim, width, zoneBytes, packed, folds, kept, instanceWords } = sizes;
  let heap = base;
  const region = (bytes: number): number => {
    const at = heap;
    heap = (heap + bytes + 31) & ~15;
    return at;
  };
  const words = region(4 * Math.ceil(packed / CHUNK) * CHUNK);
  const at = {
    cells: region(Math.max(network.cells, query?.cells ?? 0) * 4),
    source: region(network.slots.length * 4),
    zone: region(zoneBytes),
    target: region(zoneBytes),
    scratch: region(zoneBytes),
    candidate: region(dim * dim * 4 + 64),
    thresholds: region(width * 4 + 64),
    lowers: region(width * 4 + 64),
    packed: words,
    /** The state as records have it. */
    kept: folds ? region(4 * kept) : words,
    instances: region(instanceCount(network) * instanceWords * 4),
    parts: region((network.processes.length + 1) * 4),
  };
  return { at, heap };
}

/** Bit fields in words, none across a border. Meta variables are not part of a state's identity. */
function packing(slots: readonly Slot[]): { fields: PackedField[]; words: number } {
  const fields: PackedField[] = [];
  let word = 0;
  let used = 0;
  for (const [cell, slot] of slots.entries()) {
    if (slot.meta || slot.low === slot.high) continue;
    const bits = 32 - Math.clz32(slot.high - slot.low);
    if (used + bits > 32) {
      word++;
      used = 0;
    }
    fields.push({ cell, word, shift: used, bits, low: slot.low });
    used += bits;
  }
  return { fields, words: used > 0 ? word + 1 : word };
}

/** Words of a chunk of a folded state. */
export const CHUNK = 8;
/** So many words are short enough for a record. */
const SHORT = 16;

/** Words of a packed state, of the addresses of its chunks, of those of their chunks and so on, until they are few. */
export function foldedSizes(packed: number): number[] {
  const sizes = [packed, Math.ceil(packed / CHUNK)];
  while (sizes.at(-1)! > SHORT) sizes.push(Math.ceil(sizes.at(-1)! / CHUNK));
  return sizes;
}

/** The most instances of edges that one state can have. In CSP style an edge both sends and receives, so it counts twice. */
export function instanceCount(network: Network): number {
  let sum = 0;
  for (const process of network.processes) {
    const counts = new Array<number>(process.locations.length).fill(0);
    for (const edge of process.edges) {
      const roles = edge.sync?.kind === "channel" && edge.sync.direction === "" ? 2 : 1;
      const choices = edge.selects.reduce((product, { low, high }) => product * Math.max(0, high - low + 1), 1);
      counts[edge.source]! += roles * choices;
    }
    sum += counts.reduce((most, count) => Math.max(most, count), 0);
  }
  return sum;
}
