import { greatest, smallest, wants } from "../base/index.ts";
import type { Axis, Plot, PlotPoint, Series } from "./plot.ts";

/** Several diagrams as one, each with a colour and dashes of its own. Bars become outlines: one would hide the other. */
export interface OverlayPart {
  readonly name: string;
  readonly plot: Plot;
}

export function overlayPlots(parts: readonly OverlayPart[]): Plot {
  wants("overlayPlots", parts, "list");
  const titles = [...new Set(parts.map(({ plot }) => plot.title))];
  return {
    title: titles.length === 1 ? titles[0]! : titles.join("; "),
    x: together(parts.map(({ plot }) => plot.x)),
    y: together(parts.map(({ plot }) => plot.y)),
    series: parts.flatMap(({ name, plot }, k) => plot.series.map((series) => laid(series, name, k, curvesOf(plot)))),
    notes: parts.flatMap(({ name, plot }) => (plot.notes ?? []).map((note) => `${name}: ${note}`)),
  };
}

/** Ends are kept where all have them. */
function together(axes: readonly Axis[]): Axis {
  const label = [...new Set(axes.map((axis) => axis.label))].join(", ");
  const lows = axes.flatMap(({ low }) => (low === undefined ? [] : [low]));
  const highs = axes.flatMap(({ high }) => (high === undefined ? [] : [high]));
  return {
    label,
    ...(lows.length === axes.length ? { low: smallest(lows) } : {}),
    ...(highs.length === axes.length ? { high: greatest(highs) } : {}),
  };
}

function curvesOf({ series }: Plot): number {
  return series.filter(({ kind }) => kind === "line" || kind === "steps").length;
}

/** Several curves of one diagram share its colour and keep their dashes. */
function laid(series: Series, name: string, group: number, curves: number): Series {
  const dash = curves > 1 ? (series.dash ?? series.group ?? 0) : group;
  const label = series.label === undefined ? {} : { label: `${name} ${series.label}` };
  const common = { name: series.name === "" ? "" : `${name}: ${series.name}`, group, dash, ...label };
  if (series.kind !== "bars") return { ...series, ...common };
  return { kind: "steps", ...common, points: outline(series.points, series.width) };
}

function outline(points: readonly PlotPoint[], width: number): readonly PlotPoint[] {
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined) return [];
  return [[first[0], 0], ...points, [last[0] + width, 0]];
}
