/**
 * The members of a certificate: discrete states with zones, each with its number in the file, found by their values. They are
 * kept as words in few buffers, which threads share: a record is the member's number, how many words and zones it has, the
 * values, a rank for each zone where there are ranks (9.5), the zones, row by row, as the certificate writes bounds, and
 * permutations (9.12), each with its length before it. A table tells where the records with a hash are.
 */
import { Unreadable } from "./outcome.ts";
import { Zone } from "./zone.ts";

export interface Member {
  readonly values: Int32Array;
  readonly zones: readonly Zone[];
  /** Of each zone, where the certificate has ranks. */
  readonly ranks: Int32Array;
  /** Exchanges one after the other. */
  readonly permutations: readonly Int32Array[];
  /** As it stands in the certificate, counted from 1. */
  readonly number: number;
}

/** What threads share. */
export interface Packed {
  readonly size: number;
  readonly chunks: readonly Int32Array[];
  readonly table: Int32Array;
}

const HEAD = 3;
/** Words of a chunk, as a power of two. A record lies in one chunk, which is larger where the record is. */
const CHUNK = 16;
const MASK = (1 << CHUNK) - 1;
/** Members with so many zones are kept unpacked, as long as they have no more than so many together. */
const MANY = 8;
const KEPT = 50_000;
/** A bound that is none. */
const NONE = 0x7fffffff;

export class Members {
  private readonly cells: number;
  private readonly n: number;
  private readonly isRanked: boolean;
  private readonly open: Zone;
  private readonly chunks: Int32Array[] = [];
  /** Where a record is, plus 1; 0 is nowhere. */
  private table = words(1 << 10);
  private count = 0;
  /** Members that were asked for, by their records: those with many zones are asked for often. */
  private readonly kept = new Map<number, Member>();
  private zonesKept = 0;
  /** Words that are used of the last chunk. */
  private top = 0;

  constructor(cells: number, n: number, isRanked: boolean, packed?: Packed) {
    this.cells = cells;
    this.n = n;
    this.isRanked = isRanked;
    this.open = Zone.open(n);
    if (packed === undefined) return;
    this.chunks = [...packed.chunks];
    this.table = packed.table;
    this.count = packed.size;
  }

  get size(): number {
    return this.count;
  }

  packed(): Packed {
    return { size: this.count, chunks: this.chunks, table: this.table };
  }

  /** Requires: zones are closed and not empty. Bounds that do not fit into a word are refused. */
  add(
    number: number,
    values: readonly number[],
    zones: readonly Zone[],
    ranks: readonly number[],
    permutations: readonly (readonly number[])[] = [],
  ): void {
    const { n } = this;
    const last = permutations.flatMap((one) => [one.length, ...one]);
    const length = HEAD + values.length + ranks.length + zones.length * n * n + last.length;
    const at = this.reserve(length);
    const chunk = this.chunks[at >>> CHUNK]!;
    let to = at & MASK;
    const put = (value: number): void => {
      if (value !== (value | 0)) throw new Unreadable(`member ${number}: a number is too large`);
      chunk[to++] = value;
    };
    for (const list of [[number, length, zones.length], values, ranks]) for (const value of list) put(value);
    for (const { bounds } of zones) for (const bound of bounds) put(bound === Infinity ? NONE : bound);
    for (const word of last) put(word);
    const place = this.placeOf(values);
    if (this.table[place] !== 0) throw new Unreadable(`member ${number} is there twice`);
    this.table[place] = at + 1;
    if (++this.count * 4 > this.table.length) this.widen();
  }

  /** The member with these values. */
  find(values: ArrayLike<number>): Member | undefined {
    const record = this.table[this.placeOf(values)]!;
    return record === 0 ? undefined : this.unpacked(record - 1);
  }

  /** The zones of the member with these values; none if there is no such member. */
  zonesAt(values: ArrayLike<number>): readonly Zone[] {
    const record = this.table[this.placeOf(values)]! - 1;
    if (record < 0) return [];
    const chunk = this.chunks[record >>> CHUNK]!;
    const from = (record & MASK) + HEAD;
    const zones = chunk[from - 1]!;
    if (zones >= MANY) return this.unpacked(record).zones;
    return this.zones(chunk, from + this.cells + (this.isRanked ? zones : 0), zones);
  }

