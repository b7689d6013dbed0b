import { demand } from "../../base/index.ts";
import { Summary } from "../summary.ts";

/**
 * The average over time of a value that changes by steps along one long run, in batches of equal length after a warm-up: far
 * apart, their means are nearly independent, so that Student's interval for them holds. `correlation` of neighbours tells
 * whether batches are long enough: well above 0 they are not.
 */
export class TimeBatches {
  readonly means: number[] = [];
  readonly #length: number;
  #skip: number;
  #time = 0;
  #area = 0;

  constructor(warmUp: number, length: number) {
    demand(length > 0, "a batch has a length above 0");
    this.#skip = warmUp;
    this.#length = length;
  }

  /** The value stays the same for some time. */
  hold(value: number, duration: number): void {
    const skipped = Math.min(this.#skip, duration);
    this.#skip -= skipped;
    for (let left = duration - skipped; left > 0; ) {
      const part = Math.min(left, this.#length - this.#time);
      this.#area += value * part;
      this.#time += part;
      left -= part;
      if (this.#time < this.#length) return;
      this.means.push(this.#area / this.#length);
      this.#time = 0;
      this.#area = 0;
    }
  }

  /** Of the batches that are full; `studentInterval` makes an interval of it. */
  summary(): Summary {
    return Summary.of(this.means);
  }
}

/** The correlation of neighbours in a series; 0 where nothing varies. */
export function neighbourCorrelation(series: readonly number[]): number {
  const { mean, squares } = Summary.of(series);
  if (squares === 0) return 0;
  let sum = 0;
  for (let i = 1; i < series.length; i++) sum += (series[i]! - mean) * (series[i - 1]! - mean);
  return sum / squares;
}
