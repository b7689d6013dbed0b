import { wants } from "../base/index.ts";
import type { Estimate, Sample, Trajectory } from "../stochastic/index.ts";
import { confidenceText, meanText, rangeText } from "./estimate-text.ts";
import { general } from "./general.ts";

/**
 * The lines that UPPAAL's verifyta prints behind `-- Formula is satisfied.` for a statistical query, as versions 5 and 4.1
 * word them. What is known of them comes from recorded outputs; hypotheses and comparisons are known only from programs
 * that read them.
 */
export function estimateToUppaal(estimate: Estimate, version: "5" | "4.1"): readonly string[] {
  wants("estimateToUppaal", estimate, "estimate");
  const { runs, confidence } = estimate;
  const old = version === "4.1";
  const sure = old ? "" : ` ${confidenceText(confidence)}`;
  const by = old ? [`with confidence ${general(confidence)}.`] : [];
  switch (estimate.kind) {
    case "probability": {
      const { successes, path, interval, values } = estimate;
      const count = old ? `${runs} runs` : `${successes}/${runs} runs`;
      return [`(${count}) Pr(${shortPath(path, old)}) in ${rangeText(interval)}${sure}`, ...by, ...valuesLine(values)];
    }
    case "expectation": {
      const { extreme, values } = estimate;
      const value = old
        ? general(values.mean ?? Number.NaN)
        : `${meanText(values)}${values.halfWidth === undefined ? "" : sure}`;
      return [`(${runs} runs) E(${extreme}) = ${value}`, ...valuesLine(values)];
    }
    case "hypothesis": {
      const { path, relation, limit, outcome } = estimate;
      const accepted = outcome === "satisfied";
      const said = `${accepted ? "H0" : "H1"}: Pr(${shortPath(path, old)}) ${accepted ? relation : relation === ">=" ? "<=" : ">="} ${general(limit)}`;
      return [`(${runs} runs) ${said}`, `with confidence ${general(confidence)}.`];
    }
    case "comparison": {
      const { first, second, outcome, parameters } = estimate;
      const ratio = outcome === "satisfied" ? `>= ${general(parameters.u1)}` : `<= ${general(parameters.u0)}`;
      return [
        `(${runs} runs) Pr(${shortPath(first.path, old)})/Pr(${shortPath(second.path, old)}) ${ratio}`,
        `with confidence ${general(confidence)}.`,
      ];
    }
    case "simulation":
      return estimate.expressions.flatMap((expression, e) => [
        `${expression}:`,
        ...estimate.trajectories.map((trajectory, i) => trajectoryLine(trajectory, e, i)),
      ]);
  }
}

/** UPPAAL prints the operator and an ellipsis. */
function shortPath(path: string, old: boolean): string {
  const operator = /^(<>|\[\])/.exec(path)?.[0] ?? "U";
  const dots = old ? "..." : "…";
  return operator === "U" ? `${dots} U ${dots}` : `${operator} ${dots}`;
}

function trajectoryLine({ series }: Trajectory, e: number, i: number): string {
  return `[${i}]: ${(series[e] ?? []).map(([x, value]) => `(${general(x)},${general(value)})`).join(" ")}`;
}

/** A hundred buckets; of integers as many as have a width of whole numbers. */
function valuesLine({ count, all, min, max, mean }: Sample): string[] {
  if (count === 0 || min === undefined || max === undefined || mean === undefined) return [];
  const whole = all.every(Number.isInteger);
  const wide = whole ? Math.max(1, Math.ceil((max - min + 1) / 100)) : (max - min) / 100;
  const counts = bucketsOf(all, min, wide, whole ? Math.floor((max - min) / wide) + 1 : 100);
  return [
    `Values in [${general(min)},${general(max)}] mean=${general(mean)} steps=${general(wide)}: ${counts.join(" ")}`,
  ];
}

function bucketsOf(all: Float64Array, min: number, width: number, most: number): number[] {
  const counts = new Array<number>(width > 0 ? most : 1).fill(0);
  for (const value of all) counts[width > 0 ? Math.min(counts.length - 1, Math.floor((value - min) / width)) : 0]!++;
  return counts;
}