  private unpacked(at: number): Member {
    if (this.chunks[at >>> CHUNK]![(at & MASK) + HEAD - 1]! < MANY) return this.member(at);
    const known = this.kept.get(at);
    if (known !== undefined) return known;
    const member = this.member(at);
    this.zonesKept += member.zones.length;
    if (this.zonesKept > KEPT) {
      this.kept.clear();
      this.zonesKept = member.zones.length;
    }
    this.kept.set(at, member);
    return member;
  }

  /** In the order of the certificate. */
  *[Symbol.iterator](): Generator<Member> {
    for (const at of this.records()) yield this.member(at);
  }

  private *records(): Generator<number> {
    for (let c = 0; c < this.chunks.length; c++) {
      const chunk = this.chunks[c]!;
      for (let at = 0; at < chunk.length && chunk[at + 1]! > 0; at += chunk[at + 1]!) yield c * 2 ** CHUNK + at;
    }
  }

  private member(record: number): Member {
    const chunk = this.chunks[record >>> CHUNK]!;
    const from = (record & MASK) + HEAD;
    const [number, length, zones] = [chunk[from - HEAD]!, chunk[from - HEAD + 1]!, chunk[from - 1]!];
    const ranks = from + this.cells;
    const first = ranks + (this.isRanked ? zones : 0);
    const size = this.n * this.n;
    const permutations: Int32Array[] = [];
    const end = from - HEAD + length;
    for (let at = first + zones * size; at < end; at += 1 + chunk[at]!)
      permutations.push(chunk.subarray(at + 1, at + 1 + chunk[at]!));
    return {
      number,
      values: chunk.subarray(from, ranks),
      ranks: chunk.subarray(ranks, first),
      zones: this.zones(chunk, first, zones),
      permutations,
    };
  }

  private zones(chunk: Int32Array, from: number, count: number): readonly Zone[] {
    const zones: Zone[] = [];
    for (let k = 0; k < count; k++) zones.push(this.zone(chunk, from + k * this.n * this.n));
    return zones;
  }

  private zone(chunk: Int32Array, from: number): Zone {
    const zone = this.open.copy();
    const { bounds } = zone;
    for (let k = 0; k < bounds.length; k++) {
      const word = chunk[from + k]!;
      if (word !== NONE) bounds[k] = word;
    }
    return zone;
  }

  /** Where the table has these values, or would have them. */
  private placeOf(values: ArrayLike<number>): number {
    const { table, cells } = this;
    let hash = 0;
    for (let k = 0; k < cells; k++) hash = Math.imul(hash ^ values[k]!, 0x9e3779b1) ^ (hash >>> 15);
    const last = table.length - 1;
    for (let place = (hash ^ (hash >>> 13)) & last; ; place = (place + 1) & last)
      if (table[place] === 0 || this.isAt(table[place]! - 1, values)) return place;
  }

  private isAt(at: number, values: ArrayLike<number>): boolean {
    const chunk = this.chunks[at >>> CHUNK]!;
    const from = (at & MASK) + HEAD;
    for (let k = 0; k < this.cells; k++) if (chunk[from + k] !== values[k]) return false;
    return true;
  }

  private reserve(length: number): number {
    const last = this.chunks.at(-1);
    if (last === undefined || this.top + length > last.length) {
      if (this.chunks.length === 2 ** (31 - CHUNK) - 1) throw new Unreadable("the certificate is too large");
      this.chunks.push(words(Math.max(1 << CHUNK, length)));
      this.top = 0;
    }
    const at = (this.chunks.length - 1) * 2 ** CHUNK + this.top;
    this.top += length;
    return at;
  }

  private widen(): void {
    this.table = words(this.table.length * 2);
    for (const at of this.records()) {
      const from = (at & MASK) + HEAD;
      const place = this.placeOf(this.chunks[at >>> CHUNK]!.subarray(from, from + this.cells));
      this.table[place] = at + 1;
    }
  }
}

/** Zeros, which threads can share where there are any. */
function words(length: number): Int32Array {
  return new Int32Array(new (globalThis.SharedArrayBuffer ?? ArrayBuffer)(4 * length));
}
