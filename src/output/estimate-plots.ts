import { wants } from "../base/index.ts";
import { expectationPlots, probabilityPlots, type Plot as StatisticalPlot } from "../statistics/index.ts";
import { type CumulativePoint, cumulate, type Estimate, type Sample } from "../stochastic/index.ts";
import { confidenceText, estimateToText, meanText } from "./estimate-text.ts";
import type { Plot, PlotPoint, Series } from "./plot.ts";
import { trajectoryPlots } from "./trajectory-plots.ts";

/**
 * The diagrams of an estimate: UPPAAL's seven of a probability and five of an expectation, under its titles, the course of
 * runs, both sides of a comparison. Other than UPPAAL's, cumulative curves are exact and not drawn through the ends of
 * buckets, and beside the limits of each point they have those for all points at once.
 */
export function estimatePlots(estimate: Estimate): readonly Plot[] {
  wants("estimatePlots", estimate, "estimate");
  switch (estimate.kind) {
    case "probability": {
      const { cumulative, values, unit, path } = estimate;
      return distributionPlots(estimate, cumulative, values, unit, `Pr(${path})`, probabilityPlots);
    }
    case "comparison":
      return comparisonPlots(estimate);
    case "expectation": {
      const { values, extreme, expression, parameters } = estimate;
      const points = cumulate(values.all, values.all.length, parameters.alpha, undefined);
      // It rises from the least value on, wherever that is.
      const from = points.map((point, i) => (i === 0 ? { ...point, x: values.min ?? point.x } : point));
      const five: typeof probabilityPlots = (buckets, _, alpha) => expectationPlots(buckets, alpha);
      const label = `${extreme}: ${expression}`;
      return distributionPlots(estimate, from, values, label, `E(${label})`, five);
    }
    case "simulation":
      return trajectoryPlots(estimate);
    case "hypothesis":
      return [];
  }
}

/** The curve with its limits comes first: it says most. */
function distributionPlots(
  { runs, parameters, confidence }: Estimate,
  cumulative: readonly CumulativePoint[],
  values: Sample,
  label: string,
  subject: string,
  plotsOf: typeof probabilityPlots,
): readonly Plot[] {
  const { histogram, mean } = values;
  if (histogram === undefined || mean === undefined) return [];
  const { start, width, counts } = histogram;
  const average: Series = { kind: "mark", name: `mean ${meanText(values)}`, at: mean, group: 1 };
  const notes = [`${subject}: ${values.count} of ${runs} runs`];
  const sure = confidenceText(confidence);
  const plots = plotsOf({ from: start, width, counts }, runs, parameters.alpha).map((plot): Plot => {
    const { title } = plot;
    const isCurve = plot.kind === "line";
    const series = isCurve ? curves(cumulative, title.includes("Intervals"), sure) : bars(plot, width, sure);
    const y = { label: yaxes[title] ?? "probability", low: 0, ...(isCurve ? { high: 1 } : {}) };
    return { title, x: { label }, y, series: [...series, average], notes };
  });
  const first = plots.filter(({ title }) => title === "Cumulative Probability Confidence Intervals");
  return [...first, ...plots.filter((plot) => !first.includes(plot))];
}

const yaxes: Readonly<Record<string, string>> = {
  "Probability Density Distribution": "probability density",
  "Probability Density Confidence Intervals": "probability density",
  "Frequency Histogram": "runs",
};

function bars({ title, points }: StatisticalPlot, width: number, sure: string): readonly Series[] {
  const name = title === "Frequency Histogram" ? "runs" : title.includes("Density") ? "density" : "probability";
  const side = (end: "low" | "high"): PlotPoint[] =>
    points.flatMap(({ x, interval }) => (interval === undefined ? [] : [[x + width / 2, interval[end]]]));
  const own: Series = { kind: "bars", name, width, points: points.map(({ x, y }) => [x, y]) };
  const low = side("low");
  return low.length === 0 ? [own] : [own, { kind: "whiskers", name: `each ${sure}`, low, high: side("high") }];
}

function curves(points: readonly CumulativePoint[], limits: boolean, sure: string): readonly Series[] {
  const own = curve(points, "share of runs", 0);
  if (!limits) return [own];
  return [
    band(points, "band", `all points at once ${sure}`, 4),
    band(points, "interval", `each point ${sure}`, 0),
    own,
  ];
}

function band(points: readonly CumulativePoint[], which: "band" | "interval", name: string, group: number): Series {
  const side = (end: "low" | "high"): PlotPoint[] => points.map((p) => [p.x, p[which][end]]);
  return { kind: "band", name, group, low: side("low"), high: side("high") };
}

function curve(points: readonly CumulativePoint[], name: string, group: number): Series {
  return { kind: "steps", name, group, points: points.map((p) => [p.x, p.share]) };
}

function comparisonPlots(estimate: Extract<Estimate, { kind: "comparison" }>): Plot[] {
  const { first, second, unit } = estimate;
  if (first.cumulative.length === 0 && second.cumulative.length === 0) return [];
  return [
    {
      title: "Both probabilities up to each bound",
      x: { label: unit },
      y: { label: "probability", low: 0, high: 1 },
      series: [first, second].flatMap(({ cumulative, path }, i) => [
        { ...band(cumulative, "interval", "", i) },
        curve(cumulative, `Pr(${path})`, i),
      ]),
      notes: estimateToText(estimate).slice(0, 1),
    },
  ];
}
