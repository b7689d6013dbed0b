/**
 * Sets of elements, for `flow.ts`: each set is made once, so that equal sets are one object, and the union of two sets is
 * worked out once. The elements of an array usually depend on the same things, so the same unions are asked for again and
 * again. Items are in increasing order.
 */
export class Sources {
  readonly items: readonly number[];
  readonly id: number;
  /** Unions with sets of a larger number. */
  readonly unions = new Map<number, Sources>();

  constructor(items: readonly number[], id: number) {
    this.items = items;
    this.id = id;
  }

  get size(): number {
    return this.items.length;
  }

  has(x: number): boolean {
    const { items } = this;
    let [low, high] = [0, items.length - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      if (items[middle] === x) return true;
      if (items[middle]! < x) low = middle + 1;
      else high = middle - 1;
    }
    return false;
  }

  [Symbol.iterator](): Iterator<number> {
    return this.items[Symbol.iterator]();
  }
}

/** The sets of one analysis. The empty one is common to all. */
export const NOTHING = new Sources([], 0);

export class SourceSets {
  private readonly known = new Map<number, Sources[]>();
  private readonly singles = new Map<number, Sources>();
  private count = 1;

  one(x: number): Sources {
    let set = this.singles.get(x);
    if (set === undefined) {
      set = this.find([x]);
      this.singles.set(x, set);
    }
    return set;
  }

  of(elements: Iterable<number>): Sources {
    return this.find([...new Set(elements)].sort((a, b) => a - b));
  }

  /** The part of a set that satisfies a test. */
  filter(set: Sources, test: (x: number) => boolean): Sources {
    return set.items.every(test) ? set : this.find(set.items.filter(test));
  }

  union(a: Sources, b: Sources): Sources {
    if (a === b || b.size === 0) return a;
    if (a.size === 0) return b;
    const [first, second] = a.id < b.id ? [a, b] : [b, a];
    let found = first.unions.get(second.id);
    if (found === undefined) {
      found = this.find(merged(a.items, b.items));
      first.unions.set(second.id, found);
    }
    return found;
  }

  /** The set with these items, which are in order. */
  private find(items: readonly number[]): Sources {
    if (items.length === 0) return NOTHING;
    let hash = items.length;
    for (const x of items) hash = Math.imul(hash ^ x, 0x01000193) ^ (hash >>> 15);
    const list = this.known.get(hash);
    const found = list?.find((s) => s.items.length === items.length && s.items.every((x, i) => x === items[i]));
    if (found !== undefined) return found;
    const made = new Sources(items, this.count++);
    if (list === undefined) this.known.set(hash, [made]);
    else list.push(made);
    return made;
  }
}

function merged(a: readonly number[], b: readonly number[]): readonly number[] {
  const out: number[] = [];
  let [i, j] = [0, 0];
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) j++;
    else if (a[i]! > b[j]!) {
      out.push(b[j++]!);
      continue;
    }
    out.push(a[i++]!);
  }
  while (i < a.length) out.push(a[i++]!);
  while (j < b.length) out.push(b[j++]!);
  return out;
}
