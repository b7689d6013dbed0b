import { clopperPearson, type Interval } from "../interval/binomial.ts";
import type { Buckets } from "./buckets.ts";

/**
 * The plots of an answer as data: seven for a probability, five for an expectation, with UPPAAL's titles and its order.
 * Shares are of all runs, also those that never reached the goal and stand in no bucket. A bar begins at x and is `width`
 * wide; a line goes through its points: at x the share of values before it, and at the end of the last bucket that of all.
 * Intervals are Clopper and Pearson's for each bucket or point alone, those of a density divided by the width as the density
 * is (UPPAAL's are not).
 */
export interface Point {
  readonly x: number;
  readonly y: number;
  readonly interval?: Interval;
}

export interface Plot {
  readonly title: string;
  readonly kind: "bars" | "line";
  readonly points: readonly Point[];
}

/** For `runs` runs of which those in the buckets have a value. */
export function probabilityPlots(histogram: Buckets, runs: number, alpha: number): readonly Plot[] {
  const { width } = histogram;
  const plain = bars(histogram, runs, undefined);
  const exact = bars(histogram, runs, alpha);
  return [
    { title: "Probability Density Distribution", kind: "bars", points: divided(plain, width) },
    { title: "Probability Density Confidence Intervals", kind: "bars", points: divided(exact, width) },
    { title: "Probability Distribution", kind: "bars", points: plain },
    { title: "Probability Confidence Intervals", kind: "bars", points: exact },
    { title: "Cumulative Probability Distribution", kind: "line", points: line(histogram, runs, undefined) },
    { title: "Cumulative Probability Confidence Intervals", kind: "line", points: line(histogram, runs, alpha) },
    { title: "Frequency Histogram", kind: "bars", points: bars(histogram, 1, undefined) },
  ];
}

/** Every run has a value; density and probability come without intervals. */
export function expectationPlots(histogram: Buckets, alpha: number): readonly Plot[] {
  const runs = histogram.counts.reduce((sum, count) => sum + count, 0);
  const without = ["Probability Density Confidence Intervals", "Probability Confidence Intervals"];
  return probabilityPlots(histogram, runs, alpha).filter(({ title }) => !without.includes(title));
}

function bars({ from, width, counts }: Buckets, runs: number, alpha: number | undefined): readonly Point[] {
  return counts.map((count, i) => point(from + i * width, count, runs, alpha));
}

function line({ from, width, counts }: Buckets, runs: number, alpha: number | undefined): readonly Point[] {
  let sum = 0;
  const points = counts.map((count, i) => {
    const before = point(from + i * width, sum, runs, alpha);
    sum += count;
    return before;
  });
  return [...points, point(from + counts.length * width, sum, runs, alpha)];
}

function point(x: number, count: number, runs: number, alpha: number | undefined): Point {
  const plain = { x, y: count / runs };
  return alpha === undefined ? plain : { ...plain, interval: clopperPearson(count, runs, alpha) };
}

function divided(points: readonly Point[], width: number): readonly Point[] {
  return points.map(({ x, y, interval }) => {
    const plain = { x, y: y / width };
    return interval === undefined
      ? plain
      : { ...plain, interval: { low: interval.low / width, high: interval.high / width } };
  });
}
