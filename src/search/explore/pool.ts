/**
 * Zones of one dimension in chunks of typed arrays. A zone is named by a number; `chunk(n)` and `offset(n)` say where it
 * stands. Freed places are used again.
 */
const CHUNK_WORDS = 1 << 18;

export class Pool {
  private readonly words: number;
  private readonly bits: number;
  private readonly chunks: Int32Array[] = [];
  private readonly free: number[] = [];
  private next = 0;

  /** `words`: length of one zone. */
  constructor(words: number) {
    this.words = words;
    let bits = 0;
    while (words * 2 ** (bits + 1) <= CHUNK_WORDS) bits++;
    this.bits = bits;
  }

  chunk(n: number): Int32Array {
    return this.chunks[n >>> this.bits]!;
  }

  offset(n: number): number {
    return (n & ((1 << this.bits) - 1)) * this.words;
  }

  /** Copies a zone in. */
  put(zone: Int32Array): number {
    const n = this.free.pop() ?? this.next++;
    const index = n >>> this.bits;
    if (index === this.chunks.length) this.chunks.push(new Int32Array(this.words << this.bits));
    const chunk = this.chunks[index]!;
    const at = this.offset(n);
    for (let i = 0; i < this.words; i++) chunk[at + i] = zone[i]!;
    return n;
  }

  /** Copies a zone out. */
  get(n: number, zone: Int32Array): void {
    const chunk = this.chunk(n);
    const at = this.offset(n);
    for (let i = 0; i < this.words; i++) zone[i] = chunk[at + i]!;
  }

  release(n: number): void {
    this.free.push(n);
  }

  get bytes(): number {
    return this.chunks.length * (this.words << this.bits) * 4;
  }
}
