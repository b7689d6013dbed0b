/**
 * The largest box among points of a grid: an interval for each coordinate such that all points in between are there. By intervals
 * of the first coordinate and what all their slices have in common, so its time is quadratic in each coordinate but the last.
 */
import { wants } from "../base/index.ts";

export type Extent = readonly [low: number, high: number];

/** Requires: all points have the same number of coordinates, at least one. Undefined if there are none. */
export function largestBox(points: readonly (readonly number[])[]): readonly Extent[] | undefined {
  wants("largestBox", points, "list");
  const [one] = points;
  if (one === undefined) return undefined;
  return one.length === 1 ? longest(points) : largestOf(points);
}

function sizeOf(box: readonly Extent[]): number {
  return box.reduce((size, [low, high]) => size * (high - low + 1), 1);
}

/** The numbers as intervals, in order. */
export function intervalsOf(numbers: Iterable<number>): Extent[] {
  const intervals: [number, number][] = [];
  for (const value of [...new Set(numbers)].sort((a, b) => a - b)) {
    const last = intervals.at(-1);
    if (last !== undefined && last[1] === value - 1) last[1] = value;
    else intervals.push([value, value]);
  }
  return intervals;
}

/** The first of the longest intervals. */
function longest(points: readonly (readonly number[])[]): readonly Extent[] {
  const all = intervalsOf(points.map(([value]) => value!));
  return [all.reduce((best, one) => (one[1] - one[0] > best[1] - best[0] ? one : best))];
}

function largestOf(points: readonly (readonly number[])[]): readonly Extent[] | undefined {
  const slices = new Map<number, (readonly number[])[]>();
  for (const [first, ...rest] of points) slices.set(first!, [...(slices.get(first!) ?? []), rest]);
  let best: readonly Extent[] | undefined;
  for (const low of slices.keys()) {
    let common = slices.get(low)!;
    for (let high = low; common.length > 0; high++) {
      // No box of these slices can be larger than all that they have in common.
      if (best === undefined || common.length * (high - low + 1) > sizeOf(best)) {
        const box: readonly Extent[] = [[low, high], ...largestBox(common)!];
        if (best === undefined || sizeOf(box) > sizeOf(best)) best = box;
      }
      const next = new Set(slices.get(high + 1)?.map((point) => point.join()));
      common = common.filter((point) => next.has(point.join()));
    }
  }
  return best;
}
