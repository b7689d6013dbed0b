import type { ClockBounds } from "../../analysis/index.ts";
import type { Network, NetworkQuery } from "../../network/index.ts";
import { control, firstBase } from "../compile/store/threads.ts";
import type { Fault } from "../fault.ts";
import { type WasmMemory, wasm } from "../wasm/index.ts";
import { type FaultNumbers, type Made, pagesOf } from "./instance.ts";
import { CompiledReach, type Place, type ReachOptions, SPARE } from "./reach.ts";

/**
 * A compiled search by one of several threads on one memory (see `compile/store/threads.ts`): as `CompiledReach`, with what
 * threads do when they meet. Its status "exhausted" speaks of the present level only; "paused" says that all are asked to
 * meet, "crowded" that one thread must do.
 */
interface ThreadOptions extends ReachOptions {
  readonly seat: Seat;
}

/** The place of a thread. The first one makes the memory, the others are given it. */
interface Seat {
  readonly thread: number;
  readonly threads: number;
  readonly common?: Common | undefined;
}

/** What the first thread gives to the others. */
export interface Common {
  readonly memory: WasmMemory;
  /** Bytes of one thread's regions. */
  readonly stride: number;
}

export class ThreadReach extends CompiledReach {
  private readonly seat: Seat;

  constructor(network: Network, query: NetworkQuery | undefined, bounds: ClockBounds, options: ThreadOptions) {
    super(network, query, bounds, options, placeOf(options));
    this.seat = options.seat;
    if (this.seat.thread === 0) this.publishTable();
  }

  /** What other threads need. */
  get common(): Common {
    return { memory: this.instance.memory, stride: this.stride };
  }

  private get stride(): number {
    return strideOf(this.seat, this.instance.made);
  }

  /** Before all meet: the blocks this thread has for the next level, and whether it has something left of this one. */
  blocks(): { readonly head: number; readonly isLeft: boolean } {
    return { head: this.instance.counter("head"), isLeft: this.instance.call("left") !== 0 };
  }

  /** Of those expanded, how many have turned out to be so in vain. */
  get wasted(): number {
    return this.instance.counter("wasted");
  }

  /**
   * After all have met: `isNext` if the blocks were taken for the next level; `isEager` if what covers an expanded state goes
   * first; `quota`: records to be made until they meet again.
   */
  resume(isNext: boolean, isEager: boolean, quota: number): void {
    const { instance, words } = this;
    instance.set("table", Atomics.load(words, control.table >> 2));
    instance.set("mask", Atomics.load(words, control.mask >> 2));
    instance.set("quota", quota);
    instance.set("eager", isEager ? 1 : 0);
    if (isNext) {
      instance.set("head", 0);
      instance.set("tail", 0);
    }
    instance.call("settle");
  }

  /** Slots of the table of discrete states. */
  get tableSize(): number {
    return this.instance.counter("mask") + 1;
  }

  /** Doubles the table if there is memory, while nobody else works; its size afterwards. */
  growTable(): number {
    this.instance.call("grow");
    this.publishTable();
    return this.tableSize;
  }

  /** Doubles tables of what is kept once, where they are too full, while nobody else works. */
  growOnce(): void {
    for (const name of ["growChunks", "growZones"]) if (this.instance.has(name)) this.instance.call(name);
  }

  /** So many bytes of the shared memory, a multiple of 4; 0 if there are none left. */
  allocate(bytes: number): number {
    return this.instance.call("allocate", bytes) >>> 0;
  }

  /** The fault that was met, for another thread. */
  get faultNumbers(): FaultNumbers {
    return this.instance.faultNumbers;
  }

  /** The fault that the numbers stand for, which the given thread has met. */
  faultOf(numbers: FaultNumbers, thread: number): Fault {
    return this.instance.faultOf(numbers, (thread - this.seat.thread) * this.stride);
  }

  /** Another thread may have enlarged the table last. */
  protected override get discrete(): { readonly table: number; readonly mask: number } {
    const { words } = this;
    return { table: words[control.table >> 2]! >>> 0, mask: words[control.mask >> 2]! >>> 0 };
  }

  private publishTable(): void {
    Atomics.store(this.words, control.table >> 2, this.instance.counter("table") | 0);
    Atomics.store(this.words, control.mask >> 2, this.instance.counter("mask") | 0);
  }

  private get words(): Int32Array {
    return sharedWords(this.instance.memory);
  }
}

function sharedWords({ buffer }: WasmMemory): Int32Array {
  return new Int32Array(buffer, 0, firstBase >> 2);
}

function strideOf({ common }: Seat, { heap }: Made): number {
  return common?.stride ?? (heap - firstBase + 127) & -64;
}

function placeOf({ seat, memory }: ThreadOptions): Place {
  const { thread, threads, common } = seat;
  const first = (made: Made): number => Math.ceil((firstBase + threads * strideOf(seat, made)) / 65536);
  return {
    plan: { shared: { thread, threads, base: firstBase + thread * (common?.stride ?? 0) } },
    isGiven: true,
    memory: (made) => common?.memory ?? newMemory(pagesOf(memory, first(made) + SPARE)),
    open: (instance) => {
      instance.set("limit", instance.buffer.byteLength / 65536);
      if (thread > 0) return;
      Atomics.store(sharedWords(instance.memory), control.top >> 2, first(instance.made));
      instance.call("start", instance.made.heap);
    },
  };
}

/** Memory for several threads; only what is touched takes room. Less than asked for where the system refuses. */
function newMemory(pages: number): WasmMemory {
  try {
    return new (wasm()!.Memory)({ initial: pages, maximum: pages, shared: true });
  } catch (error) {
    if (pages < 1024) throw error;
    return newMemory(pages >> 1);
  }
}
