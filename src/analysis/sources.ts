/**
 * Where values come from, at one point of running code: for each element that may have been written since the start, the
 * elements whose values at the start its present value may depend on. An element that is not listed has the value it had.
 * `known` lists elements whose present value is one known number.
 */
export type Sources = ReadonlySet<number>;

export const NOTHING: Sources = new Set<number>();

export class Written {
  readonly sources: Map<number, Sources>;
  readonly known: Map<number, number>;

  constructor(sources?: ReadonlyMap<number, Sources>, known?: ReadonlyMap<number, number>) {
    this.sources = new Map(sources);
    this.known = new Map(known);
  }

  copy(): Written {
    return new Written(this.sources, this.known);
  }

  of(element: number): Sources {
    return this.sources.get(element) ?? new Set([element]);
  }

  /** What all these elements depend on, and `by`. Gathered in one set: one union after the other would copy it each time. */
  all(by: Sources, elements: readonly number[]): Sources {
    if (elements.length === 1) return union(by, this.of(elements[0]));
    const out = new Set(by);
    for (const x of elements) {
      const from = this.sources.get(x);
      if (from === undefined) out.add(x);
      else for (const y of from) out.add(y);
    }
    return out;
  }
}

export function union(a: Sources, b: Sources): Sources {
  if (a === b || b.size === 0) return a;
  if (a.size === 0) return b;
  const [large, small] = a.size >= b.size ? [a, b] : [b, a];
  let out: Set<number> | undefined;
  for (const x of small) {
    if (large.has(x)) continue;
    out ??= new Set(large);
    out.add(x);
  }
  return out ?? large;
}

/** Either of two; undefined stands for a point that is not reached. */
export function either(a: Written | undefined, b: Written | undefined): Written | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  const out = new Written();
  for (const [x, from] of a.sources) out.sources.set(x, union(from, b.of(x)));
  for (const [x, from] of b.sources) if (!a.sources.has(x)) out.sources.set(x, union(a.of(x), from));
  for (const [x, value] of a.known) if (b.known.get(x) === value) out.known.set(x, value);
  return out;
}

/** Whether `b` has nothing that `a` has not. */
export function includes(a: Written, b: Written): boolean {
  for (const [x, from] of b.sources) {
    const has = a.sources.get(x);
    if (has === undefined) return false;
    if (has !== from) for (const y of from) if (!has.has(y)) return false;
  }
  for (const [x, value] of a.known) if (b.known.get(x) !== value) return false;
  return true;
}
