import { type Rational, rationals } from "../../../src/zones/index.ts";
import { Fault } from "./evaluate.ts";
import type { Clocks } from "./region.ts";

const { compareRational, floor, minus, plus, rational } = rationals;

/** Exact values of the clocks. */
export class PointClocks implements Clocks<PointClocks> {
  readonly values: Rational[];

  constructor(values: readonly Rational[]) {
    this.values = [...values];
  }

  copy(): PointClocks {
    return new PointClocks(this.values);
  }
  satisfies(left: number, right: number, strict: boolean, bound: number): boolean {
    const order = compareRational(minus(this.values[left]!, this.values[right]!), rational(bound));
    return strict ? order < 0 : order <= 0;
  }
  reset(clock: number, value: number): void {
    this.values[clock] = rational(value);
  }
  move(clock: number, from: number, by: number): void {
    this.values[clock] = plus(this.values[from]!, rational(by));
    if (this.values[clock].n < 0n) throw new Fault("negative clock");
  }
  later(delay: Rational): PointClocks {
    return new PointClocks(this.values.map((v, i) => (i === 0 ? v : plus(v, delay))));
  }
  equals(values: readonly Rational[]): boolean {
    return this.values.every((v, i) => compareRational(v, values[i]!) === 0);
  }

  /**
   * Delays up to and with `end` at which every kind of constraint shows its value: start and end, each time at which some
   * clock is an integer, and a time between any two of these.
   */
  instants(end: Rational): Rational[] {
    const zero = rational(0);
    const times = [zero, end];
    for (const value of this.values.slice(1)) {
      for (let next = floor(value) + 1n; ; next++) {
        const time = minus(rational(next), value);
        if (compareRational(time, end) >= 0) break;
        times.push(time);
      }
    }
    times.sort(compareRational);
    return times.flatMap((time, i) => {
      if (i === 0 || compareRational(time, times[i - 1]!) === 0) return [time];
      const sum = plus(time, times[i - 1]!);
      return [rational(sum.n, sum.d * 2n), time];
    });
  }
}
