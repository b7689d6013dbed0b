/**
 * A search by several threads on one shared memory. Each thread has a module of its own, the same code with its regions at
 * other addresses; globals are a thread's own, so only what lies in memory is shared: the table of discrete states, their
 * lists of zones, and the words below. States are expanded level by level: the waiting nodes of a level stand in blocks, of
 * which threads take one after the other; what they find goes into blocks of their own, which become the next level when
 * all have met (search/threads/thread.ts). Each begins with what it has found itself.
 *
 * - A slot of the table changes once, from 0 to a record, by compare and exchange. The table grows only when all have met.
 * - The list of a record is changed by whoever holds bit 0 of its first word. It may be read without: nodes that went out of
 *   a list keep their link and their zone until all have met, and a zone inside one that went is inside the one that took
 *   its place, since subsumption under aLU is transitive.
 * - A tree (tree.ts) is read and changed only by whoever holds its record. Nodes keep their links when a list becomes a tree, for
 *   those who still follow them.
 * - So do tables of what is kept once (once.ts).
 * - Bits of a node's second word are set and cleared atomically, so that of the one who takes a waiting node and the one who
 *   drops it exactly one gives its memory back.
 */
import type { I32 } from "../../wasm/index.ts";
import { atomic, i32 } from "../../wasm/index.ts";

/** Addresses of shared words; those that are written often stand in cache lines of their own. */
export const control = {
  /** The first page that nobody has. */
  top: 64,
  /** Not 0: leave the module as soon as a node is done. */
  flag: 192,
  /** The table of discrete states and its mask, for those who come back. */
  table: 256,
  mask: 260,
  /** Words of the host's: see search/threads/crew.ts. */
  host: 320,
  /** Of what is kept once: its table, mask, and, in the next cache line, how many slots are taken (once.ts). */
  once: { chunk: 640, zone: 768 },
  /** Words of each thread, `seatBytes` each, also the host's. */
  seats: 1024,
} as const;

export const seatBytes = 128;
/** Of a seat: the first block of the level that the thread takes first; others help when they have none left. */
export const seatLevel = 60;
export const maxThreads = 48;
/** Where the regions of the first thread begin. */
export const firstBase = control.seats + maxThreads * seatBytes;
/** Pages that a thread takes at a time. */
export const chunkPages = 4;

export const PAUSE = 1;

export function flagged(): I32 {
  return atomic.i32.load(0, control.flag);
}

/** Asks all threads to meet. */
export function askToMeet() {
  return atomic.i32.or(i32.const(0), PAUSE, control.flag);
}
