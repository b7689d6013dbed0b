import type { Batch, RunFault } from "../sample.ts";
import type { Point, Trajectory } from "./estimate.ts";
import type { Recorded } from "./simulate.ts";

/**
 * What threads tell each other of runs, as lists of numbers: every number arrives bit for bit, a fault as the letters
 * of its text.
 */

/** Numbers before the runs of a batch: first run, count, steps, letters of the fault. */
export const BATCH = 4;

/** One batch for each path, one behind the other. */
export function batchesToNumbers(batches: readonly Batch[]): Float64Array {
  const letters = batches.map(({ fault }) => (fault ? lettersOf(fault) : []));
  const sizes = batches.map(({ count }, path) => BATCH + 2 * count + letters[path]!.length);
  const numbers = new Float64Array(sizes.reduce((sum, size) => sum + size, 0));
  let at = 0;
  for (const [path, { first, count, steps, success, value }] of batches.entries()) {
    numbers.set([first, count, steps, letters[path]!.length], at);
    numbers.set(value.subarray(0, count), at + BATCH);
    numbers.set(success.subarray(0, count), at + BATCH + count);
    numbers.set(letters[path]!, at + BATCH + 2 * count);
    at += sizes[path]!;
  }
  return numbers;
}

export function batchesFrom(numbers: Float64Array): Batch[] {
  const batches: Batch[] = [];
  for (let at = 0; at < numbers.length; ) {
    const [first, count, steps, letters] = numbers.subarray(at, at + BATCH) as unknown as Head;
    const runs = at + BATCH;
    const end = runs + 2 * count;
    batches.push({
      first,
      count,
      steps,
      value: numbers.subarray(runs, runs + count),
      success: new Uint8Array(numbers.subarray(runs + count, end)),
      ...(letters > 0 ? { fault: faultFrom(numbers.subarray(end, end + letters)) } : {}),
    });
    at = end + letters;
  }
  return batches;
}
type Head = readonly [first: number, count: number, steps: number, letters: number];

const FAULT = 0;
const HIDDEN = 1;
const SHOWN = 2;
const REACHED = 3;
/** Numbers before the points of a course: which of these, steps, run, where the goal was reached, how many series. */
const COURSE = 5;

/** One run of a simulation. Its series have their points at the same places. */
export function recordedToNumbers(recorded: Recorded): Float64Array {
  if ("fault" in recorded) return Float64Array.from([FAULT, ...lettersOf(recorded.fault)]);
  const { steps, trajectory } = recorded;
  if (trajectory === undefined) return Float64Array.of(HIDDEN, steps);
  const { run, series, reached } = trajectory;
  const width = 1 + series.length;
  const numbers = new Float64Array(COURSE + width * (series[0]?.length ?? 0));
  numbers.set([reached === undefined ? SHOWN : REACHED, steps, run, reached ?? 0, series.length]);
  for (const [e, points] of series.entries())
    for (const [k, [x, value]] of points.entries()) {
      numbers[COURSE + k * width] = x;
      numbers[COURSE + k * width + 1 + e] = value;
    }
  return numbers;
}

export function recordedFrom(numbers: Float64Array): Recorded {
  const [kind, steps = 0, run = 0, reached = 0, count = 0] = numbers;
  if (kind === FAULT) return { fault: faultFrom(numbers.subarray(1)) };
  if (kind === HIDDEN) return { steps };
  const width = 1 + count;
  const series = Array.from({ length: count }, (_, e) => {
    const points: Point[] = [];
    for (let at = COURSE; at < numbers.length; at += width) points.push([numbers[at]!, numbers[at + 1 + e]!]);
    return points;
  });
  const trajectory: Trajectory = { run, series, ...(kind === REACHED ? { reached } : {}) };
  return { trajectory, steps };
}

function lettersOf(fault: RunFault): number[] {
  return Array.from(JSON.stringify(fault), (letter) => letter.codePointAt(0)!);
}

function faultFrom(letters: Float64Array): RunFault {
  return JSON.parse(Array.from(letters, (letter) => String.fromCodePoint(letter)).join("")) as RunFault;
}
