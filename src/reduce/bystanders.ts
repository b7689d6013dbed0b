/**
 * The network without processes that cannot matter to a query (`analysis/influence/bystander.ts` has the conditions and the
 * proof): they stay where they start, without invariants. The answer is the same; a fault is to be told with the whole state,
 * so the whole is asked again then.
 */
import { bystanders, formulasOf } from "../analysis/index.ts";
import { isConstant, type Network, type NetworkQuery } from "../network/index.ts";
import { Kept } from "./kept.ts";
import { silent } from "./silent.ts";

const kept = new Kept();

/** Undefined if there are none. */
export function withoutBystanders<Query extends NetworkQuery>(
  network: Network,
  query: Query,
): { readonly network: Network; readonly query: Query } | undefined {
  if (isAboutNothing(query)) return undefined;
  const left = bystanders(network, query);
  if (left.size === 0 || network.processes.every((p) => !left.has(p.index) || p.edges.length === 0)) return undefined;
  return { network: standing(network, left), query };
}

/** Who asks `E<> true` or `A[] false` wants all states explored. */
function isAboutNothing(query: NetworkQuery): boolean {
  return (query.kind === "E<>" || query.kind === "A[]") && formulasOf(query).every(isConstant);
}

/** The network in which these processes stay where they start, without invariants. */
export function standing(network: Network, left: ReadonlySet<number>): Network {
  return left.size === 0 ? network : kept.of(network, [...left].join(), () => without(network, left));
}

function without(network: Network, left: ReadonlySet<number>): Network {
  let id = 0;
  const processes = network.processes.map((p) =>
    left.has(p.index) ? silent(p) : { ...p, edges: p.edges.map((e) => ({ ...e, id: id++ })) },
  );
  return { ...network, processes };
}
