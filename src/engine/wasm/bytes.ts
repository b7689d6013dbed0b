/**
 * A growing byte buffer with the integer and string encodings of the WebAssembly binary format (core specification 2.0,
 * section 5.2): LEB128 for integers, little-endian IEEE 754 for floats, length-prefixed UTF-8 for names.
 */
const encoder = new TextEncoder();
const scratch = new DataView(new ArrayBuffer(8));

/** Room that nobody writes to now. It is kept, since new buffers cost more than what is written to most of them. */
const rooms: Uint8Array<ArrayBuffer>[] = [];
const ROOM = 1 << 12;
const LARGEST_KEPT = 1 << 20;
const MOST_KEPT = 4;

/** Where closed bytes lie, one behind the other. */
let shelf = new Uint8Array(0);
let used = 0;
const SHELF = 1 << 16;
const NONE = new Uint8Array(0);

export class Bytes {
  private data: Uint8Array<ArrayBuffer> = rooms.pop() ?? new Uint8Array(ROOM);
  length = 0;

  /** The bytes written so far; valid until the next write. */
  view(): Uint8Array<ArrayBuffer> {
    return this.length === this.data.length ? this.data : this.data.subarray(0, this.length);
  }

  /** Makes the room free for others; what was written stays. */
  close(): void {
    const room = this.data;
    if (used + this.length > shelf.length) {
      shelf = new Uint8Array(Math.max(SHELF, this.length));
      used = 0;
    }
    this.data = shelf.subarray(used, used + this.length);
    for (let i = 0; i < this.length; i++) this.data[i] = room[i]!;
    used += this.length;
    this.leave(room);
  }

  /** The same; what was written is no longer wanted. */
  drop(): void {
    this.leave(this.data);
    this.data = NONE;
    this.length = 0;
  }

  private leave(room: Uint8Array<ArrayBuffer>): void {
    if (room.length <= LARGEST_KEPT && rooms.length < MOST_KEPT) rooms.push(room);
  }

  private reserve(extra: number): void {
    const needed = this.length + extra;
    if (needed <= this.data.length) return;
    const grown = new Uint8Array(Math.max(needed, 2 * this.data.length));
    grown.set(this.view());
    this.data = grown;
  }

  u8(value: number): void {
    if (this.length === this.data.length) this.reserve(1);
    this.data[this.length++] = value;
  }

  /** Unsigned LEB128 of a value below 2^32. */
  u32(value: number): void {
    let rest = value >>> 0;
    while (rest > 0x7f) {
      this.u8((rest & 0x7f) | 0x80);
      rest >>>= 7;
    }
    this.u8(rest);
  }

  /** Signed LEB128 of a 32-bit value. */
  s32(value: number): void {
    let rest = value | 0;
    while (rest < -64 || rest > 63) {
      this.u8((rest & 0x7f) | 0x80);
      rest >>= 7;
    }
    this.u8(rest & 0x7f);
  }

  /** Signed LEB128 of a 64-bit value. */
  s64(value: bigint): void {
    if (value >= -0x80000000n && value <= 0x7fffffffn) {
      this.s32(Number(value));
      return;
    }
    let rest = value;
    while (rest < -64n || rest > 63n) {
      this.u8(Number(rest & 0x7fn) | 0x80);
      rest >>= 7n;
    }
    this.u8(Number(rest & 0x7fn));
  }

  f64(value: number): void {
    scratch.setFloat64(0, value, true);
    for (let i = 0; i < 8; i++) this.u8(scratch.getUint8(i));
  }

  bytes(values: Uint8Array): void {
    this.reserve(values.length);
    this.data.set(values, this.length);
    this.length += values.length;
  }

  /** A vector of bytes: its length, then its contents. */
  sized(values: Uint8Array): void {
    this.u32(values.length);
    this.bytes(values);
  }

  name(text: string): void {
    this.sized(encoder.encode(text));
  }
}
