import type { ClockBounds } from "../../analysis/index.ts";
import type { Network, NetworkQuery } from "../../network/index.ts";
import type { Entry } from "../compile/plan.ts";
import type { Kept } from "./frozen.ts";
import { MemoryReach } from "./memory.ts";
import type { Code, ReachCounters, ReachOptions } from "./reach.ts";
import type { Spill } from "./spill.ts";

/**
 * The parts of a search that is larger than memory (`spilled.ts`): some are in memory, the others in a file each, as they
 * stood when they were put away (`frozen.ts`). The one that is taken has room to grow; those not taken for longest go. A
 * memory that is given up is used for the next part, since it would take long until it is given back.
 */
interface Contents {
  readonly network: Network;
  readonly query: NetworkQuery | undefined;
  readonly bounds: ClockBounds;
  /** Requires: `entry`, `freezes`. All parts in memory together have `memory`. */
  readonly options: ReachOptions;
  readonly parts: number;
  readonly spill: Spill;
  /** Takes messages from a part to another one; they are gone when it returns. */
  readonly send: (to: number, from: number, messages: Uint8Array) => void;
}

/** How a part stands, wherever it is. */
interface Standing {
  readonly counters: ReachCounters;
  readonly wasted: number;
  readonly vague: number;
  /** Bytes of its memory in use. */
  readonly bytes: number;
}

/** A memory, and the part that is in it. */
interface Frame {
  readonly reach: MemoryReach;
  part: number;
}

/** Bytes that a part may grow by at least, where there are so many. */
const ROOM = 2 ** 23;

export class Shelves {
  private readonly contents: Contents;
  /** In the order in which they were taken. */
  private frames: Frame[] = [];
  private readonly stood: Standing[];
  private code: Code | undefined;

  constructor(contents: Contents) {
    this.contents = contents;
    this.stood = Array.from({ length: contents.parts }, () => NOWHERE);
  }

  /** Makes all parts, empty but for the one that keeps the initial state. */
  begin(): void {
    const { parts, options } = this.contents;
    // The first one begins, so it comes last.
    for (let part = parts - 1; part >= 0; part--) {
      const frame = this.frame(part, { ...options, code: this.code });
      this.code ??= frame.reach.code;
      this.frames.push(frame);
      this.stood[part] = standingOf(frame.reach);
      while (this.frames.length > 1 && this.bytes > options.memory) this.putAway();
    }
    this.frames.at(-1)!.reach.flush();
  }

  /** A part, to be used until the next one is taken, with room to grow. */
  take(part: number): MemoryReach {
    const at = this.frames.findIndex((frame) => frame.part === part);
    const frame = at < 0 ? this.fetch(part) : this.frames.splice(at, 1)[0]!;
    const { memory } = this.contents.options;
    while (this.frames.length > 0 && this.bytes + frame.reach.size + this.growth(frame.reach.used) > memory)
      this.putAway();
    frame.reach.limit(memory - this.bytes);
    this.frames.push(frame);
    return frame.reach;
  }

  standing(part: number): Standing {
    const frame = this.frames.find((other) => other.part === part);
    return frame === undefined ? this.stood[part]! : standingOf(frame.reach);
  }

  get all(): readonly Standing[] {
    return this.stood.map((_, part) => this.standing(part));
  }

  sum(of: (standing: Standing) => number): number {
    return this.all.reduce((total, standing) => total + of(standing), 0);
  }

  /** Bytes of all memories that are there. */
  get bytes(): number {
    return this.frames.reduce((sum, { reach }) => sum + reach.size, 0);
  }

  /** Bytes of an entry of a stored zone. */
  get entry(): Entry {
    return this.contents.options.entry!;
  }

  /** Tables grow by half of what there is at most, or twice. */
  private growth(bytes: number): number {
    return bytes / 2 + Math.min(ROOM, this.contents.options.memory / 4);
  }

  /** Brings a part back, into the memory of one that goes if there is no room for another. */
  private fetch(part: number): Frame {
    const { options, spill } = this.contents;
    const { bytes } = this.stood[part]!;
    const kept: Kept = { entry: this.entry, bytes, read: (_, into) => spill.read(fileOf(part), 0, into) };
    let free: Frame | undefined;
    while (this.frames.length > 0 && this.bytes + bytes + this.growth(bytes) > options.memory) free = this.putAway();
    if (free === undefined) return this.frame(part, { ...options, kept, code: this.code });
    free.part = part;
    free.reach.become(kept);
    return free;
  }

  private putAway(): Frame {
    const frame = this.frames.shift()!;
    const { part, reach } = frame;
    this.stood[part] = standingOf(reach);
    this.contents.spill.write(fileOf(part), 0, reach.freeze().memory);
    return frame;
  }

  private frame(part: number, options: ReachOptions): Frame {
    const { network, query, bounds, parts, send } = this.contents;
    // The first part sends already while it is made.
    let frame: Frame | undefined;
    const carry = (to: number, messages: Uint8Array): void => send(to, frame?.part ?? part, messages);
    frame = { part, reach: new MemoryReach(network, query, bounds, options, { number: part, memories: parts, carry }) };
    return frame;
  }
}

const NOWHERE: Standing = {
  counters: { explored: 0, stored: 0, transitions: 0, waiting: 0, discrete: 0, memory: 0 },
  wasted: 0,
  vague: 0,
  bytes: 0,
};

function fileOf(part: number): string {
  return `part-${part}`;
}

function standingOf(reach: MemoryReach): Standing {
  return { counters: reach.counters, wasted: reach.wasted, vague: reach.vague, bytes: reach.used };
}
