/**
 * Elimination of transformations whose results are overwritten before they are read: APPLY and ELIMINATE of Rinast, Schupp
 * and Gollmann, State space reconstruction in UPPAAL (Figures 3 and 4), on the fly. Knows variables as numbers, and of a
 * transformation only which of them it reads and writes.
 *
 * The counter of a transformation is the number of variables whose value it is responsible for plus the number of kept
 * transformations that read a value of it. At zero nothing depends on it: it goes, and what it read loses a reader. So after
 * every `apply` exactly the transformations are kept that the final values depend on through chains of use and definition.
 */
import { assert } from "../base/index.ts";

/** What a transformation does to variables: it computes every written one from read ones only. */
export interface Effect {
  readonly reads: Iterable<number>;
  /** Without repetitions. */
  readonly writes: Iterable<number>;
}

interface Link<T> {
  readonly value: T | undefined;
  count: number;
  /** Whose values it read. */
  readonly uses: Set<Link<T>>;
  before: Link<T> | undefined;
  after: Link<T> | undefined;
}

export class Chains<T> {
  /** Stands for the initial values; never removed. */
  private readonly start: Link<T>;
  private last: Link<T>;
  private readonly responsible: Link<T>[];
  private size = 0;

  constructor(variables: number) {
    this.start = {
      value: undefined,
      count: Number.POSITIVE_INFINITY,
      uses: new Set(),
      before: undefined,
      after: undefined,
    };
    this.last = this.start;
    this.responsible = new Array<Link<T>>(variables).fill(this.start);
  }

  /** How many transformations are kept. */
  get length(): number {
    return this.size;
  }

  /** The kept transformations in their order. */
  kept(): T[] {
    const found: T[] = [];
    for (let link = this.start.after; link !== undefined; link = link.after) found.push(link.value as T);
    return found;
  }

  apply(value: T, { reads, writes }: Effect): void {
    const link: Link<T> = { value, count: 0, uses: new Set(), before: this.last, after: undefined };
    this.last.after = link;
    this.last = link;
    this.size++;
    for (const x of reads) {
      const source = this.responsible[x]!;
      if (link.uses.has(source)) continue;
      link.uses.add(source);
      source.count++;
    }
    const idle: Link<T>[] = [];
    for (const x of writes) {
      const old = this.responsible[x]!;
      assert(old !== link, "a transformation writes a variable once");
      if (--old.count === 0) idle.push(old);
      this.responsible[x] = link;
      link.count++;
    }
    if (link.count === 0) idle.push(link);
    this.eliminate(idle);
  }

  private eliminate(idle: Link<T>[]): void {
    for (let link = idle.pop(); link !== undefined; link = idle.pop()) {
      const { before, after } = link;
      if (before !== undefined) before.after = after;
      if (after !== undefined) after.before = before;
      else if (before !== undefined) this.last = before;
      this.size--;
      for (const source of link.uses) if (--source.count === 0) idle.push(source);
    }
  }
}
