import type { StochasticNetwork } from "../network.ts";

/** Why runs of this network are not compiled; nothing where they are. */
export function whyNotCompiled(network: StochasticNetwork): string | undefined {
  return network.pools.length > 0 ? "processes are made while it runs" : undefined;
}
