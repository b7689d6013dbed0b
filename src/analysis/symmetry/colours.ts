/**
 * Colours of tied elements, as programs for graph canonisation refine them (McKay and Piperno, Practical graph isomorphism
 * II, 2014, section 3): an element's colour is renewed from those of the elements that its variables hold, of those that hold
 * it, and of all others by how its clocks stand to theirs and by what belongs to both. Colours are numbers that mix what they
 * are made of, so they do not depend on who is who: elements of different colours can be put into order by them. Equal
 * colours prove nothing, and different neighbours may have mixed to the same number; that costs an order to be tried, never
 * more. The compiled engine does the same (`engine/compile/loop/colours.ts`).
 */
import type { SetSymmetry } from "./facts.ts";
import { type Relation, relationsOf } from "./relations.ts";

/** How often colours are renewed, at most; each time they tell of elements one step further away. */
export const MOST_ROUNDS = 8;

export function mix(a: number, b: number): number {
  const x = Math.imul(a ^ Math.imul(b, 0x9e3779b1), 0x85ebca6b);
  return x ^ (x >>> 15);
}

/** Places in an element's own cells that may hold an element. */
export function holdingPlaces(set: SetSymmetry): readonly number[] {
  const values = new Set(set.values);
  return set.cells[0]!.flatMap((cell, k) => (values.has(cell) ? [k] : []));
}

export class Colours {
  private readonly set: SetSymmetry;
  private readonly seen: (cell: number, value: number) => number;
  private readonly dim: number;
  private readonly holding: readonly number[];
  private readonly relations: readonly Relation[];
  private readonly isHolding: ReadonlySet<number>;
  private readonly placeOf: ReadonlyMap<number, number>;
  private readonly next: Int32Array;
  private readonly around: Int32Array;

  /** `seen` is what a value looks like that belongs to two elements. */
  constructor(set: SetSymmetry, dim: number, seen: (cell: number, value: number) => number) {
    this.set = set;
    this.seen = seen;
    this.dim = dim;
    this.holding = holdingPlaces(set);
    this.relations = relationsOf(set);
    this.isHolding = new Set(set.values);
    this.placeOf = new Map(set.elements.map((e, place) => [e, place]));
    this.next = new Int32Array(set.elements.length);
    this.around = new Int32Array(set.elements.length);
  }

  /** Whether anything relates elements to each other. */
  get isUseful(): boolean {
    return this.holding.length + this.relations.length + this.set.clocks[0]!.length > 0;
  }

  /** Renews colours by place, which begin with the number of each element's block. */
  refine(cells: Int32Array, zone: Int32Array, colours: Int32Array): void {
    for (let round = Math.min(colours.length, MOST_ROUNDS); round > 0; round--) {
      for (let i = 0; i < colours.length; i++) this.next[i] = mix(1, colours[i]!);
      this.around.fill(0);
      for (const k of this.holding) this.held(k, cells, colours);
      for (const k of this.relations.keys()) this.related(k, cells, colours);
      for (const k of this.set.clocks[0]!.keys()) this.clocks(k, zone, colours);
      for (let i = 0; i < colours.length; i++) colours[i] = mix(this.next[i]!, this.around[i]!);
    }
  }

  private held(k: number, cells: Int32Array, colours: Int32Array): void {
    const { next, around, set } = this;
    for (let i = 0; i < colours.length; i++) {
      const j = this.placeOf.get(cells[set.cells[i]![k]!]!);
      if (j === undefined) continue;
      next[i] = mix(next[i]!, mix(k, colours[j]!));
      around[j]! += mix(k + 0x100, colours[i]!);
    }
  }

  /** What belongs to two elements; an element in it counts only for whether it is one. */
  private related(k: number, cells: Int32Array, colours: Int32Array): void {
    const { around, set } = this;
    const relation = this.relations[k]!;
    const { length } = set.elements;
    const value = (i: number, j: number): number => {
      const cell = relation[i * length + j]!;
      const held = cells[cell]!;
      if (!this.isHolding.has(cell)) return this.seen(cell, held);
      return this.placeOf.has(held) ? 0x7ffffffe : held;
    };
    for (let i = 0; i < length; i++)
      for (let j = 0; j < length; j++)
        if (i !== j) around[i]! += mix(mix(value(i, j), value(j, i)), mix(k + 0x200, colours[j]!));
  }

  private clocks(k: number, zone: Int32Array, colours: Int32Array): void {
    const { next, around, set, dim } = this;
    for (let i = 0; i < colours.length; i++) {
      const p = set.clocks[i]![k]!;
      next[i] = mix(next[i]!, mix(zone[p]!, zone[p * dim]!));
      for (let j = 0; j < colours.length; j++) {
        if (i === j) continue;
        const q = set.clocks[j]![k]!;
        around[i]! += mix(mix(zone[p * dim + q]!, zone[q * dim + p]!), mix(k, colours[j]!));
      }
    }
  }
}
