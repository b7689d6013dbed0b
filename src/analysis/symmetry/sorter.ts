/**
 * Sorts the elements of one set by what belongs to them, and settles what that leaves open: by colours (`colours.ts`), by all
 * orders where these are few (`orders.ts`), otherwise by putting one after the other first (`arrange.ts`).
 * `representative.ts` says what comes of it.
 */
import { type Arrangement, arrange } from "./arrange.ts";
import { Colours, mix } from "./colours.ts";
import type { SetSymmetry } from "./facts.ts";
import type { Group } from "./groups.ts";
import { tryOrders } from "./orders.ts";
import { neighbours, Relabelling } from "./relabel.ts";
import { compareStates, type Kept } from "./saved.ts";

/** What an element of a set that goes with another one looks like where it is not known. */
export const OPEN = 0x7ffffffb;

/** Cells that a comparison asks about, other than an element's own: those that no exchange moves. */
export function heldIn({ values, swaps }: SetSymmetry): readonly number[] {
  const moved = new Set(swaps.flatMap((s) => s.cells.flat()));
  return values.filter((cell) => !moved.has(cell));
}

export class Sorter {
  readonly set: SetSymmetry;
  /** Sets whose elements this one's own cells may hold. */
  private readonly within: readonly Relabelling[];
  private readonly slots: number;
  private readonly dim: number;
  private readonly held: readonly number[];
  /** By place among an element's own cells: whether it may hold an element. */
  private readonly holds: readonly boolean[];
  private readonly isElement: ReadonlySet<number>;
  private readonly colours: Colours;
  private cells!: Int32Array;
  private zone!: Int32Array;
  /** By place: which element stands there now. */
  private readonly order: Int32Array;

  constructor({ of: set, with: within }: Group<SetSymmetry>, slots: number, dim: number) {
    this.set = set;
    this.within = within.map((relabel) => new Relabelling(relabel));
    this.slots = slots;
    this.dim = dim;
    this.held = heldIn(set);
    const values = new Set(set.values);
    this.holds = set.cells[0]!.map((cell) => values.has(cell));
    this.isElement = new Set(set.elements);
    this.order = Int32Array.from(set.elements.keys());
    this.colours = new Colours(set, dim, (cell, value) => this.seen(cell, value));
  }

  sort(cells: Int32Array, zone: Int32Array): boolean {
    this.cells = cells;
    this.zone = zone;
    const { length } = this.set.elements;
    this.order.forEach((_, k) => {
      this.order[k] = k;
    });
    this.relabel();
    for (let i = 1; i < length; i++) for (let j = i - 1; j >= 0 && this.compare(j, j + 1) > 0; j--) this.exchange(j);
    return this.settle();
  }

  /** The fewest exchanges of neighbours that do what the last sort did, but for the elements of other sets. */
  exchanges(): number[] {
    return neighbours(this.order);
  }

  /** What became of those then, from the cells as they were before it. */
  relabelled(before: Int32Array): readonly Relabelling[] {
    if (this.within.length > 0) for (const i of this.exchanges()) this.move(i, before);
    for (const one of this.within) one.apply(before);
    return this.within;
  }

  private relabel(): void {
    for (const one of this.within) one.apply(this.cells);
  }

  /** An element of another set that no cell tells from others of its set looks like any of them. */
  private seen(cell: number, value: number): number {
    return this.within.some((one) => one.isOpen(cell, value)) ? OPEN : value;
  }

  /** Tries orders of what the sort has left open. */
  private settle(): boolean {
    const { length } = this.set.elements;
    // block[i]: whether element i + 1 may change places with element i; idle[i]: whether that changes nothing.
    const block: boolean[] = [];
    const idle: boolean[] = [];
    for (let i = 0; i + 1 < length; i++) {
      block.push(this.compare(i, i + 1) === 0);
      idle.push(block[i]! && this.isIdle(i));
    }
    const isTotal = this.isTotal(idle);
    if (isTotal && idle.every((isIdle, i) => isIdle === block[i])) return true;
    const { block: tied } = this.narrow(isTotal ? block : block.map((_, i) => this.own(i, i + 1) === 0));
    const state = this.arrangement();
    return tryOrders(state, tied) || arrange(state, tied);
  }

  private arrangement(): Arrangement {
    const { slots, dim, set } = this;
    const best = { cells: this.cells.slice(0, slots), zone: this.zone.slice(), order: this.order.slice() };
    return {
      size: set.elements.length,
      order: this.order,
      exchange: (i) => this.exchange(i),
      narrow: (block) => this.narrow(block),
      save: () => this.keep(best),
      restore: () => this.back(best),
      compare: () => compareStates(this.cells, this.zone, best, slots, dim),
    };
  }

  private keep(saved: Kept): void {
    saved.cells.set(this.cells.subarray(0, this.slots));
    saved.zone.set(this.zone);
    saved.order.set(this.order);
  }

  private back(saved: Kept): void {
    this.cells.set(saved.cells);
    this.zone.set(saved.zone);
    this.order.set(saved.order);
  }

