/**
 * A search shared by several threads. Each runs one part (`engine/compile/partition.ts`) with a store of its own; messages
 * go through rings in shared memory, one for each ordered pair of parts, one writer and one reader each.
 *
 * Words of `control`:   0  parts at work plus messages on their way: the search is over when it is 0
 *                       1  why to stop: 0 go on, 1 found, 2 a limit, 3 bounds do not fit, 4 a part failed
 *                       2  parts that have ended; waited for at the end
 *                       3  changes whenever something is sent, to wake idle parts
 *                       8 + 8k ..  explored, stored, transitions, waiting, memory (in KiB) of part k
 * Words of a ring:      0  bytes ever written;  1  bytes ever read;  then the data, a power of 2 of bytes.
 *                       A chunk is its length in 4 bytes, then whole messages.
 */
import type { LiveCells, Symmetry } from "../analysis/index.ts";
import type { Network, NetworkQuery } from "../network/index.ts";

export interface Link {
  readonly parts: number;
  readonly control: Int32Array;
  /** `rings[from * parts + to]`. */
  readonly rings: readonly Int32Array[];
}

/** What a thread is given: plain data that can be posted to it. `runPart` takes it. */
export interface PartTask {
  readonly network: Network;
  readonly query: NetworkQuery;
  readonly part: number;
  readonly link: Link;
  readonly order: "bfs" | "dfs" | "adaptive";
  readonly entry: 2 | 4;
  /** Bytes for this part. */
  readonly memory: number;
  readonly live: LiveCells | undefined;
  readonly symmetry: Symmetry | undefined;
}

/** Brought by the app: more threads. `start` runs `runPart(task)` in another thread and returns at once. */
export interface Crew {
  readonly size: number;
  readonly start: (task: PartTask) => void;
}

export const STOP = { none: 0, found: 1, limit: 2, bounds: 3, failed: 4 } as const;

const RING = 1 << 21;

export function newLink(parts: number): Link {
  const control = new Int32Array(new SharedArrayBuffer(4 * (8 + 8 * parts)));
  control[0] = parts;
  return {
    parts,
    control,
    rings: Array.from(
      { length: parts * parts },
      (_, k) => new Int32Array(new SharedArrayBuffer(k % (parts + 1) === 0 ? 8 : 8 + RING)),
    ),
  };
}

/** Writes a chunk if there is room. */
export function put(ring: Int32Array, chunk: Uint8Array): boolean {
  const written = Atomics.load(ring, 0);
  const read = Atomics.load(ring, 1);
  if (((written - read) >>> 0) + chunk.length + 4 > RING) return false;
  const data = new Uint8Array(ring.buffer, 8);
  const at = copyIn(data, written, new Uint8Array(new Int32Array([chunk.length]).buffer));
  Atomics.store(ring, 0, copyIn(data, at, chunk));
  return true;
}

/** Reads the next chunk, if there is one. */
export function take(ring: Int32Array): Uint8Array | undefined {
  const read = Atomics.load(ring, 1);
  if (Atomics.load(ring, 0) === read) return undefined;
  const data = new Uint8Array(ring.buffer, 8);
  const head = new Uint8Array(4);
  const at = copyOut(data, read, head);
  const chunk = new Uint8Array(new Int32Array(head.buffer)[0]);
  Atomics.store(ring, 1, copyOut(data, at, chunk));
  return chunk;
}

/** Counters wrap at 32 bits; the ring's size divides that. */
function copyIn(data: Uint8Array, at: number, bytes: Uint8Array): number {
  const start = at & (RING - 1);
  const first = Math.min(bytes.length, RING - start);
  data.set(bytes.subarray(0, first), start);
  data.set(bytes.subarray(first), 0);
  return (at + bytes.length) | 0;
}

function copyOut(data: Uint8Array, at: number, bytes: Uint8Array): number {
  const start = at & (RING - 1);
  const first = Math.min(bytes.length, RING - start);
  bytes.set(data.subarray(start, start + first));
  bytes.set(data.subarray(0, bytes.length - first), first);
  return (at + bytes.length) | 0;
}
