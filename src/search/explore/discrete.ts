/**
 * Discrete states, each stored once: `size` cells per state in one growing array, found by a hash table with open
 * addressing. Meta variables are left out of the comparison (docs/compatibility.md 5.8). States that a canonical form makes
 * the same are one, stored in that form.
 */
import type { Network } from "../../network/index.ts";
import type { Canonical } from "../options.ts";
import { Growing } from "./words.ts";

export class DiscreteStates {
  readonly size: number;
  private readonly keys: Int32Array;
  private readonly cells: Growing;
  private readonly hashes = new Growing();
  private table = new Int32Array(1 << 12).fill(-1);
  private readonly canonical: Canonical | undefined;
  private readonly form: Int32Array;
  count = 0;

  constructor(network: Network, canonical?: Canonical) {
    this.size = network.slots.length;
    this.canonical = canonical;
    this.form = new Int32Array(canonical === undefined ? 0 : this.size);
    this.cells = new Growing(Math.max(1024, this.size * 64));
    this.keys = Int32Array.from(network.slots.flatMap((s, i) => (s.meta ? [] : [i])));
  }

  /** The number of the state in the first cells of the argument; stores it if it is new (then `count` grows). */
  intern(given: Int32Array): number {
    const { keys } = this;
    const state = this.canonical === undefined ? given : this.inForm(given, this.canonical);
    let h = 0x811c9dc5 | 0;
    for (let i = 0; i < keys.length; i++) {
      h = Math.imul(h ^ state[keys[i]!]!, 0x01000193);
      h ^= h >>> 15;
    }
    h = Math.imul(h ^ (h >>> 13), 0x5bd1e995);
    h ^= h >>> 15;
    const mask = this.table.length - 1;
    let at = h & mask;
    for (let n = this.table[at]!; n >= 0; n = this.table[(at = (at + 1) & mask)]!) {
      if (this.hashes.data[n] === h && this.same(n, state)) return n;
    }
    const n = this.count++;
    this.table[at] = n;
    this.hashes.push(h);
    this.cells.reserve(this.size);
    const { data, length } = this.cells;
    for (let i = 0; i < this.size; i++) data[length + i] = state[i]!;
    this.cells.length += this.size;
    if (this.count * 2 > this.table.length) this.rehash();
    return n;
  }

  /** Copies state n to the first cells of the argument. */
  get(n: number, out: Int32Array): void {
    const { data } = this.cells;
    const at = n * this.size;
    for (let i = 0; i < this.size; i++) out[i] = data[at + i]!;
  }

  private inForm(given: Int32Array, canonical: Canonical): Int32Array {
    const { form, size } = this;
    for (let i = 0; i < size; i++) form[i] = given[i]!;
    canonical(form);
    return form;
  }

  private same(n: number, state: Int32Array): boolean {
    const { keys } = this;
    const { data } = this.cells;
    const at = n * this.size;
    for (let i = 0; i < keys.length; i++) if (data[at + keys[i]!] !== state[keys[i]!]) return false;
    return true;
  }

  private rehash(): void {
    const table = new Int32Array(this.table.length * 2).fill(-1);
    const mask = table.length - 1;
    for (let n = 0; n < this.count; n++) {
      let at = this.hashes.data[n]! & mask;
      while (table[at]! >= 0) at = (at + 1) & mask;
      table[at] = n;
    }
    this.table = table;
  }

  get bytes(): number {
    return this.cells.bytes + this.hashes.bytes + this.table.byteLength;
  }
}
