import type { Batch, Sampler } from "../sample.ts";

/**
 * Where runs come from: batches strictly in the order of run numbers, whoever made them. An estimate takes runs one by one in
 * that order and stops by its rule, so its answer depends neither on the size of batches nor on the number of threads. Of a
 * comparison there are two batches of the same runs, one for each path.
 */
export interface Supply {
  /** The runs that follow; undefined if they are not there yet. At most `most` of them are of use. `patience` may throw. */
  next(most: number, patience?: () => void): readonly Batch[] | undefined;
  /** Nobody wants any more. */
  close(): void;
}

/** Transitions that a batch should take: some milliseconds, so that limits are looked at in time. */
const STEPS = 20_000;
const LARGEST = 4096;

/** Goes on with the runs from number `first` on, in batches of this size, `most` of them at most. */
export type HandOver = (first: number, size: number, most: number) => Supply;

/**
 * Runs made here and now, from number `begin` on, in batches that grow until one is worth its while. `fixed`: so many in each
 * batch. Then, if there is somebody to hand over to, others make the rest: short estimates need no threads, and long ones
 * know how many runs to share out at a time.
 */
export function alone(samplers: readonly Sampler[], fixed?: number, handOver?: HandOver, begin = 0): Supply {
  let first = begin;
  let size = fixed ?? 1;
  let isSettled = false;
  let later: Supply | undefined;
  return {
    next(most, patience) {
      if (isSettled && handOver) later ??= handOver(first, size, most);
      if (later) return later.next(most, patience);
      const count = Math.max(1, Math.min(size, most));
      const batches = samplers.map((sampler) => sampler.sample(first, count, patience));
      first += count;
      const steps = batches.reduce((sum, batch) => sum + batch.steps, 0);
      const next = fixed ?? grown(size, steps);
      isSettled = next <= size;
      size = next;
      return batches;
    },
    close() {
      later?.close();
    },
  };
}

function grown(size: number, steps: number): number {
  if (steps > 2 * STEPS) return Math.max(1, Math.floor((size * STEPS) / steps));
  return steps < STEPS / 2 ? Math.min(LARGEST, size * 2) : size;
}
