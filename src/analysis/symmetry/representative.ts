/**
 * The representative of a state under symmetries (Definitions 4.4 to 4.11 of the paper, a sort by insertion for the bubble sort of its Figure 3, and
 * more). Elements are sorted by what belongs to them: locations and variables, then which variables hold them, then clocks by
 * which is ahead. Where that order is total up to elements whose exchange changes nothing, the result is canonical: all
 * images of a state have it. Elements that are tied though their exchange changes the state are told apart by how they stand
 * to each other (`colours.ts`); those that are tied still are tried in all orders if these are few, and the smallest
 * state is taken, or one after the other is put first (`arrange.ts`): that is canonical again. Where even that is too much the result is
 * one of the images, which is all that soundness needs. Rings are turned to their smallest image.
 *
 * With several sets or rings that have to do with each other canonicity is not claimed, but for pure sets (`relabel.ts`): where cells that
 * are sorted hold elements of one, these are numbered anew after each exchange, so that states are compared up to both. The compiled engine does the same
 * (`engine/compile/loop/symmetry.ts`): states are compared cell by cell, then zones by columns.
 */
import { append } from "../../base/index.ts";
import { type Arrangement, arrange } from "./arrange.ts";
import { Colours, mix } from "./colours.ts";
import type { RingSymmetry, SetSymmetry, Symmetry } from "./facts.ts";
import { type Group, groupsOf, neighbours, Relabelling } from "./relabel.ts";

/** Brings a discrete state and its closed zone into order, in place. True if the result is known to be canonical. */
type Representative = (cells: Int32Array, zone: Int32Array) => boolean;

/** What a dead variable holds while elements are compared: no element. Afterwards it has its initial value. */
export const NOBODY = 0x7ffffffd;

/** What an element of a set that goes with another one looks like where it is not known. */
export const OPEN = 0x7ffffffb;

/** Orders of tied elements that are tried one by one. */
export const MOST_ORDERS = 24;

export function representative(slots: number, dim: number, { sets, rings }: Symmetry): Representative {
  const groups = groupsOf({ sets, rings });
  const alone = groups.alone.map((relabel) => new Relabelling(relabel));
  const sorters = groups.sets.map((group) => new Sorter(group, slots, dim));
  const turners = groups.rings.map((group) => turner(group, slots, dim));
  return (cells, zone) => {
    let canonical = groups.isApart;
    for (const sorter of sorters) if (!sorter.sort(cells, zone)) canonical = false;
    for (const turn of turners) turn(cells, zone);
    for (const one of alone) one.apply(cells);
    return canonical;
  };
}

/**
 * The same for sets alone, and what was done: exchanges of neighbours, one after the other, by their numbers, counted through all sets. Those
 * of no use are not among them.
 */
export function sorting(
  slots: number,
  dim: number,
  sets: Symmetry["sets"],
): (cells: Int32Array, zone: Int32Array) => number[] {
  const groups = groupsOf({ sets, rings: [] });
  const alone = groups.alone.map((relabel) => new Relabelling(relabel));
  const sorters = groups.sets.map((group) => new Sorter(group, slots, dim));
  const starts = new Map<SetSymmetry, number>();
  sets.reduce((start, set) => {
    starts.set(set, start);
    return start + set.elements.length - 1;
  }, 0);
  const told = (set: SetSymmetry, exchanges: readonly number[]): number[] => exchanges.map((i) => i + starts.get(set)!);
  return (cells, zone) => {
    const done = sorters.flatMap((sorter) => {
      const before = cells.slice();
      sorter.sort(cells, zone);
      return [
        ...told(sorter.set, sorter.exchanges()),
        ...sorter.relabelled(before).flatMap((r) => told(r.set, r.exchanges())),
      ];
    });
    for (const one of alone) {
      one.apply(cells);
      append(done, told(one.set, one.exchanges()));
    }
    return done;
  };
}

/** Cells that a comparison asks about, other than an element's own: those that no exchange moves. */
export function heldIn({ values, swaps }: SetSymmetry): readonly number[] {
  const moved = new Set(swaps.flatMap((s) => s.cells.flat()));
  return values.filter((cell) => !moved.has(cell));
}

