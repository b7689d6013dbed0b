import type { StochasticNetwork } from "../network.ts";

/** Selects of one location may have so many values together. */
export const MOST_OPTIONS = 100_000;

/** Why runs of this network are not compiled; nothing where they are. */
export function whyNotCompiled(network: StochasticNetwork): string | undefined {
  return network.pools.length > 0 ? "processes are made while it runs" : undefined;
}
