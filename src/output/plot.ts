import { greatest, smallest, wants } from "../base/index.ts";
import { escapeXml } from "./escape.ts";
import { ticksOf } from "./ticks.ts";

/**
 * Diagrams as stand-alone SVG pictures: curves, steps, bars, bands and marks over two axes with ticks, a legend below. Series differ in
 * darkness and in dashes as well as in colour, so that they can be told apart in grey. Colours follow the reader's light or dark
 * scheme; all text is escaped. Points that fall together are drawn once.
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
}
/**
 * `line` joins its points, `steps` stays on a value until the next point, `bars` stand on `width` from each x on, a `band` lies between two
 * curves in steps, a `mark` is a vertical line. Series of one `group` share a colour and a line of the legend.
 */
export type Series = { readonly name: string; readonly group?: number; readonly run?: number } & (
  | { readonly kind: "line" | "steps"; readonly points: readonly PlotPoint[]; readonly thin?: boolean }
  | { readonly kind: "bars"; readonly points: readonly PlotPoint[]; readonly width: number }
  | { readonly kind: "band"; readonly low: readonly PlotPoint[]; readonly high: readonly PlotPoint[] }
  | { readonly kind: "mark"; readonly at: number }
);
export type PlotPoint = readonly [x: number, y: number];

const width = 720;
const left = 76;
const right = 24;
const top = 34;
const plotHeight = 300;
const styles = 6;

export function plotToSvg(plot: Plot): string {
  wants("plotToSvg", plot, "plot");
  return plotsToSvg([plot]);
}

/** Several diagrams, one below the other. */
export function plotsToSvg(plots: readonly Plot[]): string {
  wants("plotsToSvg", plots, "list");
  const drawn = plots.map(drawPlot);
  let y = 0;
  const parts = drawn.map(({ height, content }) => {
    const group = `<g transform="translate(0 ${y})">\n${content}\n</g>`;
    y += height;
    return group;
  });
  const title = plots.map(({ title }) => title).join("; ");
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${y}" width="${width}" height="${y}" role="img">`,
    `<title>${escapeXml(title)}</title>`,
    `<style>${stylesheet}</style>`,
    `<rect class="paper" width="${width}" height="${y}"/>`,
    ...parts,
    "</svg>",
    "",
  ].join("\n");
}

interface Scale {
  readonly low: number;
  readonly high: number;
  readonly to: (value: number) => number;
}

function drawPlot(plot: Plot): { readonly height: number; readonly content: string } {
  const { series } = plot;
  const x = scaleOf(plot.x, series.flatMap(xsOf), left, width - right);
  const y = scaleOf(
    plot.y,
    [...series.flatMap(ysOf), ...(series.some((s) => s.kind === "bars") ? [0] : [])],
    top + plotHeight,
    top,
  );
  const legend = legendOf(series);
  const notes = plot.notes ?? [];
  const below = top + plotHeight + 46;
  const rows = Math.ceil(legend.length / 2);
  const content = [
    text(width / 2, 20, plot.title, "title", "middle"),
    drawAxes(plot, x, y),
    ...order(series).map((s) => drawSeries(s, x, y)),
    ...legend.map((entry, i) => drawLegend(entry, left + (i % 2) * 310, below + Math.floor(i / 2) * 18)),
    ...notes.map((note, i) => text(left, below + rows * 18 + i * 16 + 2, note, "small")),
  ];
  return {
    height: below + rows * 18 + notes.length * 16 + 10,
    content: content.filter((part) => part !== "").join("\n"),
  };
}

/** Areas lie behind lines. */
function order(series: readonly Series[]): readonly Series[] {
  const rank = { band: 0, bars: 1, line: 2, steps: 2, mark: 3 } as const;
  return [...series].sort((a, b) => rank[a.kind] - rank[b.kind]);
}

