import type { ClockBounds, LiveCells, Symmetry } from "../../analysis/index.ts";
import type { Network, NetworkQuery } from "../../network/index.ts";
import { type CompiledModule, type Status, statusOf } from "../compile/loop/module.ts";
import { compile } from "../compile/loop/reachability.ts";
import { KNOWN } from "../compile/loop/value.ts";
import type { CompiledOrder, Entry } from "../compile/plan.ts";
import { randomStart } from "../compile/store/bag.ts";
import { DEAD, nodesOf } from "../compile/store/node.ts";
import { control, firstBase } from "../compile/store/threads.ts";
import { entrySizes } from "../compile/support.ts";
import type { Fault } from "../fault.ts";
import { type WasmGlobal, type WasmMemory, type WasmModule, wasm } from "../wasm/index.ts";
import {
  type FaultNumbers,
  faultNumbers,
  faultOf,
  guarded,
  type ReachedState,
  readExpanded,
  readState,
  readWorking,
} from "./state.ts";

/**
 * A compiled search under way. `run` explores so many states and says how it stands; counters and the path to what was
 * found can be read at any time. Zones that do not fit into 8 or 16 bits make it begin anew with more.
 */
export interface ReachOptions {
  readonly order: CompiledOrder;
  /** For the random order. */
  readonly seed?: number | undefined;
  /**
   * Looks for the goal in which this clock, which is never reset or compared, is least. Requires: the order "soonest", and a
   * formula without deadlocks or differences of clocks; see `whyNotMeasured`.
   */
  readonly measure?: number | undefined;
  /** Zones are extrapolated by Extra+LU and compared as they are then. */
  readonly extrapolates?: boolean | undefined;
  /** Keep parents, for a trace. */
  readonly trace: boolean;
  /** Breadth first without dropping waiting states, so that the path is a shortest one. */
  readonly shortest: boolean;
  /** Bytes of memory that may be used. */
  readonly memory: number;
  /** Decides exactly whether a state satisfies the query; asked of states that may deadlock. */
  readonly confirm: (state: ReachedState) => boolean;
  /** One of several threads on one memory. */
  readonly seat?: Seat | undefined;
  /** One of several memories of one thread. */
  readonly part?: Part | undefined;
  /** That of a search with the same options but for the seed, so that it is not made again. */
  readonly code?: Code | undefined;
  /** Bytes of an entry of a stored zone; by default what the constants ask for. */
  readonly entry?: Entry | undefined;
  /** Nodes of a leaf of a tree of zones; see plan.ts. */
  readonly leaf?: number | undefined;
  /** Dead variables are stored with their initial values. */
  readonly live?: LiveCells | undefined;
  /** Kinds of locations, where committed states are not kept. */
  readonly passing?: readonly Uint8Array[] | undefined;
  /** Symmetries by which states are sorted. */
  readonly symmetry?: Symmetry | undefined;
  /** Of a search for values. */
  readonly values?: ValueWatch | undefined;
}

/** Takes down values of states; see `value.ts` for the doubled ends of intervals. */
export interface ValueWatch {
  /** Looks at a state in which a term may have a new value. */
  readonly record: (state: ReachedState) => void;
  /** Of one term: intervals of values that are no news any more, ascending and disjoint. */
  readonly known: (term: number, most: number) => readonly { readonly low: number; readonly high: number }[];
}

/** The place of a thread in a search by several; see store/threads.ts. The first one makes the memory, the others are given it. */
export interface Seat {
  readonly thread: number;
  readonly threads: number;
  readonly common?: Common | undefined;
}

/** One of several memories; see host/memories.ts. The first one makes the code, the others are given it. */
export interface Part {
  readonly part: number;
  readonly parts: number;
  readonly code?: Code | undefined;
  /** Takes messages to another part; they are gone when it returns. */
  readonly carry: (to: number, messages: Uint8Array) => void;
}

/** A module, made once for all parts or seeds. */
export interface Code {
  readonly made: CompiledModule;
  readonly module: WasmModule;
}

/** A node: its state, and its parent by address and part; 0 if it has none. */
export interface Ancestor {
  readonly state: ReachedState;
  readonly parent: number;
  readonly origin: number;
}

