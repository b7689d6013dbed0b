import type { ClockBounds, LiveCells, Symmetry } from "../../analysis/index.ts";
import type { Network } from "../../network/index.ts";
import type { LivenessQuery } from "../compile/code/terms.ts";
import { compileStay, type StayModule } from "../compile/loop/liveness.ts";
import { statusOf } from "../compile/loop/module.ts";
import { ending, mode } from "../compile/loop/staying.ts";
import type { CompiledOrder, Small } from "../compile/plan.ts";
import { DONE, OPEN } from "../compile/store/stack.ts";
import { startsNarrow } from "../compile/support.ts";
import { type Frozen, frozen, type Kept, thaw } from "./frozen.ts";
import { Instance, moduleOf } from "./instance.ts";
import { partsOf } from "./parts.ts";
import type { ReachCounters } from "./reach.ts";
import { type ReachedState, readPath, readState } from "./state.ts";

/**
 * A compiled search for paths that stay, under way. As `CompiledReach`: `run` explores so many states and says how it
 * stands; then counters and the path that was found can be read.
 */
export interface StayOptions {
  /** Of the states that paths may begin in. */
  readonly order: CompiledOrder;
  /** For the random order. */
  readonly seed?: number | undefined;
  /** Keep what a trace needs. */
  readonly trace: boolean;
  /** Bytes of memory that may be used. */
  readonly memory: number;
  /** Decides exactly whether some valuation of a state is deadlocked; asked of states that may be. */
  readonly isDeadlocked: (state: ReachedState) => boolean;
  /** Nodes of a leaf of a tree of zones; see plan.ts. */
  readonly leaf?: number | undefined;
  /** From what size on states are made small; tests have it otherwise. */
  readonly small?: Small | undefined;
  /** Dead variables are stored with their initial values. */
  readonly live?: LiveCells | undefined;
  /** Symmetries by which states are sorted. Requires: no trace is wanted, since transitions are then those of images. */
  readonly symmetry?: Symmetry | undefined;
  /** For `-->`: how many states are explored before paths no longer begin at once. */
  readonly atOnce?: number | undefined;
  /** It can be kept (`freeze`). */
  readonly freezes?: boolean | undefined;
  /** It goes on where another one stood. Requires: `freezes`. */
  readonly kept?: Kept | undefined;
}

type StayStatus = "working" | "exhausted" | "found" | "memory" | "bounds";

/** A path that stays. */
export interface FoundStay {
  /** For `-->`: the states from the initial one to the one it begins in, with exact zones. */
  readonly stem: readonly ReachedState[];
  readonly ending: "deadlock" | "divergence" | "loop";
  /** Its transitions: for each edge that takes part its id, then its select values. */
  readonly path: readonly (readonly number[])[];
  /** For a loop: how many transitions lead to the state it returns to. */
  readonly loop?: number;
}

/** Pages that a search may always have. */
const SPARE = 2;

export class CompiledStay {
  private readonly network: Network;
  private readonly query: LivenessQuery;
  private readonly bounds: ClockBounds;
  private readonly options: StayOptions;
  private instance: Instance<StayModule>;
  private isDead = false;

  constructor(network: Network, query: LivenessQuery, bounds: ClockBounds, options: StayOptions) {
    this.network = network;
    this.query = query;
    this.bounds = bounds;
    this.options = options;
    const { kept } = options;
    this.instance = this.begin(kept ? (kept.entry === 4 ? 4 : 2) : startsNarrow(network, bounds) ? 2 : 4, kept);
  }

  /** Whether it stands between two portions, with more to do: what memory or a bound has cut short is not whole. */
  get isWhole(): boolean {
    return this.counter("trouble") === 0 && this.counter("found") === ending.none && !this.isDead;
  }

  /** The search as it stands. Requires: `freezes`, and that it is whole. */
  freeze(): Frozen {
    return frozen(this.instance, "pages");
  }

