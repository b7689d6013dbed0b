import { constantsText, type Run, type RunRecord } from "../sweep/index.ts";
import type { Axis, Plot, PlotPoint, Series } from "./plot.ts";
import { styles } from "./plot-ink.ts";
import { estimateOf } from "./sweep-csv.ts";

/**
 * How what was found grows with each constant: states and seconds of searches, on axes of powers of ten since they mostly
 * grow so; values of estimates with their intervals. A curve for each combination of the other constants, as long as they can
 * be told apart.
 */
const mostCurves = 8;

/** The diagrams of one query, for records of one model. */
export function growthPlots(records: readonly RunRecord[]): readonly Plot[] {
  return varying(records).flatMap((name) => {
    const curves = curvesOf(records, name);
    const shown = curves.slice(0, mostCurves);
    const hidden = curves.length - shown.length;
    const notes = hidden > 0 ? [`${hidden} more of the other constants' combinations not drawn`] : [];
    const isWhole = records.every(({ constants }) => Number.isInteger(constants[name] ?? 0));
    const x: Axis = { label: name, ...(isWhole ? { marks: "whole" } : {}) };
    const draw = (title: string, y: Axis, series: readonly Series[]): Plot[] =>
      series.length === 0 ? [] : [{ title: `${title} over ${name}`, x, y, series, notes }];
    const grows = (label: string): Axis => ({ label, marks: "powers" });
    return [
      ...draw("Values", { label: "value" }, shown.flatMap(estimates)),
      ...draw("States explored", grows("states"), shown.flatMap(powers(({ statistics }) => statistics.explored))),
      ...draw("Seconds", grows("seconds"), shown.flatMap(powers(({ seconds }) => seconds))),
    ];

    function powers(figure: (record: RunRecord) => number) {
      return ({ others, points }: Curve, group: number): Series[] => {
        const drawn = points
          .map(([x, record]): PlotPoint => [x, Math.log10(figure(record))])
          .filter(([, y]) => Number.isFinite(y));
        const name = constantsText(others);
        return drawn.length < 2 ? [] : [{ kind: "line", name, group, dash: dashOf(group), points: drawn, dots: true }];
      };
    }
  });
}

/** More curves than colours have the colours again, with other dashes. */
function dashOf(group: number): number {
  return group + Math.floor(group / styles);
}

/** Constants that have several numbers as values. */
export function varying(records: readonly Pick<Run, "constants">[]): readonly string[] {
  const names = [...new Set(records.flatMap(({ constants }) => Object.keys(constants)))];
  return names.filter((name) => {
    const values = new Set(records.map(({ constants }) => constants[name]));
    return values.size > 1 && [...values].every((value) => typeof value === "number");
  });
}

type Constants = RunRecord["constants"];

interface Curve {
  readonly others: Constants;
  readonly points: readonly (readonly [x: number, record: RunRecord])[];
}

/** Of several repetitions the first is drawn. */
function curvesOf(records: readonly RunRecord[], name: string): readonly Curve[] {
  const curves = new Map<string, { others: Constants; points: [number, RunRecord][] }>();
  for (const record of records) {
    const { [name]: value, ...others } = record.constants;
    if (record.repetition > 1 || typeof value !== "number") continue;
    const key = constantsText(others);
    const curve = curves.get(key) ?? { others, points: [] };
    curve.points.push([value, record]);
    curves.set(key, curve);
  }
  return [...curves.values()].map(({ others, points }) => ({ others, points: points.sort(([a], [b]) => a - b) }));
}

function estimates({ others, points }: Curve, group: number): Series[] {
  const found = points.flatMap(([x, record]) => {
    const estimate = estimateOf(record);
    return estimate === undefined ? [] : [{ x, ...estimate }];
  });
  if (found.length === 0) return [];
  const name = constantsText(others);
  return [
    {
      kind: "line",
      name,
      group,
      dash: dashOf(group),
      points: found.map(({ x, value }): PlotPoint => [x, value]),
      dots: true,
    },
    {
      kind: "whiskers",
      name: "",
      group,
      low: found.map(({ x, low }): PlotPoint => [x, low]),
      high: found.map(({ x, high }): PlotPoint => [x, high]),
    },
  ];
}