/** What the first thread gives to the others. */
export interface Common {
  readonly memory: WasmMemory;
  /** Bytes of one thread's regions. */
  readonly stride: number;
}

/** `paused`: all threads are asked to meet; and with several threads `exhausted` speaks of this level only; `crowded`: one thread must do. */
export type ReachStatus = Exclude<Status, "suspect">;

export interface ReachCounters {
  readonly explored: number;
  readonly stored: number;
  readonly transitions: number;
  readonly waiting: number;
  readonly discrete: number;
  /** Bytes in use. */
  readonly memory: number;
}

type Run = (portion: number) => number;

export class CompiledReach {
  private readonly network: Network;
  private readonly query: NetworkQuery | undefined;
  private readonly bounds: ClockBounds;
  private readonly options: ReachOptions;
  private made!: CompiledModule;
  private module!: WasmModule;
  private exports!: Record<string, unknown>;
  private stride = 0;
  /** What was found by asking, whose node may have gone. */
  private confirmed: ReachedState | undefined;

  constructor(network: Network, query: NetworkQuery | undefined, bounds: ClockBounds, options: ReachOptions) {
    this.network = network;
    this.query = query;
    this.bounds = bounds;
    this.options = options;
    const entry = options.entry ?? options.code?.made.plan.entry;
    this.begin(entry ?? entrySizes(network, bounds, options.extrapolates)[0]);
  }

  /** Explores up to `portion` states. A fault of the model is thrown. */
  run(portion: number): ReachStatus {
    const now = statusOf(this.guarded(() => (this.exports.run as Run)(portion)));
    switch (now) {
      case "suspect": {
        const state = readExpanded(this.network, this.made.plan, this.memory.buffer);
        if (!this.options.confirm(state)) return "working";
        this.confirmed = state;
        this.set("found", this.counter("current"));
        return "found";
      }
      case "bounds":
        if (this.made.plan.entry === 4 || this.options.seat || this.options.part) return "bounds";
        this.begin(this.entry === 1 ? 2 : 4);
        return "working";
      default:
        return now;
    }
  }

  get counters(): ReachCounters {
    return {
      explored: this.counter("explored"),
      stored: this.counter("stored"),
      transitions: this.counter("transitions"),
      waiting: this.counter("waiting"),
      discrete: this.counter("discrete"),
      memory: this.counter("top") * 65536,
    };
  }

  /** The node that was found. */
  get found(): number {
    return this.counter("found");
  }

  /** With `measure`: the lower bound of the clock in what was found, 2c for `>= c` and 2c + 1 for `> c`. */
  get cost(): number {
    return this.counter("cost") | 0;
  }

  /** How many representatives are not known to be canonical. */
  get vague(): number {
    return this.options.symmetry ? this.counter("vague") : 0;
  }

  /** Bytes of a stored zone with its node. */
  get nodeBytes(): number {
    return this.made.plan.node.bytes;
  }

  /** Bytes of an entry of a stored zone. */
  get entry(): Entry {
    return this.made.plan.entry;
  }

  /** What other threads need. Requires: a seat. */
  get common(): Common {
    return { memory: this.memory, stride: this.stride };
  }

  /** Before all meet: the blocks this thread has for the next level, and whether it has something left of this one. */
  blocks(): { readonly head: number; readonly isLeft: boolean } {
    return { head: this.counter("head"), isLeft: (this.exports.left as () => number)() !== 0 };
  }

  /** Of those expanded, how many have turned out to be so in vain. */
  get wasted(): number {
    return this.counter("wasted");
  }

  /**
   * After all have met: `isNext` if the blocks were taken for the next level; `isEager` if what covers an expanded state goes
   * first; `quota`: records to be made until they meet again.
   */
  resume(isNext: boolean, isEager: boolean, quota: number): void {
    const words = this.words;
    this.set("table", Atomics.load(words, control.table >> 2));
    this.set("mask", Atomics.load(words, control.mask >> 2));
    this.set("quota", quota);
    this.set("eager", isEager ? 1 : 0);
    if (isNext) {
      this.set("head", 0);
      this.set("tail", 0);
    }
    (this.exports.settle as () => void)();
  }

