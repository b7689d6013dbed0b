/**
 * Buffers that are used again. They come in sizes that are powers of two, each with a pile of its own: a few bytes never take
 * a buffer that thousands were in. A new one takes the place of idle ones of other sizes, so that all of them together take
 * no more than those in use ever took at once, however sizes change.
 */
export class Buffers {
  private readonly piles = Array.from({ length: 32 }, (): Uint8Array[] => []);
  /** Bytes of those that nothing is in. */
  idle = 0;

  /** One of at least so many bytes, whatever they are; at most twice as many. */
  take(bytes: number): Uint8Array {
    const size = sizeOf(bytes);
    const buffer = this.piles[size]!.pop();
    if (buffer !== undefined) {
      this.idle -= buffer.length;
      return buffer;
    }
    this.forget(2 ** size);
    return new Uint8Array(2 ** size);
  }

  /** Gives one back that was taken. */
  leave(buffer: Uint8Array): void {
    this.piles[sizeOf(buffer.length)]!.push(buffer);
    this.idle += buffer.length;
  }

  /** Leaves so many idle bytes to the garbage collector, or all. */
  private forget(bytes: number): void {
    const least = Math.max(0, this.idle - bytes);
    for (const pile of this.piles) while (this.idle > least && pile.length > 0) this.idle -= pile.pop()!.length;
  }
}

/** The least exponent of two that is as large. */
function sizeOf(bytes: number): number {
  return bytes <= 1 ? 0 : 32 - Math.clz32(bytes - 1);
}

/** Bytes that are used again and again. */
export class Room {
  private bytes = new Uint8Array(0);

  of(count: number): Uint8Array {
    if (this.bytes.length < count) this.bytes = new Uint8Array(count);
    return this.bytes.subarray(0, count);
  }
}
