import type { StochasticNetwork } from "../network.ts";
import type { Memory } from "./memory.ts";

/** By process that exists, and by variable or clock, in the order of the network. */
export interface RunState {
  readonly locations: readonly ProcessState[];
  readonly values: readonly { readonly name: string; readonly value: number }[];
}

export interface ProcessState {
  readonly process: string;
  readonly template: string;
  readonly location: string;
  /** Which location of the template it is. */
  readonly index: number;
}

/** Where a run stands. */
export interface Stood {
  readonly network: StochasticNetwork;
  readonly memory: Memory;
}

export function stateOf({ network, memory }: Stood): RunState {
  return {
    locations: network.processes.flatMap(({ name, template, index, locations }) => {
      const here = locations[memory.int(index)];
      return here ? [{ process: name, template, location: here.name, index: here.index }] : [];
    }),
    values: network.variables.map(({ name, kind, cell }) => ({
      name,
      value: kind === "clock" ? memory.clock(cell) : kind === "double" ? memory.real(cell) : memory.int(cell),
    })),
  };
}

/** The state in words: locations, then what is not 0. */
export function stateText(stood: Stood): string {
  const { locations, values } = stateOf(stood);
  return [
    ...locations.map(({ process, location }) => `${process}.${location}`),
    ...values.flatMap(({ name, value }) => (value === 0 ? [] : [`${name} = ${+value.toPrecision(6)}`])),
  ].join(", ");
}
