import { demand } from "../../base/index.ts";

/**
 * A finite Markov chain as sparse rows, one after the other: the entries of state s are those from `starts[s]` to
 * `starts[s + 1]`, each with a target and a weight: a probability where time goes in steps, a rate where it flows.
 */
export interface Chain {
  readonly starts: Int32Array;
  readonly targets: Int32Array;
  readonly weights: Float64Array;
}

export function chain(rows: readonly (readonly (readonly [target: number, weight: number])[])[]): Chain {
  const starts = new Int32Array(rows.length + 1);
  rows.forEach((row, s) => {
    starts[s + 1] = starts[s]! + row.length;
  });
  const entries = rows.flat();
  for (const [target, weight] of entries) {
    demand(target >= 0 && target < rows.length, `there is no state ${target}`);
    demand(weight >= 0 && weight < Number.POSITIVE_INFINITY, `a weight of ${weight} is no rate and no probability`);
  }
  return {
    starts,
    targets: Int32Array.from(entries, ([target]) => target),
    weights: Float64Array.from(entries, ([, weight]) => weight),
  };
}

/** One step: the distribution times the matrix of weights, each divided by `by`, and what `staying` leaves in each state. */
export function step(
  { starts, targets, weights }: Chain,
  from: Float64Array,
  by: number,
  staying: Float64Array | undefined,
): Float64Array {
  const to = new Float64Array(from.length);
  for (let s = 0; s < from.length; s++) {
    const mass = from[s]!;
    if (mass === 0) continue;
    if (staying !== undefined) to[s]! += mass * staying[s]!;
    for (let i = starts[s]!; i < starts[s + 1]!; i++) to[targets[i]!]! += mass * (weights[i]! / by);
  }
  return to;
}

/** Where a chain in steps is after so many of them; requires rows that sum to 1. */
export function afterSteps(steps: Chain, initial: ArrayLike<number>, count: number): Float64Array {
  let now: Float64Array = Float64Array.from(initial);
  for (let i = 0; i < count; i++) now = step(steps, now, 1, undefined);
  return now;
}
