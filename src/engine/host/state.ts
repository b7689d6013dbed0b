import { activeIn, loosen } from "../../analysis/index.ts";
import type { Network } from "../../network/index.ts";
import { INF as NO_LIMIT } from "../../zones/index.ts";
import { CHUNK, foldedSizes, INF, type Plan, STORED_INF } from "../compile/plan.ts";
import { HEAD, indexBytes } from "../compile/zones/spread.ts";
import type { Instance } from "./instance.ts";

/** States in the memory of a running module: those of its store, and those that it works on. */

/** A state on a path: its cells, and its zone in the layout of `zones/`. */
export interface ReachedState {
  readonly cells: Int32Array;
  readonly zone: Int32Array;
}

/** The state being expanded, as it was read: its node may have gone meanwhile. */
export function readExpanded({ network, made: { plan }, buffer }: Instance): ReachedState {
  return readWorking(network, plan, buffer, plan.at.source, plan.at.zone);
}

/** The state just reached: in the cells and the target zone. */
export function readTarget({ network, made: { plan }, buffer }: Instance): ReachedState {
  return readWorking(network, plan, buffer, plan.at.cells, plan.at.target);
}

function readWorking(
  network: Network,
  { dim, width }: Plan,
  buffer: ArrayBufferLike,
  cells: number,
  zone: number,
): ReachedState {
  const words = new Int32Array(buffer, zone, dim * width);
  return {
    cells: new Int32Array(buffer, cells, network.slots.length).slice(),
    zone: transposed(dim, INF, (x, y) => words[x * width + y]!),
  };
}

/** A zone of which `entry(x, y)` is the bound in row x at column y. */
function transposed(dim: number, infinite: number, entry: (x: number, y: number) => number): Int32Array {
  const zone = new Int32Array(dim * dim);
  for (let x = 0; x < dim; x++) {
    for (let y = 0; y < dim; y++) {
      const bound = entry(x, y);
      zone[y * dim + x] = bound >= infinite ? NO_LIMIT : bound;
    }
  }
  return zone;
}

/** The discrete record of a node. Addresses may be 2 GiB and more. */
function recordAt(view: DataView, node: number): number {
  return (view.getUint32(node + 4, true) & ~3) >>> 0;
}

/** The state of a node of the store, or of another one whose words stand elsewhere; see `plan.ts`. */
export function readState(
  { network, made: { plan } }: Instance,
  view: DataView,
  node: number,
  at: { readonly meta: number; readonly zone: number } = plan.node,
): ReachedState {
  const words = readWords(plan, view, recordAt(view, node) + 8);
  const cells = readCells(network, plan, words, view, node + at.meta);
  return { cells, zone: readZone(plan, view, node + at.zone, cells) };
}

/** The states from the first ancestor of a node to itself. */
export function readPath(instance: Instance, node: number): ReachedState[] {
  const view = instance.view();
  const { parent } = instance.made.plan.node;
  const path: ReachedState[] = [];
  for (let n = node; n !== 0; n = view.getUint32(n + parent, true)) path.push(readState(instance, view, n));
  return path.reverse();
}

/** The words of a packed state, which may be folded. */
function readWords({ folds, packed, kept }: Plan, view: DataView, from: number): Uint32Array {
  const read = (at: number, count: number) =>
    Uint32Array.from({ length: count }, (_, k) => view.getUint32(at + 4 * k, true));
  let words = read(from, kept);
  if (!folds) return words;
  for (const count of foldedSizes(packed).slice(0, -1).reverse()) {
    const longer = new Uint32Array(CHUNK * words.length);
    for (const [k, chunk] of words.entries()) longer.set(read(chunk, CHUNK), CHUNK * k);
    words = longer.slice(0, count);
  }
  return words;
}

/** The cells of a packed state, with its meta variables. */
function readCells(network: Network, plan: Plan, words: Uint32Array, view: DataView, meta: number): Int32Array {
  const cells = new Int32Array(network.slots.length);
  for (const [k, slot] of network.slots.entries()) cells[k] = slot.low === slot.high ? slot.low : slot.initial;
  for (const { cell, word, shift, bits, low } of plan.fields) {
    const value = words[word]! >>> shift;
    cells[cell] = (bits === 32 ? value : value & (2 ** bits - 1)) + low;
  }
  for (const [k, cell] of plan.meta.entries()) cells[cell] = view.getInt32(meta + 4 * k, true);
  return cells;
}

/** A zone in stored form: transposed, without padding; other clocks than the active ones of the cells may have any value. */
export function readZone(plan: Plan, view: DataView, from: number, cells?: Int32Array): Int32Array {
  const { dim, entry } = plan;
  const active = plan.active && cells ? activeIn(plan.active, cells) : undefined;
  if (active && plan.ties) return spread(readTied(plan, view, view.getUint32(from, true), active.length), dim, active);
  const size = active?.length ?? dim;
  const stored = transposed(size, STORED_INF[entry], (x, y) => readEntry(plan, view, from + entry * (x * size + y)));
  return active ? spread(stored, dim, active) : stored;
}

function readEntry({ entry }: Plan, view: DataView, at: number): number {
  return entry === 1 ? view.getInt8(at) : entry === 2 ? view.getInt16(at, true) : view.getInt32(at, true);
}

/** The zone of so many active clocks at an address, with tied clocks as one there; see `compile/zones/tied.ts`. */
function readTied(plan: Plan, view: DataView, from: number, size: number): Int32Array {
  const { dim, entry } = plan;
  const filled = (bytes: number): number => (bytes + 3) & ~3;
  const index = indexBytes(dim);
  const shifts = from + HEAD + filled(index * size);
  const first = shifts + filled(entry * size);
  const bundles = view.getUint32(from + 8, true);
  const bundle = (x: number): number =>
    index === 1 ? view.getUint8(from + HEAD + x) : view.getUint16(from + HEAD + 2 * x, true);
  const shift = (x: number): number => readEntry(plan, view, shifts + entry * x);
  return transposed(size, INF, (x, y) => {
    const bound = readEntry(plan, view, first + entry * (bundle(x) * bundles + bundle(y)));
    return bound === STORED_INF[entry] ? INF : bound + shift(y) - shift(x);
  });
}

/** The zone of all clocks, of one of the active ones. */
function spread(stored: Int32Array, dim: number, active: readonly number[]): Int32Array {
  const zone = new Int32Array(dim * dim).fill(NO_LIMIT);
  for (const [i, x] of active.entries())
    for (const [j, y] of active.entries()) zone[x * dim + y] = stored[i * active.length + j]!;
  loosen(zone, dim, active);
  return zone;
}

/** Puts a state that is to be taken as just reached into the cells and the target zone; false if a bound does not fit. */
export function writeTarget({ network, made: { plan }, buffer }: Instance, { cells, zone }: ReachedState): boolean {
  const { at, dim, width, limit } = plan;
  new Int32Array(buffer, at.cells, network.slots.length).set(cells.subarray(0, network.slots.length));
  const target = new Int32Array(buffer, at.target, dim * width).fill(INF);
  for (let x = 0; x < dim; x++) {
    for (let y = 0; y < dim; y++) {
      const bound = zone[x * dim + y]!;
      if (bound >= NO_LIMIT) continue;
      if (Math.abs(bound) > limit) return false;
      target[y * width + x] = bound;
    }
  }
  return true;
}