  /** Explores up to `portion` states. A fault of the model is thrown. */
  run(portion: number): StayStatus {
    const now = statusOf(this.instance.call("run", portion));
    switch (now) {
      case "suspect":
        this.isDead = this.options.isDeadlocked(this.suspect);
        return this.isDead ? "found" : "working";
      case "working":
      case "exhausted":
      case "found":
      case "memory":
        return now;
      default:
        if (this.instance.made.plan.entry === 4) return "bounds";
        this.instance = this.begin(4);
        return "working";
    }
  }

  get counters(): ReachCounters {
    const memory = this.counter("pages") * 65536;
    return {
      explored: this.counter("explored"),
      stored: this.counter("stored") + this.counter("passedStored"),
      transitions: this.counter("transitions"),
      waiting: this.counter("waiting") + this.counter("passedWaiting"),
      discrete: this.counter("discrete") + this.counter("passedDiscrete"),
      memory,
      ...(this.instance.has("made") ? { parts: partsOf(this.instance, memory) } : {}),
    };
  }

  /** How many representatives are not known to be canonical. */
  get vague(): number {
    return this.options.symmetry ? this.counter("vague") : 0;
  }

  wat(): string {
    return this.instance.made.wat();
  }

  /** Requires: status "found", and `trace`. To be read once: it looks for transitions again. */
  found(): FoundStay {
    const view = this.instance.view();
    const isFirst = this.counter("purpose") === mode.reaching;
    const nodes = isFirst ? [] : this.stack(view);
    const how = this.counter("found");
    const loop = this.counter("loop");
    // The last transition is still there; those between open states are found again.
    const last = this.isDead || isFirst || this.counter("count") === 0 ? [] : [this.transition()];
    const between = nodes.slice(1).map((node, i) => this.seek(nodes[i]!, node));
    const stem =
      this.query.kind === "-->"
        ? readPath(this.instance, isFirst ? this.counter("origin") : view.getUint32(nodes[0]! + 16, true))
        : [];
    const path = [...between, ...last];
    if (this.isDead) return { stem, ending: "deadlock", path };
    if (how === ending.divergence) return { stem, ending: "divergence", path };
    return { stem, ending: "loop", path, loop: nodes.indexOf(loop) };
  }

  /** The open nodes, from the first to the last. */
  private stack(view: DataView): number[] {
    const nodes: number[] = [];
    for (let n = this.counter("top"); n !== 0; n = view.getUint32(n + 8, true))
      if ((view.getUint32(n + 4, true) & (OPEN | DONE)) === OPEN) nodes.push(n);
    return nodes.reverse();
  }

  private seek(from: number, to: number): number[] {
    this.instance.call("seek", from, to);
    return this.transition();
  }

  private transition(): number[] {
    const { words, plan } = this.instance.made;
    const view = this.instance.view();
    const edges = this.network.processes.flatMap((p) => p.edges);
    const result: number[] = [];
    for (let k = 0; k < this.counter("count"); k++) {
      const at = words + 4 * plan.instanceWords * k;
      const id = view.getInt32(at, true);
      result.push(id);
      for (let s = 0; s < edges[id]!.selects.length; s++) result.push(view.getInt32(at + 12 + 4 * s, true));
    }
    return result;
  }

  /** The state on the stack that may be deadlocked. */
  private get suspect(): ReachedState {
    const { instance } = this;
    return readState(instance, instance.view(), this.counter("suspect"), instance.made.layout);
  }

  private begin(entry: 2 | 4, kept?: Kept): Instance<StayModule> {
    const { network, query, bounds, options } = this;
    const { order, seed, trace, memory, leaf } = options;
    const plan = { entry, order, seed, trace, shortest: false, leaf };
    const made = compileStay(network, query, bounds, plan, options);
    const instance = new Instance(network, made, moduleOf(made));
    if (kept) {
      thaw(instance, kept, memory, SPARE);
      return instance;
    }
    instance.limit(memory, Math.ceil(made.heap / 65536) + SPARE);
    instance.call("start", made.heap);
    return instance;
  }

  private counter(name: string): number {
    return this.instance.counter(name);
  }
}
