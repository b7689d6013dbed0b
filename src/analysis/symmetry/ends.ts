/**
 * Where the order of processes shows in what faults: the invariants of a state are evaluated process by process, and what
 * stands behind one that does not hold is not looked at. So where one of them may be a fault, no process that may end this,
 * or be the fault, changes places.
 */
import { locationAt, type Network, type Process } from "../../network/index.ts";
import type { Faults } from "./faults.ts";
import type { Failure } from "./images.ts";

/** `isMoved` tells processes that change places. */
export function orderedInvariants(
  network: Network,
  isMoved: (process: number) => boolean,
  { inInvariant }: Faults,
): Failure | undefined {
  const enders = network.processes.filter(mayEnd);
  const moved = enders.filter((p) => isMoved(p.index));
  if (enders.length === 0) return undefined;
  for (const p of network.processes) {
    if (!(isMoved(p.index) ? enders : moved).some((other) => other !== p)) continue;
    const at = p.locations.findIndex(({ invariant }) => inInvariant(invariant));
    if (at < 0) continue;
    return {
      message: `whether the invariant of ${p.name} faults may depend on the order of the processes`,
      origin: locationAt(p, at).origin,
    };
  }
  return undefined;
}

/** Whether the data may decide that an invariant does not hold: by itself, or because a clock is compared with itself. */
function mayEnd({ locations }: Process): boolean {
  return locations.some(
    ({ invariant: { data, clocks } }) =>
      data.length > 0 ||
      clocks.some(({ left, right }) => left.terms.length + right.terms.length > 0 || left.base === right.base),
  );
}
