import type { Network } from "../../network/index.ts";
import type { FaultSite } from "../compile/emitter.ts";
import { JUST_REACHED, type Plan } from "../compile/plan.ts";
import { Fault } from "../fault.ts";
import { type WasmGlobal, type WasmMemory, type WasmModule, wasm } from "../wasm/index.ts";

/**
 * A module that runs from JavaScript: what it exports by name, its memory, and the faults of the model that it meets. All
 * searches have one; what they read from its memory is in `state.ts`.
 */
export class Instance<M extends Made = Made> {
  readonly network: Network;
  readonly made: M;
  private readonly exports: Readonly<Record<string, unknown>>;

  /** The values that variables begin with, and constants, are put into the cells. */
  constructor(network: Network, made: M, module: WasmModule, imports: object = {}) {
    this.network = network;
    this.made = made;
    this.exports = new (wasm()!.Instance)(module, { host: imports }).exports;
    const { slots, constants } = network;
    const cells = new Int32Array(this.buffer, made.plan.at.cells, slots.length + constants.length);
    for (const [k, slot] of slots.entries()) cells[k] = slot.initial;
    cells.set(constants, slots.length);
  }

  get memory(): WasmMemory {
    return this.exports.memory as WasmMemory;
  }

  /** The memory as it is now: it may have grown since. */
  get buffer(): WasmMemory["buffer"] {
    return this.memory.buffer;
  }

  view(): DataView {
    return new DataView(this.buffer);
  }

  /** A number that the module keeps. */
  counter(name: string): number {
    return (Number((this.exports[name] as WasmGlobal).value) | 0) >>> 0;
  }

  /** One that may be larger than a word. */
  sum(name: string): number {
    return Number((this.exports[name] as WasmGlobal).value);
  }

  has(name: string): boolean {
    return this.exports[name] !== undefined;
  }

  set(name: string, value: number): void {
    (this.exports[name] as WasmGlobal).value = value | 0;
  }

  /** Lets it use so many bytes, but at least so many pages. */
  limit(bytes: number, least: number): void {
    this.set("limit", pagesOf(bytes, least));
  }

  /** Calls a function. A trap with a fault number is a fault of the model, thrown with the state and the edge. */
  call(name: string, ...args: number[]): number {
    try {
      return (this.exports[name] as (...all: number[]) => number)(...args);
    } catch (error) {
      const numbers = this.faultNumbers;
      if (numbers.number < 0) throw error;
      throw this.faultOf(numbers);
    }
  }

  /** The fault that was met. */
  get faultNumbers(): FaultNumbers {
    const value = (name: string): number => Number((this.exports[name] as WasmGlobal).value);
    return { number: value("fault"), value: value("faultValue"), edge: value("edge") };
  }

  /** The fault with the state and the edge; the state is `shift` bytes behind the regions of the plan. */
  faultOf({ number, value, edge }: FaultNumbers, shift = 0): Fault {
    const { kind, origin, message } = this.made.faults[number]!;
    const fault = new Fault(kind, origin, message(value));
    // The query is asked of the state just reached, which is no business of the edge that led there.
    const isAsked = origin.file === "query" || edge < 0;
    const isLater = isAsked || edge >= JUST_REACHED;
    const { cells, source } = this.made.plan.at;
    fault.state = [...new Int32Array(this.buffer, (isLater ? cells : source) + shift, this.network.slots.length)];
    if (!isAsked) fault.edge = edge % JUST_REACHED;
    return fault;
  }
}

/** What is known of a module. */
export interface Made {
  readonly plan: Plan;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly faults: readonly FaultSite[];
  readonly heap: number;
}

/** A fault of the model as the module tells it: its number, a value, the edge whose code ran (-1: none). */
export interface FaultNumbers {
  readonly number: number;
  readonly value: number;
  readonly edge: number;
}

/** A module made ready to run, which several instances may share. */
export function moduleOf({ bytes }: Made): WasmModule {
  return new (wasm()!.Module)(bytes);
}

/** Pages of so many bytes, at least so many; a memory has 65536 at most. */
export function pagesOf(bytes: number, least: number): number {
  return Math.min(65536, Math.max(least, Math.floor(bytes / 65536)));
}
