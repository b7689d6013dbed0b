/** Sets of numbers as disjoint intervals in ascending order, for the values of sup, inf and bounds. */
import type { ValueInterval } from "../verdict.ts";

export class Intervals {
  private readonly list: ValueInterval[] = [];
  private readonly whole: boolean;

  /** `whole`: only integers count, so neighbours join. */
  constructor(whole: boolean) {
    this.whole = whole;
  }

  get all(): readonly ValueInterval[] {
    return this.list;
  }

  add(more: ValueInterval): void {
    const { list } = this;
    // Those before `from` end before `more` begins; from there on those that touch it follow each other.
    let from = 0;
    for (let to = list.length; from < to; ) {
      const middle = (from + to) >> 1;
      if (this.reaches(list[middle]!, more)) to = middle;
      else from = middle + 1;
    }
    let merged = more;
    let to = from;
    for (; to < list.length && this.touches(list[to]!, merged); to++) merged = join(list[to]!, merged);
    list.splice(from, to - from, merged);
  }

  /** Whether the two overlap, or meet without a gap. */
  private touches(a: ValueInterval, b: ValueInterval): boolean {
    return this.reaches(a, b) && this.reaches(b, a);
  }

  /** Whether nothing lies between the end of a and the start of b, when a is below. */
  private reaches(a: ValueInterval, b: ValueInterval): boolean {
    if (this.whole) return a.high + 1 >= b.low;
    return a.high > b.low || (a.high === b.low && !(a.highStrict && b.lowStrict));
  }
}

/** a starts at or before b. */
function startsBy(a: ValueInterval, b: ValueInterval): boolean {
  return a.low < b.low || (a.low === b.low && (!a.lowStrict || b.lowStrict));
}

/** a ends at or before b. */
function endsBy(a: ValueInterval, b: ValueInterval): boolean {
  return a.high < b.high || (a.high === b.high && (a.highStrict || !b.highStrict));
}

function join(a: ValueInterval, b: ValueInterval): ValueInterval {
  const first = startsBy(a, b) ? a : b;
  const last = endsBy(a, b) ? b : a;
  return { low: first.low, lowStrict: first.lowStrict, high: last.high, highStrict: last.highStrict };
}
