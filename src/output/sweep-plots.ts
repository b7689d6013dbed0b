import { constantsText, type RunRecord } from "../sweep/index.ts";
import type { Plot, PlotPoint, Series } from "./plot.ts";
import { estimateOf } from "./sweep-csv.ts";

/**
 * How what was found grows with each constant: states and seconds of searches, as powers of ten since they mostly grow so; values of estimates
 * with their intervals. A curve for each combination of the other constants, as long as they can be told apart.
 */
const mostCurves = 8;

/** The diagrams of one query, for records of one model. */
export function growthPlots(records: readonly RunRecord[]): readonly Plot[] {
  return varying(records).flatMap((name) => {
    const curves = curvesOf(records, name);
    const shown = curves.slice(0, mostCurves);
    const hidden = curves.length - shown.length;
    const notes = hidden > 0 ? [`${hidden} more combinations of the other constants are not drawn`] : [];
    const draw = (title: string, label: string, series: readonly Series[]): Plot[] =>
      series.length === 0 ? [] : [{ title: `${title} over ${name}`, x: { label: name }, y: { label }, series, notes }];
    return [
      ...draw("Values", "value", shown.flatMap(estimates)),
      ...draw("States explored", "power of ten", shown.flatMap(powers(({ statistics }) => statistics.explored))),
      ...draw("Seconds", "power of ten", shown.flatMap(powers(({ seconds }) => seconds))),
    ];

    function powers(figure: (record: RunRecord) => number) {
      return ({ others, points }: Curve, group: number): Series[] => {
        const drawn = points
          .map(([x, record]): PlotPoint => [x, Math.log10(figure(record))])
          .filter(([, y]) => Number.isFinite(y));
        return drawn.length < 2 ? [] : [{ kind: "line", name: constantsText(others), group, points: drawn }];
      };
    }
  });
}

/** Constants that have several numbers as values. */
export function varying(records: readonly RunRecord[]): readonly string[] {
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
    { kind: "line", name, group, points: found.map(({ x, value }): PlotPoint => [x, value]) },
    {
      kind: "whiskers",
      name: "",
      group,
      low: found.map(({ x, low }): PlotPoint => [x, low]),
      high: found.map(({ x, high }): PlotPoint => [x, high]),
    },
  ];
}
