/** The code that would answer a query, as text. */
import { clockBounds, formulasOf, liveCells, mentionsDeadlock } from "../analysis/index.ts";
import { CompiledReach, CompiledStay, whyNotCompiled, whyNotStaying } from "../engine/index.ts";
import type { Network, NetworkQuery } from "../network/index.ts";
import { MAX_MEMORY } from "./compiled/search.ts";

/** The WebAssembly text of the module that would answer a query, or why there is none. */
export function listing(network: Network, query: NetworkQuery): { readonly wat: string } | { readonly reason: string } {
  const settings = { order: "adaptive", trace: false, memory: MAX_MEMORY, live: liveCells(network, query) } as const;
  if (query.kind === "E[]" || query.kind === "A<>" || query.kind === "-->") {
    const bounds = clockBounds(network, { query, symmetric: true });
    const reason = whyNotStaying(network, query, bounds);
    if (reason !== undefined) return { reason };
    return { wat: new CompiledStay(network, query, bounds, { ...settings, isDeadlocked: () => false }).wat() };
  }
  const bounds = clockBounds(network, { query, symmetric: formulasOf(query).some(mentionsDeadlock) });
  const reason = whyNotCompiled(network, query, bounds);
  if (reason !== undefined) return { reason };
  return {
    wat: new CompiledReach(network, query, bounds, { ...settings, shortest: false, confirm: () => false }).wat(),
  };
}
