/**
 * Representatives where nothing belongs to an element but the variables that hold it, as with values that are only
 * compared and copied: elements are numbered in the order in which cells hold them first. That is what a sort by who
 * is held first comes to, without comparing: all images of a state have the result. Cells that other symmetries move
 * come last, so that what the others hold first is `known`, and the same for all their images. The compiled engine
 * does the same (`engine/compile/loop/relabel.ts`).
 */
import type { SetSymmetry } from "./facts.ts";

/** What decides the order of pure elements: the cells that hold them, those that another symmetry moves behind the others. */
export interface Relabel {
  readonly set: SetSymmetry;
  readonly fixed: readonly number[];
  readonly moved: readonly number[];
}

export class Relabelling {
  readonly set: SetSymmetry;
  /** How many elements are held by cells that nothing else moves; they come first. */
  known = 0;
  private readonly cells: readonly number[];
  private readonly holders: ReadonlySet<number>;
  private readonly fixed: number;
  private readonly placeOf: ReadonlyMap<number, number>;
  private readonly to: Int32Array;
  /** By new place: which element stood where before. */
  private readonly from: Int32Array;

  constructor({ set, fixed, moved }: Relabel) {
    this.set = set;
    this.cells = [...fixed, ...moved];
    this.holders = new Set(this.cells);
    this.fixed = fixed.length;
    this.placeOf = new Map(set.elements.map((e, place) => [e, place]));
    this.to = new Int32Array(set.elements.length);
    this.from = new Int32Array(set.elements.length);
  }

  apply(cells: Int32Array): void {
    const { to, from, placeOf, set } = this;
    to.fill(-1);
    let next = 0;
    const give = (place: number): void => {
      if (to[place]! >= 0) return;
      from[next] = place;
      to[place] = next++;
    };
    this.known = 0;
    this.cells.forEach((cell, k) => {
      const place = placeOf.get(cells[cell]!);
      if (place !== undefined) give(place);
      if (k + 1 === this.fixed) this.known = next;
    });
    for (const cell of this.cells) {
      const place = placeOf.get(cells[cell]!);
      if (place !== undefined) cells[cell] = set.elements[to[place]!]!;
    }
    for (let place = 0; place < to.length; place++) give(place);
  }

  /** What the last one did, as exchanges of neighbours. */
  exchanges(): number[] {
    return neighbours(this.from);
  }

  /** A value of this set that is not known stands for any other. */
  isOpen(cell: number, value: number): boolean {
    const place = this.holders.has(cell) ? this.placeOf.get(value) : undefined;
    return place !== undefined && place >= this.known;
  }
}

/** The fewest exchanges of neighbours that put elements into an order, given by place. */
export function neighbours(order: Int32Array): number[] {
  const now = [...order.keys()];
  return Array.from(order).flatMap((element, place) => {
    const from = now.indexOf(element);
    now.splice(place, 0, now.splice(from, 1)[0]!);
    return Array.from({ length: from - place }, (_, k) => from - 1 - k);
  });
}