  /** Slots of the table of discrete states. */
  get tableSize(): number {
    return this.counter("mask") + 1;
  }

  /** Doubles the table if there is memory, while nobody else works; its size afterwards. */
  growTable(): number {
    (this.exports.grow as () => void)();
    this.publishTable();
    return this.tableSize;
  }

  /** So many bytes of the shared memory, a multiple of 4; 0 if there are none left. Requires: a seat. */
  allocate(bytes: number): number {
    return (this.exports.allocate as (bytes: number) => number)(bytes) >>> 0;
  }

  /** The cells of a node; undefined if it has gone meanwhile. */
  cellsOf(node: number): Int32Array | undefined {
    const view = new DataView(this.memory.buffer);
    return (view.getUint32(node + 4, true) & DEAD) === 0 ? this.state(node, view).cells : undefined;
  }

  private publishTable(): void {
    Atomics.store(this.words, control.table >> 2, this.counter("table") | 0);
    Atomics.store(this.words, control.mask >> 2, this.counter("mask") | 0);
  }

  private get words(): Int32Array {
    return new Int32Array(this.memory.buffer, 0, firstBase >> 2);
  }

  /** What other parts, or a search with another seed, need. */
  get code(): Code {
    return { made: this.made, module: this.module };
  }

  /** Of several parts: sends all messages that wait to be sent. */
  flush(): void {
    (this.exports.flush as () => void)();
  }

  /** Takes messages of another part into the store. */
  receive(messages: Uint8Array, sender: number): void {
    const { inbox, messageBytes } = this.made;
    new Uint8Array(this.memory.buffer, inbox, messages.length).set(messages);
    const receive = this.exports.receive as (count: number, sender: number) => number;
    this.guarded(() => receive(messages.length / messageBytes, sender));
  }

  /** Whether there is something left of the present level. */
  get hasMore(): boolean {
    return (this.exports.left as () => number)() !== 0;
  }

  /** What was found becomes the level; false if it is empty. `isEager` as for `resume`. */
  advance(isEager: boolean): boolean {
    this.set("eager", isEager ? 1 : 0);
    return (this.exports.advance as () => number)() !== 0;
  }

  /** Why no more can be stored, or that something was found: what the next `run` will say before it does anything. */
  get verdict(): "found" | "memory" | "bounds" | undefined {
    if (this.found !== 0) return "found";
    const trouble = this.counter("trouble");
    return trouble === 0 ? undefined : trouble === 1 ? "memory" : "bounds";
  }

  /** A node of a path, for a trace through several parts. */
  ancestor(node: number): Ancestor {
    const view = new DataView(this.memory.buffer);
    const { parent } = this.made.plan.node;
    const [up, origin] = [view.getUint32(node + parent, true), view.getUint32(node + parent + 4, true)];
    return { state: this.state(node, view), parent: up, origin };
  }

  wat(): string {
    return this.made.wat();
  }

  /** The states from the initial one to the one that was found; without `trace` only that. Requires: status "found". */
  path(found = this.found): ReachedState[] {
    const view = new DataView(this.memory.buffer);
    if (!this.options.trace) return [this.confirmed ?? this.state(found, view)];
    const path: ReachedState[] = [];
    const { parent } = this.made.plan.node;
    for (let node = found; node !== 0; node = view.getUint32(node + parent, true)) path.push(this.state(node, view));
    return path.reverse();
  }

