import { wants } from "../base/index.ts";
import type { Plot, PlotPoint, Series } from "./plot.ts";

/**
 * Diagrams as JSON, as `docs/schema/plots.json` describes them: the points as they are drawn, without how. Points that are no
 * numbers are left out.
 */
export function plotsToJson(plots: readonly Plot[]): readonly object[] {
  wants("plotsToJson", plots, "list");
  return plots.map(({ title, x, y, series, notes = [] }) => ({
    title,
    x: x.label,
    y: y.label,
    series: series.map(seriesToJson),
    notes,
  }));
}

function seriesToJson(series: Series): object {
  const { name, run, kind } = series;
  const common = { kind, name, ...(run === undefined ? {} : { run }) };
  switch (series.kind) {
    case "mark":
      return { ...common, at: series.at };
    case "band":
    case "whiskers":
      return { ...common, low: finite(series.low), high: finite(series.high) };
    case "bars":
      return { ...common, width: series.width, points: finite(series.points) };
    default:
      return { ...common, points: finite(series.points) };
  }
}

function finite(points: readonly PlotPoint[]): readonly PlotPoint[] {
  return points.filter(([x, y]) => Number.isFinite(x) && Number.isFinite(y));
}
