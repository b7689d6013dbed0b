import { assert, LimitReached } from "../../base/index.ts";

/**
 * Jobs done by several threads, whose results are taken in the order of the jobs, so that it never matters who was faster. A
 * result is a list of numbers. Job j has its place in a ring of shared memory; a thread takes the number of the next job,
 * does it, waits until the place is free and puts the result there, in parts where it is longer than the place. Who takes the
 * results does jobs itself while the next result is not there: nobody is idle, and while threads are still being started the
 * work goes on.
 *
 * The memory: words [next job, next to be taken, closed, failed], then for each place [state, length], then the places.
 */
export interface Ring {
  readonly memory: SharedArrayBuffer;
  readonly places: number;
  /** Numbers for which a place has room. */
  readonly room: number;
  readonly jobs: number;
}

/** Makes the result of a job; `wanted` is to be called now and then, perhaps with how much is kept already, and may throw. */
type Make<T> = (job: number, wanted: Wanted) => T;
export type Wanted = (kept?: number) => void;

const NEXT = 0;
const TAKEN = 1;
const CLOSED = 2;
const FAILED = 3;
const HEAD = 4;
/** What a place holds of its job: nothing, a part that others follow, the last part. */
const EMPTY = 0;
const PART = 1;
const LAST = 2;
/** So many results for each thread may wait to be taken: who is held up by others on the machine holds nobody up for long. */
const AHEAD = 16;
/** Milliseconds that one waits before it looks around. */
const PATIENCE = 20;

export function newRing(threads: number, room: number, jobs: number): Ring {
  const places = AHEAD * threads;
  return { memory: new SharedArrayBuffer(8 * (HEAD / 2 + places + places * room)), places, room, jobs };
}

class View {
  readonly words: Int32Array;
  readonly ring: Ring;

  constructor(ring: Ring) {
    this.ring = ring;
    this.words = new Int32Array(ring.memory, 0, HEAD + 2 * ring.places);
  }

  /** The word with the state of a job's place. */
  flag(job: number): number {
    return HEAD + 2 * (job % this.ring.places);
  }

  state(job: number): number {
    return Atomics.load(this.words, this.flag(job)) - 3 * job;
  }

  set(job: number, state: number): void {
    Atomics.store(this.words, this.flag(job), 3 * job + state);
    Atomics.notify(this.words, this.flag(job));
  }

  place(job: number): Float64Array {
    const { memory, places, room } = this.ring;
    return new Float64Array(memory, 8 * (HEAD / 2 + places + (job % places) * room), room);
  }

  /** Throws where nobody wants results any more. */
  readonly wanted = (): void => {
    if (Atomics.load(this.words, CLOSED) !== 0) throw new LimitReached("nobody wants these results");
  };

  /** Waits until a word, which is this now, has changed, or for a moment. */
  wait(word: number, now: number): void {
    this.wanted();
    Atomics.wait(this.words, word, now, PATIENCE);
  }
}

/** A thread's part: does jobs until all are done or nobody wants any more. A thread that fails says so before it ends. */
export function work(ring: Ring, ready: () => Make<Float64Array>): void {
  const view = new View(ring);
  try {
    const make = ready();
    for (let job = take(view); job < ring.jobs; job = take(view)) put(view, job, make(job, view.wanted));
  } catch (error) {
    // What nobody wants any more is left in the middle.
    if (error instanceof LimitReached) return;
    Atomics.store(view.words, FAILED, 1);
    throw error;
  }
}

/** The next job, once its place is free. */
function take(view: View): number {
  const { words, ring } = view;
  view.wanted();
  const job = Atomics.add(words, NEXT, 1);
  for (;;) {
    const taken = Atomics.load(words, TAKEN);
    if (job < taken + ring.places || job >= ring.jobs) return job;
    view.wait(TAKEN, taken);
  }
}

function put(view: View, job: number, result: Float64Array): void {
  const { words, ring } = view;
  for (let from = 0; ; from += ring.room) {
    const part = result.subarray(from, from + ring.room);
    view.place(job).set(part);
    words[view.flag(job) + 1] = part.length;
    if (from + ring.room >= result.length) return view.set(job, LAST);
    view.set(job, PART);
    while (view.state(job) === PART) view.wait(view.flag(job), 3 * job + PART);
  }
}

/** Who takes the results. */
export class Taker<T> {
  private readonly view: View;
  private readonly make: Make<T>;
  private readonly read: (result: Float64Array) => T;
  private job = 0;
  /** What was made here, by job. */
  private readonly own = new Map<number, T>();
  private parts: Float64Array[] = [];

  /** `make` does a job here; `read` makes of a thread's result what `make` would have. */
  constructor(ring: Ring, make: Make<T>, read: (result: Float64Array) => T) {
    this.view = new View(ring);
    this.make = make;
    this.read = read;
  }

  /** The result that follows; nothing where it is not there yet. */
  next(wanted: Wanted): T | undefined {
    const { view, own, job } = this;
    const made = own.get(job) ?? this.received();
    if (made !== undefined) {
      own.delete(job);
      this.job++;
      Atomics.store(view.words, TAKEN, this.job);
      Atomics.notify(view.words, TAKEN);
    } else this.doOne(wanted);
    return made;
  }

  private received(): T | undefined {
    const { view, job, parts } = this;
    const state = view.state(job);
    if (state !== PART && state !== LAST) return undefined;
    parts.push(view.place(job).slice(0, view.words[view.flag(job) + 1]));
    if (state === PART) {
      view.set(job, EMPTY);
      return undefined;
    }
    const [only] = parts;
    this.parts = [];
    return this.read(parts.length === 1 && only ? only : joined(parts));
  }

  /** Does a job, where there is one not too far ahead; otherwise waits a moment for the others. */
  private doOne(wanted: Wanted): void {
    const { view, job } = this;
    const { words, ring } = view;
    if (this.parts.length === 0 && Atomics.load(words, NEXT) < Math.min(ring.jobs, job + ring.places)) {
      const mine = Atomics.add(words, NEXT, 1);
      if (mine < ring.jobs) this.own.set(mine, this.make(mine, wanted));
      return;
    }
    assert(Atomics.load(words, FAILED) === 0, "a thread that makes runs failed");
    const now = Atomics.load(words, view.flag(job));
    if (now - 3 * job !== PART && now - 3 * job !== LAST) view.wait(view.flag(job), now);
  }

  close(): void {
    Atomics.store(this.view.words, CLOSED, 1);
    Atomics.notify(this.view.words, TAKEN);
  }
}

function joined(parts: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
