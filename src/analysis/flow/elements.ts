/**
 * Elements: what the analysis of live variables tells apart. A cell is an element of its own, so structs are seen by field
 * and arrays by element; cells of a large array that is indexed by a variable are one element together. A clock is an
 * element too. An element is a number: that of its first cell, or CLOCKS plus the number of the clock. Reading part of
 * an element counts as reading all of it; only what writes all of it overwrites it. So any partition is sound.
 */
import type { Address, Code, Network } from "../../network/index.ts";
import { eachCode } from "../code/walk.ts";

/** As many as are worth it, unless asked for more. */
const APART = 64;
/** Above any cell, those of queries included. */
const CLOCKS = 2 ** 30;

export class Elements {
  /** Cells of a state. */
  readonly state: number;
  private readonly first: Int32Array;
  private readonly sizes: Int32Array;

  /** Accesses that may name more cells than `apart` are not taken apart. */
  constructor(network: Network, apart = APART) {
    this.state = network.slots.length;
    this.first = Int32Array.from({ length: network.cells }, (_, i) => i);
    const seen = new Set<string>();
    const visit = (code: Code): void => {
      if (code.op !== "load" && code.op !== "store") return;
      const { base, terms, pointer } = code.at;
      if (terms.length === 0 || pointer !== undefined || terms.reduce((n, t) => n * t.size, 1) <= apart) return;
      const key = `${base} ${terms.map((t) => `${t.size} ${t.stride}`)}`;
      if (seen.has(key)) return;
      seen.add(key);
      this.join(code.at);
    };
    eachCode(network, undefined, visit);
    this.sizes = new Int32Array(network.cells);
    for (let c = 0; c < network.cells; c++) this.sizes[this.find(c)]!++;
  }

  ofCell(cell: number): number {
    // Cells of a query come behind those of the network.
    return cell < this.first.length ? this.find(cell) : cell;
  }

  ofClock(clock: number): number {
    return CLOCKS + clock;
  }

  /** The number of a clock, or undefined for cells. */
  clockOf(element: number): number | undefined {
    return element >= CLOCKS ? element - CLOCKS : undefined;
  }

  /** Whether it is part of the state: a variable or a clock. */
  isKept(element: number): boolean {
    return element >= CLOCKS || element < this.state;
  }

  /** How many cells it has; a clock counts as one. */
  size(element: number): number {
    return element >= this.sizes.length ? 1 : this.sizes[element]!;
  }

  private find(cell: number): number {
    const { first } = this;
    let at = cell;
    while (first[at] !== at) at = first[at] = first[first[at]!]!;
    return at;
  }

  private join(a: Address): void {
    let all = [a.base];
    for (const t of a.terms) all = all.flatMap((c) => Array.from({ length: t.size }, (_, i) => c + i * t.stride));
    // The smallest cell stands for all, whatever the order of unions.
    for (const c of all) {
      const [x, y] = [this.find(a.base), this.find(c)];
      this.first[Math.max(x, y)] = Math.min(x, y);
    }
  }
}
