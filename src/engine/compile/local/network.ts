/**
 * The network over local zones (`interpret/local.ts` says what they are): clocks more for the times of groups and shared
 * variables, and every guard and invariant compares a clock with the time of its group where it compared it with zero. So
 * what is compiled of it is compiled as of any other; what sets clocks is left to the operations on zones (`zones.ts`).
 */
import type { Clock, ClockConstraint, ClockRef, Network } from "../../../network/index.ts";
import type { Rows } from "../../interpret/rows.ts";
import { isFixed } from "../code/constraint.ts";

export function overRows(network: Network, rows: Rows, groupOf: readonly number[]): Network {
  const { clocks, origin } = network;
  const times = Array.from(
    { length: rows.dim - clocks.length },
    (_, k): Clock => ({ name: `time ${k}`, initial: 0, origin }),
  );
  const processes = network.processes.map((process) => {
    const own = rows.ofGroup[groupOf[process.index]!]!;
    const all = (list: readonly ClockConstraint[]) => list.map((c) => relative(c, rows, own));
    return {
      ...process,
      locations: process.locations.map((l) => ({
        ...l,
        invariant: { ...l.invariant, clocks: all(l.invariant.clocks) },
      })),
      edges: process.edges.map((e) => ({ ...e, guard: { ...e.guard, clocks: all(e.guard.clocks) } })),
    };
  });
  return { ...network, clocks: [...clocks, ...times], processes };
}

/** Clocks whose numbers are only known at run time are of the process's group, whose row is `own`. */
function relative(c: ClockConstraint, { ofClock }: Rows, own: number): ClockConstraint {
  const timeOf = (other: ClockRef): ClockRef => ({ base: isFixed(other) ? ofClock[other.base]! : own, terms: [] });
  if (isZero(c.left)) return { ...c, left: timeOf(c.right) };
  return isZero(c.right) ? { ...c, right: timeOf(c.left) } : c;
}

function isZero(ref: ClockRef): boolean {
  return isFixed(ref) && ref.base === 0;
}