  private begin(entry: Entry): void {
    const host = wasm()!;
    const { order, seed, measure, extrapolates, trace, shortest, memory, seat, part, leaf } = this.options;
    const shared = seat && {
      thread: seat.thread,
      threads: seat.threads,
      base: firstBase + seat.thread * (seat.common?.stride ?? 0),
    };
    const plan = {
      entry,
      order,
      seed,
      measure,
      extrapolates,
      trace,
      shortest,
      boundsBytes: 0,
      shared,
      leaf,
      parts: part?.parts,
    };
    const given = part ? part.code : this.options.code;
    const code = given?.made.plan.entry === entry ? given : undefined;
    this.made = code?.made ?? compile(this.network, this.query, this.bounds, plan, this.options);
    this.module = code?.module ?? new host.Module(this.made.bytes);
    const { heap } = this.made;
    this.stride = seat?.common?.stride ?? (heap - firstBase + 127) & -64;
    const first = seat ? Math.ceil((firstBase + seat.threads * this.stride) / 65536) : Math.ceil(heap / 65536);
    const limit = Math.min(65536, Math.max(first + 16, Math.floor(memory / 65536)));
    const common = seat && (seat.common?.memory ?? newMemory(limit));
    const carry = (to: number, from: number, bytes: number): void =>
      part?.carry(to, new Uint8Array(this.memory.buffer, from, bytes));
    const instance = new host.Instance(this.module, {
      host: { news: () => this.news(), carry, ...(common ? { memory: common } : {}) },
    });
    this.exports = instance.exports as Record<string, unknown>;
    if (seed !== undefined && this.exports.random !== undefined) this.set("random", randomStart(seed));
    this.set("limit", common ? common.buffer.byteLength / 65536 : limit);
    const { slots, constants } = this.network;
    const cells = new Int32Array(this.memory.buffer, this.made.plan.at.cells, slots.length + constants.length);
    for (const [k, slot] of slots.entries()) cells[k] = slot.initial;
    cells.set(constants, slots.length);
    if (seat && seat.thread > 0) return;
    if (part) {
      this.set("part", part.part);
      this.set("origin", part.part);
    }
    if (part && part.part > 0) {
      (this.exports.open as (heap: number) => void)(heap);
      return;
    }
    if (seat) Atomics.store(this.words, control.top >> 2, first);
    this.guarded(() => (this.exports.start as (heap: number) => number)(heap));
    if (seat) this.publishTable();
  }

  /** Hands the state at hand, with its exact zone, to the one who takes down values. */
  private news(): void {
    const { plan, tables } = this.made;
    const { values } = this.options;
    if (values === undefined) return;
    values.record(readWorking(this.network, plan, this.memory.buffer));
    const words = new Int32Array(this.memory.buffer);
    for (const [term, table] of tables.entries()) {
      const known = values.known(term, KNOWN);
      words[table >> 2] = known.length;
      known.forEach(({ low, high }, k) => {
        words[(table >> 2) + 1 + 2 * k] = low;
        words[(table >> 2) + 2 + 2 * k] = high;
      });
    }
  }

  /** Every stored state. */
  each(visit: (state: ReachedState) => void): void {
    const view = new DataView(this.memory.buffer);
    // Of several threads another one may have enlarged the table last.
    const shared = this.options.seat && this.words;
    const table = shared ? shared[control.table >> 2] >>> 0 : this.counter("table");
    const mask = shared ? shared[control.mask >> 2] >>> 0 : this.counter("mask");
    for (let slot = 0; slot <= mask; slot++) {
      const record = view.getUint32(table + 4 * slot, true);
      if (record === 0) continue;
      for (const node of nodesOf(view, record)) visit(this.state(node, view));
    }
  }

  private get memory(): WasmMemory {
    return this.exports.memory as WasmMemory;
  }

  private counter(name: string): number {
    return (Number((this.exports[name] as WasmGlobal).value) | 0) >>> 0;
  }

  private set(name: string, value: number): void {
    (this.exports[name] as WasmGlobal).value = value | 0;
  }

  private guarded(action: () => number): number {
    return guarded(this.network, this.made, this.exports, action);
  }

  /** The fault that was met, for another thread. */
  get faultNumbers(): FaultNumbers {
    return faultNumbers(this.exports);
  }

  /** The fault that the numbers stand for, which the given thread has met. */
  faultOf(numbers: FaultNumbers, thread: number): Fault {
    const shift = (thread - (this.options.seat?.thread ?? 0)) * this.stride;
    return faultOf(this.network, this.made, this.memory.buffer, numbers, shift);
  }

  private state(node: number, view: DataView): ReachedState {
    return readState(this.network, this.made.plan, view, node);
  }
}

/** Memory for several threads; only what is touched takes room. Less than asked for where the system refuses. */
function newMemory(pages: number): WasmMemory {
  const host = wasm()!;
  try {
    return new host.Memory({ initial: pages, maximum: pages, shared: true });
  } catch (error) {
    if (pages < 1024) throw error;
    return newMemory(pages >> 1);
  }
}
