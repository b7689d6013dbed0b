/**
 * Where what does not fit into memory goes: files by name, which the app brings. What it cannot do it throws as a
 * `SpillError`, whose message says why in words; a search then ends without an answer.
 */
export interface Spill {
  /** Writes bytes at a place of a file, which is made if there is none. They are the caller's again when it returns. */
  write(name: string, at: number, bytes: Uint8Array): void;
  /** Requires: all of this was written. */
  read(name: string, at: number, into: Uint8Array): void;
  /** Gives the room of a file back. */
  empty(name: string): void;
}

export class SpillError extends Error {}

/** A `Spill` that counts. */
export class CountingSpill implements Spill {
  /** Bytes so far. */
  out = 0;
  back = 0;
  private readonly spill: Spill;

  constructor(spill: Spill) {
    this.spill = spill;
  }

  write(name: string, at: number, bytes: Uint8Array): void {
    this.spill.write(name, at, bytes);
    this.out += bytes.length;
  }

  read(name: string, at: number, into: Uint8Array): void {
    this.spill.read(name, at, into);
    this.back += into.length;
  }

  empty(name: string): void {
    this.spill.empty(name);
  }
}
