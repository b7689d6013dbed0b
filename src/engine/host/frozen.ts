import type { Entry } from "../compile/plan.ts";
import { type Instance, type Made, pagesOf } from "./instance.ts";

/**
 * A search as it stands between two portions, and its way back. All of it is in the memory of its module once `freeze` was
 * called; the code of the module says whose it is, since everything that a search depends on is compiled into it.
 */
export interface Frozen {
  readonly code: Uint8Array;
  readonly entry: Entry;
  /** The memory in use, whole pages, as long as the search does not go on. */
  readonly memory: Uint8Array;
}

/** A search that was kept. */
export interface Kept {
  readonly entry: Entry;
  /** Bytes of its memory, whole pages. */
  readonly bytes: number;
  /** Writes its memory; throws if it is not of a search with this code. */
  readonly read: (code: Uint8Array, into: Uint8Array) => void;
}

/** Requires: the module was made with `freezes`; `top` is the name of the number of pages in use. */
export function frozen(instance: Instance<Made>, top: string): Frozen {
  instance.call("freeze");
  const { bytes, plan } = instance.made;
  return { code: bytes, entry: plan.entry, memory: new Uint8Array(instance.buffer, 0, PAGE * instance.counter(top)) };
}

/** Lets a fresh instance go on where another one stood, within so many bytes. */
export function thaw(instance: Instance<Made>, kept: Kept, memory: number, spare: number): void {
  const more = kept.bytes / PAGE - instance.buffer.byteLength / PAGE;
  if (more > 0) instance.memory.grow(more);
  kept.read(instance.made.bytes, new Uint8Array(instance.buffer, 0, kept.bytes));
  instance.call("thaw");
  instance.set("limit", pagesOf(memory, Math.ceil(instance.made.heap / PAGE) + spare));
}

const PAGE = 65536;
