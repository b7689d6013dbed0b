import { greatest, smallest, wants } from "../base/index.ts";
import type { Axis, Plot, PlotPoint, Series } from "./plot.ts";

/** From values to places of a picture and back, and which points are worth drawing there. */
export interface Scale {
  readonly low: number;
  readonly high: number;
  readonly to: (value: number) => number;
}

/** Where the diagram lies in its picture, and between which values. */
export interface Frame {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly x: Scale;
  readonly y: Scale;
}

export const width = 720;
const left = 76;
const margin = 24;
const top = 34;
const bottom = top + 300;
/** Of a letter at the end of a curve. */
const letter = 6.2;

/** Room for the labels of curves is left on the right. */
export function frameOf(plot: Plot): Frame {
  wants("frameOf", plot, "plot");
  const { x, y, series } = plot;
  const longest = greatest(
    series.map(({ label }) => label?.length ?? 0),
    0,
  );
  const right = width - margin - (longest === 0 ? 0 : Math.round(longest * letter) - 8);
  const heights = series.flatMap(ysOf).filter(Number.isFinite);
  // Bars stand on 0, and the tallest does not end in the frame.
  const beyond = series.some(({ kind }) => kind === "bars") ? [0, 1.05 * greatest(heights, 0)] : [];
  return {
    left,
    top,
    right,
    bottom,
    x: scaleOf(x, series.flatMap(xsOf), left, right),
    y: scaleOf(y, [...heights, ...beyond], bottom, top),
  };
}

function xsOf(series: Series): number[] {
  switch (series.kind) {
    case "bars":
      return series.points.flatMap(([x]) => [x, x + series.width]);
    case "band":
    case "whiskers":
      return [...series.low, ...series.high].map(([x]) => x);
    case "mark":
      return [series.at];
    default:
      return series.points.map(([x]) => x);
  }
}

function ysOf(series: Series): number[] {
  switch (series.kind) {
    case "band":
    case "whiskers":
      return [...series.low, ...series.high].map(([, y]) => y);
    case "mark":
      return [];
    default:
      return series.points.map(([, y]) => y);
  }
}

function scaleOf(axis: Axis, values: readonly number[], from: number, to: number): Scale {
  const finite = values.filter(Number.isFinite);
  let low = axis.low ?? (finite.length === 0 ? 0 : smallest(finite));
  let high = axis.high ?? (finite.length === 0 ? 1 : greatest(finite));
  if (!(high > low)) {
    const room = Math.max(0.5, Math.abs(low) * 0.05);
    [low, high] = [low - room, high + room];
  }
  return { low, high, to: (value) => from + ((value - low) / (high - low)) * (to - from) };
}

export function stepped(points: readonly PlotPoint[]): PlotPoint[] {
  return points.flatMap((point, i): PlotPoint[] => (i === 0 ? [point] : [[point[0], points[i - 1]![1]], point]));
}

/**
 * Those within the axis with one neighbour on each side; of the points in one column of the picture the first, the least, the
 * greatest and the last.
 */
export function thinned(all: readonly PlotPoint[], x: Scale): PlotPoint[] {
  const points = within(all, x);
  if (points.length <= 4 * width) return [...points];
  const kept: PlotPoint[] = [];
  for (let i = 0; i < points.length; ) {
    const column = Math.floor(x.to(points[i]![0]));
    let j = i;
    let least = i;
    let most = i;
    for (; j < points.length && Math.floor(x.to(points[j]![0])) === column; j++) {
      if (points[j]![1] < points[least]![1]) least = j;
      if (points[j]![1] > points[most]![1]) most = j;
    }
    for (const k of [...new Set([i, least, most, j - 1])].sort((a, b) => a - b)) kept.push(points[k]!);
    i = j;
  }
  return kept;
}

function within(points: readonly PlotPoint[], { low, high }: Scale): readonly PlotPoint[] {
  const from = points.findIndex(([x]) => x >= low);
  const until = points.findIndex(([x]) => x > high);
  if (from <= 1 && until < 0) return points;
  return points.slice(Math.max(0, (from < 0 ? points.length : from) - 1), until < 0 ? points.length : until + 1);
}
