import type { ClockBounds, Coupling, LiveCells, Symmetry } from "../../analysis/index.ts";
import type { Network, NetworkQuery } from "../../network/index.ts";
import { compileBits } from "../compile/bits/module.ts";
import { compileLocal } from "../compile/local/module.ts";
import { type CompiledModule, type Status, statusOf } from "../compile/loop/module.ts";
import { compile } from "../compile/loop/reachability.ts";
import { KNOWN } from "../compile/loop/value.ts";
import type { CompiledOrder, Entry, PlanOptions, SharedPlan, Small } from "../compile/plan.ts";
import { randomStart } from "../compile/store/bag.ts";
import { DEAD, nodesOf } from "../compile/store/node.ts";
import { entrySizes } from "../compile/support.ts";
import type { WasmMemory, WasmModule } from "../wasm/index.ts";
import { type Frozen, frozen, type Kept, thaw } from "./frozen.ts";
import { Instance, moduleOf } from "./instance.ts";
import { partsOf, type StateParts } from "./parts.ts";
import { type ReachedState, readExpanded, readPath, readState, readTarget } from "./state.ts";

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
  /** That of a search with the same options but for the seed, so that it is not made again. */
  readonly code?: Code | undefined;
  /** Bytes of an entry of a stored zone; by default what the constants ask for. */
  readonly entry?: Entry | undefined;
  /** Nodes of a leaf of a tree of zones; see plan.ts. */
  readonly leaf?: number | undefined;
  /** From what size on states are made small; tests have it otherwise. */
  readonly small?: Small | undefined;
  /** Dead variables are stored with their initial values. */
  readonly live?: LiveCells | undefined;
  /** Kinds of locations, where committed states are not kept. */
  readonly passing?: readonly Uint8Array[] | undefined;
  /** Symmetries by which states are sorted. */
  readonly symmetry?: Symmetry | undefined;
  /** Every group of processes has a time of its own. Requires: what `whyNotLocal` asks for; of other facts only `live`. */
  readonly coupling?: Coupling | undefined;
  /** A bit-state search with a table of so many bytes. Requires: `trace`, the order "dfs" or "rambling"; see `compile/bits/`. */
  readonly bits?: number | undefined;
  /** Of a search for values. */
  readonly values?: ValueWatch | undefined;
  /** It can be kept (`freeze`). Requires: alone, with nothing that the host takes down. */
  readonly freezes?: boolean | undefined;
  /** It goes on where another one stood. Requires: `freezes`. */
  readonly kept?: Kept | undefined;
}

/** Takes down values of states; see `value.ts` for the doubled ends of intervals. */
export interface ValueWatch {
  /** Looks at a state in which a term may have a new value. */
  readonly record: (state: ReachedState) => void;
  /** Of one term: intervals of values that are no news any more, ascending and disjoint. */
  readonly known: (term: number, most: number) => readonly { readonly low: number; readonly high: number }[];
}

/** A module, made once for all parts or seeds. */
export interface Code {
  readonly made: CompiledModule;
  readonly module: WasmModule;
}

export type ReachStatus = Exclude<Status, "suspect">;

export interface ReachCounters {
  readonly explored: number;
  readonly stored: number;
  readonly transitions: number;
  readonly waiting: number;
  readonly discrete: number;
  /** Bytes in use. */
  readonly memory: number;
  /** Where states are made small: what they are made of. */
  readonly parts?: StateParts;
}

interface BitCounters {
  /** The share of bits that are set. */
  readonly full: number;
  /** States that were left out since there was no room on the stack. */
  readonly dropped: number;
  readonly deepest: number;
}

/** Where a search runs: alone, or as one of several threads (thread.ts) or memories (memories.ts). */
export interface Place {
  /** What the plan says of it. */
  readonly plan: { readonly shared?: SharedPlan; readonly memories?: number };
  /** Whether zones that do not fit are for the owner to deal with. */
  readonly isGiven: boolean;
  /** The memory of the module, made beforehand; and who carries its messages. */
  readonly memory?: (made: CompiledModule) => WasmMemory;
  readonly carry?: (to: number, messages: Uint8Array) => void;
  /** Begins the search. */
  readonly open: (instance: Instance, memory: number) => void;
}

const alone: Place = {
  plan: {},
  isGiven: false,
  open: (instance, memory) => {
    const { heap } = instance.made;
    instance.limit(memory, Math.ceil(heap / 65536) + SPARE);
    instance.call("start", heap);
  },
};

/** Pages that a search may always have. */
export const SPARE = 16;

export class CompiledReach {
  private readonly network: Network;
  private readonly query: NetworkQuery | undefined;
  private readonly bounds: ClockBounds;
  protected readonly options: ReachOptions;
  private readonly place: Place;
  protected instance: Instance<CompiledModule>;
  private module: WasmModule;
  /** What was found by asking, whose node may have gone. */
  private confirmed: ReachedState | undefined;

  constructor(
    network: Network,
    query: NetworkQuery | undefined,
    bounds: ClockBounds,
    options: ReachOptions,
    place: Place = alone,
  ) {
    this.network = network;
    this.query = query;
    this.bounds = bounds;
    this.options = options;
    this.place = place;
    const { made } = options.code ?? {};
    const entry =
      options.kept?.entry ?? options.entry ?? made?.plan.entry ?? entrySizes(network, bounds, options.extrapolates)[0]!;
    [this.instance, this.module] = this.begin(entry);
    if (options.kept) thaw(this.instance, options.kept, options.memory, SPARE);
    else place.open(this.instance, options.memory);
  }

