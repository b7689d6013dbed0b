import type { Task } from "../interpret/trial.ts";
import type { StochasticNetwork } from "../network.ts";
import type { StatisticalQuery } from "../query.ts";

/** Selects of one location may have so many values together. */
export const MOST_OPTIONS = 100_000;

/** Why runs of this network are not compiled; nothing where they are. */
export function whyNotCompiled(network: StochasticNetwork, _query: StatisticalQuery, task: Task): string | undefined {
  if (network.pools.length > 0) return "processes are made while it runs";
  return task.kind === "mitl" ? "a formula is decided by the reference engine" : undefined;
}
