/**
 * Where values come from, at one point of running code: for each element that may have been written since the start, the
 * elements whose values at the start its present value may depend on. An element that is not listed has the value it had.
 * `known` lists elements whose present value is one known number.
 */
import { NOTHING, type SourceSets, type Sources } from "./sources.ts";

export class Written {
  readonly sets: SourceSets;
  readonly sources: Map<number, Sources>;
  readonly known: Map<number, number>;

  constructor(sets: SourceSets, sources?: ReadonlyMap<number, Sources>, known?: ReadonlyMap<number, number>) {
    this.sets = sets;
    this.sources = new Map(sources);
    this.known = new Map(known);
  }

  copy(): Written {
    return new Written(this.sets, this.sources, this.known);
  }

  of(element: number): Sources {
    return this.sources.get(element) ?? this.sets.one(element);
  }

  /** What all these elements depend on, and `by`. */
  all(by: Sources, elements: readonly number[]): Sources {
    const { sets, sources } = this;
    // Those that still have their first value are gathered together, the others set by set.
    const own: number[] = [];
    const seen = new Set<Sources>();
    let all = by;
    for (const x of elements) {
      const from = sources.get(x);
      if (from === undefined) own.push(x);
      else if (!seen.has(from)) {
        seen.add(from);
        all = sets.union(all, from);
      }
    }
    return own.length === 0 ? all : sets.union(all, own.length === 1 ? sets.one(own[0]!) : sets.of(own));
  }
}

/** Either of two; undefined stands for a point that is not reached. */
export function either(a: Written | undefined, b: Written | undefined): Written | undefined {
  if (a === undefined || b === undefined || a === b) return a ?? b;
  const out = new Written(a.sets);
  for (const [x, from] of a.sources) out.sources.set(x, a.sets.union(from, b.of(x)));
  for (const [x, from] of b.sources) if (!a.sources.has(x)) out.sources.set(x, a.sets.union(a.of(x), from));
  for (const [x, value] of a.known) if (b.known.get(x) === value) out.known.set(x, value);
  return out;
}

/** Whether `b` has nothing that `a` has not. */
export function includes(a: Written, b: Written): boolean {
  for (const [x, from] of b.sources) {
    const has = a.sources.get(x) ?? NOTHING;
    if (has !== from && a.sets.union(has, from) !== has) return false;
    if (!a.sources.has(x)) return false;
  }
  for (const [x, value] of a.known) if (b.known.get(x) !== value) return false;
  return true;
}
