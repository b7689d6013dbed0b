/** A point of a trajectory: where in the unit of the bound, and the values there. */
export interface Point {
  readonly at: number;
  readonly values: readonly number[];
}

/** So many points of a run are kept as they are; of more, what a picture of this many columns shows. */
const MOST_POINTS = 20_000;
const COLUMNS = 1000;

/** The points of a run, as they come. */
export class Course {
  points: Point[] = [];
  private room = MOST_POINTS;
  private readonly column: number;

  /** `limit`: where the run ends, as far as that is known. */
  constructor(limit: number) {
    this.column = Math.max(limit, 1) / COLUMNS;
  }

  add(point: Point): void {
    this.points.push(point);
    if (this.points.length < this.room) return;
    this.points = thinned(this.points, this.column);
    this.room = Math.max(MOST_POINTS, 2 * this.points.length);
  }
}

/**
 * Long trajectories with fewer points. Of the points that fall into one column of a picture these are kept: the first, the last, and
 * for each value those where it is least and greatest. What is drawn is the same.
 */
export function thinned(points: readonly Point[], column: number): Point[] {
  const kept: Point[] = [];
  let from = 0;
  for (let k = 1; k <= points.length; k++) {
    if (k < points.length && columnOf(points[k]!, column) === columnOf(points[from]!, column)) continue;
    for (const index of extremes(points, from, k)) kept.push(points[index]!);
    from = k;
  }
  return kept;
}

function columnOf({ at }: Point, column: number): number {
  return Math.floor(at / column);
}

/** The points to keep of from .. to - 1, in order. */
function extremes(points: readonly Point[], from: number, to: number): number[] {
  const kept = new Set([from, to - 1]);
  for (const e of points[from]!.values.keys()) {
    let [least, greatest] = [from, from];
    for (let k = from + 1; k < to; k++) {
      const value = points[k]!.values[e]!;
      if (value < points[least]!.values[e]!) least = k;
      if (value > points[greatest]!.values[e]!) greatest = k;
    }
    kept.add(least).add(greatest);
  }
  return [...kept].sort((a, b) => a - b);
}
