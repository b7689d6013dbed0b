import type { Network } from "../../network/index.ts";
import { INF as NO_LIMIT } from "../../zones/index.ts";
import type { FaultSite } from "../compile/emitter.ts";
import { INF, JUST_REACHED, type Plan, STORED_INF } from "../compile/plan.ts";
import { Fault } from "../fault.ts";
import type { WasmGlobal, WasmMemory } from "../wasm/index.ts";

/** What the host reads from the memory of a running module: states of its store, and faults of the model. */

/** A state on a path: its cells, and its zone in the layout of `zones/`. */
export interface ReachedState {
  readonly cells: Int32Array;
  readonly zone: Int32Array;
}

/** A fault of the model as the module tells it: its number, a value, the edge whose code ran (-1: none). */
export interface FaultNumbers {
  readonly number: number;
  readonly value: number;
  readonly edge: number;
}

interface Faulty {
  readonly plan: Plan;
  readonly faults: readonly FaultSite[];
}

/** A trap with a fault number is a fault of the model, thrown with the state and the edge. */
export function guarded(
  network: Network,
  made: Faulty,
  exports: Readonly<Record<string, unknown>>,
  action: () => number,
): number {
  try {
    return action();
  } catch (error) {
    const numbers = faultNumbers(exports);
    if (numbers.number < 0) throw error;
    throw faultOf(network, made, (exports.memory as WasmMemory).buffer, numbers);
  }
}

export function faultNumbers(exports: Readonly<Record<string, unknown>>): FaultNumbers {
  const value = (name: string): number => Number((exports[name] as WasmGlobal).value);
  return { number: value("fault"), value: value("faultValue"), edge: value("edge") };
}

/** The fault with the state and the edge; the state is `shift` bytes behind the regions of the plan. */
export function faultOf(
  network: Network,
  { plan, faults }: Faulty,
  buffer: WasmMemory["buffer"],
  { number, value, edge }: FaultNumbers,
  shift = 0,
): Fault {
  const { kind, origin, message } = faults[number];
  const fault = new Fault(kind, origin, message(value));
  // The query is asked of the state just reached, which is no business of the edge that led there.
  const isAsked = origin.file === "query" || edge < 0;
  const isLater = isAsked || edge >= JUST_REACHED;
  const { cells, source } = plan.at;
  fault.state = [...new Int32Array(buffer, (isLater ? cells : source) + shift, network.slots.length)];
  if (!isAsked) fault.edge = edge % JUST_REACHED;
  return fault;
}

/** The state being expanded, as it was read: its node may have gone meanwhile. */
export function readExpanded(network: Network, plan: Plan, buffer: WasmMemory["buffer"]): ReachedState {
  const { dim, width, at } = plan;
  const cells = new Int32Array(buffer, at.source, network.slots.length).slice();
  const from = new Int32Array(buffer, at.zone, dim * width);
  const zone = new Int32Array(dim * dim);
  for (let x = 0; x < dim; x++) {
    for (let y = 0; y < dim; y++) {
      const v = from[x * width + y];
      zone[y * dim + x] = v >= INF ? NO_LIMIT : v;
    }
  }
  return { cells, zone };
}

/** The discrete record of a node. Addresses may be 2 GiB and more. */
export function recordAt(view: DataView, node: number): number {
  return (view.getUint32(node + 4, true) & ~3) >>> 0;
}

/** The state of a node of the store; see `plan.ts`. */
export function readState(network: Network, plan: Plan, view: DataView, node: number): ReachedState {
  const record = recordAt(view, node);
  const cells = readCells(network, plan, view, record + 8, node + plan.node.meta);
  return { cells, zone: readZone(plan, view, node + plan.node.zone) };
}

/** The cells of a packed state, with its meta variables. */
export function readCells(network: Network, plan: Plan, view: DataView, packed: number, meta: number): Int32Array {
  const cells = new Int32Array(network.slots.length);
  for (const [k, slot] of network.slots.entries()) cells[k] = slot.low === slot.high ? slot.low : slot.initial;
  for (const { cell, word, shift, bits, low } of plan.fields) {
    const value = view.getUint32(packed + 4 * word, true) >>> shift;
    cells[cell] = (bits === 32 ? value : value & (2 ** bits - 1)) + low;
  }
  for (const [k, cell] of plan.meta.entries()) cells[cell] = view.getInt32(meta + 4 * k, true);
  return cells;
}

/** A zone in stored form: transposed, without padding. */
export function readZone({ dim, entry }: Plan, view: DataView, from: number): Int32Array {
  const zone = new Int32Array(dim * dim);
  for (let x = 0; x < dim; x++) {
    for (let y = 0; y < dim; y++) {
      const at = from + entry * (x * dim + y);
      const v = entry === 1 ? view.getInt8(at) : entry === 2 ? view.getInt16(at, true) : view.getInt32(at, true);
      zone[y * dim + x] = v >= STORED_INF[entry] ? NO_LIMIT : v;
    }
  }
  return zone;
}

/** The state at hand: in the cells and the target zone. */
export function readWorking(network: Network, plan: Plan, buffer: ArrayBufferLike): ReachedState {
  const { dim, width, at } = plan;
  const cells = new Int32Array(buffer, at.cells, network.slots.length).slice();
  const rows = new Int32Array(buffer, at.target, dim * width);
  const zone = new Int32Array(dim * dim);
  for (let x = 0; x < dim; x++) {
    for (let y = 0; y < dim; y++) {
      const v = rows[x * width + y];
      zone[y * dim + x] = v >= INF ? NO_LIMIT : v;
    }
  }
  return { cells, zone };
}
