import type { ClockBounds } from "../../analysis/index.ts";
import { InternalError } from "../../base/index.ts";
import type { Network, NetworkQuery } from "../../network/index.ts";
import type { Entry } from "../compile/plan.ts";
import { isEager } from "../compile/store/eagerness.ts";
import { entrySizes } from "../compile/support.ts";
import type { Frozen, Kept } from "./frozen.ts";
import { joined } from "./memories.ts";
import type { MemoryReach } from "./memory.ts";
import { type Parcel, Parcels } from "./parcels.ts";
import { CompiledReach, type ReachCounters, type ReachOptions, type ReachStatus } from "./reach.ts";
import { Shelves } from "./shelves.ts";
import { CountingSpill, type Spill } from "./spill.ts";
import type { ReachedState } from "./state.ts";

/**
 * A search that is larger than memory (delayed duplicate detection, after Korf 2004, Best-first frontier search with delayed
 * duplicate detection, by hashes: Zhou, Hansen 2004, Structured duplicate detection in external-memory graph search).
 * Discrete states belong to parts by their hashes, as those of several memories (`memories.ts`), but only some parts are in
 * memory at a time (`shelves.ts`), and messages wait until it is a part's turn. A level is one turn of each part: it takes
 * what was sent to it on the last level, drops what is covered, expands the rest, and sends what belongs to others. The order
 * of the parts turns round from level to level: those used last are there first.
 *
 * It begins in one memory, and begins anew in parts when that is full.
 *
 * Requires: an order by levels (not depth first).
 */
interface Spilling {
  readonly spill: Spill;
  /** How many parts there are, of which each must fit into memory. */
  readonly parts: number;
  /** Bytes that one memory may take before the search begins anew in parts; 0 to begin with parts. */
  readonly alone: number;
  /**
   * Of that one memory: what goes on, and who keeps it now and then as it fills. When it is full it is in the midst of a
   * state, and too late.
   */
  readonly keeping?: { readonly kept?: Kept | undefined; readonly leave: (search: Frozen) => void } | undefined;
}

/** What became of the disk. */
interface SpillCounters {
  readonly parts: number;
  /** Bytes of all parts, wherever they are. */
  readonly bytes: number;
  /** Bytes that were written and read so far. */
  readonly written: number;
  readonly read: number;
}

/** Of the memory, what messages may take. */
const MESSAGES = 1 / 8;
/** Of the one memory, from when on it is kept, and how much more it has each time. */
const EARLY = 1 / 4;
const MORE = 1.5;
/** Parcels that are taken, and states that are expanded, between two looks at how much room there is. */
const PARCELS = 64;
const STATES = 4096;

export class SpilledReach {
  private readonly network: Network;
  private readonly query: NetworkQuery | undefined;
  private readonly bounds: ClockBounds;
  private readonly options: ReachOptions;
  private readonly spilling: Spilling;
  private readonly spill: CountingSpill;
  /** The only memory, as long as one does; otherwise the parts. */
  private only: CompiledReach | undefined;
  private shelves!: Shelves;
  private parcels!: Parcels;
  /** The parts in the order of this level, whose turn it is, and what it has not yet taken. */
  private route: number[] = [];
  private turn = 0;
  private mail: Iterator<Parcel, void> | undefined;
  /** Whether it has taken all, and expands. */
  private isOpen = false;
  /** On this level what covers an expanded state goes first. */
  private goesFirst = false;
  private finder: Finder | undefined;
  /** Bytes of the one memory from which on it is kept next. */
  private due: number;

  constructor(
    network: Network,
    query: NetworkQuery | undefined,
    bounds: ClockBounds,
    options: ReachOptions,
    spilling: Spilling,
  ) {
    this.network = network;
    this.query = query;
    this.bounds = bounds;
    this.options = options;
    this.spilling = spilling;
    this.spill = new CountingSpill(spilling.spill);
    const { alone, keeping } = spilling;
    this.due = alone * EARLY;
    const kept = keeping === undefined ? {} : { freezes: true, kept: keeping.kept };
    if (alone > 0) this.only = new CompiledReach(network, query, bounds, { ...options, memory: alone, ...kept });
    else this.begin(options.entry ?? entrySizes(network, bounds, options.extrapolates)[0]!);
  }

  /** Explores up to `portion` states. A fault of the model is thrown, and what the disk does not do. */
  run(portion: number): ReachStatus {
    const { only } = this;
    if (only) {
      const status = only.run(portion);
      this.keep(only);
      if (status !== "memory") return status;
      this.begin(only.entry);
      return "working";
    }
    const status = this.runParts(portion);
    const { entry } = this.shelves;
    if (status !== "bounds" || entry === 4) return status;
    this.begin(entry === 1 ? 2 : 4);
    return "working";
  }

  private keep(only: CompiledReach): void {
    const { keeping } = this.spilling;
    const { memory } = only.counters;
    if (keeping === undefined || memory < this.due || !only.isWhole) return;
    this.due = MORE * memory;
    keeping.leave(only.freeze());
  }