  /** Whether it stands between two portions, with more to do: what memory or a bound has cut short is not whole. */
  get isWhole(): boolean {
    return this.instance.counter("trouble") === 0 && this.found === 0;
  }

  /** The search as it stands. Requires: `freezes`, and that it is whole. */
  freeze(): Frozen {
    return frozen(this.instance, "top");
  }

  /** Explores up to `portion` states. A fault of the model is thrown. */
  run(portion: number): ReachStatus {
    const now = statusOf(this.instance.call("run", portion));
    switch (now) {
      case "suspect": {
        const state = readExpanded(this.instance);
        if (!this.options.confirm(state)) return "working";
        this.confirmed = state;
        this.instance.set("found", this.instance.counter("current"));
        return "found";
      }
      case "bounds":
        if (this.entry === 4 || this.place.isGiven) return "bounds";
        [this.instance, this.module] = this.begin(this.entry === 1 ? 2 : 4);
        this.place.open(this.instance, this.options.memory);
        return "working";
      default:
        return now;
    }
  }

  get counters(): ReachCounters {
    const { instance } = this;
    const memory = this.options.bits === undefined ? instance.counter("top") * 65536 : instance.counter("end");
    return {
      explored: instance.counter("explored"),
      stored: instance.counter("stored"),
      transitions: instance.counter("transitions"),
      waiting: instance.counter("waiting"),
      discrete: instance.counter("discrete"),
      memory,
      ...(instance.has("made") ? { parts: partsOf(instance, memory) } : {}),
    };
  }

  /** Of a bit-state search: how full its table is, what there was no room for, the longest way. */
  get bits(): BitCounters {
    const { instance } = this;
    const full = instance.counter("ones") / (8 * (this.options.bits ?? 1));
    return { full, dropped: instance.counter("dropped"), deepest: instance.counter("deepest") };
  }

  /** The node that was found. */
  get found(): number {
    return this.instance.counter("found");
  }

  /** With `measure`: the lower bound of the clock in what was found, 2c for `>= c` and 2c + 1 for `> c`. */
  get cost(): number {
    return this.instance.counter("cost") | 0;
  }

  /** How many representatives are not known to be canonical. */
  get vague(): number {
    return this.options.symmetry ? this.instance.counter("vague") : 0;
  }

  /** Bytes of an entry of a stored zone. */
  get entry(): Entry {
    return this.instance.made.plan.entry;
  }

  /** The cells of a node; undefined if it has gone meanwhile. */
  cellsOf(node: number): Int32Array | undefined {
    const view = this.instance.view();
    return (view.getUint32(node + 4, true) & DEAD) === 0 ? readState(this.instance, view, node).cells : undefined;
  }

  /** What other parts, or a search with another seed, need. */
  get code(): Code {
    return { made: this.instance.made, module: this.module };
  }

  wat(): string {
    return this.instance.made.wat();
  }

  /** The states from the initial one to the one that was found; without `trace` only that. Requires: status "found". */
  path(found = this.found): ReachedState[] {
    if (this.options.trace) return readPath(this.instance, found);
    return [this.confirmed ?? readState(this.instance, this.instance.view(), found)];
  }

  /** Every stored state. */
  each(visit: (state: ReachedState) => void): void {
    const view = this.instance.view();
    const { table, mask } = this.discrete;
    for (let slot = 0; slot <= mask; slot++) {
      const record = view.getUint32(table + 4 * slot, true);
      if (record === 0) continue;
      for (const node of nodesOf(view, record)) visit(readState(this.instance, view, node));
    }
  }

  /** The table of discrete states. */
  protected get discrete(): { readonly table: number; readonly mask: number } {
    return { table: this.instance.counter("table"), mask: this.instance.counter("mask") };
  }

  private begin(entry: Entry): [Instance<CompiledModule>, WasmModule] {
    const { network, options, place } = this;
    const { order, seed, measure, extrapolates, trace, shortest, leaf, code } = options;
    const plan = { entry, order, seed, measure, extrapolates, trace, shortest, leaf, ...place.plan };
    const given = code?.made.plan.entry === entry ? code : undefined;
    const made = given?.made ?? this.made(plan);
    const module = given?.module ?? moduleOf(made);
    const memory = place.memory?.(made);
    const carry = (to: number, from: number, bytes: number): void =>
      place.carry?.(to, new Uint8Array(instance.buffer, from, bytes));
    const imports = { news: () => this.news(instance), carry, ...(memory ? { memory } : {}) };
    const instance: Instance<CompiledModule> = new Instance(network, made, module, imports);
    if (options.bits !== undefined) instance.memory.grow(Math.ceil(options.bits / 65536) + 1);
    if (seed !== undefined && instance.has("random")) instance.set("random", randomStart(seed));
    return [instance, module];
  }

  private made(plan: PlanOptions): CompiledModule {
    const { network, query, bounds, options } = this;
    if (options.bits !== undefined) return compileBits(network, query, bounds, plan, options, options.bits);
    if (options.coupling === undefined) return compile(network, query, bounds, plan, options);
    return compileLocal(network, query, bounds, plan, options.coupling, options.live);
  }

  /** Hands the state at hand, with its exact zone, to the one who takes down values. */
  private news(instance: Instance<CompiledModule>): void {
    const { values } = this.options;
    if (values === undefined) return;
    values.record(readTarget(instance));
    const words = new Int32Array(instance.buffer);
    for (const [term, table] of instance.made.tables.entries()) {
      const known = values.known(term, KNOWN);
      words[table >> 2] = known.length;
      known.forEach(({ low, high }, k) => {
        words[(table >> 2) + 1 + 2 * k] = low;
        words[(table >> 2) + 2 + 2 * k] = high;
      });
    }
  }
}