function xsOf(series: Series): number[] {
  switch (series.kind) {
    case "bars":
      return series.points.flatMap(([x]) => [x, x + series.width]);
    case "band":
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

function drawAxes(plot: Plot, x: Scale, y: Scale): string {
  const bottom = top + plotHeight;
  const parts = [
    ...ticksOf(x.low, x.high, 9).flatMap(({ at, label }) => [
      `<path class="grid" d="M${n(x.to(at))} ${top}V${bottom}"/>`,
      text(x.to(at), bottom + 16, label, "small", "middle"),
    ]),
    ...ticksOf(y.low, y.high, 7).flatMap(({ at, label }) => [
      `<path class="grid" d="M${left} ${n(y.to(at))}H${width - right}"/>`,
      text(left - 6, y.to(at) + 4, label, "small", "end"),
    ]),
    `<path class="axis" d="M${left} ${top}V${bottom}H${width - right}"/>`,
    text((left + width - right) / 2, bottom + 32, plot.x.label, "", "middle"),
    `<text transform="translate(16 ${top + plotHeight / 2}) rotate(-90)" text-anchor="middle">${escapeXml(plot.y.label)}</text>`,
  ];
  return parts.join("\n");
}

function drawSeries(series: Series, x: Scale, y: Scale): string {
  const style = `s${(series.group ?? 0) % styles}`;
  switch (series.kind) {
    case "line":
      return path(`${style}${series.thin ? " thin" : ""}`, lineOf(thinned(series.points, x), x, y));
    case "steps":
      return path(`${style}${series.thin ? " thin" : ""}`, lineOf(thinned(stepped(series.points), x), x, y));
    case "bars":
      return `<g class="bars ${style}">${series.points.map(([at, value]) => bar(at, at + series.width, value, x, y)).join("")}</g>`;
    case "band":
      return series.low.length === 0
        ? ""
        : `<path class="band ${style}" d="${lineOf(thinned(stepped(series.low), x), x, y)}${lineOf(thinned(stepped(series.high), x).reverse(), x, y).replace("M", "L")}z"/>`;
    case "mark":
      return `<path class="mark" d="M${n(x.to(series.at))} ${top}V${top + plotHeight}"/>`;
  }
}

function path(kind: string, d: string): string {
  return d === "" ? "" : `<path class="curve ${kind}" d="${d}"/>`;
}

function bar(from: number, until: number, value: number, x: Scale, y: Scale): string {
  const base = y.to(Math.max(y.low, 0));
  const at = y.to(value);
  const wide = Math.max(1, x.to(until) - x.to(from));
  return `<rect x="${n(x.to(from))}" y="${n(Math.min(at, base))}" width="${n(wide)}" height="${n(Math.abs(base - at))}"/>`;
}

function stepped(points: readonly PlotPoint[]): PlotPoint[] {
  return points.flatMap((point, i): PlotPoint[] => (i === 0 ? [point] : [[point[0], points[i - 1]![1]], point]));
}

/** Of the points in one column of the picture the first, the least, the greatest and the last. */
function thinned(points: readonly PlotPoint[], x: Scale): PlotPoint[] {
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

function lineOf(points: readonly PlotPoint[], x: Scale, y: Scale): string {
  const finite = points.filter(([a, b]) => Number.isFinite(a) && Number.isFinite(b));
  return finite.map(([a, b], i) => `${i === 0 ? "M" : "L"}${n(x.to(a))} ${n(y.to(b))}`).join("");
}

/** One line for each name. */
function legendOf(series: readonly Series[]): readonly Series[] {
  const seen = new Set<string>();
  return series.filter(({ name }) => name !== "" && !seen.has(name) && seen.add(name) !== undefined);
}

function drawLegend(series: Series, x: number, y: number): string {
  const style = `s${(series.group ?? 0) % styles}`;
  const sample =
    series.kind === "mark"
      ? `<path class="mark" d="M${x} ${y - 4}h26"/>`
      : series.kind === "bars"
        ? `<g class="bars ${style}"><rect x="${x}" y="${y - 10}" width="26" height="11"/></g>`
        : series.kind === "band"
          ? `<rect class="band ${style}" x="${x}" y="${y - 10}" width="26" height="11"/>`
          : `<path class="curve ${style}" d="M${x} ${y - 4}h26"/>`;
  return sample + text(x + 33, y, series.name.length > 42 ? `${series.name.slice(0, 41)}…` : series.name, "small");
}

function text(x: number, y: number, content: string, kind = "", anchor = "start"): string {
  const style = kind === "" ? "" : ` class="${kind}"`;
  return `<text x="${n(x)}" y="${n(y)}" text-anchor="${anchor}"${style}>${escapeXml(content)}</text>`;
}

function n(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** By style: light and dark colour, dashes. Neighbours differ in darkness. */
const inks: readonly (readonly [light: string, dark: string, dashes: string])[] = [
  ["#1f3f77", "#8fb4ff", ""],
  ["#d2691e", "#ffa95c", "7 3"],
  ["#117733", "#6fd08c", "2 3"],
  ["#aa3377", "#f08cc8", "9 3 2 3"],
  ["#667788", "#b8c4d0", "12 4"],
  ["#88aa00", "#c8e060", "4 2 1 2"],
];

const paint = (dark: 0 | 1): string =>
  `text{fill:${["#222222", "#d8d8d8"][dark]}}.paper{fill:${["#ffffff", "#1b1b1b"][dark]}}.grid{stroke:${["#e2e2e2", "#3a3a3a"][dark]}}` +
  `.axis{stroke:${["#444444", "#b0b0b0"][dark]}}.mark{stroke:${["#008800", "#66dd66"][dark]}}` +
  inks.map((ink, i) => `.curve.s${i}{stroke:${ink[dark]}}.band.s${i},.bars.s${i}{fill:${ink[dark]}}`).join("");

const stylesheet =
  "text{font:12px sans-serif}.small{font-size:11px}.title{font-weight:bold;font-size:13px}.axis,.grid,.curve,.mark{fill:none}" +
  ".curve{stroke-width:1.6}.thin{stroke-width:.9;opacity:.55}.band{opacity:.22}.bars{fill-opacity:.55}.bars rect{stroke:none}.mark{stroke-width:1.4;stroke-dasharray:6 3}" +
  inks.map(([, , dashes], i) => (dashes === "" ? "" : `.curve.s${i}{stroke-dasharray:${dashes}}`)).join("") +
  `${paint(0)}@media(prefers-color-scheme:dark){${paint(1)}}`;
