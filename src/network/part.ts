import { InternalError } from "../base/index.ts";
import type { Function } from "./code.ts";
import type { Channel, Clock, Network, Process } from "./network.ts";

/**
 * The parts of a network by their numbers. Numbers come from the network itself (an edge knows its process, a constraint its
 * clocks), so that there is always such a part; where there is none, the fault is ours and says so.
 */
export function processAt({ processes }: Pick<Network, "processes">, index: number): Process {
  return processes[index] ?? missing("process", index);
}

export function clockAt({ clocks }: Pick<Network, "clocks">, index: number): Clock {
  return clocks[index] ?? missing("clock", index);
}

export function channelAt({ channels }: Pick<Network, "channels">, index: number): Channel {
  return channels[index] ?? missing("channel", index);
}

export function functionAt({ functions }: Pick<Network, "functions">, index: number): Function {
  return functions[index] ?? missing("function", index);
}

/** A location of a process, or of the template that it was made of. */
export function locationAt<L>({ locations }: { readonly locations: readonly L[] }, index: number): L {
  return locations[index] ?? missing("location", index);
}

function missing(what: string, index: number): never {
  throw new InternalError(`the network has no ${what} ${index}`);
}
