/**
 * A search shared by several threads on one memory (engine/compile/shared.ts), level by level. The board is what they tell
 * each other: words of that memory, by address; those that are written often stand in cache lines of their own.
 */
import type { Coupling, LiveCells, Symmetry } from "../../analysis/index.ts";
import {
  type Common,
  control,
  type Entry,
  joinParts,
  PARTS,
  PAUSE,
  type Small,
  type StateParts,
  seatBytes,
  seatLevel,
} from "../../engine/index.ts";
import type { Network, NetworkQuery } from "../../network/index.ts";

/** What a thread is given: plain data that can be posted to it. `runThread` takes it. */
export interface ThreadTask {
  readonly network: Network;
  readonly query: NetworkQuery;
  readonly thread: number;
  readonly threads: number;
  readonly common: Common;
  readonly order: "bfs" | "adaptive";
  readonly extrapolates: boolean | undefined;
  readonly trace: boolean;
  readonly shortest: boolean;
  readonly entry: Entry;
  readonly live: LiveCells | undefined;
  readonly leaf: number | undefined;
  readonly small: Small | undefined;
  readonly passing: readonly Uint8Array[] | undefined;
  readonly symmetry: Symmetry | undefined;
  readonly coupling: Coupling | undefined;
  readonly narrow: number;
  /** Of a search for values: up to where they are kept exact, and how; see `values.ts`. */
  readonly values?: ValuesPlan | undefined;
}

export interface ValuesPlan {
  readonly ceiling: number;
  readonly extra: ReadonlyMap<number, number>;
  readonly isExact: boolean;
}

/** Brought by the app: more threads. `start` runs `runThread(task)` in another thread and returns at once. */
export interface Crew {
  readonly size: number;
  readonly start: (task: ThreadTask) => void;
  /** Levels of fewer states are expanded by one thread alone; by default of some dozens. */
  readonly narrow?: number | undefined;
}

/** Why to stop. */
export const STOP = { none: 0, complete: 1, found: 2, limit: 3, memory: 4, bounds: 5, fault: 6, failed: 7 } as const;
export type Stop = (typeof STOP)[keyof typeof STOP];

/** How a thread stands: not there yet, ready to come in, one of those who work, at its end. */
export const STANDING = { absent: 0, ready: 1, member: 2, gone: 3 } as const;

const word = {
  flag: control.flag >> 2,
  top: control.top >> 2,
  /** Members that wait for the others. */
  arrived: control.host >> 2,
  /** Changes whenever waiting threads must look around. */
  epoch: (control.host + 64) >> 2,
  stop: (control.host + 128) >> 2,
  members: (control.host + 132) >> 2,
  /** 1 if the blocks of all have become the level. */
  isNext: (control.host + 136) >> 2,
  isEager: (control.host + 188) >> 2,
  quota: (control.host + 140) >> 2,
  found: (control.host + 144) >> 2,
  /** Thread, number, value and edge of a fault. */
  fault: (control.host + 148) >> 2,
} as const;

/** Those that threads count themselves. */
const COUNTED = PARTS.filter((name) => name !== "rest");

const counters = ["explored", "stored", "transitions", "waiting", "discrete", "wasted"] as const;
/** `told` and `length`: where what a thread has to tell in the end stands. */
const seatWord = {
  ...{ counters: 0, standing: 6, head: 7, left: 8, told: 9, length: 10 },
  /** Bytes by part, a thousand times the mean of active clocks, their most. */
  ...{ level: seatLevel >> 2, parts: 16 },
} as const;

export class Board {
  private readonly words: Int32Array;

  constructor({ memory }: Common) {
    this.words = new Int32Array(memory.buffer);
  }

  read(name: keyof typeof word, offset = 0): number {
    return Atomics.load(this.words, word[name] + offset);
  }

  write(name: keyof typeof word, value: number, offset = 0): void {
    Atomics.store(this.words, word[name] + offset, value);
  }

  /** Adds, and returns the sum. */
  add(name: keyof typeof word, value: number): number {
    return Atomics.add(this.words, word[name], value) + value;
  }

  readSeat(thread: number, name: keyof typeof seatWord, offset = 0): number {
    return Atomics.load(this.words, this.seat(thread) + seatWord[name] + offset);
  }

