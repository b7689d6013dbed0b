import type { StochasticNetwork } from "../network.ts";
import type { Memory } from "./memory.ts";

/** By process that exists, and by variable or clock, in the order of the network. */
export interface RunState {
  readonly locations: readonly ProcessState[];
  readonly values: readonly { readonly name: string; readonly value: number }[];
}

interface ProcessState {
  readonly process: string;
  readonly template: string;
  readonly location: string;
  /** Which location of the template it is. */
  readonly index: number;
}

/** Where a run stands. */
interface Stood {
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

/** So many values are read with those that are 0, and so many words at all. */
const FEW = 12;
const MANY = 40;

/** The state in words: locations, then values; of many values those that are not 0, and of many words the first. */
export function stateText(stood: Stood): string {
  const { locations, values } = stateOf(stood);
  const told = values.length <= FEW ? values : values.filter(({ value }) => value !== 0);
  return [
    ...cut(
      locations.map(({ process, location }) => `${process}.${location}`),
      "processes",
    ),
    ...cut(
      told.map(({ name, value }) => `${name} = ${+value.toPrecision(6)}`),
      "values",
    ),
  ].join(", ");
}

function cut(words: readonly string[], kind: string): readonly string[] {
  return words.length <= MANY ? words : [...words.slice(0, MANY), `${words.length - MANY} more ${kind}`];
}
