/** A process that stays where it is: no edges, and locations that forbid nothing. Cells keep their numbers. */
import type { Process } from "../network/index.ts";

export function silent(process: Process): Process {
  const locations = process.locations.map((l) => ({
    ...l,
    urgent: false,
    committed: false,
    invariant: { data: [], clocks: [], rates: [] },
  }));
  return { ...process, locations, edges: [] };
}
