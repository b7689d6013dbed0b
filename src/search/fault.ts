/** Run-time faults of the model in words: which state, which edge. */
import { type LiveCells, livenessOf } from "../analysis/index.ts";
import type { Fault } from "../engine/index.ts";
import type { Network } from "../network/index.ts";
import { edgeOf } from "./trace.ts";
import type { FaultReport } from "./verdict.ts";

/** `live`: what a reduced search knows of; it has forgotten the values of dead variables, so they are not told. */
export function reportFault(fault: Fault, network: Network, live?: LiveCells): FaultReport {
  const report: FaultReport = { kind: fault.kind, message: fault.message, origin: fault.origin };
  const state = fault.state === undefined ? {} : { state: describeState(network, fault.state, live) };
  if (fault.edge === undefined) return { ...report, ...state };
  const e = edgeOf(network, fault.edge);
  const p = network.processes[e.process];
  const edge = {
    id: e.id,
    process: p.name,
    source: p.locations[e.source].name,
    target: p.locations[e.target].name,
    origin: e.origin,
  };
  return { ...report, ...state, edge };
}

/** `P.idle Q.busy n=3`. */
export function describeState(network: Network, cells: ArrayLike<number>, live?: LiveCells): string {
  const isLive = live === undefined ? () => true : livenessOf(live, cells);
  const parts = network.processes.map((p, i) => `${p.name}.${p.locations[cells[i]]?.name ?? cells[i]}`);
  for (let i = network.processes.length; i < network.slots.length; i++)
    if (isLive(i)) parts.push(`${network.slots[i].name}=${cells[i]}`);
  return parts.join(" ");
}
