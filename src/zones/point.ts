/**
 * Points: exact valuations of the clocks, for concrete traces. A point has one rational per index of a matrix; index 0
 * holds zero. Values are chosen as simple as can be: the smallest integer of an interval, otherwise the smallest number
 * with the smallest denominator that is a power of two, which prints as a finite decimal. Matrices are as in `matrix.ts`,
 * closed unless told otherwise.
 */
import { constantOf, INF, isStrict } from "./bound.ts";
import { compareRational, floor, minus, plus, type Rational, rational, ZERO } from "./rational.ts";

export type Point = readonly Rational[];

/** The numbers from `low` to `high`, ends left out where strict; no upper end if `high` is null. */
export interface Interval {
  readonly low: Rational;
  readonly lowStrict: boolean;
  readonly high: Rational | null;
  readonly highStrict: boolean;
}

export function origin(dim: number): Point {
  return new Array<Rational>(dim).fill(ZERO);
}

/** Whether the point satisfies every entry. The matrix need not be closed. */
export function containsPoint(z: Int32Array, at: number, dim: number, p: Point): boolean {
  for (let i = 0; i < dim; i++) {
    for (let j = 0; j < dim; j++) {
      const b = z[at + i * dim + j]!;
      if (b < INF && !isWithin(minus(p[i]!, p[j]!), b)) return false;
    }
  }
  return true;
}

/** The point d later; the clocks x with `stopped[x] !== 0` keep their value. */
export function delayed(p: Point, d: Rational, stopped?: Uint8Array): Point {
  return p.map((v, i) => (i === 0 || (stopped !== undefined && stopped[i] !== 0) ? v : plus(v, d)));
}

/** Requires: closed, not empty. Ensures: a point of the zone, clock by clock the simplest value that is left. */
export function pickPoint(z: Int32Array, at: number, dim: number): Point {
  const p: Rational[] = [ZERO];
  for (let x = 1; x < dim; x++) {
    let interval: Interval = { low: ZERO, lowStrict: false, high: null, highStrict: true };
    // In a closed matrix values that fit together can always be extended by one more clock.
    for (let i = 0; i < x; i++) {
      interval = cutBelow(interval, p[i]!, z[at + i * dim + x]!);
      interval = cutAbove(interval, p[i]!, z[at + x * dim + i]!);
    }
    p.push(simplest(interval));
  }
  return p;
}

/**
 * The delays d >= 0 after which the point is in the zone, or null if there are none. The matrix need not be closed, and the
 * point need not be in it. Clocks x with `stopped[x] !== 0` stand still.
 */
export function delaysInto(z: Int32Array, at: number, dim: number, p: Point, stopped?: Uint8Array): Interval | null {
  let interval: Interval = { low: ZERO, lowStrict: false, high: null, highStrict: true };
  for (let i = 0; i < dim; i++) {
    for (let j = 0; j < dim; j++) {
      const b = z[at + i * dim + j]!;
      if (b >= INF) continue;
      const difference = minus(p[i]!, p[j]!);
      const slope = runs(i, stopped) - runs(j, stopped);
      if (slope > 0) interval = cutAbove(interval, minus(ZERO, difference), b);
      else if (slope < 0) interval = cutBelow(interval, difference, b);
      else if (!isWithin(difference, b)) return null;
    }
  }
  return isNothing(interval) ? null : interval;
}

/** The simplest number of an interval. Requires: the interval is not empty. */
export function simplest(interval: Interval): Rational {
  // A single number need not have a power of two below.
  if (interval.high !== null && compareRational(interval.low, interval.high) === 0) return interval.low;
  for (let d = 1n; ; d *= 2n) {
    const scaled = rational(interval.low.n * d, interval.low.d);
    let n = floor(scaled);
    const exact = n * scaled.d === scaled.n;
    if (!exact || interval.lowStrict) n += 1n;
    const candidate = rational(n, d);
    if (interval.high === null) return candidate;
    const order = compareRational(candidate, interval.high);
    if (order < 0 || (order === 0 && !interval.highStrict)) return candidate;
  }
}

export function isNothing(i: Interval): boolean {
  if (i.high === null) return false;
  const order = compareRational(i.low, i.high);
  return order > 0 || (order === 0 && (i.lowStrict || i.highStrict));
}

/** The numbers that are in both. The result may be empty: see `isNothing`. */
export function meet(a: Interval, b: Interval): Interval {
  const low = compareRational(a.low, b.low);
  const high = a.high === null ? 1 : b.high === null ? -1 : compareRational(a.high, b.high);
  return {
    low: low >= 0 ? a.low : b.low,
    lowStrict: low === 0 ? a.lowStrict || b.lowStrict : low > 0 ? a.lowStrict : b.lowStrict,
    high: high <= 0 ? a.high : b.high,
    highStrict: high === 0 ? a.highStrict || b.highStrict : high < 0 ? a.highStrict : b.highStrict,
  };
}

function runs(i: number, stopped: Uint8Array | undefined): number {
  return i === 0 || (stopped !== undefined && stopped[i] !== 0) ? 0 : 1;
}

function isWithin(difference: Rational, b: number): boolean {
  const order = compareRational(difference, rational(constantOf(b)));
  return order < 0 || (order === 0 && !isStrict(b));
}

/** Keeps t with t - base < or <= c. */
function cutAbove(i: Interval, base: Rational, b: number): Interval {
  if (b >= INF) return i;
  return meet(i, {
    low: i.low,
    lowStrict: i.lowStrict,
    high: plus(base, rational(constantOf(b))),
    highStrict: isStrict(b),
  });
}

/** Keeps t with base - t < or <= c. */
function cutBelow(i: Interval, base: Rational, b: number): Interval {
  if (b >= INF) return i;
  return meet(i, {
    low: minus(base, rational(constantOf(b))),
    lowStrict: isStrict(b),
    high: i.high,
    highStrict: i.highStrict,
  });
}
