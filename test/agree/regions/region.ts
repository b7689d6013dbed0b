import { Fault } from "./evaluate.ts";

/**
 * Clock regions (Alur and Dill 1994), refined for differences. Clocks are numbered as in the network; 0 is the constant
 * zero. Each clock has its integer part and the rank of its fractional part among all clocks (rank 0: integral), or is
 * above the ceiling. `limits.ceiling` is at least every constant clocks are compared with.
 *
 * If the network compares differences, then a clock above the ceiling keeps its difference to every other clock, up to
 * `limits.spread`, the largest constant of a difference; the ceiling is then the spread plus the largest value a clock is
 * set to, so that setting a clock to a constant yields a known difference: c - x < c - ceiling <= -spread.
 *
 * Encoding of a difference: 2k for exactly k, 2k + 1 for the open interval (k, k + 1). Constants that turn out to be too
 * large for the limits throw `Grow`, and the exploration starts again with larger limits.
 */
export interface Limits {
  readonly ceiling: number;
  readonly spread: number;
  readonly differences: boolean;
  readonly largest: number;
}

/** What the semantics asks of clocks: regions give it for sets of values, points for single ones. */
export interface Clocks<C> {
  copy(): C;
  satisfies(left: number, right: number, strict: boolean, bound: number): boolean;
  reset(clock: number, value: number): void;
  move(clock: number, from: number, plus: number): void;
}

export function limits(constant: number, largest: number, differences: boolean): Limits {
  return { ceiling: differences ? constant + largest : constant, spread: constant, differences, largest };
}

export class Grow extends Error {
  override readonly name = "Grow";
  readonly constant: number;
  readonly largest: number;
  readonly differences: boolean;
  constructor(constant: number, largest: number, differences: boolean) {
    super("the limits are too small");
    this.constant = constant;
    this.largest = largest;
    this.differences = differences;
  }
}

/** The exact answer is out of reach of regions: shifted clocks together with differences, stopwatches. */
export class Unsupported extends Error {
  override readonly name = "Unsupported";
}

export class Region implements Clocks<Region> {
  readonly limits: Limits;
  private readonly whole: number[];
  private readonly rank: number[];
  /** `far[i * n + j]`: the difference of clocks i and j where at least one of them is above the ceiling. */
  private readonly far: number[];

  private constructor(limits: Limits, whole: number[], rank: number[], far: number[]) {
    this.limits = limits;
    this.whole = whole;
    this.rank = rank;
    this.far = far;
  }

  static initial(values: readonly number[], limits: Limits): Region {
    const region = new Region(
      limits,
      values.map(() => 0),
      values.map(() => 0),
      limits.differences ? new Array(values.length ** 2).fill(0) : [],
    );
    for (let i = 1; i < values.length; i++) region.reset(i, values[i]!);
    return region;
  }

  copy(): Region {
    return new Region(this.limits, [...this.whole], [...this.rank], [...this.far]);
  }

  key(): string {
    return `${this.whole}/${this.rank}/${this.far}`;
  }

  /** Whether left - right < bound (strict) or <= bound. */
  satisfies(left: number, right: number, strict: boolean, bound: number): boolean {
    if (left !== right) {
      const size = Math.abs(bound);
      if (left === 0 || right === 0) {
        if (size > this.limits.ceiling) throw new Grow(size, 0, false);
      } else if (!this.limits.differences || size > this.limits.spread) throw new Grow(size, 0, true);
    }
    const d = this.difference(left, right);
    return strict ? d < 2 * bound : d <= 2 * bound;
  }

  /** The value of a clock as an encoded difference to zero; undefined above the ceiling. */
  value(clock: number): number | undefined {
    return this.above(clock) ? undefined : this.difference(clock, 0);
  }

  /** Whether no time can pass without leaving the region. */
  isInstant(): boolean {
    return this.whole.some((_, i) => i > 0 && !this.above(i) && this.rank[i] === 0);
  }

  /** Whether all time from here on stays in the region. */
  isEndless(): boolean {
    return this.whole.every((_, i) => i === 0 || this.above(i));
  }

