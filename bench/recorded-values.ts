import { clopperPearson, studentQuantile } from "../src/statistics/index.ts";

/**
 * The values of statistical queries as UPPAAL 5 stores them, as intervals: `≥ 0.950056 (95% CI)` is of runs that all
 * succeeded, `≤` of runs that all failed, `0.0553542 ± 0.0388717 (95% CI)` is the middle and half the width of Clopper and
 * Pearson's interval, or of Student's for an expectation, `≈ 1` of values that are all equal.
 */
export interface Range {
  readonly low: number;
  readonly high: number;
}
interface Stored {
  readonly own: Range;
  /** The same runs at another confidence. */
  readonly wide: Range;
}

/** What is printed has six digits. */
const PRINTED = 1e-5;

export function meet(a: Range, b: Range): boolean {
  const slack = PRINTED * Math.max(Math.abs(a.high), Math.abs(b.high));
  return a.low <= b.high + slack && b.low <= a.high + slack;
}

/** Undefined where the text is another's, or no number of runs gives it. `runs`: of an expectation, as the query says. */
export function storedOf(text: string, runs: number | undefined, alpha: number): Stored | undefined {
  const numbers = (text.replace(/\(.*\)/, "").match(/[-+]?\d+(\.\d+)?(e[-+]?\d+)?/gi) ?? []).map(Number);
  const own = 1 - Number(/\((\d+(\.\d+)?)% CI\)/.exec(text)?.[1] ?? 95) / 100;
  const [first, half] = numbers;
  if (first === undefined) return undefined;
  if (/^[≥≤]/.test(text)) return extreme(text.startsWith("≥"), first, own, alpha);
  if (/^≈/.test(text)) return { own: { low: first, high: first }, wide: { low: first, high: first } };
  if (half === undefined) return undefined;
  return runs === undefined ? share(first, half, own, alpha) : mean(first, half, runs, own, alpha);
}

/** When the runs reached their goal, on average, where a plot's comment says it. */
export function storedTimes(text: string, alpha: number): Stored | undefined {
  const runs = /Runs: \d+ in total, (\d+) /.exec(text)?.[1];
  const told = /Mean estimate of displayed sample: (\S+ ± \S+ \(.*?% CI\)|≈ \S+)/.exec(text)?.[1];
  return runs === undefined || told === undefined
    ? undefined
    : storedOf(told.replace("</comment>", ""), Number(runs), alpha);
}

function extreme(all: boolean, end: number, own: number, alpha: number): Stored {
  const runs = Math.round(Math.log(own / 2) / Math.log(all ? end : 1 - end));
  const at = (level: number) => clopperPearson(all ? runs : 0, runs, level);
  return { own: at(own), wide: at(alpha) };
}

/** The successes and runs whose interval this is: the fewest. */
function share(middle: number, half: number, own: number, alpha: number): Stored | undefined {
  const near = middle * (1 - middle) * (2 / half) ** 2;
  const at = (k: number, runs: number) => new Spread(clopperPearson(k, runs, own));
  const successes = (runs: number) => bisect((k) => at(k, runs).middle >= middle, 0, runs);
  const firstBelow = (wanted: number) =>
    bisect((runs) => at(successes(runs), runs).half <= wanted, 1, 4 * Math.ceil(near) + 400);
  // Successes are whole numbers, so that the width does not fall evenly.
  const slack = 2 * PRINTED + 4 / (Math.min(middle, 1 - middle) * near);
  const last = firstBelow(half * Math.max(0, 1 - slack));
  const first = firstBelow(half * (1 + slack));
  for (let runs = first, k = successes(first); runs <= last; runs++) {
    while (k < runs && at(k, runs).middle <= middle * (1 - PRINTED)) k++;
    const found = at(k, runs);
    if (Math.abs(found.middle - middle) < PRINTED * middle && Math.abs(found.half - half) < PRINTED * half)
      return { own: found.range, wide: clopperPearson(k, runs, alpha) };
  }
  return undefined;
}

class Spread {
  readonly range: Range;

  constructor(range: Range) {
    this.range = range;
  }

  get middle(): number {
    return (this.range.low + this.range.high) / 2;
  }

  get half(): number {
    return (this.range.high - this.range.low) / 2;
  }
}

/** The least number of low..high for which this holds, as for all above it. */
function bisect(holds: (n: number) => boolean, low: number, high: number): number {
  let [from, to] = [low, high];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if (holds(middle)) to = middle;
    else from = middle + 1;
  }
  return from;
}

function mean(middle: number, half: number, runs: number, own: number, alpha: number): Stored {
  const wide = (half * studentQuantile(1 - alpha / 2, runs - 1)) / studentQuantile(1 - own / 2, runs - 1);
  return { own: { low: middle - half, high: middle + half }, wide: { low: middle - wide, high: middle + wide } };
}
