/**
 * Symmetries of a network for one query (Hendriks, Behrmann, Larsen, Niebert, Vaandrager: Adding symmetry reduction to
 * Uppaal, 2003, and beyond: identifiers that are integers, and rings). Exchanging elements everywhere (processes that have
 * them as arguments, array elements they index, variables that hold them) takes runs to runs, so a state may stand for all
 * its images. Here: for each set of elements what belongs to each, what an exchange of two neighbours moves, and why
 * elements are left alone. `representative.ts` and the compiled engine bring states into order by it.
 *
 * The initial state must be its own image, and the query: elements that either tells from others are left out. Only
 * variables that hold scalars may start with any element; analyses of values take that into account (`values/range.ts`).
 */
import { first, greatest, last, smallest, wants } from "../../base/index.ts";
import type { Network, NetworkQuery } from "../../network/index.ts";
import { dataOf } from "./data.ts";
import { type Interchange, rotationOf } from "./elements.ts";
import type { Pairs, RingSymmetry, SetSymmetry, Symmetry, SymmetryFact } from "./facts.ts";
import { type Identifiers, identifiersOf } from "./identifiers.ts";
import type { Failure } from "./images.ts";
import { Exchanges, keepsInitial, movesOf, type Turn, turnsInitial } from "./interchange.ts";
import { SymmetricQuery } from "./query.ts";
import { scalarSymmetry } from "./scalars.ts";

export function findSymmetry(network: Network, query?: NetworkQuery): Symmetry {
  wants("findSymmetry", network, "network");
  const scalars = scalarSymmetry(network, query);
  const sets: SetSymmetry[] = [...scalars.sets];
  const rings: RingSymmetry[] = [];
  const found: SymmetryFact[] = [...scalars.found];
  for (const candidate of [...identifiersOf(network), ...dataOf(network)]) {
    const { made, fact } = isRing(candidate)
      ? ringFact(network, query, candidate)
      : setsFact(network, query, candidate);
    for (const one of made) {
      if ("swaps" in one) sets.push(one);
      else rings.push(one);
    }
    found.push(fact);
  }
  return { sets, rings, found };
}

interface Made<S> {
  readonly made: readonly S[];
  readonly fact: SymmetryFact;
}

const isRing = ({ found }: Identifiers): boolean => found.length === 1 && found[0]?.exchange === undefined;

function ringFact(network: Network, query: NetworkQuery | undefined, candidate: Identifiers): Made<RingSymmetry> {
  const { name, failure } = candidate;
  const interchange = first(candidate.found);
  const why = whyNoRing(network, query, interchange);
  return {
    made: why === undefined ? [ringOf(network, name, interchange)] : [],
    fact: {
      name,
      size: interchange.elements.length,
      origin: "detected",
      used: why === undefined ? "rotations" : "no",
      classes: why === undefined ? [interchange.elements] : [],
      ...(why ? { failure: why, isLost: true as const } : failure ? { failure } : {}),
    },
  };
}

function setsFact(network: Network, query: NetworkQuery | undefined, candidate: Identifiers): Made<SetSymmetry> {
  const { name, low, high, copies, found, isData } = candidate;
  // The elements of copies are numbers that nobody knows: they count from 0.
  const shown = (element: number): number => (copies ? element - low : element);
  const sets: SetSymmetry[] = [];
  let { failure } = candidate;
  for (const interchange of found) {
    const { classes, failure: why } = classesOf(network, query, interchange, copies && ((e) => copies[e - low]!));
    failure ??= why;
    const exchanges = new Exchanges(interchange);
    for (const elements of classes) sets.push(setOf(network, name, elements, exchanges));
  }
  const held = candidate.held.map(({ element, failure: why }) => ({ element: shown(element), failure: why }));
  return {
    made: sets,
    fact: {
      name,
      size: high - low + 1,
      origin: isData ? "data" : "detected",
      used: sets.length > 0 ? "permutations" : "no",
      classes: sets.map(({ elements }) => elements.map(shown)),
      ...(failure ? { failure } : {}),
      ...(held.length > 0 ? { held } : {}),
      ...(copies ? { copies } : {}),
      ...(found.length > 0 && sets.length === 0 ? { isLost: true as const } : {}),
    },
  };
}

