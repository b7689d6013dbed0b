import { Summary } from "../../statistics/index.ts";

/** The numbers of runs, in order, with their summary at any time. */
export class Values {
  readonly summary = new Summary();
  private list = new Float64Array(64);

  get count(): number {
    return this.summary.count;
  }

  add(value: number): void {
    if (this.count === this.list.length) {
      const larger = new Float64Array(2 * this.count);
      larger.set(this.list);
      this.list = larger;
    }
    this.list[this.count] = value;
    this.summary.add(value);
  }

  get isConstant(): boolean {
    return this.summary.least === this.summary.greatest;
  }

  get memory(): number {
    return this.list.byteLength;
  }

  /** A copy. */
  all(): Float64Array {
    return this.list.slice(0, this.count);
  }
}
