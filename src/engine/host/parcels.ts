import { append } from "../../base/index.ts";
import { Buffers, Room } from "./buffers.ts";
import type { Spill } from "./spill.ts";

/**
 * Messages between the parts of a search that is larger than memory (`spilled.ts`): what is sent on one level is handed over on
 * the next. They wait in memory as far as there is room, and then in files, one for each part and every other level. Buffers
 * are used again (`buffers.ts`): what is left to the garbage collector stays for long, and gigabytes pass through here.
 */
export interface Parcel {
  readonly from: number;
  /** Messages of one box; they are gone when the next parcel is taken. */
  readonly messages: Uint8Array;
}

/** What waits for one part: first what is in the file, then what is in memory. */
interface Pile {
  readonly file: string;
  readonly filed: { readonly from: number; readonly bytes: number }[];
  held: Held[];
}

/** Messages at the beginning of a buffer. */
interface Held {
  readonly from: number;
  readonly bytes: number;
  readonly buffer: Uint8Array;
}

export class Parcels {
  private readonly spill: Spill;
  private readonly room: number;
  /** By part: what is sent on this level, and what was on the last one. */
  private coming: readonly Pile[];
  private here: readonly Pile[];
  /** Bytes of the buffers that messages are in. */
  private held = 0;
  private readonly buffers = new Buffers();
  /** What goes to a file, and what comes from one. */
  private readonly out = new Room();
  private readonly back = new Room();

  /** At most about `room` bytes are in memory. */
  constructor(spill: Spill, parts: number, room: number) {
    this.spill = spill;
    this.room = room;
    const piles = (level: string): Pile[] =>
      Array.from({ length: parts }, (_, part) => ({ file: `messages-${level}-${part}`, filed: [], held: [] }));
    [this.coming, this.here] = [piles("a"), piles("b")];
  }

  /** Bytes that are in memory, with those of buffers that wait to be used again. */
  get bytes(): number {
    return this.held + this.buffers.idle;
  }

  send(to: number, from: number, messages: Uint8Array): void {
    const buffer = this.buffers.take(messages.length);
    buffer.set(messages);
    this.coming[to]!.held.push({ from, bytes: messages.length, buffer });
    this.held += buffer.length;
    if (this.held > this.room) for (const pile of this.coming) this.file(pile);
  }

  /** What was sent is now to be taken. Requires: all that was to be taken has been. */
  turn(): void {
    [this.coming, this.here] = [this.here, this.coming];
  }

  /** Whether something is to be taken, by this part or by any. */
  has(part: number): boolean {
    const pile = this.here[part]!;
    return pile.filed.length + pile.held.length > 0;
  }

  /** All that is to be taken by a part, once and in the order in which it was sent. */
  *take(part: number): Generator<Parcel, void> {
    const { file, filed, held } = this.here[part]!;
    let at = 0;
    for (const { from, bytes } of filed) {
      const messages = this.back.of(bytes);
      this.spill.read(file, at, messages);
      at += bytes;
      yield { from, messages };
    }
    if (filed.length > 0) this.spill.empty(file);
    filed.length = 0;
    for (const { from, bytes, buffer } of held) {
      yield { from, messages: buffer.subarray(0, bytes) };
      this.release(buffer);
    }
    this.here[part]!.held = [];
  }

  /** Puts what is in memory behind what is in the file. */
  private file(pile: Pile): void {
    const { file, filed, held } = pile;
    if (held.length === 0) return;
    const sum = (all: readonly { readonly bytes: number }[]): number =>
      all.reduce((total, { bytes }) => total + bytes, 0);
    const all = this.out.of(sum(held));
    let at = 0;
    for (const { bytes, buffer } of held) {
      all.set(buffer.subarray(0, bytes), at);
      at += bytes;
      this.release(buffer);
    }
    this.spill.write(file, sum(filed), all);
    append(
      filed,
      held.map(({ from, bytes }) => ({ from, bytes })),
    );
    pile.held = [];
  }

  private release(buffer: Uint8Array): void {
    this.held -= buffer.length;
    this.buffers.leave(buffer);
  }
}
