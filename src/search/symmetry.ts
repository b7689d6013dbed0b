/** Which symmetries a search uses for a query, and what is said about it. */
import { findSymmetry, type SetSymmetry, type Symmetry, type SymmetryFact, valueClasses } from "../analysis/index.ts";
import { wants } from "../base/index.ts";
import type { Network, NetworkQuery } from "../network/index.ts";
import { namingNobody } from "../reduce/index.ts";
import type { VerifyOptions } from "./options.ts";
import type { SymmetryReport } from "./statistics.ts";

const known = new WeakMap<NetworkQuery, WeakMap<Network, Symmetry>>();

function symmetryFor(network: Network, query: NetworkQuery): Symmetry {
  const of = known.get(query) ?? new WeakMap<Network, Symmetry>();
  known.set(query, of);
  const symmetry = of.get(network) ?? unclassed(findSymmetry(network, query), network, query);
  of.set(network, symmetry);
  return symmetry;
}

/** Without values that are data of which classes are told apart anyway: these are fewer. */
function unclassed(symmetry: Symmetry, network: Network, query: NetworkQuery): Symmetry {
  const { sets, rings, found } = symmetry;
  const data = new Set(found.filter(({ origin, used }) => origin === "data" && used !== "no").map(({ name }) => name));
  if (data.size === 0) return symmetry;
  const classed = new Set(valueClasses(network, query).map(({ cell }) => cell));
  const isLeft = ({ name, values }: SetSymmetry): boolean =>
    data.has(name) && values.every((cell) => classed.has(cell));
  const left = new Set(sets.filter(isLeft).map(({ name }) => name));
  if (left.size === 0) return symmetry;
  const why = { message: "only classes of these values are told apart" };
  return {
    sets: sets.filter(({ name }) => !left.has(name)),
    rings,
    found: found.map((f) => (left.has(f.name) ? { ...f, used: "no" as const, classes: [], failure: why } : f)),
  };
}

/** What is made of them: asked when queries may share a search, and again when each is reduced. */
const named = new WeakMap<NetworkQuery, WeakMap<Network, Network | "no better">>();

/** The network in which numbers that nobody reads name nobody, if more elements are interchangeable then. */
export function withNobody(
  network: Network,
  query: NetworkQuery,
): { network: Network; query: NetworkQuery } | undefined {
  const of = named.get(query) ?? new WeakMap<Network, Network | "no better">();
  named.set(query, of);
  const made = of.get(network) ?? naming(network, query, (other) => symmetryFor(other, query)) ?? "no better";
  of.set(network, made);
  return made === "no better" ? undefined : { network: made, query };
}

/** The same whatever is asked. */
export function nameless(network: Network): Network | undefined {
  wants("nameless", network, "network");
  return naming(network, undefined, (of) => findSymmetry(of));
}

function naming(
  network: Network,
  query: NetworkQuery | undefined,
  find: (network: Network) => Symmetry,
): Network | undefined {
  const before = find(network);
  if (before.found.every(isWhole)) return undefined;
  const made = namingNobody(network, query);
  return made && joined(find(made)) > joined(before) ? made : undefined;
}

/** How many elements may change places when this is asked. */
export function interchangeable(network: Network, query: NetworkQuery, options: VerifyOptions): number {
  if (options.symmetry === false) return 0;
  const isReduced = options.reduce !== false && (options.trace ?? "none") === "none" && options.start === undefined;
  return joined(symmetryFor((isReduced && withNobody(network, query)?.network) || network, query));
}

/** Whether all elements are interchangeable, or no numbers can name them. */
function isWhole({ origin, copies, classes, size }: SymmetryFact): boolean {
  return origin === "scalar" || copies !== undefined || classes[0]?.length === size;
}

/** How many elements may change places with another. */
function joined({ sets, rings }: Symmetry): number {
  const inSets = sets.reduce((sum, { elements }) => sum + elements.length - 1, 0);
  return rings.reduce((sum, { low, high }) => sum + high - low, inSets);
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
