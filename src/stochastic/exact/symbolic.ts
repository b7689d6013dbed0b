import { wants } from "../../base/index.ts";
import type { CheckedQuery, Model } from "../../model/index.ts";
import { type Formula, instantiate, instantiateQuery, type Network, type NetworkQuery } from "../../network/index.ts";
import { type Limits, type Turns, verifyInTurns } from "../../search/index.ts";
import type { Expr, Query } from "../../syntax/index.ts";
import type { Bound, Path } from "../query.ts";

/**
 * What a symbolic search proves about a probability. Every run of the stochastic network is one of the network of zones,
 * except where `mayDiffer` says so. Let a run be asked for its goal up to the time T, its bound, which is the time since the
 * beginning, a clock more.
 *
 * - Where no zone with the goal can be reached while that clock is at most T, no run reaches its goal: `Pr(<> p)` and
 *   `Pr(a U p)` are exactly 0, `Pr([] p)` with the goal `!p` is exactly 1.
 * - Where `A<> (goal && that clock <= T)` holds, every run reaches it: `Pr(<> p)` is exactly 1, `Pr([] p)` exactly 0. For let
 *   a run end at T without it. Runs are made until time would pass beyond T, transitions at T included, and what cannot go on
 *   is a fault and no run. So it can be prolonged by a delay, and then to a maximal path (docs/semantics.md 7.5), on which
 *   the goal is met at no moment up to T.
 *
 * The other direction is not true: what can be reached, or avoided, may have probability 0. Then nothing is proven. Nor is it
 * where the symbolic semantics cannot take the model, gives up, or answers `maybe`.
 */
export function* provesProbability(
  model: Model,
  checked: CheckedQuery,
  path: Path,
  probability: 0 | 1,
  limits: Limits,
): Turns<boolean> {
  wants("provesProbability", model, "model");
  wants("provesProbability", checked, "checked query");
  const { made } = instantiate(model);
  const goal = goalOf(checked.query, path);
  if (made === undefined || goal === undefined || mayDiffer(made.network)) return false;
  const { start, end } = checked.query;
  const asked: CheckedQuery = { ...checked, query: { kind: "E<>", formula: goal, start, end }, diagnostics: [] };
  const { query } = instantiateQuery(made, asked, "");
  if (query === undefined || !("formula" in query)) return false;
  const timed = inTime(made.network, query, path.bound);
  const holds = function* (network: Network, question: NetworkQuery): Turns<string> {
    return (yield* verifyInTurns(network, question, { ...limits, trace: "none" })).outcome;
  };
  if (path.succeeds === (probability === 1)) {
    if (path.lost !== undefined || timed === undefined) return false;
    return (yield* holds(timed.network, { ...timed.query, kind: "A<>" })) === "satisfied";
  }
  // Most of what is never reached is not reached later either, and one clock less is less work.
  const ever = yield* holds(made.network, query);
  if (ever !== "satisfied" || timed === undefined) return ever === "violated";
  return (yield* holds(timed.network, timed.query)) === "violated";
}

/** The last expression of `Pr[...](<> p)`, `([] p)` or `(a U p)`, and for `[]` its opposite. */
function goalOf(query: Query, { succeeds }: Path): Expr | undefined {
  if (query.kind !== "other" || query.family !== "SMC" || query.head !== "Pr" || query.parts.length > 0)
    return undefined;
  const goal = query.exprs.at(-1);
  if (goal === undefined || succeeds) return goal;
  return { kind: "unary", op: "!", operand: goal, start: goal.start, end: goal.end };
}

type Reachability = Extract<NetworkQuery, { readonly formula: Formula }>;

/** The network with a clock for the time since the beginning, and the goal while that is within the bound. */
function inTime(
  network: Network,
  query: Reachability,
  bound: Bound,
): { readonly network: Network; readonly query: Reachability } | undefined {
  if (bound.by !== "time" || !Number.isInteger(bound.limit)) return undefined;
  const { origin } = network;
  const clocks = [...network.clocks, { name: "time", initial: 0, origin }];
  const early: Formula = {
    is: "clock",
    constraint: {
      left: { base: network.clocks.length, terms: [] },
      right: { base: 0, terms: [] },
      strict: false,
      bound: { op: "const", value: bound.limit },
      origin,
    },
  };
  return {
    network: { ...network, clocks },
    query: { ...query, formula: { is: "and", items: [query.formula, early] } },
  };
}

/**
 * Whether a run may be none of the network of zones. A run takes an urgent edge as soon as its clock guard holds, also where
 * `x > 5` has no first moment and time stops for zones; and zones take states that differ only in meta variables for one.
 */
function mayDiffer({ processes, channels, slots }: Network): boolean {
  const isUrgent = channels.some(({ urgent }) => urgent);
  const hasClocks = processes.some(({ edges }) => edges.some(({ guard, sync }) => sync && guard.clocks.length > 0));
  return (isUrgent && hasClocks) || slots.some(({ meta }) => meta);
}