class Sorter {
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
    return this.tryOrders(tied) || arrange(this.arrangement(), tied);
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

  /**
   * All orders of the elements within blocks, by exchanges of neighbours (Knuth, The Art of Computer Programming 4A,
   * 7.2.1.2, Algorithm P, one block after the other): the smallest state stays. False if there are too many.
   */
  private tryOrders(block: readonly boolean[]): boolean {
    const { length } = this.set.elements;
    let orders = 1;
    for (let i = 1, run = 1; i < length; i++) {
      run = block[i - 1] ? run + 1 : 1;
      orders *= run;
      if (orders > MOST_ORDERS) return false;
    }
    const { slots, dim } = this;
    const best = { cells: this.cells.slice(0, slots), zone: this.zone.slice(), order: this.order.slice() };
    // Element i of the walk has passed count[i] of the elements before it in its block, and goes on up or down.
    const count = new Int32Array(length);
    const up = new Int32Array(length).fill(1);
    for (;;) {
      let i = length - 1;
      let shift = 0;
      for (; i > 0; i--) {
        if (!block[i - 1]) {
          shift = 0;
          continue;
        }
        const rank = this.rank(i, block);
        const next = count[i]! + up[i]!;
        if (next >= 0 && next <= rank) {
          // It stands count[i] places before where it began, behind those that have gone all the way.
          const at = i - count[i]! + shift;
          this.exchange(up[i]! > 0 ? at - 1 : at);
          count[i] = next;
          break;
        }
        if (next > rank) shift++;
        up[i] = -up[i]!;
      }
      if (i === 0) break;
      if (compareStates(this.cells, this.zone, best, slots, dim) < 0) this.keep(best);
    }
    this.back(best);
    return true;
  }

  /** How many elements stand before i in its block. */
  private rank(i: number, block: readonly boolean[]): number {
    let k = i;
    while (k > 0 && block[k - 1]) k--;
    return i - k;
  }
}

interface Saved {
  readonly cells: Int32Array;
  readonly zone: Int32Array;
}

interface Kept extends Saved {
  readonly order: Int32Array;
}

/** The sign of a state against another: cell by cell, then the zone by columns. */
function compareStates(cells: Int32Array, zone: Int32Array, than: Saved, slots: number, dim: number): number {
  for (let k = 0; k < slots; k++) if (cells[k] !== than.cells[k]) return cells[k]! < than.cells[k]! ? -1 : 1;
  for (let y = 0; y < dim; y++) {
    for (let x = 0; x < dim; x++) {
      const at = x * dim + y;
      if (zone[at] !== than.zone[at]) return zone[at]! < than.zone[at]! ? -1 : 1;
    }
  }
  return 0;
}

/** Turns a ring to its smallest image. */
function turner(
  { of: ring, with: within }: Group<RingSymmetry>,
  slots: number,
  dim: number,
): (cells: Int32Array, zone: Int32Array) => void {
  const clockTo = Int32Array.from({ length: dim }, (_, x) => x);
  for (const [from, to] of ring.clocks) clockTo[from] = to;
  const others = within.map((relabel) => new Relabelling(relabel));
  const turn = (cells: Int32Array, zone: Int32Array): void => {
    const moved = ring.cells.map(([from]) => cells[from]);
    ring.cells.forEach(([, to], k) => {
      cells[to] = moved[k]!;
    });
    for (const v of ring.values)
      if (cells[v]! >= ring.low && cells[v]! <= ring.high) cells[v] = cells[v] === ring.high ? ring.low : cells[v]! + 1;
    for (const one of others) one.apply(cells);
    const before = zone.slice();
    for (let x = 0; x < dim; x++)
      for (let y = 0; y < dim; y++) zone[clockTo[x]! * dim + clockTo[y]!] = before[x * dim + y]!;
  };
  return (cells, zone) => {
    for (const one of others) one.apply(cells);
    const best = { cells: cells.slice(0, slots), zone: zone.slice() };
    for (let k = ring.low; k < ring.high; k++) {
      turn(cells, zone);
      if (compareStates(cells, zone, best, slots, dim) >= 0) continue;
      best.cells.set(cells.subarray(0, slots));
      best.zone.set(zone);
    }
    cells.set(best.cells);
    zone.set(best.zone);
  };
}
