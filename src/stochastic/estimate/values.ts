import { Summary } from "../../statistics/index.ts";

/** So many numbers are kept. More would tell a picture, a quantile or a curve nothing new, and keep everybody waiting. */
const MOST = 2 ** 20;

/** The numbers of runs, in order, with their summary at any time: the summary is of all, the list of the first million. */
export class Values {
  readonly summary = new Summary();
  private list = new Float64Array(64);

  get count(): number {
    return this.summary.count;
  }

  /** No further numbers are kept. */
  get isFull(): boolean {
    return this.count >= MOST;
  }

  add(value: number): void {
    const { count } = this;
    if (count === this.list.length && count < MOST) {
      const larger = new Float64Array(2 * count);
      larger.set(this.list);
      this.list = larger;
    }
    if (count < this.list.length) this.list[count] = value;
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
