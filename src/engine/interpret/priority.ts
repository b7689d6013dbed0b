/** Priorities of joint transitions (docs/compatibility.md PR2): the channel's first, then the highest process that takes part. */
import type { Network } from "../../network/index.ts";
import type { Joint } from "./joint.ts";

interface Priority {
  readonly channel: number;
  readonly process: number;
}

/** Of the transition at hand. */
export function priorityOf(network: Network, joint: Joint): Priority {
  const { instances, parts } = joint;
  const c = instances.channels[parts[0]!]!;
  let process = Number.NEGATIVE_INFINITY;
  for (const k of parts) process = Math.max(process, network.processes[instances.edges[k]!.process]!.priority);
  return { channel: c < 0 ? network.defaultPriority : network.channels[c]!.priority, process };
}

export function higher(a: Priority, b: Priority): boolean {
  return a.channel > b.channel || (a.channel === b.channel && a.process > b.process);
}
