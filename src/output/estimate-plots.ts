import { wants } from "../base/index.ts";
import type { CumulativePoint, Estimate, Sample } from "../stochastic/index.ts";
import { confidenceText, estimateToText, meanText } from "./estimate-text.ts";
import type { Plot, PlotPoint, Series } from "./plot.ts";

/** The diagrams of an estimate: how values are distributed, how probability grows with the bound, the course of runs. */
export function estimatePlots(estimate: Estimate): readonly Plot[] {
  wants("estimatePlots", estimate, "estimate");
  const sure = confidenceText(estimate.confidence);
  switch (estimate.kind) {
    case "probability":
      return [
        ...cumulativePlots(estimate.cumulative, `Pr(${estimate.path})`, estimate.unit, sure),
        ...samplePlots(estimate.values, estimate.runs, estimate.unit),
      ];
    case "comparison":
      return comparisonPlots(estimate);
    case "expectation": {
      const label = `${estimate.extreme}: ${estimate.expression}`;
      return samplePlots(estimate.values, estimate.runs, label);
    }
    case "simulation":
      return simulationPlots(estimate);
    case "hypothesis":
      return [];
  }
}

function cumulativePlots(points: readonly CumulativePoint[], name: string, unit: string, sure: string): Plot[] {
  if (points.length === 0) return [];
  return [
    {
      title: `${name} up to each bound`,
      x: { label: unit },
      y: { label: "probability", low: 0, high: 1 },
      series: [
        band(points, "band", `all points at once ${sure}`, 4),
        band(points, "interval", `each point ${sure}`, 0),
        curve(points, "share of runs", 0),
      ],
    },
  ];
}

function band(points: readonly CumulativePoint[], which: "band" | "interval", name: string, group: number): Series {
  const side = (end: "low" | "high"): PlotPoint[] => points.map((p) => [p.x, p[which][end]]);
  return { kind: "band", name, group, low: side("low"), high: side("high") };
}

function curve(points: readonly CumulativePoint[], name: string, group: number): Series {
  return { kind: "steps", name, group, points: points.map((p) => [p.x, p.share]) };
}

/** Density, and how many runs fell into each bucket. */
function samplePlots(values: Sample, runs: number, label: string): Plot[] {
  const { histogram, mean } = values;
  if (histogram === undefined || mean === undefined) return [];
  const { start, width, counts } = histogram;
  const bars = (name: string, height: (count: number) => number): Series => ({
    kind: "bars",
    name,
    width,
    points: counts.map((count, i) => [start + i * width, height(count)]),
  });
  const average: Series = { kind: "mark", name: `mean ${meanText(values)}`, at: mean };
  const plot = (title: string, y: string, series: Series): Plot => ({
    title,
    x: { label },
    y: { label: y, low: 0 },
    series: [series, average],
    notes: [`${values.count} of ${runs} runs`],
  });
  return [
    ...(width > 0
      ? [
          plot(
            "Probability density",
            `probability per unit`,
            bars("density", (count) => count / runs / width),
          ),
        ]
      : []),
    plot(
      "Frequency",
      "runs",
      bars("runs", (count) => count),
    ),
  ];
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

function simulationPlots(estimate: Extract<Estimate, { kind: "simulation" }>): Plot[] {
  const { trajectories, expressions, unit, runs } = estimate;
  if (trajectories.length === 0) return [];
  const series = expressions.flatMap((name, e) =>
    trajectories.map(
      ({ series: all, run }): Series => ({
        kind: "line",
        name,
        group: e,
        run,
        points: all[e] ?? [],
        thin: trajectories.length > 1,
      }),
    ),
  );
  const title = trajectories.length === 1 ? "A run" : `${trajectories.length} of ${runs} runs`;
  return [{ title, x: { label: unit }, y: { label: expressions.length === 1 ? expressions[0]! : "value" }, series }];
}
