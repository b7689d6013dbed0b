/**
 * Why a trace cannot go on: at its end, for each edge that leaves where a process is, what keeps it from being taken. The trace
 * is run again with its exact delays, or over sets of clock values where it has none. Nothing if it can go on.
 */
import { wants } from "../base/index.ts";
import type { Network } from "../network/index.ts";
import { rationals } from "../zones/index.ts";
import type { Obstacle } from "./explain.ts";
import { ConcreteSimulator, type Option, SymbolicSimulator } from "./simulate.ts";
import type { Trace, TraceTransition } from "./trace.ts";

export interface Stuck {
  readonly process: number;
  readonly edge: number;
  readonly source: number;
  readonly target: number;
  readonly obstacles: readonly Obstacle[];
}

export function whyStuck(network: Network, trace: Trace): readonly Stuck[] {
  wants("whyStuck", network, "network");
  wants("whyStuck", trace, "trace");
  const simulator = trace.concrete ? runConcrete(network, trace) : runSymbolic(network, trace);
  if (simulator === undefined || simulator.options().length > 0) return [];
  const { locations } = simulator;
  return network.processes.flatMap((process) =>
    process.edges
      .filter((edge) => edge.source === locations[process.index])
      .map(({ id, source, target }) => {
        return { process: process.index, edge: id, source, target, obstacles: simulator.explain(id) };
      }),
  );
}

function runConcrete(network: Network, { states, transitions }: Trace): ConcreteSimulator | undefined {
  const simulator = new ConcreteSimulator(network);
  for (const [i, { delay = rationals.ZERO }] of states.entries()) {
    if (rationals.compareRational(delay, rationals.ZERO) > 0 && !simulator.delay(delay)) return undefined;
    const next = transitions[i];
    if (next !== undefined && !take(simulator, next)) return undefined;
  }
  return simulator;
}

function runSymbolic(network: Network, { transitions }: Trace): SymbolicSimulator | undefined {
  const simulator = new SymbolicSimulator(network);
  return transitions.every((transition) => take(simulator, transition)) ? simulator : undefined;
}

interface Simulator {
  options(): readonly Option[];
  take(index: number): boolean;
}

function take(simulator: Simulator, wanted: TraceTransition): boolean {
  const key = keyOf(wanted);
  const index = simulator.options().findIndex(({ transition }) => keyOf(transition) === key);
  return index >= 0 && simulator.take(index);
}

function keyOf({ parts }: TraceTransition): string {
  return parts.map(({ edge, target, selects }) => `${edge}>${target}(${selects.map((s) => s.value)})`).join(" ");
}