  /** The region entered next when time passes. Requires that this one is not endless. */
  later(): Region {
    const next = this.copy();
    const top = Math.max(...this.rank.map((r, i) => (i === 0 || this.above(i) ? 0 : r)));
    const instant = this.isInstant();
    for (let i = 1; i < this.whole.length; i++) {
      if (this.above(i)) continue;
      if (instant) {
        if (this.rank[i] === 0 && this.whole[i] === this.limits.ceiling) next.rise(i, this);
        else next.rank[i]!++;
      } else if (this.rank[i] === top) {
        next.whole[i]!++;
        next.rank[i] = 0;
      }
    }
    return next.normal();
  }

  reset(clock: number, value: number): void {
    if (this.limits.differences && value > this.limits.largest) throw new Grow(0, value, true);
    this.whole[clock] = Math.min(value, this.limits.ceiling + 1);
    this.rank[clock] = 0;
    const n = this.whole.length;
    if (this.limits.differences) {
      for (let j = 1; j < n; j++) {
        const known = j === clock || !this.above(j);
        this.far[clock * n + j] = known ? 0 : -this.edge();
        this.far[j * n + clock] = known ? 0 : this.edge();
      }
    }
    this.normal();
  }

  move(clock: number, from: number, plus: number): void {
    if (from === 0) {
      if (plus < 0) throw new Fault("negative clock");
      this.reset(clock, plus);
      return;
    }
    if (plus !== 0 && this.limits.differences) throw new Unsupported("a shifted clock together with differences");
    if (plus < 0 && this.above(from)) throw new Unsupported("a clock above the ceiling is shifted down");
    const n = this.whole.length;
    if (this.limits.differences && clock !== from) {
      for (let j = 1; j < n; j++) {
        if (j === clock) continue;
        this.far[clock * n + j] = this.far[from * n + j]!;
        this.far[j * n + clock] = this.far[j * n + from]!;
      }
      this.far[clock * n + from] = this.far[from * n + clock] = this.far[clock * n + clock] = 0;
    }
    if (this.above(from)) this.whole[clock] = this.limits.ceiling + 1;
    else {
      this.whole[clock] = this.whole[from]! + plus;
      this.rank[clock] = this.rank[from]!;
      if (this.whole[clock] < 0) throw new Fault("negative clock");
      if (
        this.whole[clock] > this.limits.ceiling ||
        (this.whole[clock] === this.limits.ceiling && this.rank[clock] > 0)
      )
        this.whole[clock] = this.limits.ceiling + 1;
    }
    this.normal();
  }

  private above(clock: number): boolean {
    return this.whole[clock]! > this.limits.ceiling;
  }

  /** Stands for every difference larger than the spread. */
  private edge(): number {
    return 2 * this.limits.spread + 1;
  }

  private difference(i: number, j: number): number {
    if (i === j) return 0;
    if (!this.above(i) && !this.above(j))
      return 2 * (this.whole[i]! - this.whole[j]!) + Math.sign(this.rank[i]! - this.rank[j]!);
    if (j === 0) return 2 * this.limits.ceiling + 1;
    if (i === 0) return -2 * this.limits.ceiling - 1;
    return this.far[i * this.whole.length + j]!;
  }

  /** Puts a clock above the ceiling; its differences are those in `before`. */
  private rise(clock: number, before: Region): void {
    this.whole[clock] = this.limits.ceiling + 1;
    if (!this.limits.differences) return;
    const n = this.whole.length;
    for (let j = 1; j < n; j++) {
      const d = Math.max(-this.edge(), Math.min(this.edge(), before.difference(clock, j)));
      this.far[clock * n + j] = d;
      this.far[j * n + clock] = d === 0 ? 0 : -d;
    }
  }

  /** Numbers the ranks without gaps. */
  private normal(): this {
    const used = new Set<number>([0]);
    for (let i = 1; i < this.rank.length; i++) {
      if (this.above(i)) this.rank[i] = 0;
      else used.add(this.rank[i]!);
    }
    const order = [...used].sort((a, b) => a - b);
    for (let i = 1; i < this.rank.length; i++) this.rank[i] = order.indexOf(this.rank[i]!);
    return this;
  }
}
