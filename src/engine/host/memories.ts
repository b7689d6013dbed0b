import type { ClockBounds } from "../../analysis/index.ts";
import { InternalError } from "../../base/index.ts";
import type { Network, NetworkQuery } from "../../network/index.ts";
import type { Entry } from "../compile/plan.ts";
import { isEager } from "../compile/store/eagerness.ts";
import { entrySizes } from "../compile/support.ts";
import { MemoryReach } from "./memory.ts";
import { joinParts } from "./parts.ts";
import { CompiledReach, type ReachCounters, type ReachOptions, type ReachStatus } from "./reach.ts";
import type { ReachedState } from "./state.ts";

/**
 * A compiled search that may need more than one memory holds: as `CompiledReach`, of which it has one per memory (see
 * memory.ts). They expand their states in turns, level by level: what one finds for another is carried over before the
 * next level begins, so breadth first stays breadth first and a shortest path shortest. It begins in one memory, without
 * any exchange, and begins anew in several when it turns out to be large.
 *
 * Requires: an order by levels (not depth first).
 */
export interface Memories {
  /** Bytes of one memory; as many are taken as all states may need. */
  readonly bytes: number;
  /** Bytes that one memory may take before the search begins anew in several; 0 to begin with several. */
  readonly alone: number;
}

export class SeveralReach {
  private readonly network: Network;
  private readonly query: NetworkQuery | undefined;
  private readonly bounds: ClockBounds;
  private readonly options: ReachOptions;
  private readonly memories: Memories;
  /** The only memory, as long as one does; otherwise all of them. */
  private only: CompiledReach | undefined;
  private parts: MemoryReach[] = [];
  /** The part whose turn it is. */
  private turn = 0;
  private finder: MemoryReach | undefined;

  constructor(
    network: Network,
    query: NetworkQuery | undefined,
    bounds: ClockBounds,
    options: ReachOptions,
    memories: Memories,
  ) {
    this.network = network;
    this.query = query;
    this.bounds = bounds;
    this.options = options;
    this.memories = memories;
    if (memories.alone > 0)
      this.only = new CompiledReach(network, query, bounds, { ...options, memory: memories.alone });
    else this.begin(options.entry ?? entrySizes(network, bounds, options.extrapolates)[0]!);
  }

  /** Explores up to `portion` states. A fault of the model is thrown. */
  run(portion: number): ReachStatus {
    const { only } = this;
    if (only) {
      const status = only.run(portion);
      if (status !== "memory") return status;
      this.begin(only.entry);
      return "working";
    }
    const status = this.runParts(portion);
    if (status !== "bounds" || this.parts[0]!.entry === 4) return status;
    this.begin(this.parts[0]!.entry === 1 ? 2 : 4);
    return "working";
  }

  private runParts(portion: number): ReachStatus {
    let left = portion;
    for (;;) {
      const found = this.look();
      if (found !== undefined) return found;
      // Levels may have few states: others look at limits now and then all the same.
      if (left <= 0) return "working";
      const part = this.parts[this.turn]!;
      const before = part.counters.explored;
      const status = part.run(left);
      if (status === "found") this.finder = part;
      if (status !== "exhausted") return status;
      left -= part.counters.explored - before;
      // What it found goes over in the end also where boxes are not full.
      part.flush();
      if (++this.turn === this.parts.length && !this.nextRound()) return this.look() ?? "exhausted";
    }
  }

  /** Those who have something left of the level go on, otherwise all go on to the next one; false if there is none. */
  private nextRound(): boolean {
    this.turn = 0;
    if (this.parts.some((part) => part.hasMore)) return true;
    const sum = (of: (part: MemoryReach) => number): number => this.parts.reduce((all, part) => all + of(part), 0);
    const [explored, wasted] = [sum((part) => part.counters.explored), sum((part) => part.wasted)];
    const goesFirst = isEager(explored, wasted);
    return this.parts.map((part) => part.advance(goesFirst)).includes(true);
  }

  /** A part may have found something, or come to its end, in what it was sent. */
  private look(): ReachStatus | undefined {
    for (const part of this.parts) {
      const { verdict } = part;
      if (verdict === "found") this.finder = part;
      if (verdict !== undefined) return verdict;
    }
    return undefined;
  }

  get counters(): ReachCounters {
    if (this.only) return this.only.counters;
    const all = this.all.map((part) => part.counters);
    const sum = (name: Exclude<keyof ReachCounters, "parts">): number =>
      all.reduce((total, counters) => total + counters[name], 0);
    return {
      explored: sum("explored"),
      stored: sum("stored"),
      transitions: sum("transitions"),
      waiting: sum("waiting"),
      discrete: sum("discrete"),
      memory: sum("memory"),
      ...joined(all),
    };
  }

  /** How many representatives are not known to be canonical. */
  get vague(): number {
    return this.all.reduce((sum, part) => sum + part.vague, 0);
  }

  /** How many memories are in use. */
  get size(): number {
    return this.all.length;
  }

  /** Bytes that each may take. */
  get memoryBytes(): number {
    return Math.min(this.memories.bytes, this.options.memory);
  }

  /** As of `CompiledReach`. */
  path(): ReachedState[] {
    const { only, finder } = this;
    if (only) return only.path();
    if (finder === undefined) throw new InternalError("nothing was found");
    if (!this.options.trace) return finder.path();
    const path: ReachedState[] = [];
    let [part, node] = [finder, finder.found];
    while (node !== 0) {
      const { state, parent, origin } = part.ancestor(node);
      path.push(state);
      [part, node] = [this.parts[origin]!, parent];
    }
    return path.reverse();
  }

  /** Every stored state. */
  each(visit: (state: ReachedState) => void): void {
    for (const part of this.all) part.each(visit);
  }

  private get all(): readonly CompiledReach[] {
    return this.only ? [this.only] : this.parts;
  }

  private begin(entry: Entry): void {
    const { network, query, bounds, options, memories } = this;
    const count = Math.ceil(options.memory / memories.bytes);
    const parts: MemoryReach[] = [];
    // The old ones may go before the new ones come.
    this.only = undefined;
    this.parts = parts;
    this.turn = 0;
    // The first one begins, so it comes last: its initial state may belong to another.
    const make = (part: number): void => {
      const carry = (to: number, messages: Uint8Array): void => parts[to]!.receive(messages, part);
      const code = parts[count - 1]?.code;
      const own = { ...options, entry, memory: this.memoryBytes, code };
      parts[part] = new MemoryReach(network, query, bounds, own, { number: part, memories: count, carry });
    };
    for (let part = count - 1; part >= 0; part--) make(part);
    parts[0]!.flush();
    this.nextRound();
  }
}

/** What the states of all memories are made of. */
export function joined(all: readonly ReachCounters[]): Pick<ReachCounters, "parts"> {
  const parts = joinParts(all.flatMap(({ parts, stored }) => (parts ? [[parts, stored] as const] : [])));
  return parts ? { parts } : {};
}
