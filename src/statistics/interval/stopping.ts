import { demand } from "../../base/index.ts";
import { normalQuantile } from "../special/normal.ts";
import { clopperPearson } from "./binomial.ts";

/**
 * UPPAAL 5's rule for when an estimate is good enough: stop after the first run at which both ends of Clopper and Pearson's
 * interval are within epsilon of k/n. With m the smaller of successes and failures the condition at a given m is monotone in
 * n, so the rule is a table from m to the n at which it stops; an entry is computed when it is first needed. m never falls,
 * and no later entry is below both an entry and `last`: so while n is below them nothing need be computed, and whole searches
 * take a handful of entries.
 */
export class StoppingRule {
  readonly alpha: number;
  readonly epsilon: number;
  readonly #needed = new Map<number, number>();
  #last: number | undefined;
  /** Below `last`, and quickly found: a tenth less than where the normal distribution puts it. 0 where that would say little. */
  readonly early: number;
  #sure = 0;

  constructor(alpha: number, epsilon: number) {
    demand(alpha > 0 && alpha < 1, "alpha is between 0 and 1");
    demand(epsilon > 0 && epsilon < 1, "epsilon is between 0 and 1");
    this.alpha = alpha;
    this.epsilon = epsilon;
    this.early = epsilon < 0.01 ? Math.floor(0.9 * (normalQuantile(1 - alpha / 2) / (2 * epsilon)) ** 2) : 0;
  }

  /** Whether k successes in n runs are enough; to be asked with growing n, or after `forget`. */
  stops(k: number, n: number): boolean {
    if (n < this.#sure) return false;
    const m = Math.min(k, n - k);
    const needed = this.needed(m);
    if (n >= needed) return true;
    this.#sure = Math.min(needed, n < this.early ? this.early : this.last);
    return false;
  }

  /** Begins with another sample. */
  forget(): void {
    this.#sure = 0;
  }

  /** The least n, at least 2m, that is enough with m successes or m failures. */
  needed(m: number): number {
    let n = this.#needed.get(m);
    if (n === undefined) {
      n = this.#search(m);
      this.#needed.set(m, n);
    }
    return n;
  }

  /** The least n that is enough with as many successes as failures, or one more. */
  get last(): number {
    this.#last ??= leastWhere((n) => this.#holds(n >> 1, n), 1);
    return this.#last;
  }

  #search(m: number): number {
    const first = Math.max(1, 2 * m);
    return leastWhere((n) => this.#holds(m, n), first);
  }

  #holds(k: number, n: number): boolean {
    const { low, high } = clopperPearson(k, n, this.alpha);
    return Math.max(high - k / n, k / n - low) <= this.epsilon;
  }
}

/** The least whole number from `first` on at which a monotone condition holds. */
function leastWhere(holds: (n: number) => boolean, first: number): number {
  if (holds(first)) return first;
  let low = first;
  let high = 2 * first;
  while (!holds(high)) {
    low = high;
    high *= 2;
  }
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) high = middle;
    else low = middle;
  }
  return high;
}
