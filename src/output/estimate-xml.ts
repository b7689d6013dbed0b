import { greatest, wants } from "../base/index.ts";
import {
  expectationPlots,
  type Interval,
  probabilityPlots,
  type Point as StatisticalPoint,
} from "../statistics/index.ts";
import type { Estimate, Histogram, Sample } from "../stochastic/index.ts";
import { applyEdits, type Edit, type QueryEntry } from "../syntax/index.ts";
import { escapeXml } from "./escape.ts";
import { confidenceText, meanText, probabilityText } from "./estimate-text.ts";
import { general } from "./general.ts";

/**
 * Results as UPPAAL 5 stores them in a model: `<result>` in a `<query>`, with its value and the series of its plots, so that
 * UPPAAL shows them. Other than there, the limits of a density are those of the probability divided by the width of its bucket.
 */
export interface Stored {
  readonly entry: QueryEntry;
  readonly estimate: Estimate;
}

/** The text of an XML file with these results in the place of those that their queries had. */
export function withResults(text: string, stored: readonly Stored[], timestamp: string): string {
  wants("withResults", text, "text");
  wants("withResults", stored, "list");
  return applyEdits(
    text,
    stored.flatMap(({ entry, estimate }) => editsOf(text, entry, estimateToResult(estimate, timestamp))),
  );
}

function editsOf(text: string, { start, end, results }: QueryEntry, result: string): Edit[] {
  const [first, ...others] = results;
  if (first !== undefined)
    return [
      { start: first.start, end: first.end, text: result },
      ...others.map((other) => ({ start: other.start, end: other.end, text: "" })),
    ];
  const close = text.lastIndexOf("</query", end);
  if (close < start) return [];
  // Behind the last child, with the white space before it.
  let last = close;
  while (last > start && /\s/.test(text[last - 1]!)) last--;
  const space = text.slice(last, close);
  const lead = space.includes("\n") ? `${space}\t` : "";
  return [{ start: last, end: last, text: `${lead}${result}` }];
}

export function estimateToResult(estimate: Estimate, timestamp: string): string {
  wants("estimateToResult", estimate, "estimate");
  const outcome = { satisfied: "success", violated: "failure", unknown: "error", fault: "error" }[estimate.outcome];
  const { type, value } = valueOf(estimate);
  const attributes = [
    `outcome="${outcome}"`,
    `type="${type}"`,
    ...(value === undefined ? [] : [`value="${escapeXml(value)}"`]),
    `timestamp="${escapeXml(timestamp)}"`,
  ];
  const inside = [...(value === undefined ? [] : [`<details>${escapeXml(value)}</details>`]), ...plotsOf(estimate)];
  return `<result ${attributes.join(" ")}>\n${inside.map((line) => `${line}\n`).join("")}</result>`;
}

function valueOf(estimate: Estimate): { readonly type: string; readonly value?: string } {
  const { confidence } = estimate;
  switch (estimate.kind) {
    case "probability": {
      const { low, high } = estimate.interval;
      const type = low === 0 || high === 1 ? "interval" : "quantity";
      return { type, value: probabilityText(estimate.interval, confidence) };
    }
    case "expectation": {
      const { values } = estimate;
      const sure = values.halfWidth === undefined ? "" : ` ${confidenceText(confidence)}`;
      return { type: "quantity", value: `${meanText(values)}${sure}` };
    }
    default:
      return { type: "quality" };
  }
}

type Points = readonly (readonly [number, number])[];

function plotsOf(estimate: Estimate): string[] {
  switch (estimate.kind) {
    case "probability":
      return distributionPlots(estimate, estimate.values, `run duration in ${estimate.unit}`, true);
    case "expectation":
      return distributionPlots(estimate, estimate.values, `${estimate.extreme}: ${estimate.expression}`, false);
    case "simulation":
      return simulationPlots(estimate);
    default:
      return [];
  }
}

/** Seven plots of a probability; five of an expectation, which has no limits of densities and probabilities. */
function distributionPlots(estimate: Estimate, values: Sample, xaxis: string, limits: boolean): string[] {
  const { histogram, mean } = values;
  if (histogram === undefined || mean === undefined) return [];
  const { runs, parameters } = estimate;
  const buckets = { from: histogram.start, width: histogram.width, counts: histogram.counts };
  const { alpha } = parameters;
  const plots = limits ? probabilityPlots(buckets, runs, alpha) : expectationPlots(buckets, alpha);
  const comment = commentOf(estimate, values, histogram);
  return plots.map(({ title, kind, points }) => {
    const series = seriesOf(title, kind, points, histogram.width);
    const highest = title.startsWith("Cumulative")
      ? 1
      : greatest(
          series.flatMap((s) => s.points.map(([, y]) => y)),
          0,
        );
    const average: Named = {
      title: "average",
      type: "pl",
      color: "0x00dd00",
      points: [
        [mean, 0],
        [mean, highest],
      ],
    };
    return plotXml(title, xaxis, yaxes[title] ?? "probability", [...series, average], comment);
  });
}

