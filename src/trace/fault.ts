/** Run-time faults of the model in words: which state, which edge. */
import { type LiveCells, livenessOf } from "../analysis/index.ts";
import type { Fault } from "../engine/index.ts";
import { locationAt, type Network, type Origin, processAt, slotAt } from "../network/index.ts";
import { edgeOf } from "./trace.ts";

export interface FaultReport {
  /** A `FaultKind`; of a run of a statistical query also the code of its `RunFault`. */
  readonly kind: string;
  readonly message: string;
  readonly origin: Origin;
  /** The discrete state in which it happened, in words: `P.idle n=3`. */
  readonly state?: string;
  /** Process, source and target location of the edge. */
  readonly edge?: {
    readonly id: number;
    readonly process: string;
    readonly source: string;
    readonly target: string;
    readonly origin: Origin;
  };
}

/** `live`: what a reduced search knows of; it has forgotten the values of dead variables, so they are not told. */
export function reportFault(fault: Fault, network: Network, live?: LiveCells): FaultReport {
  const report: FaultReport = { kind: fault.kind, message: fault.message, origin: fault.origin };
  const state = fault.state === undefined ? {} : { state: describeState(network, fault.state, live) };
  if (fault.edge === undefined) return { ...report, ...state };
  const e = edgeOf(network, fault.edge);
  const p = processAt(network, e.process);
  const edge = {
    id: e.id,
    process: p.name,
    source: locationAt(p, e.source).name,
    target: locationAt(p, e.target).name,
    origin: e.origin,
  };
  return { ...report, ...state, edge };
}

/** So many variables are told; of more, those that have changed come first. */
const MOST = 200;

/** `P.idle Q.busy n=3`. */
function describeState(network: Network, cells: ArrayLike<number>, live?: LiveCells): string {
  const { slots, processes } = network;
  const isLive = live === undefined ? () => true : livenessOf(live, cells);
  const parts = processes.map((p, i) => `${p.name}.${p.locations[cells[i]!]?.name ?? cells[i]}`);
  const told: number[] = [];
  for (let i = processes.length; i < slots.length; i++) if (isLive(i)) told.push(i);
  const changed = told.length > MOST ? told.filter((i) => cells[i] !== slotAt(network, i).initial) : told;
  for (const i of changed.slice(0, MOST)) parts.push(`${slotAt(network, i).name}=${cells[i]}`);
  if (changed.length > MOST) parts.push(`(and ${changed.length - MOST} more that have changed)`);
  if (told.length > changed.length) parts.push(`(${told.length - changed.length} other variables as at the start)`);
  return parts.join(" ");
}
