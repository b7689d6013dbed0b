import { wants } from "../base/index.ts";
import type { Plot, Series } from "./plot.ts";

/**
 * Diagrams as one table of comma-separated values: plot, series, run, x, y. A band is two series, and so are limits. Texts
 * are quoted where they need it, so that a cell never holds more than it says.
 */
export function plotsToCsv(plots: readonly Plot[]): string {
  wants("plotsToCsv", plots, "list");
  const rows = plots.flatMap(({ title, series }) => series.flatMap((s) => rowsOf(title, s)));
  return `plot,series,run,x,y\n${rows.join("")}`;
}

function rowsOf(title: string, series: Series): string[] {
  const row = (name: string, x: number, y: number | ""): string =>
    `${cell(title)},${cell(name)},${series.run ?? ""},${x},${y}\n`;
  switch (series.kind) {
    case "band":
    case "whiskers":
      return [
        ...series.low.map(([x, y]) => row(`${series.name}, lower`, x, y)),
        ...series.high.map(([x, y]) => row(`${series.name}, upper`, x, y)),
      ];
    case "mark":
      return [row(series.name, series.at, "")];
    default:
      return series.points.map(([x, y]) => row(series.name, x, y));
  }
}

/** Quoted where it must be; a text that a spreadsheet would take for a formula gets an apostrophe before it. */
export function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
