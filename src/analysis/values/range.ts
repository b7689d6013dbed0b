/**
 * Ranges: for every cell an interval that holds all values it can ever take, whatever the schedule. Flow is ignored: the
 * range of a cell is the join of its initial value and of everything that is ever written to it, cut to the declared range
 * of each write. Rounds are repeated until nothing grows; cells that still grow after a few rounds get the declared range
 * of their writes at once. Arrays and references are followed cell by cell: a reference has a set of targets, and since no
 * variable shares a cell with a reference, other writes never change it.
 */
import type { Address, Code, Function as FunctionCode, IndexTerm, Network, NetworkQuery } from "../../network/index.ts";
import { INT, type Interval, interval, join, meet, NONE } from "./interval.ts";
import { gatherWrites, type Write } from "./write.ts";

const ROUNDS = 12;
/** Addresses that may name more cells than this are treated as one block. */
const CELLS = 4096;

export class Ranges {
  private readonly cells: Interval[];
  private readonly functions: readonly FunctionCode[];
  /** For each cell that holds a reference, the cells (or clocks) it may name. */
  private readonly targets = new Map<number, Set<number>>();
  /** Beyond every cell and clock. */
  private readonly end: number;
  /** What addresses can hold, once nothing grows any more: loops that are followed round by round ask again and again. */
  private readonly loaded = new WeakMap<Address, Interval>();
  private isSettled = false;

  constructor(network: Network, query?: NetworkQuery) {
    this.functions = [...network.functions, ...(query?.functions ?? [])];
    const total = network.cells + (query?.cells ?? 0);
    this.cells = new Array<Interval>(total).fill(NONE);
    this.end = Math.max(total, network.clocks.length);
    network.slots.forEach((s, i) => {
      // A scalar starts with any element: under symmetries the search also sees images of what is reachable.
      this.cells[i] =
        s.type === "location" || s.type === "scalar"
          ? { low: s.low, high: s.high }
          : { low: s.initial, high: s.initial };
    });
    network.processes.forEach((p, i) => {
      this.cells[i] = { low: 0, high: Math.max(0, p.locations.length - 1) };
    });
    network.constants.forEach((value, i) => {
      this.cells[network.slots.length + i] = { low: value, high: value };
    });
    const writes = gatherWrites(network, query);
    for (const w of writes) if (w.kind === "pointer") this.targets.set(w.at.base, new Set());
    this.settle(writes);
  }

  /** All values the code can have in a reachable state. */
  of(code: Code): Interval {
    return interval(code, this);
  }

  /** All values of the cells the address can name. */
  load(a: Address): Interval {
    const known = this.isSettled ? this.loaded.get(a) : undefined;
    if (known !== undefined) return known;
    let all = NONE;
    for (const cell of this.addresses(a)) all = join(all, this.cells[cell] ?? INT);
    if (this.isSettled) this.loaded.set(a, all);
    return all;
  }

  /** All first results of a function. */
  result(f: number): Interval {
    const { result, resultCount } = this.functions[f]!;
    return resultCount === 0 ? { low: 0, high: 0 } : this.cells[result]!;
  }

  /** All cells (or clocks) the address can name. */
  addresses(a: Address): readonly number[] {
    let starts: number[] = [a.base];
    if (a.pointer !== undefined) starts = Array.from(this.targets.get(a.pointer) ?? [], (p) => a.base + p);
    for (const t of a.terms) {
      const next: number[] = [];
      const { low, high } = this.index(t);
      for (const s of starts) {
        for (let i = low; i <= high; i++) next.push(s + i * t.stride);
        if (next.length > CELLS) return this.block(a);
      }
      starts = next;
    }
    return starts;
  }

  private block(a: Address): readonly number[] {
    let from = a.base;
    let to = a.base;
    if (a.pointer !== undefined) {
      const { low, high } = hull(this.targets.get(a.pointer) ?? []);
      from += low;
      to += high;
    }
    for (const t of a.terms) {
      const { low, high } = this.index(t);
      from += low * t.stride;
      to += high * t.stride;
    }
    from = Math.max(0, from);
    return Array.from({ length: Math.max(0, Math.min(to, this.end) - from + 1) }, (_, i) => from + i);
  }

  /** The index of a term, counted from 0; what is outside would be a fault. */
  private index(t: IndexTerm): Interval {
    const { low, high } = this.of(t.index);
    return meet({ low: low - t.low, high: high - t.low }, { low: 0, high: t.size - 1 });
  }

  private settle(writes: readonly Write[]): void {
    for (let round = 0, changed = true; changed; round++) {
      changed = false;
      for (const w of writes) if (this.write(w, round >= ROUNDS)) changed = true;
    }
    this.isSettled = true;
  }

  private write(w: Write, widen: boolean): boolean {
    let changed = false;
    if (w.kind === "block") {
      const from = this.addresses(w.from);
      const to = this.addresses(w.to);
      for (let i = 0; i < w.count; i++) {
        let all = NONE;
        for (const cell of from) all = join(all, this.cells[cell + i] ?? INT);
        for (const cell of to) if (this.grow(cell + i, all)) changed = true;
      }
      return changed;
    }
    if (w.kind === "pointer") return this.refer(w.at.base, w.to);
    const value = meet("op" in w.value ? this.of(w.value) : w.value, w);
    for (const cell of this.addresses(w.at)) {
      const old = this.cells[cell]!;
      if (!this.grow(cell, value)) continue;
      changed = true;
      if (!widen) continue;
      // Only the end that still moves goes all the way.
      if (value.low < old.low) this.grow(cell, { low: w.low, high: w.low });
      if (value.high > old.high) this.grow(cell, { low: w.high, high: w.high });
    }
    return changed;
  }

  private refer(cell: number, to: Address): boolean {
    const targets = this.targets.get(cell)!;
    const before = targets.size;
    for (const target of this.addresses(to)) targets.add(target);
    return targets.size > before;
  }

  private grow(cell: number, by: Interval): boolean {
    const old = this.cells[cell];
    if (old === undefined || this.targets.has(cell) || by.low > by.high || (by.low >= old.low && by.high <= old.high))
      return false;
    this.cells[cell] = join(old, by);
    return true;
  }
}

function hull(values: Iterable<number>): Interval {
  let all = NONE;
  for (const value of values) all = join(all, { low: value, high: value });
  return all;
}
