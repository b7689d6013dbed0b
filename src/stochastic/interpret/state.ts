import type { Engine } from "./engine.ts";

/** The state of a run in words: locations, then variables and clocks that are not 0. */
export function stateText({ network, memory }: Engine): string {
  const locations = network.processes.flatMap(({ name, index, locations }) => {
    const here = locations[memory.int(index)];
    return here ? [`${name}.${here.name}`] : [];
  });
  const values = network.variables.flatMap(({ name, kind, cell }) => {
    const value = kind === "clock" ? memory.clock(cell) : kind === "double" ? memory.real(cell) : memory.int(cell);
    return value === 0 ? [] : [`${name} = ${+value.toPrecision(6)}`];
  });
  return [...locations, ...values].join(", ");
}
