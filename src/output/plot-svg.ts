import { wants } from "../base/index.ts";
import { escapeXml } from "./escape.ts";
import { type LegendEntry, legendOf, type Plot, type PlotPoint, type Series } from "./plot.ts";
import { styleOf, styleSheet } from "./plot-ink.ts";
import { type Frame, frameOf, stepped, thinned, width } from "./plot-scale.ts";
import { marksOf } from "./ticks.ts";

/**
 * Diagrams as stand-alone SVG pictures: series over two axes with ticks, labels at the ends of curves, a legend below. All
 * text is escaped. Points that fall together are drawn once, and what lies beyond the ends of an axis not at all.
 */
export function plotToSvg(plot: Plot, scheme?: "light" | "dark"): string {
  wants("plotToSvg", plot, "plot");
  return plotsToSvg([plot], scheme);
}

/** Several diagrams, one below the other. Without a scheme their colours follow the reader's. */
export function plotsToSvg(plots: readonly Plot[], scheme?: "light" | "dark"): string {
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
    `<style>${styleSheet(scheme)}</style>`,
    `<rect class="paper" width="${width}" height="${y}"/>`,
    ...parts,
    "</svg>",
    "",
  ].join("\n");
}

function drawPlot(plot: Plot): { readonly height: number; readonly content: string } {
  const { series, notes = [], title } = plot;
  const frame = frameOf(plot);
  const { left, top, right, bottom } = frame;
  const legend = legendOf(series);
  const below = bottom + 46;
  const rows = Math.ceil(legend.length / 2);
  // What lies beyond the axes is cut off, but for half the width of a line or of a dot.
  const rim = series.some((one) => "dots" in one) ? 3 : 1;
  const box = [left - rim, top - rim, right - left + 2 * rim, bottom - top + 2 * rim];
  const content = [
    text(width / 2, 20, title, "title", "middle"),
    drawAxes(plot, frame),
    `<svg x="${box[0]}" y="${box[1]}" width="${box[2]}" height="${box[3]}" viewBox="${box.join(" ")}">`,
    ...order(series).map((s) => drawSeries(s, frame)),
    "</svg>",
    ...drawLabels(series, frame),
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
  const rank = { band: 0, bars: 1, line: 2, steps: 2, whiskers: 3, mark: 3 } as const;
  return [...series].sort((a, b) => rank[a.kind] - rank[b.kind]);
}

function drawAxes(plot: Plot, { left, top, right, bottom, x, y }: Frame): string {
  const parts = [
    ...marksOf(plot.x, x.low, x.high, 9).flatMap(({ at, label }) => [
      `<path class="grid" d="M${n(x.to(at))} ${top}V${bottom}"/>`,
      text(x.to(at), bottom + 16, label, "small", "middle"),
    ]),
    ...marksOf(plot.y, y.low, y.high, 7).flatMap(({ at, label }) => [
      `<path class="grid" d="M${left} ${n(y.to(at))}H${right}"/>`,
      text(left - 6, y.to(at) + 4, label, "small", "end"),
    ]),
    `<path class="axis" d="M${left} ${top}V${bottom}H${right}"/>`,
    text((left + right) / 2, bottom + 32, plot.x.label, "", "middle"),
    `<text transform="translate(16 ${(top + bottom) / 2}) rotate(-90)" text-anchor="middle">${escapeXml(plot.y.label)}</text>`,
  ];
  return parts.join("\n");
}

function drawSeries(series: Series, frame: Frame): string {
  const { x, y, top, bottom } = frame;
  const style = styleOf(series);
  switch (series.kind) {
    case "line":
      return (
        path(`${style}${series.thin ? " thin" : ""}`, lineOf(thinned(series.points, x), frame)) +
        (series.dots ? series.points.map(([a, b]) => dot(style, x.to(a), y.to(b))).join("") : "")
      );
    case "steps":
      return path(`${style}${series.thin ? " thin" : ""}`, lineOf(thinned(stepped(series.points), x), frame));
    case "bars":
      return `<g class="area bars ${style}">${series.points.map(([at, value]) => bar(at, at + series.width, value, frame)).join("")}</g>`;
    case "band":
      return series.low.length === 0
        ? ""
        : `<path class="area band ${style}" d="${lineOf(thinned(stepped(series.low), x), frame)}${lineOf(thinned(stepped(series.high), x).reverse(), frame).replace("M", "L")}z"/>`;
    case "whiskers":
      return path(
        `whiskers ${style}`,
        series.low
          .map(([at, low], i) => {
            const [from, to] = [y.to(low), y.to(series.high[i]?.[1] ?? low)];
            const middle = x.to(at);
            return `M${n(middle - 3)} ${n(from)}h6M${n(middle)} ${n(from)}V${n(to)}M${n(middle - 3)} ${n(to)}h6`;
          })
          .join(""),
      );
    case "mark":
      return path(`mark ${style}`, `M${n(x.to(series.at))} ${top}V${bottom}`);
  }
}

function path(kind: string, d: string): string {
  return d === "" ? "" : `<path class="curve ${kind}" d="${d}"/>`;
}

function dot(style: string, x: number, y: number): string {
  return `<circle class="area ${style}" cx="${n(x)}" cy="${n(y)}" r="2.5"/>`;
}

function bar(from: number, until: number, value: number, { x, y }: Frame): string {
  const base = y.to(Math.max(y.low, 0));
  const at = y.to(value);
  const wide = Math.max(1, x.to(until) - x.to(from));
  return `<rect x="${n(x.to(from))}" y="${n(Math.min(at, base))}" width="${n(wide)}" height="${n(Math.abs(base - at))}"/>`;
}

function lineOf(points: readonly PlotPoint[], { x, y }: Frame): string {
  const finite = points.filter(([a, b]) => Number.isFinite(a) && Number.isFinite(b));
  return finite.map(([a, b], i) => `${i === 0 ? "M" : "L"}${n(x.to(a))} ${n(y.to(b))}`).join("");
}

/** At the height of a curve's last point, moved apart where they would lie on each other. */
function drawLabels(series: readonly Series[], { x, y, top, right, bottom }: Frame): string[] {
  const ends = series.flatMap((s) => {
    if (s.label === undefined || (s.kind !== "line" && s.kind !== "steps")) return [];
    const last = s.points.findLast(([at]) => at <= x.high);
    return last === undefined
      ? []
      : [{ series: s, label: s.label, at: Math.min(bottom, Math.max(top, y.to(last[1]))) }];
  });
  ends.sort((a, b) => a.at - b.at);
  const high = 11;
  const room = Math.min(high, (bottom - top) / Math.max(1, ends.length));
  const places: number[] = [];
  for (const [i, { at }] of ends.entries()) places.push(i === 0 ? at : Math.max(at, places[i - 1]! + room));
  // What was pushed over the lower end moves up again.
  for (let i = places.length - 1; i >= 0; i--)
    places[i] = Math.min(places[i]!, i === places.length - 1 ? bottom + 4 : places[i + 1]! - room);
  return ends.map((end, i) => text(right + 4, places[i]! + 4, end.label, `small ${styleOf(end.series)}`));
}

function drawLegend({ text: words, series }: LegendEntry, x: number, y: number): string {
  const style = styleOf(series);
  const sample =
    series.kind === "bars" || series.kind === "band"
      ? `<rect class="area ${series.kind} ${style}" x="${x}" y="${y - 10}" width="26" height="11"/>`
      : series.kind === "whiskers"
        ? `<path class="curve whiskers ${style}" d="M${x + 10} ${y - 10}h6M${x + 13} ${y - 10}v11M${x + 10} ${y + 1}h6"/>`
        : `<path class="curve ${style}" d="M${x} ${y - 4}h26"/>`;
  return sample + text(x + 33, y, words.length > 42 ? `${words.slice(0, 41)}…` : words, "small");
}

function text(x: number, y: number, content: string, kind = "", anchor = "start"): string {
  const style = kind === "" ? "" : ` class="${kind}"`;
  return `<text x="${n(x)}" y="${n(y)}" text-anchor="${anchor}"${style}>${escapeXml(content)}</text>`;
}

function n(value: number): string {
  return String(Math.round(value * 10) / 10);
}