  /** Sorts the elements of each block by their colours; what is left are blocks of one colour where the order shows. */
  private narrow(block: readonly boolean[]): { readonly block: readonly boolean[]; readonly colours: number } {
    const { block: narrow, colours } = this.colours.isUseful ? this.byColour(block) : { block: [...block], colours: 0 };
    for (let i = 0, end: number; i < narrow.length; i = end + 1) {
      let idle = true;
      for (end = i; narrow[end]; end++) idle = idle && this.isIdle(end);
      if (idle) narrow.fill(false, i, end);
    }
    return { block: narrow, colours };
  }

  private byColour(block: readonly boolean[]): { readonly block: boolean[]; readonly colours: number } {
    const { length } = this.set.elements;
    const colours = new Int32Array(length);
    for (let i = 1; i < length; i++) colours[i] = colours[i - 1]! + (block[i - 1] ? 0 : 1);
    this.colours.refine(this.cells, this.zone, colours);
    for (let last = length - 1; last > 0; last--) {
      for (let i = 0; i < last; i++) {
        if (!block[i] || colours[i]! <= colours[i + 1]!) continue;
        this.exchange(i);
        [colours[i], colours[i + 1]] = [colours[i + 1]!, colours[i]!];
      }
    }
    return {
      block: block.map((isTied, i) => isTied && colours[i] === colours[i + 1]),
      colours: colours.reduce(mix, 0),
    };
  }

  /** Whether the comparison is a total preorder on the sorted elements; of those that are alike the first is asked. */
  private isTotal(idle: readonly boolean[]): boolean {
    const { length } = this.set.elements;
    if (this.set.clocks[0]!.length === 0) return true;
    for (let i = 0; i + 1 < length; i++) {
      if (i > 0 && idle[i - 1]) continue;
      let tied = true;
      for (let j = i + 1; j < length && this.own(i, j) === 0; j++) {
        if (idle[j - 1]) continue;
        tied = tied && this.compare(j - 1, j) === 0;
        const order = this.compare(i, j);
        if (order > 0 || (order === 0) !== tied) return false;
      }
    }
    return true;
  }

  /** The sign of element i against j: what is its own, and who holds it. */
  private own(i: number, j: number): number {
    const { set, cells, holds } = this;
    const [mine, other] = [set.cells[i]!, set.cells[j]!];
    const [e, f] = [set.elements[i]!, set.elements[j]!];
    for (let k = 0; k < mine.length; k++) {
      const [a, b] = holds[k]
        ? [this.held1(cells[mine[k]!]!, e), this.held1(cells[other[k]!]!, f)]
        : [this.seen(mine[k]!, cells[mine[k]!]!), this.seen(other[k]!, cells[other[k]!]!)];
      if (a !== b) return a > b ? 1 : -1;
    }
    for (const cell of this.held) {
      const a = +(cells[cell] === e);
      const b = +(cells[cell] === f);
      // The one that is held comes first.
      if (a !== b) return b > a ? 1 : -1;
    }
    return 0;
  }

  /** What a variable of element e holds: itself, another element, or a value that is none. */
  private held1(value: number, e: number): number {
    return value === e ? 0x7fffffff : this.isElement.has(value) ? 0x7ffffffe : value;
  }

  private compare(i: number, j: number): number {
    const order = this.own(i, j);
    if (order !== 0) return order;
    const { zone, dim } = this;
    const [x, y] = [this.set.clocks[i]!, this.set.clocks[j]!];
    for (let k = 0; k < x.length; k++) {
      const [p, q] = [x[k]!, y[k]!];
      let d = zone[p * dim + q]! - zone[q * dim + p]!;
      if (d === 0) d = zone[p]! - zone[q]!;
      if (d === 0) d = zone[p * dim]! - zone[q * dim]!;
      if (d !== 0) return d > 0 ? 1 : -1;
    }
    return 0;
  }

  /** Of cells alone. */
  private move(i: number, cells: Int32Array): void {
    const { swaps, elements, values } = this.set;
    const [e, f] = [elements[i]!, elements[i + 1]!];
    for (const [a, b] of swaps[i]!.cells) [cells[a], cells[b]] = [cells[b]!, cells[a]!];
    for (const v of values) cells[v] = cells[v] === e ? f : cells[v] === f ? e : cells[v]!;
  }

  private exchange(i: number): void {
    const { zone, dim } = this;
    [this.order[i], this.order[i + 1]] = [this.order[i + 1]!, this.order[i]!];
    this.move(i, this.cells);
    this.relabel();
    for (const [a, b] of this.set.swaps[i]!.clocks) {
      for (let k = 0; k < dim; k++) [zone[a * dim + k], zone[b * dim + k]] = [zone[b * dim + k]!, zone[a * dim + k]!];
      for (let k = 0; k < dim; k++) [zone[k * dim + a], zone[k * dim + b]] = [zone[k * dim + b]!, zone[k * dim + a]!];
    }
  }

  /** Whether the exchange of i and i + 1 leaves the state as it is. */
  private isIdle(i: number): boolean {
    const [cells, zone] = [this.cells.slice(0, this.slots), this.zone.slice()];
    this.exchange(i);
    const idle = cells.every((v, k) => v === this.cells[k]) && zone.every((v, k) => v === this.zone[k]);
    this.exchange(i);
    return idle;
  }
}