/** The sets of elements that neither the initial state nor the query tells from each other. */
function classesOf(
  network: Network,
  query: NetworkQuery | undefined,
  interchange: Interchange,
  nameOf: ((element: number) => string) | undefined,
): { readonly classes: readonly (readonly number[])[]; readonly failure?: Failure } {
  const { elements: all, isWhole } = interchange;
  const asked = query && new SymmetricQuery(network, query, interchange);
  const exchanges = new Exchanges(interchange);
  let initial = true;
  let named = true;
  const isAllowed = (turn: Turn): boolean => {
    if (!keepsInitial(network, interchange, turn)) initial = false;
    else if (asked && query) {
      const permutation = {
        low: smallest(turn.elements),
        high: greatest(turn.elements),
        to: turn.to,
        isRotation: isWhole && all.length === 2,
      };
      if (asked.isKept(permutation, movesOf(network, turn, query.cells))) return true;
      named = false;
    } else return true;
    return false;
  };
  const found = exchanges.classes(isAllowed);
  const classes = found.filter((elements) => elements.length > 1);
  if (found.length === 1) return { classes };
  const alone = found.filter((elements) => elements.length === 1).flat();
  const which = alone.length > 0 && alone.length <= 4 ? ` (${alone.map((e) => nameOf?.(e) ?? e).join(", ")})` : "";
  const message = !initial
    ? `the initial state tells elements apart${which}`
    : !named
      ? `the query tells elements apart${which}`
      : "elements differ";
  return { classes, failure: { message } };
}

function whyNoRing(network: Network, query: NetworkQuery | undefined, interchange: Interchange): Failure | undefined {
  if (!turnsInitial(network, interchange)) return { message: "the initial state tells elements apart" };
  if (query === undefined) return undefined;
  const { elements, isWhole, rotation } = interchange;
  const filled = (moves: Int32Array, count: number): Int32Array =>
    Int32Array.from({ length: count }, (_, x) => (x < moves.length && moves[x]! >= 0 ? moves[x]! : x));
  const kept = new SymmetricQuery(network, query, interchange).isKept(rotationOf(elements, isWhole), {
    cells: filled(rotation.cells, Math.max(network.cells, query.cells)),
    clocks: filled(rotation.clocks, network.clocks.length),
    channels: filled(rotation.channels, network.channels.length),
  });
  return kept ? undefined : { message: "the query tells elements apart" };
}

function valuesOf(network: Network, { kinds, identifiers }: Interchange): number[] {
  return network.slots.flatMap((_, cell) => (identifiers.has(kinds.root(cell)) ? [cell] : []));
}

function ringOf(network: Network, name: string, interchange: Interchange): RingSymmetry {
  const { elements, rotation } = interchange;
  const moved = (moves: Int32Array, count: number): Pairs =>
    Array.from(moves.subarray(0, count), (to, from) => [from, to] as const).filter(
      ([from, to]) => to >= 0 && to !== from,
    );
  return {
    name,
    low: first(elements),
    high: last(elements),
    cells: moved(rotation.cells, network.slots.length),
    clocks: moved(rotation.clocks, network.clocks.length),
    values: valuesOf(network, interchange),
  };
}

function setOf(network: Network, name: string, elements: readonly number[], exchanges: Exchanges): SetSymmetry {
  const count = network.slots.length;
  const swaps = elements.slice(1).map((e, k) => {
    const { cells, clocks } = exchanges.of(elements[k]!, e);
    return { cells: cells.filter(([a]) => a < count), clocks };
  });
  return {
    name,
    elements,
    cells: ownOf(swaps.map((s) => s.cells)),
    clocks: ownOf(swaps.map((s) => s.clocks)),
    values: valuesOf(network, exchanges.interchange),
    swaps,
  };
}

/** What only the first element has is moved by the first exchange and by no other; the next element has its image. */
export function ownOf(swaps: readonly Pairs[]): number[][] {
  const others = new Set(swaps.slice(1).flat(2));
  let own = swaps[0]!.flatMap(([a, b]) =>
    swaps.length === 1 ? [Math.min(a, b)] : others.has(a) ? (others.has(b) ? [] : [b]) : [a],
  );
  own.sort((a, b) => a - b);
  const all = [own];
  for (const pairs of swaps) {
    const to = new Map(pairs.flatMap(([a, b]) => [[a, b] as const, [b, a] as const]));
    own = own.map((x) => to.get(x) ?? x);
    all.push(own);
  }
  return all;
}