  writeSeat(thread: number, name: keyof typeof seatWord, value: number, offset = 0): void {
    Atomics.store(this.words, this.seat(thread) + seatWord[name] + offset, value);
  }

  private seat(thread: number): number {
    return (control.seats + thread * seatBytes) >> 2;
  }

  writeCounters(thread: number, values: Readonly<Record<(typeof counters)[number], number>>): void {
    for (const [k, name] of counters.entries()) this.writeSeat(thread, "counters", values[name], k);
  }

  /**
   * What the states are made of that a thread has stored; its tables without that of discrete states, which all have together.
   */
  writeParts(thread: number, parts: StateParts): void {
    const { active } = parts;
    const words = [...COUNTED.map((name) => parts[name]), Math.round(1000 * (active?.mean ?? 0)), active?.most ?? 0];
    for (const [k, value] of words.entries()) this.writeSeat(thread, "parts", value, k);
  }

  /** The same of all, with the table of discrete states; what else there is of so many bytes is the rest. */
  parts(threads: number, { active }: StateParts, table: number, memory: number): StateParts {
    const all = Array.from({ length: threads }, (_, thread) => {
      const word = (k: number): number => this.readSeat(thread, "parts", k);
      const bytes = Object.fromEntries(COUNTED.map((name, k) => [name, word(k) >>> 0]));
      // One thread has made a table that another one has left.
      const tables = (word(COUNTED.indexOf("tables")) | 0) + (thread === 0 ? table : 0);
      const [mean, most] = [word(COUNTED.length) / 1000, word(COUNTED.length + 1)];
      const clocks = active ? { active: { mean, most, of: active.of } } : {};
      const explored = this.readSeat(thread, "counters", counters.indexOf("explored")) >>> 0;
      return [{ ...bytes, tables, rest: 0, ...clocks } as StateParts, explored] as const;
    });
    const joined = joinParts(all)!;
    return { ...joined, rest: memory - COUNTED.reduce((sum, name) => sum + joined[name], 0) };
  }

  sum(name: (typeof counters)[number], threads: number): number {
    let total = 0;
    for (let thread = 0; thread < threads; thread++)
      total = (total + this.readSeat(thread, "counters", counters.indexOf(name))) | 0;
    return total >>> 0;
  }

  /** Leaves words for the one who gathers, at an address that is the thread's own. */
  tell(thread: number, address: number, text: Uint8Array): void {
    new Uint8Array(this.words.buffer, address, text.length).set(text);
    this.writeSeat(thread, "length", text.length);
    this.writeSeat(thread, "told", address | 0);
  }

  /** What a thread has told; undefined if it has not. */
  toldBy(thread: number): Uint8Array | undefined {
    const address = this.readSeat(thread, "told") >>> 0;
    if (address === 0) return undefined;
    // A copy of its own: decoders refuse memory that is shared.
    return new Uint8Array(this.words.buffer, address, this.readSeat(thread, "length")).slice();
  }

  /** Asks all to meet. */
  askToMeet(): void {
    Atomics.or(this.words, word.flag, PAUSE);
  }

  /** Wakes all who wait. */
  wake(): void {
    Atomics.add(this.words, word.epoch, 1);
    Atomics.notify(this.words, word.epoch);
  }

  /**
   * Lets all who have met go on, and others come in. These only when all is prepared, and after the change of the epoch:
   * they would take it for the end of the next meeting.
   */
  release(entering: readonly number[]): void {
    this.write("arrived", 0);
    Atomics.add(this.words, word.epoch, 1);
    for (const thread of entering) this.writeSeat(thread, "standing", STANDING.member);
    Atomics.notify(this.words, word.epoch);
  }

  /** Sleeps until somebody wakes, at most so many milliseconds. */
  sleep(epoch: number, milliseconds: number): void {
    Atomics.wait(this.words, word.epoch, epoch, milliseconds);
  }

  /** The first reason counts. */
  stop(reason: Stop): boolean {
    const isFirst = Atomics.compareExchange(this.words, word.stop, STOP.none, reason) === STOP.none;
    this.askToMeet();
    this.wake();
    return isFirst;
  }
}
