import { append } from "../../base/index.ts";
import type { Code } from "../code.ts";
import { EffectFinder, meet, type Range } from "../effects.ts";
import { isTimeless } from "../influence.ts";
import type { Edge, Outcome, StochasticNetwork } from "../network.ts";
import type { Path, StatisticalQuery } from "../query.ts";

/**
 * Whether runs of a network are those of a Markov chain over its discrete states: every delay exponential or none, nothing that
 * depends on clocks, nothing drawn by updates. Undefined where they are, otherwise why not.
 */
export function notMarkov(network: StochasticNetwork, query: StatisticalQuery, path: Path): string | undefined {
  const finder = new EffectFinder([...network.functions, ...query.functions], network.pools);
  const clocks: Range[] = network.variables.filter(({ kind }) => kind === "clock").map(({ cell }) => [cell, cell + 3]);
  if (path.bound.by !== "time") return "the bound is not one in time";
  if (network.starts.length > 0) return "an initial value is drawn";
  if (network.pools.length > 0) return "processes are spawned";
  if (![path.goal, ...(path.lost ? [path.lost] : [])].every(isTimeless)) return "the query is about clocks";
  const locations = network.processes.flatMap((process) => process.locations);
  if (!locations.every(({ invariant }) => isTimeless(invariant))) return "a location has a deadline";
  const edges = network.processes.flatMap((process) => process.edges);
  if (!edges.every(({ guard }) => isTimeless(guard))) return "a guard reads a clock";
  const codes = [
    ...edges.flatMap(codesOf),
    ...locations.flatMap(({ rate }) => rate ?? []),
    ...network.beforeUpdate,
    ...network.afterUpdate,
  ];
  const { reads, draws } = finder.ofCode(...codes);
  if (draws) return "an update draws a random number";
  return meet(reads, clocks) ? "an update, weight or rate reads a clock" : undefined;
}

function codesOf(edge: Edge): Code[] {
  const codes: Code[] = [...edge.update];
  const visit = (outcome: Outcome): void => {
    if (outcome.kind === "location") return;
    for (const way of outcome.ways) {
      append(codes, [way.weight, ...way.update]);
      visit(way.then);
    }
  };
  visit(edge.then);
  return codes;
}
