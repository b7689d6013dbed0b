import { assert, LimitReached } from "../../base/index.ts";
import type { Batch, RunFault, Sampler } from "../sample.ts";
import type { Supply } from "./supply.ts";

/**
 * Runs made by several threads and taken in order. Batch b, always of the same size, has its place in a ring of shared memory; a
 * thread takes the next number, waits until that place is free, makes the runs and says so. Who takes them waits for number after
 * number, so that it never matters who was faster.
 *
 * The memory: words [next batch, next to be taken, closed, failed], then for each place of the ring [batch + 1 when it
 * is full, then for each path: count, length of the fault], then for each place and path the successes, the values, the steps and the
 * fault as text.
 */
export interface Ring {
  readonly memory: SharedArrayBuffer;
  readonly places: number;
  readonly paths: number;
  readonly size: number;
  /** The run that batch 0 begins with, and how many are wanted from there on. */
  readonly first: number;
  readonly runs: number;
}

const NEXT = 0;
const TAKEN = 1;
const CLOSED = 2;
const FAILED = 3;
const HEAD = 4;
const FAULT = 4096;
/** Milliseconds that one waits before it looks around. */
const PATIENCE = 20;

export function newRing(threads: number, paths: number, size: number, runs: number, first = 0): Ring {
  const places = 4 * threads;
  const bytes = 8 * Math.ceil((HEAD + places * (1 + 2 * paths)) / 2) + places * paths * bytesOf(size);
  return { memory: new SharedArrayBuffer(bytes), places, paths, size, first, runs };
}

function bytesOf(size: number): number {
  return 8 * size + 8 + 8 * Math.ceil((size + FAULT) / 8);
}

class View {
  readonly words: Int32Array;
  private readonly ring: Ring;
  private readonly start: number;

  constructor(ring: Ring) {
    this.ring = ring;
    this.start = 8 * Math.ceil((HEAD + ring.places * (1 + 2 * ring.paths)) / 2);
    this.words = new Int32Array(ring.memory, 0, HEAD + ring.places * (1 + 2 * ring.paths));
  }

  /** The word that says which batch a place holds. */
  flag(batch: number): number {
    return HEAD + (batch % this.ring.places) * (1 + 2 * this.ring.paths);
  }

  private parts(batch: number, path: number) {
    const { memory, size, places, paths } = this.ring;
    const at = this.start + ((batch % places) * paths + path) * bytesOf(size);
    return {
      value: new Float64Array(memory, at, size),
      steps: new Float64Array(memory, at + 8 * size, 1),
      success: new Uint8Array(memory, at + 8 * size + 8, size),
      fault: new Uint8Array(memory, at + 9 * size + 8, FAULT),
    };
  }

  write(batch: number, path: number, made: Batch): void {
    const { value, steps, success, fault } = this.parts(batch, path);
    value.set(made.value.subarray(0, made.count));
    success.set(made.success.subarray(0, made.count));
    steps[0] = made.steps;
    const text = made.fault === undefined ? new Uint8Array() : faultBytes(made.fault);
    fault.set(text);
    const head = this.flag(batch) + 1 + 2 * path;
    this.words[head] = made.count;
    this.words[head + 1] = text.length;
  }

  read(batch: number, path: number): Batch {
    const { value, steps, success, fault } = this.parts(batch, path);
    const head = this.flag(batch) + 1 + 2 * path;
    const count = this.words[head]!;
    const length = this.words[head + 1]!;
    const read = {
      first: this.ring.first + batch * this.ring.size,
      count,
      value: value.slice(0, count),
      success: success.slice(0, count),
      steps: steps[0]!,
    };
    // Decoders refuse memory that is shared.
    return length === 0
      ? read
      : { ...read, fault: JSON.parse(new TextDecoder().decode(fault.slice(0, length))) as RunFault };
  }
}

/** The description of a state may be long; what does not fit is cut. */
function faultBytes(fault: RunFault): Uint8Array {
  const encoder = new TextEncoder();
  for (let most = fault.state.length; ; most = Math.floor(most / 2)) {
    const state = most === fault.state.length ? fault.state : `${fault.state.slice(0, most)} ...`;
    const message = most > 0 ? fault.message : fault.message.slice(0, 400);
    const bytes = encoder.encode(JSON.stringify({ ...fault, state, message }));
    if (bytes.length <= FAULT || most === 0) return bytes.subarray(0, FAULT);
  }
}

/** A thread's part: makes batches until all are made or nobody wants any more. A thread that fails says so before it ends. */
export function supplyRuns(ring: Ring, make: () => readonly Sampler[]): void {
  const view = new View(ring);
  try {
    supplyAll(ring, view, make());
  } catch (error) {
    // What nobody wants any more is left in the middle of a run.
    if (error instanceof LimitReached) return;
    Atomics.store(view.words, FAILED, 1);
    throw error;
  }
}

function supplyAll(ring: Ring, view: View, samplers: readonly Sampler[]): void {
  const { words } = view;
  const wanted = () => {
    if (Atomics.load(words, CLOSED) !== 0) throw new LimitReached("nobody wants these runs");
  };
  for (;;) {
    const batch = Atomics.add(words, NEXT, 1);
    if (batch * ring.size >= ring.runs) return;
    for (;;) {
      if (Atomics.load(words, CLOSED) !== 0) return;
      const taken = Atomics.load(words, TAKEN);
      if (batch < taken + ring.places) break;
      Atomics.wait(words, TAKEN, taken, PATIENCE);
    }
    const count = Math.min(ring.size, ring.runs - batch * ring.size);
    const first = ring.first + batch * ring.size;
    samplers.forEach((sampler, path) => view.write(batch, path, sampler.sample(first, count, wanted)));
    Atomics.store(words, view.flag(batch), batch + 1);
    Atomics.notify(words, view.flag(batch));
  }
}

/** The taker's part. */
export function ringSupply(ring: Ring): Supply {
  const view = new View(ring);
  const { words } = view;
  let batch = 0;
  return {
    next() {
      const flag = view.flag(batch);
      const now = Atomics.load(words, flag);
      if (now !== batch + 1) {
        assert(Atomics.load(words, FAILED) === 0, "a thread that makes runs failed");
        Atomics.wait(words, flag, now, PATIENCE);
        if (Atomics.load(words, flag) !== batch + 1) return undefined;
      }
      const batches = Array.from({ length: ring.paths }, (_, path) => view.read(batch, path));
      batch++;
      Atomics.store(words, TAKEN, batch);
      Atomics.notify(words, TAKEN);
      return batches;
    },
    close() {
      Atomics.store(words, CLOSED, 1);
      Atomics.notify(words, TAKEN);
    },
  };
}
