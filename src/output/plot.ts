import { wants } from "../base/index.ts";

/**
 * Diagrams as data: curves, steps, bars, bands, limits and marks over two axes. What is drawn of them is in `plot-svg.ts`,
 * what is written in `plot-csv.ts` and `plot-json.ts`. Points beyond the ends of an axis are not drawn: to look closer is to
 * set other ends.
 */
export interface Plot {
  readonly title: string;
  readonly x: Axis;
  readonly y: Axis;
  readonly series: readonly Series[];
  /** Lines below the diagram. */
  readonly notes?: readonly string[];
}
export interface Axis {
  readonly label: string;
  readonly low?: number;
  readonly high?: number;
  /** What is written at it: `whole` numbers only, or of logarithms to base ten (`powers`) the numbers that they are of. */
  readonly marks?: "whole" | "powers";
}
/**
 * `line` joins its points, `steps` stays on a value until the next point, `bars` stand on `width` from each x on, a `band` lies
 * between two curves in steps, `whiskers` are a vertical line from low to high at each point, a `mark` is a vertical line.
 *
 * Series of one `group` share a colour, those of one `dash` their dashes; without, a group has dashes of its own. A `label`
 * stands at the end of a curve. Series of one name, run and style share a line of the legend.
 */
export type Series = {
  readonly name: string;
  readonly group?: number;
  readonly dash?: number;
  readonly label?: string;
  readonly run?: number;
} & (
  | {
      readonly kind: "line" | "steps";
      readonly points: readonly PlotPoint[];
      readonly thin?: boolean;
      /** Each point of a line is drawn, too. */
      readonly dots?: true;
    }
  | { readonly kind: "bars"; readonly points: readonly PlotPoint[]; readonly width: number }
  | { readonly kind: "band" | "whiskers"; readonly low: readonly PlotPoint[]; readonly high: readonly PlotPoint[] }
  | { readonly kind: "mark"; readonly at: number }
);
export type PlotPoint = readonly [x: number, y: number];

/** What a line of the legend stands for: a series, or all that look like it. */
export interface LegendEntry {
  readonly text: string;
  /** The first of them. */
  readonly series: Series;
  readonly all: readonly Series[];
}

/** One entry for each name, run and style; without a name none. */
export function legendOf(series: readonly Series[]): readonly LegendEntry[] {
  wants("legendOf", series, "list");
  const found = new Map<string, Series[]>();
  for (const one of series) {
    if (one.name === "") continue;
    const key = JSON.stringify([one.name, one.kind, one.group ?? 0, one.dash]);
    found.set(key, [...(found.get(key) ?? []), one]);
  }
  return [...found.values()].map((all) => ({ text: textOf(all, series), series: all[0]!, all }));
}

/** Runs are told where others of the name look different. */
function textOf(all: readonly Series[], series: readonly Series[]): string {
  const { name, run } = all[0]!;
  const others = series.filter((s) => s.name === name).length > all.length;
  return all.length > 1 || run === undefined || !others ? name : `${name}, run ${run}`;
}
