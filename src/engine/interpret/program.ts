/**
 * The network with its code made into closures, edges indexed by process and location: internal and sending edges apart
 * from receiving ones, so that what cannot take part is never looked at.
 */
import type { Edge, Location, Network, NetworkQuery, Origin } from "../../network/index.ts";
import type { Evaluate } from "./closures.ts";
import { Compiler } from "./compiler.ts";
import { type Constraint, constraint } from "./constraint.ts";
import { Machine } from "./machine.ts";

export interface ProgramEdge {
  readonly edge: Edge;
  readonly id: number;
  readonly process: number;
  readonly target: number;
  readonly committed: boolean;
  readonly data: readonly Evaluate[];
  readonly clocks: readonly Constraint[];
  /** The channel, or -1 for an internal edge or an event. */
  readonly channel: Evaluate | undefined;
  /** The channel if it is known without running anything, otherwise -1. */
  readonly fixedChannel: number;
  readonly update: readonly Evaluate[];
}

export interface ProgramLocation {
  readonly location: Location;
  readonly committed: boolean;
  /** Urgent or committed: no time passes. */
  readonly still: boolean;
  readonly data: readonly Evaluate[];
  readonly clocks: readonly Constraint[];
  readonly rates: readonly {
    readonly unless: Evaluate | undefined;
    readonly clock: Evaluate;
    readonly rate: Evaluate;
    readonly origin: Origin;
  }[];
  /** Internal edges and edges that send. */
  readonly active: readonly ProgramEdge[];
  /** Edges that receive. */
  readonly passive: readonly ProgramEdge[];
  /** Edges with a TChecker event, by event. */
  readonly events: ReadonlyMap<number, readonly ProgramEdge[]>;
}

export interface Program {
  readonly network: Network;
  readonly machine: Machine;
  readonly compiler: Compiler;
  readonly dim: number;
  readonly locations: readonly (readonly ProgramLocation[])[];
  readonly edges: readonly ProgramEdge[];
  readonly before: readonly Evaluate[];
  readonly after: readonly Evaluate[];
  readonly hasUrgentChannels: boolean;
  readonly hasRates: boolean;
}

export function program(network: Network, query?: NetworkQuery): Program {
  const machine = new Machine(network, query);
  const compiler = new Compiler(machine, [...network.functions, ...(query?.functions ?? [])]);
  const edges: ProgramEdge[] = [];
  const locations = network.processes.map((p) => {
    const bySource: ProgramEdge[][] = p.locations.map(() => []);
    for (const e of p.edges) {
      const made = programEdge(e, p.locations[e.source]!.committed, compiler);
      edges[e.id] = made;
      bySource[e.source]!.push(made);
    }
    return p.locations.map((l) => programLocation(l, bySource[l.index]!, compiler));
  });
  return {
    network,
    machine,
    compiler,
    dim: network.clocks.length,
    locations,
    edges,
    before: network.beforeUpdate.map((c) => compiler.code(c)),
    after: network.afterUpdate.map((c) => compiler.code(c)),
    hasUrgentChannels: network.channels.some((c) => c.urgent),
    hasRates: network.processes.some((p) => p.locations.some((l) => l.invariant.rates.length > 0)),
  };
}

function programEdge(edge: Edge, committed: boolean, compiler: Compiler): ProgramEdge {
  const channel = edge.sync?.kind === "channel" ? edge.sync.channel : undefined;
  return {
    edge,
    id: edge.id,
    process: edge.process,
    target: edge.target,
    committed,
    data: edge.guard.data.map((c) => compiler.code(c)),
    clocks: edge.guard.clocks.map((c) => constraint(c, compiler)),
    channel: channel && compiler.address(channel),
    fixedChannel: channel !== undefined && channel.terms.length === 0 ? channel.base : -1,
    update: edge.update.map((c) => compiler.code(c)),
  };
}

function programLocation(location: Location, edges: readonly ProgramEdge[], compiler: Compiler): ProgramLocation {
  const events = new Map<number, ProgramEdge[]>();
  for (const e of edges) {
    if (e.edge.sync?.kind !== "event") continue;
    const list = events.get(e.edge.sync.event);
    if (list === undefined) events.set(e.edge.sync.event, [e]);
    else list.push(e);
  }
  const direction = (e: ProgramEdge) => (e.edge.sync?.kind === "channel" ? e.edge.sync.direction : undefined);
  return {
    location,
    committed: location.committed,
    still: location.committed || location.urgent,
    data: location.invariant.data.map((c) => compiler.code(c)),
    clocks: location.invariant.clocks.map((c) => constraint(c, compiler)),
    rates: location.invariant.rates.map((r) => ({
      unless: r.unless && compiler.code(r.unless),
      clock: compiler.address(r.clock),
      rate: compiler.code(r.rate),
      origin: r.origin,
    })),
    active: edges.filter((e) => e.edge.sync === undefined || direction(e) === "!" || direction(e) === ""),
    passive: edges.filter((e) => direction(e) === "?" || direction(e) === ""),
    events,
  };
}
