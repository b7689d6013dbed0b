/** A typed array of 32-bit integers that grows by doubling. `data` must be read anew after `reserve` or `push`. */
export class Growing {
  data: Int32Array;
  length = 0;

  constructor(capacity = 1024) {
    this.data = new Int32Array(capacity);
  }

  push(value: number): number {
    if (this.length === this.data.length) this.reserve(1);
    this.data[this.length] = value;
    return this.length++;
  }

  /** Makes room for `count` more. */
  reserve(count: number): void {
    let capacity = this.data.length;
    while (capacity < this.length + count) capacity *= 2;
    if (capacity === this.data.length) return;
    const larger = new Int32Array(capacity);
    larger.set(this.data.subarray(0, this.length));
    this.data = larger;
  }

  get bytes(): number {
    return this.data.byteLength;
  }
}
