import type { Spill } from "../../src/engine/index.ts";

/** A disk in memory, which counts what is written. */
export class Shelf implements Spill {
  private readonly files = new Map<string, Uint8Array>();
  written = 0;

  write(name: string, at: number, bytes: Uint8Array): void {
    const old = this.files.get(name) ?? new Uint8Array(0);
    const file = new Uint8Array(Math.max(old.length, at + bytes.length));
    file.set(old);
    file.set(bytes, at);
    this.files.set(name, file);
    this.written += bytes.length;
  }

  read(name: string, at: number, into: Uint8Array): void {
    const file = this.files.get(name);
    if (file === undefined || file.length < at + into.length)
      throw new Error(`${name} has no ${into.length} bytes at ${at}`);
    into.set(file.subarray(at, at + into.length));
  }

  empty(name: string): void {
    this.files.delete(name);
  }
}
