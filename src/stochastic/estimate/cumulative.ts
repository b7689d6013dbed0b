import { bandHalfWidth } from "../../statistics/index.ts";
import type { Bound } from "../query.ts";
import type { CumulativePoint, Range } from "./estimate.ts";
import { intervalOf } from "./summary.ts";

/** Points of a curve that is drawn. */
const MOST = 200;

/**
 * How likely the goal is reached up to each value: the share of all runs, with an interval for each point alone and the band of
 * Dvoretzky, Kiefer and Wolfowitz, with Massart's constant, for all of them at once. From the start of runs to their bound.
 */
export function cumulate(
  values: Float64Array,
  runs: number,
  alpha: number,
  bound: Bound | undefined,
): readonly CumulativePoint[] {
  if (values.length === 0) return [];
  const sorted = values.slice().sort();
  const away = bandHalfWidth(runs, alpha);
  const point = (x: number, count: number): CumulativePoint => {
    const share = count / runs;
    const band: Range = { low: Math.max(0, share - away), high: Math.min(1, share + away) };
    return { x, share, interval: intervalOf(count, runs, alpha), band };
  };
  const points = [point(Math.min(0, sorted[0]!), 0)];
  const step = Math.max(1, Math.ceil(sorted.length / MOST));
  for (let i = step - 1; ; i = Math.min(i + step, sorted.length - 1)) {
    // Equal values are one step.
    while (i + 1 < sorted.length && sorted[i + 1] === sorted[i]) i++;
    points.push(point(sorted[i]!, i + 1));
    if (i === sorted.length - 1) break;
  }
  const end = bound?.limit ?? 0;
  return end > sorted[sorted.length - 1]! ? [...points, point(end, sorted.length)] : points;
}
