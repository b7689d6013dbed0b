/**
 * Rows of local zones (`local.ts`): clocks keep their numbers, the first group has row 0, then come the other groups, the shared
 * variables, and as many steps as are to be remembered. A program over such zones compares a clock with the time of its group
 * where another compares it with zero.
 */
import type { Coupling } from "../../analysis/index.ts";
import type { Network } from "../../network/index.ts";
import type { Constraint } from "./constraint.ts";
import type { Program, ProgramEdge } from "./program.ts";

export interface Rows {
  readonly dim: number;
  readonly ofGroup: readonly number[];
  readonly ofShared: readonly number[];
  readonly ofStep: readonly number[];
  /** Of the group of each clock. */
  readonly ofClock: readonly number[];
}

export function rowsOf(network: Network, times: Coupling, steps: number): Rows {
  const clocks = network.clocks.length;
  const ofGroup = Array.from({ length: times.groups }, (_, g) => (g === 0 ? 0 : clocks + g - 1));
  const first = clocks + times.groups - 1;
  const ofShared = Array.from({ length: times.shared }, (_, v) => first + v);
  const ofStep = Array.from({ length: steps }, (_, k) => first + times.shared + k);
  const ofClock = times.groupOfClock.map((g) => ofGroup[g]!);
  return { dim: first + times.shared + steps, ofGroup, ofShared, ofStep, ofClock };
}

/** The same program over local zones. It shares cells and code. */
export function withRows(program: Program, rows: Rows): Program {
  const edges = program.edges.map((e): ProgramEdge => ({ ...e, clocks: e.clocks.map((c) => relative(c, rows)) }));
  const same = (list: readonly ProgramEdge[]): ProgramEdge[] => list.map((e) => edges[e.id]!);
  const locations = program.locations.map((list) =>
    list.map((l) => ({
      ...l,
      clocks: l.clocks.map((c) => relative(c, rows)),
      active: same(l.active),
      passive: same(l.passive),
      events: new Map([...l.events].map(([event, all]) => [event, same(all)])),
    })),
  );
  return { ...program, dim: rows.dim, edges, locations };
}

function relative(constraint: Constraint, { ofClock }: Rows): Constraint {
  return (out) => {
    const before = out.count;
    if (!constraint(out)) return false;
    for (let at = 3 * before; at < 3 * out.count; at += 3) {
      const x = out.data[at]!;
      const y = out.data[at + 1]!;
      if (y === 0) out.data[at + 1] = ofClock[x]!;
      if (x === 0) out.data[at] = ofClock[y]!;
    }
    return true;
  };
}
