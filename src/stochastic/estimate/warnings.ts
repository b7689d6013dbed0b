import type { Condition } from "../code.ts";
import type { Location, Process, StochasticNetwork } from "../network.ts";

/** What whoever reads an estimate should know of the model: where the law of a delay was nobody's decision. */
export function modelWarnings(network: StochasticNetwork): readonly string[] {
  const named = new Set<string>();
  for (const process of network.processes)
    for (const location of process.locations)
      if (takesDefaultRate(process, location)) named.add(`${process.template}.${location.name}`);
  if (named.size === 0) return [];
  const shown = [...named].slice(0, 5).join(", ");
  const more = named.size > 5 ? ` and ${named.size - 5} more` : "";
  return [`the exponential rate of ${shown}${more} is not given; 1 is taken where nothing limits the delay`];
}

/** Something may leave it by its own will, later than now, and no invariant says until when. */
function takesDefaultRate(process: Process, { rate, urgent, committed, outputs, invariant }: Location): boolean {
  if (rate !== undefined || urgent || committed || isBounding(invariant)) return false;
  return outputs.some((edge) => process.edges[edge]?.sync?.urgent !== true);
}

function isBounding(invariant: Condition): boolean {
  switch (invariant.is) {
    case "data":
      return false;
    case "clock":
      return invariant.relation === "lt" || invariant.relation === "le" || invariant.relation === "eq";
    case "line":
    case "curve":
      return true;
    case "and":
      return invariant.items.some(isBounding);
    case "any":
      return isBounding(invariant.item);
    case "or":
      return invariant.items.length > 0 && invariant.items.every(isBounding);
  }
}
