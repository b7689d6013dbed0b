import type { Condition } from "../code.ts";
import { hasCurve } from "../interpret/flow.ts";
import type { Task } from "../interpret/trial.ts";
import type { StochasticNetwork } from "../network.ts";
import type { StatisticalQuery } from "../query.ts";

/** Selects of one location may have so many values together. */
export const MOST_OPTIONS = 100_000;

/** Why runs of this network are not compiled; nothing where they are. */
export function whyNotCompiled(network: StochasticNetwork, _query: StatisticalQuery, task: Task): string | undefined {
  if (network.rated.some(({ flow }) => flow)) return "a clock follows a differential equation";
  if (network.pools.length > 0) return "processes are made while it runs";
  const conditions = network.processes.flatMap(({ locations, edges }) => [
    ...locations.map(({ expiry }) => expiry),
    ...edges.map(({ guard }) => guard),
  ]);
  if (conditions.some(hasCurve)) return "a condition on clocks is not linear";
  if (task.kind === "mitl") return "a formula is decided by the reference engine";
  if (task.kind === "extreme" && !task.value.line) return "the value is no line in time";
  if (task.kind === "path" && [task.path.goal, task.path.lost].some(isCurved))
    return "the goal is not linear in clocks";
  return undefined;
}

function isCurved(condition: Condition | undefined): boolean {
  return condition !== undefined && hasCurve(condition);
}