  private runParts(portion: number): ReachStatus {
    let left = portion;
    while (left > 0) {
      const part = this.route[this.turn];
      if (part === undefined) {
        if (this.finder !== undefined) return "found";
        if (!this.nextLevel()) return "exhausted";
        continue;
      }
      if (this.mail === undefined && !this.isBusy(part)) {
        this.turn++;
        continue;
      }
      const reach = this.shelves.take(part);
      if (this.mail === undefined) this.mail = this.parcels.take(part);
      if (!this.isOpen) {
        const isTaken = this.receive(reach, this.mail);
        const { verdict } = reach;
        if (verdict === "found") this.finder = finderOf(part, reach, this.options.trace);
        if (verdict !== undefined) return verdict;
        // What takes long is done in portions.
        if (!isTaken) return "working";
      }
      const before = reach.counters.explored;
      const status = this.finder === undefined ? reach.run(Math.min(left, STATES)) : "exhausted";
      left -= reach.counters.explored - before;
      if (status === "found") {
        this.finder = finderOf(part, reach, this.options.trace);
        if (!this.options.shortest) return "found";
        // What waits for those whose turn has not come is one step nearer.
        this.pass();
      } else if (status === "exhausted") {
        reach.flush();
        this.pass();
      } else if (status !== "working") return status;
    }
    return "working";
  }

  /** Takes some of what was sent; true if that was all. */
  private receive(reach: MemoryReach, mail: Iterator<Parcel, void>): boolean {
    for (let k = 0; k < PARCELS; k++) {
      const next = mail.next();
      if (next.done === true) {
        reach.advance(this.goesFirst);
        this.isOpen = true;
        return true;
      }
      reach.receive(next.value.messages, next.value.from);
      if (reach.verdict !== undefined) return false;
    }
    return false;
  }

  private pass(): void {
    this.turn++;
    this.mail = undefined;
    this.isOpen = false;
  }

  private isBusy(part: number): boolean {
    return this.parcels.has(part) || this.shelves.standing(part).counters.waiting > 0;
  }

  /** False if there is nothing left to do. */
  private nextLevel(): boolean {
    this.parcels.turn();
    this.route.reverse();
    this.turn = 0;
    this.goesFirst = isEager(
      this.counters.explored,
      this.shelves.sum(({ wasted }) => wasted),
    );
    return this.route.some((part) => this.isBusy(part));
  }

  get counters(): ReachCounters {
    if (this.only) return this.only.counters;
    const { shelves } = this;
    const sum = (name: "explored" | "stored" | "transitions" | "waiting" | "discrete"): number =>
      shelves.sum(({ counters }) => counters[name]);
    return {
      explored: sum("explored"),
      stored: sum("stored"),
      transitions: sum("transitions"),
      waiting: sum("waiting"),
      discrete: sum("discrete"),
      memory: shelves.bytes + this.parcels.bytes,
      ...joined(shelves.all.map(({ counters }) => counters)),
    };
  }

  /** What can be kept: the one memory, as long as it does. */
  get standing(): CompiledReach | undefined {
    return this.only;
  }

  /** Undefined as long as one memory does. */
  get spilled(): SpillCounters | undefined {
    if (this.only) return undefined;
    const { out: written, back: read } = this.spill;
    return { parts: this.spilling.parts, bytes: this.shelves.sum(({ bytes }) => bytes), written, read };
  }

  /** How many representatives are not known to be canonical. */
  get vague(): number {
    return this.only ? this.only.vague : this.shelves.sum(({ vague }) => vague);
  }

  /** As of `CompiledReach`. */
  path(): ReachedState[] {
    const { only, finder } = this;
    if (only) return only.path();
    if (finder === undefined) throw new InternalError("nothing was found");
    if (!this.options.trace) return [...finder.path];
    const path: ReachedState[] = [];
    let { part, node } = finder;
    while (node !== 0) {
      const { state, parent, origin } = this.shelves.take(part).ancestor(node);
      path.push(state);
      [part, node] = [origin, parent];
    }
    return path.reverse();
  }

  private begin(entry: Entry): void {
    const { network, query, bounds, spill } = this;
    const { parts } = this.spilling;
    const messages = Math.floor(this.options.memory * MESSAGES);
    const options = { ...this.options, entry, memory: this.options.memory - messages, freezes: true };
    // The old ones may go before the new ones come.
    this.only = undefined;
    this.pass();
    const parcels = new Parcels(spill, parts, messages);
    this.parcels = parcels;
    const send = (to: number, from: number, bytes: Uint8Array): void => parcels.send(to, from, bytes);
    this.shelves = new Shelves({ network, query, bounds, options, parts, spill, send });
    this.shelves.begin();
    this.route = Array.from({ length: parts }, (_, part) => part);
    this.turn = parts;
  }
}

/** Who has found something, and the node; without a trace also the state, since its part may go. */
interface Finder {
  readonly part: number;
  readonly node: number;
  readonly path: readonly ReachedState[];
}

function finderOf(part: number, reach: MemoryReach, isTraced: boolean): Finder {
  return { part, node: reach.found, path: isTraced ? [] : reach.path() };
}
