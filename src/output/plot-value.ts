import { wants } from "../base/index.ts";
import type { PlotPoint, Series } from "./plot.ts";

/**
 * What a series says at x: one value, two of a band or of limits, none where it has none. A jump is at its upper side already.
 */
export function valuesAt(series: Series, x: number): readonly number[] {
  wants("valuesAt", series, "series");
  wants("valuesAt", x, "number");
  switch (series.kind) {
    case "line":
      return between(series.points, x);
    case "steps":
      return at(series.points, x);
    case "bars": {
      const bar = series.points[lastUpTo(series.points, x)];
      return bar === undefined || x >= bar[0] + series.width ? [] : [bar[1]];
    }
    case "band":
      return [...at(series.low, x), ...at(series.high, x)];
    case "whiskers": {
      const i = nearest(series.low, x);
      return i < 0 ? [] : [series.low[i]![1], series.high[i]?.[1] ?? series.low[i]![1]];
    }
    case "mark":
      return [];
  }
}

/** The index of the last point that is not behind x, or -1. */
function lastUpTo(points: readonly PlotPoint[], x: number): number {
  let [low, high] = [0, points.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (points[middle]![0] <= x) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function at(points: readonly PlotPoint[], x: number): readonly number[] {
  const i = lastUpTo(points, x);
  return i < 0 || x > points.at(-1)![0] ? [] : [points[i]![1]];
}

function between(points: readonly PlotPoint[], x: number): readonly number[] {
  const i = lastUpTo(points, x);
  const [from, to] = [points[i], points[i + 1]];
  if (from === undefined) return [];
  if (to === undefined) return from[0] === x ? [from[1]] : [];
  return [from[1] + ((to[1] - from[1]) * (x - from[0])) / (to[0] - from[0])];
}

function nearest(points: readonly PlotPoint[], x: number): number {
  const i = lastUpTo(points, x);
  const next = points[i + 1];
  return next !== undefined && (i < 0 || next[0] - x < x - points[i]![0]) ? i + 1 : i;
}
