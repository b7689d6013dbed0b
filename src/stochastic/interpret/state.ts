import type { Engine } from "./engine.ts";

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

export function stateOf({ network, memory }: Engine): RunState {
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
export function stateText(engine: Engine): string {
  const { locations, values } = stateOf(engine);
  return [
    ...locations.map(({ process, location }) => `${process}.${location}`),
    ...values.flatMap(({ name, value }) => (value === 0 ? [] : [`${name} = ${+value.toPrecision(6)}`])),
  ].join(", ");
}
