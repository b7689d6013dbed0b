/**
 * What of a network matters to a claim, as certificates state it (docs/semantics.md 9.13 and 9.14): where variables are live,
 * and which processes are left out. It comes from the checker of certificates, which reads it off the model's text and judges
 * it again with each certificate; here it is only obeyed.
 */
import type { LiveCells } from "../analysis/index.ts";
import type { Network } from "../network/index.ts";

export interface Matters {
  /**
   * Cells of a state by their numbers: those that are live everywhere, and, after process and location, those that
   * are live there.
   */
  readonly live?: { readonly everywhere: readonly number[]; readonly locations: readonly (readonly number[])[] };
  /** Processes that are left out, by their numbers. */
  readonly still?: readonly number[];
}

/** The same for the store of a search. Undefined if everything is always live. */
export function liveFrom({ live }: Matters, { slots, processes }: Network): LiveCells | undefined {
  if (live === undefined) return undefined;
  const general = new Uint8Array(slots.length);
  for (const { index } of processes) general[index] = 1;
  for (const cell of live.everywhere) general[cell] = 1;
  const rows = processes.map((p) => p.locations.map((): number[] => []));
  for (const [process, location, ...cells] of live.locations)
    for (const cell of cells) if (general[cell] === 0) rows[process!]![location!]!.push(cell);
  const reducible = Int32Array.from(slots.keys()).filter((cell) => general[cell] === 0);
  if (reducible.length === 0) return undefined;
  return { general, rows: rows.map((list) => list.map((row) => Int32Array.from(row).sort())), reducible };
}

/** What is left to be said where some of it makes no difference; undefined for nothing. */
export function worthStating(matters: Matters, network: Network): Matters | undefined {
  const still = (matters.still ?? []).filter((p) => (network.processes[p]?.edges.length ?? 0) > 0);
  const isSaid = still.length > 0 || liveFrom(matters, network) !== undefined;
  return isSaid && matters.live !== undefined ? { live: matters.live, ...(still.length > 0 && { still }) } : undefined;
}
