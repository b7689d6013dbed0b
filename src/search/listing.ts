/** The code that would answer a query, as text. */
import { wants } from "../base/index.ts";
import { CompiledReach, CompiledStay, whyNotCompiled, whyNotStaying } from "../engine/index.ts";
import type { Network, NetworkQuery } from "../network/index.ts";
import { MAX_MEMORY } from "./compiled/memory.ts";
import { classOf, type LivenessQuery, Question } from "./question.ts";

/** The WebAssembly text of the module that would answer a query, or why there is none. */
export function listing(network: Network, query: NetworkQuery): { readonly wat: string } | { readonly reason: string } {
  wants("listing", network, "network");
  wants("listing", query, "query");
  const { bounds, live } = new Question(network, query);
  const settings = { order: "adaptive", trace: false, memory: MAX_MEMORY, live } as const;
  if (classOf(query) === "liveness") {
    const asked = query as LivenessQuery;
    const reason = whyNotStaying(network, asked, bounds);
    if (reason !== undefined) return { reason };
    return { wat: new CompiledStay(network, asked, bounds, { ...settings, isDeadlocked: () => false }).wat() };
  }
  const reason = whyNotCompiled(network, query, bounds);
  if (reason !== undefined) return { reason };
  return {
    wat: new CompiledReach(network, query, bounds, { ...settings, shortest: false, confirm: () => false }).wat(),
  };
}
