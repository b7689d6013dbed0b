/** A point of a trajectory: where in the unit of the bound, and the values there. */
export interface Point {
  readonly at: number;
  readonly values: readonly number[];
}

/** So many points of a run are kept as they are; of more, what a picture of this many columns shows. */
const MOST_POINTS = 20_000;
const COLUMNS = 1000;

/**
 * The points of a run, as they come: records of numbers, first where, then the values there. Runs of millions of steps
 * are drawn too.
 */
export class Course {
  length = 0;
  private readonly width: number;
  private readonly column: number;
  private room = MOST_POINTS;
  private numbers: Float64Array;

  /** `limit`: where the run ends, as far as that is known. */
  constructor(limit: number, values: number) {
    this.width = 1 + values;
    this.column = Math.max(limit, 1) / COLUMNS;
    this.numbers = new Float64Array(FIRST * this.width);
  }

  /** Takes one record or several. */
  add(records: ArrayLike<number>): void {
    const { width } = this;
    for (let from = 0; from < records.length; from += width) {
      const at = this.length * width;
      if (at === this.numbers.length) this.grow();
      for (let k = 0; k < width; k++) this.numbers[at + k] = records[from + k]!;
      if (++this.length === this.room) this.thin();
    }
  }

  get points(): Point[] {
    const { width, numbers } = this;
    return Array.from({ length: this.length }, (_, k) => {
      const [at = 0, ...values] = numbers.subarray(k * width, (k + 1) * width);
      return { at, values };
    });
  }

  private grow(): void {
    const { numbers, width, room } = this;
    this.numbers = new Float64Array(Math.min(2 * numbers.length, room * width));
    this.numbers.set(numbers);
  }

  private thin(): void {
    this.length = thinned(this.numbers, this.length, this.width, this.column);
    this.room = Math.max(MOST_POINTS, 2 * this.length);
  }
}

/** Room for so many points at first. */
const FIRST = 64;

/**
 * Long trajectories with fewer points. Of the points that fall into one column of a picture these are kept: the first, the
 * last, and for each value those where it is least and greatest. What is drawn is the same. They are moved to the front;
 * yields how many there are.
 */
export function thinned(numbers: Float64Array, count: number, width: number, column: number): number {
  const columnOf = (k: number): number => Math.floor(numbers[k * width]! / column);
  let [kept, from, here] = [0, 0, columnOf(0)];
  for (let k = 1; k <= count; k++) {
    const next = k < count ? columnOf(k) : Number.NaN;
    if (next === here) continue;
    for (const index of extremes(numbers, width, from, k))
      numbers.copyWithin(kept++ * width, index * width, (index + 1) * width);
    [from, here] = [k, next];
  }
  return kept;
}

/** The points to keep of from .. to - 1, in order. */
function extremes(numbers: Float64Array, width: number, from: number, to: number): number[] {
  const kept = new Set([from, to - 1]);
  for (let e = 1; e < width; e++) {
    let [least, greatest] = [from, from];
    for (let k = from + 1; k < to; k++) {
      const value = numbers[k * width + e]!;
      if (value < numbers[least * width + e]!) least = k;
      if (value > numbers[greatest * width + e]!) greatest = k;
    }
    kept.add(least).add(greatest);
  }
  return [...kept].sort((a, b) => a - b);
}