const yaxes: Readonly<Record<string, string>> = {
  "Probability Density Distribution": "probability density",
  "Probability Density Confidence Intervals": "probability density",
  "Frequency Histogram": "count",
};
const names: Readonly<Record<string, string>> = {
  "Probability Density Distribution": "density",
  "Probability Distribution": "probability",
  "Frequency Histogram": "count",
};

/** What is drawn of one plot: bars or a line, and their limits where it has them. */
function seriesOf(title: string, kind: "bars" | "line", points: readonly StatisticalPoint[], width: number): Named[] {
  const isCurve = kind === "line";
  const bars = `b(${width.toFixed(6)})`;
  const own = {
    title: names[title] ?? "cumulative",
    type: isCurve ? "l" : bars,
    color: isCurve ? "0x000000" : "0x0000ff",
    points: points.map(({ x, y }) => [x, y] as const),
  };
  const side = (name: string, color: string, of: (interval: Interval) => number): Named => ({
    title: name,
    type: isCurve ? "k" : bars,
    color,
    points: points.flatMap(({ x, interval }) => (interval === undefined ? [] : [[x, of(interval)] as const])),
  });
  const upper = side("upper limit", isCurve ? "0x0000dd" : "0xa0a0ff", ({ high }) => high);
  const lower = side("lower limit", isCurve ? "0xdd0000" : "0x0000ff", ({ low }) => low);
  if (upper.points.length === 0) return [own];
  return isCurve ? [upper, lower, own] : [upper, lower];
}

function commentOf(estimate: Estimate, values: Sample, { width, counts }: Histogram): string {
  const { runs, parameters, confidence } = estimate;
  const { count, min = 0, max = 0, mean = 0, halfWidth } = values;
  const percent = (n: number): string => `${n} (${general((n / runs) * 100, 5)}%)`;
  const average =
    halfWidth === undefined
      ? meanText(values)
      : `${general(mean, 5)} ± ${general(halfWidth, 5)} ${confidenceText(confidence)}`;
  return [
    `Parameters: α=${general(parameters.alpha)}, ε=${general(parameters.epsilon)}, bucket width=${general(width, 5)}, bucket count=${counts.length}`,
    `Runs: ${runs} in total, ${percent(count)} displayed, ${percent(runs - count)} remaining`,
    `Span of displayed sample: [${general(min, 5)}, ${general(max, 5)}]`,
    `Mean estimate of displayed sample: ${average}`,
  ].join("\n");
}

/** UPPAAL's colours of trajectories, red first. */
const colors = ["0xff0000", "0x0000ff", "0x00aa00", "0xff8800", "0xaa00aa", "0x00aaaa"] as const;

function simulationPlots({ trajectories, expressions, unit }: Extract<Estimate, { kind: "simulation" }>): string[] {
  if (trajectories.length === 0) return [];
  const series = expressions.flatMap((title, e) =>
    trajectories.map(
      ({ series: all }): Named => ({ title, type: "l", color: colors[e % colors.length]!, points: all[e] ?? [] }),
    ),
  );
  return [plotXml(`Simulations (${trajectories.length})`, unit, "value", series, "")];
}

interface Named {
  readonly title: string;
  /** Bars of a width, a line, crosses, a line of points. */
  readonly type: string;
  readonly color: string;
  readonly points: Points;
}

function plotXml(title: string, xaxis: string, yaxis: string, series: readonly Named[], comment: string): string {
  return [
    `<plot title="${escapeXml(title)}" xaxis="${escapeXml(xaxis)}" yaxis="${escapeXml(yaxis)}">`,
    ...series.map(seriesXml),
    comment === "" ? "<comment/>" : `<comment>${escapeXml(comment)}</comment>`,
    "</plot>",
  ].join("\n");
}

function seriesXml({ title, type, color, points }: Named): string {
  const rows = points.map(([x, y]) => `${java(x)},${java(y)}\n`).join("");
  return `<series title="${escapeXml(title)}" type="${type}" color="${color}" encoding="csv">${rows}</series>`;
}

/** As Java prints doubles, in which UPPAAL's editor is written: `4.0`, `2.4E-4`. */
function java(x: number): string {
  const size = Math.abs(x);
  if (Number.isInteger(x) && size < 1e7) return `${x}.0`;
  if (size >= 1e-3 && size < 1e7) return String(x);
  const [mantissa = "0", power = "0"] = x.toExponential().split("e");
  return `${mantissa.includes(".") ? mantissa : `${mantissa}.0`}E${Number(power)}`;
}
