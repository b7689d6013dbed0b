import type { Batch, Sampler } from "../sample.ts";

/**
 * Where runs come from: batches strictly in the order of run numbers, whoever made them. An estimate takes runs one by one in that
 * order and stops by its rule, so its answer depends neither on the size of batches nor on the number of threads. Of a comparison
 * there are two batches of the same runs, one for each path.
 */
export interface Supply {
  /** The runs that follow; undefined if they are not there yet. At most `most` of them are of use. */
  next(most: number): readonly Batch[] | undefined;
  /** Nobody wants any more. */
  close(): void;
}

/** Transitions that a batch should take: some milliseconds, so that limits are looked at in time. */
const STEPS = 20_000;
const LARGEST = 4096;

/** Runs made here and now. `fixed`: so many in each batch. */
export function alone(samplers: readonly Sampler[], fixed?: number): Supply {
  let first = 0;
  let size = fixed ?? 1;
  return {
    next(most) {
      const count = Math.max(1, Math.min(size, most));
      const batches = samplers.map((sampler) => sampler.sample(first, count));
      first += count;
      const steps = batches.reduce((sum, batch) => sum + batch.steps, 0);
      if (fixed === undefined) size = grown(size, steps);
      return batches;
    },
    close() {},
  };
}

function grown(size: number, steps: number): number {
  if (steps > 2 * STEPS) return Math.max(1, Math.floor((size * STEPS) / steps));
  return steps < STEPS / 2 ? Math.min(LARGEST, size * 2) : size;
}
