/**
 * Reachability: `E<> p`, and `A[] p` as its negation. The formula is asked of every new symbolic state with its delays,
 * exactly (before abstraction). Clock constants of the formula are part of the bounds; a formula with `deadlock` needs bounds
 * that preserve bisimulation.
 */

import { clockBounds, forgettable, formulasOf, mentionsDeadlock } from "../analysis/index.ts";
import { seeded } from "../base/index.ts";
import type { Engine } from "../engine/index.ts";
import type { Formula, Network, NetworkQuery } from "../network/index.ts";
import { reachCompiled, whyInterpreted } from "./compiled/search.ts";
import { Abstraction, type AbstractionKind } from "./explore/abstraction.ts";
import { type Ending, Explorer } from "./explore/explorer.ts";
import { waitingList } from "./explore/waiting.ts";
import type { Meter, Statistics } from "./limits.ts";
import type { SearchOptions } from "./options.ts";
import { aloneBecause, GIVEN_UP, reachParallel, whyAlone } from "./threads/threads.ts";
import type { Turns } from "./turns.ts";

/** A query with one formula. */
export type FormulaQuery = Extract<NetworkQuery, { readonly formula: Formula }>;

export interface Reached {
  readonly ending: Ending;
  readonly statistics: Statistics;
  /** The transitions to the state found. */
  readonly path: readonly (readonly number[])[];
  /** Why they are not told although they were asked for. */
  readonly pathless?: string;
}

export function* reach(
  network: Network,
  query: FormulaQuery,
  engine: Engine,
  meter: Meter,
  options: SearchOptions,
): Turns<Reached> {
  const symmetric = formulasOf(query).some(mentionsDeadlock);
  const bounds = clockBounds(network, { query, symmetric });
  const { diverges, diagonals } = bounds;
  const unsound = diverges ?? diagonals.unlisted;
  const kind: AbstractionKind =
    unsound !== undefined ? "none" : diagonals.triples.length > 0 ? "diagonal" : (options.abstraction ?? "simulation");
  const alone = whyAlone(network, query, bounds, options);
  const note = aloneBecause(alone ?? GIVEN_UP, options);
  if (whyInterpreted(network, query, bounds, options) === undefined) {
    const shared =
      alone === undefined ? yield* reachParallel(network, query, bounds, engine, meter, options) : undefined;
    if (shared !== undefined) return shared;
    const answer = yield* reachCompiled(network, query, bounds, engine, meter, options);
    if (answer !== undefined) return { ...answer, statistics: { ...answer.statistics, ...note } };
  }
  const explorer = new Explorer(engine, new Abstraction(kind, engine, bounds), meter, options.canonical);
  const goal = engine.predicate(query.formula, query.kind === "A[]");
  const shortest = options.trace === "shortest";
  const ending = explorer.run({
    visit: () => goal.holds(engine.zone),
    forget: options.forgetCommitted ? forgettable(network) : undefined,
    mayNotEnd: unsound,
    waiting: waitingList(shortest ? "bfs" : (options.order ?? "bfs"), seeded(options.seed ?? 1)),
    shortest,
  });
  if (ending.kind === "found" && options.found !== undefined) {
    explorer.store.get(ending.node, engine.cells, engine.zone);
    options.found(engine.cells.subarray(0, engine.size));
  }
  const path = ending.kind === "found" ? explorer.store.path(ending.node) : [];
  return { ending, statistics: { ...explorer.statistics(), ...note }, path };
}
