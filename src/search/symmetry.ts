/** Which symmetries a search uses for a query, and what is said about it. */
import { findSymmetry, type Symmetry, type SymmetryFact } from "../analysis/index.ts";
import type { Network, NetworkQuery } from "../network/index.ts";
import type { VerifyOptions } from "./options.ts";
import type { SymmetryReport } from "./statistics.ts";

const known = new WeakMap<NetworkQuery, { readonly network: Network; readonly symmetry: Symmetry }>();

function symmetryFor(network: Network, query: NetworkQuery): Symmetry {
  const before = known.get(query);
  if (before?.network === network) return before.symmetry;
  const symmetry = findSymmetry(network, query);
  known.set(query, { network, symmetry });
  return symmetry;
}

/** The symmetries a search may use, unless they are switched off. */
export function symmetryOf(network: Network, query: NetworkQuery, options: VerifyOptions): Symmetry | undefined {
  if (options.symmetry === false) return undefined;
  const symmetry = symmetryFor(network, query);
  return symmetry.sets.length + symmetry.rings.length > 0 ? symmetry : undefined;
}

/**
 * What to say: of a search that used symmetries, with how many representatives were not known to be canonical; of one that
 * did not, with the reason. Only what is, or might have been, a symmetry is told.
 */
export function reportSymmetry(
  network: Network,
  query: NetworkQuery,
  options: VerifyOptions,
  made: { readonly vague: number } | { readonly unused: string },
): SymmetryReport | undefined {
  if (options.symmetry === false) return undefined;
  const facts = symmetryFor(network, query).found.filter(
    (fact) => fact.used !== "no" || fact.origin === "scalar" || fact.isLost,
  );
  if (facts.length === 0) return undefined;
  const isUsed = "vague" in made;
  const sets = facts.map((fact) => {
    const why = isUsed || fact.used === "no" ? fact.failure?.message : made.unused;
    return {
      name: fact.name,
      size: fact.size,
      used: isUsed ? usedOf(fact) : 0,
      group: !isUsed || fact.used === "no" ? ("none" as const) : fact.used,
      ...(why === undefined ? {} : { reason: why }),
    };
  });
  return { sets, ...(isUsed && sets.some((s) => s.used > 0) ? { canonical: made.vague === 0 } : {}) };
}

function usedOf({ classes }: SymmetryFact): number {
  return classes.reduce((sum, elements) => sum + elements.length, 0);
}
