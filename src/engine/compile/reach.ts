import type { ClockBounds, LiveCells, Symmetry } from "../../analysis/index.ts";
import type { Network, NetworkQuery } from "../../network/index.ts";
import { type WasmGlobal, type WasmMemory, wasm } from "../wasm/index.ts";
import { type CompiledModule, compile, status } from "./compile.ts";
import type { CompiledOrder, Partition } from "./plan.ts";
import { guarded, type ReachedState, readState, readWorking } from "./running.ts";
import { startsNarrow } from "./support.ts";
import { KNOWN } from "./values.ts";

/**
 * A compiled search under way. `run` explores so many states and says how it stands; counters and the path to what was
 * found can be read at any time. Zones that do not fit into 16 bits make it begin anew with 32.
 */
export interface ReachOptions {
  readonly order: CompiledOrder;
  /** Keep parents, for a trace. */
  readonly trace: boolean;
  /** Breadth first without dropping waiting states, so that the path is a shortest one. */
  readonly shortest: boolean;
  /** Bytes of memory that may be used. */
  readonly memory: number;
  /** Decides exactly whether a state satisfies the query; asked of states that may deadlock. */
  readonly confirm: (state: ReachedState) => boolean;
  /** One of several parts of a search; `send` carries messages to another part, and must copy them. */
  readonly partition?: (Partition & { readonly send: (to: number, messages: Uint8Array) => void }) | undefined;
  /** Bytes of an entry of a stored zone; by default what the constants ask for. */
  readonly entry?: 2 | 4 | undefined;
  /** Dead variables are stored with their initial values. */
  readonly live?: LiveCells | undefined;
  /** Kinds of locations, where committed states are not kept. */
  readonly passing?: readonly Uint8Array[] | undefined;
  /** Symmetries by which states are sorted. */
  readonly symmetry?: Symmetry | undefined;
  /** Of a search for values. */
  readonly values?: ValueWatch | undefined;
}

/** Takes down values of states; see `values.ts` for the doubled ends of intervals. */
export interface ValueWatch {
  /** Looks at a state in which a term may have a new value. */
  readonly record: (state: ReachedState) => void;
  /** Of one term: intervals of values that are no news any more, ascending and disjoint. */
  readonly known: (term: number) => readonly { readonly low: number; readonly high: number }[];
}

export type ReachStatus = "working" | "exhausted" | "found" | "memory" | "bounds";

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
  private exports!: Record<string, unknown>;

  constructor(network: Network, query: NetworkQuery | undefined, bounds: ClockBounds, options: ReachOptions) {
    this.network = network;
    this.query = query;
    this.bounds = bounds;
    this.options = options;
    this.begin(options.entry ?? (startsNarrow(network, bounds) ? 2 : 4));
  }

  /** Explores up to `portion` states. A fault of the model is thrown. */
  run(portion: number): ReachStatus {
    const code = this.guarded(() => (this.exports.run as Run)(portion));
    switch (code) {
      case status.working:
        return "working";
      case status.exhausted:
        return "exhausted";
      case status.found:
        return "found";
      case status.memory:
        return "memory";
      case status.suspect: {
        const current = this.counter("current");
        if (!this.options.confirm(this.state(current, new DataView(this.memory.buffer)))) return "working";
        (this.exports.found as WasmGlobal).value = current;
        return "found";
      }
      default:
        if (this.made.plan.entry === 4 || this.options.partition) return "bounds";
        this.begin(4);
        return "working";
    }
  }

  get counters(): ReachCounters {
    return {
      explored: this.counter("explored"),
      stored: this.counter("stored"),
      transitions: this.counter("transitions"),
      waiting: this.counter("waiting"),
      discrete: this.counter("discrete"),
      memory: this.memory.buffer.byteLength,
    };
  }

  /** Bytes of a stored zone with its node. */
  get nodeBytes(): number {
    return this.made.plan.node.bytes;
  }

  /** Bytes of an entry of a stored zone. */
  get entry(): 2 | 4 {
    return this.made.plan.entry;
  }

  get messageBytes(): number {
    return this.made.messageBytes;
  }

  /** Takes messages of other parts into the store; at most so many bytes as an outbox holds. */
  receive(messages: Uint8Array): void {
    new Uint8Array(this.memory.buffer, this.made.inbox, messages.length).set(messages);
    this.guarded(() => (this.exports.receive as Run)(messages.length / this.messageBytes));
  }

  /** Sends what waits in the outboxes. */
  flush(): void {
    (this.exports.flush as () => void)();
  }

  wat(): string {
    return this.made.wat();
  }

  /** The states from the initial one to the one that was found. Requires: status "found", and `trace`. */
  path(): ReachedState[] {
    const path: ReachedState[] = [];
    const view = new DataView(this.memory.buffer);
    for (let node = this.counter("found"); node !== 0; node = this.options.trace ? view.getUint32(node + 12, true) : 0)
      path.push(this.state(node, view));
    return path.reverse();
  }

  private begin(entry: 2 | 4): void {
    const host = wasm()!;
    const { order, trace, shortest, memory } = this.options;
    this.made = compile(
      this.network,
      this.query,
      this.bounds,
      { entry, order, trace, shortest, boundsBytes: 0, partition: this.options.partition },
      this.options,
    );
    const flush = (to: number, from: number, bytes: number) =>
      this.options.partition?.send(to, new Uint8Array(this.memory.buffer, from, bytes));
    const instance = new host.Instance(new host.Module(this.made.bytes), { host: { flush, news: () => this.news() } });
    this.exports = instance.exports as Record<string, unknown>;
    const { slots, constants } = this.network;
    const cells = new Int32Array(this.memory.buffer, this.made.plan.at.cells, slots.length + constants.length);
    for (const [k, slot] of slots.entries()) cells[k] = slot.initial;
    cells.set(constants, slots.length);
    (this.exports.limit as WasmGlobal).value = Math.min(
      65536,
      Math.max(Math.ceil(this.made.heap / 65536) + 2, Math.floor(memory / 65536)),
    );
    this.guarded(() => (this.exports.start as (heap: number) => number)(this.made.heap));
  }

  /** Hands the state at hand, with its exact zone, to the one who takes down values. */
  private news(): void {
    const { plan, tables } = this.made;
    const { values } = this.options;
    if (values === undefined) return;
    values.record(readWorking(this.network, plan, this.memory.buffer));
    const words = new Int32Array(this.memory.buffer);
    for (const [term, table] of tables.entries()) {
      const known = values.known(term).slice(0, KNOWN);
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
    const table = this.counter("table");
    for (let slot = 0; slot <= this.counter("mask"); slot++) {
      const record = view.getUint32(table + 4 * slot, true);
      if (record === 0) continue;
      for (let node = view.getUint32(record, true); node !== 0; node = view.getUint32(node, true))
        visit(this.state(node, view));
    }
  }

  private get memory(): WasmMemory {
    return this.exports.memory as WasmMemory;
  }

  private counter(name: string): number {
    return (Number((this.exports[name] as WasmGlobal).value) | 0) >>> 0;
  }

  private guarded(action: () => number): number {
    return guarded(this.network, this.made, this.exports, action);
  }

  private state(node: number, view: DataView): ReachedState {
    return readState(this.network, this.made.plan, view, node);
  }
}
