/**
 * One clock more that nobody sets: the time since the beginning, for fastest traces and time windows, or a ticking clock. And
 * the network in which that time is limited, by an invariant of every location of the first process, so that no cell moves.
 */
import { type ClockConstraint, type Network, processAt } from "../network/index.ts";

/** The network with the clock; its number is `network.clocks.length`. */
export function withClock(network: Network, name: string): Network {
  return { ...network, clocks: [...network.clocks, { name, initial: 0, origin: network.origin }] };
}

/** Time stops when the last clock has come to the bound, or strictly before. Requires: there is a process. */
export function limited(network: Network, bound: ClockConstraint["bound"], strict = false): Network {
  const left = { base: network.clocks.length - 1, terms: [] };
  const limit: ClockConstraint = { left, right: { base: 0, terms: [] }, strict, bound, origin: network.origin };
  const process = processAt(network, 0);
  const locations = process.locations.map((l) => ({
    ...l,
    invariant: { ...l.invariant, clocks: [...l.invariant.clocks, limit] },
  }));
  return { ...network, processes: [{ ...process, locations }, ...network.processes.slice(1)] };
}
