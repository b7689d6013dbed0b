/**
 * Which elements may change places. The network is compared with its images under two permutations: the exchange of the first two
 * elements and the rotation of all. Both together generate every permutation; where only the rotation is one, the
 * elements stand in a ring. Where the model tells elements apart, those that it names are left where they are and the
 * others are tried again; what names nobody and still differs is found by exchanging two elements at a time. Nothing is
 * taken on trust: whatever elements are left, the same two comparisons decide. See `automorphism.ts` for what is compared and
 * `rounds.ts`, `order.ts` and `ends.ts` for what else would show.
 */
import { first, last } from "../../base/index.ts";
import type { Network } from "../../network/index.ts";
import { Automorphism } from "./automorphism.ts";
import { orderedInvariants } from "./ends.ts";
import { faultsOf } from "./faults.ts";
import type { Failure, Moves, Permutation } from "./images.ts";
import type { Kinds } from "./kinds.ts";
import { orderedUpdates } from "./order.ts";
import { orderedLoop } from "./rounds.ts";

/** Elements that may change places in all ways (`exchange` is there), or by rotations only. */
export interface Interchange {
  /** In ascending order. */
  readonly elements: readonly number[];
  /** Whether there are no others: only then may elements be computed with, see `Permutation`. */
  readonly isWhole: boolean;
  readonly kinds: Kinds;
  readonly identifiers: ReadonlySet<number>;
  readonly rotation: Moves;
  readonly exchange: Moves | undefined;
}

/** An element that is told from the others. */
export interface Held {
  readonly element: number;
  readonly failure: Failure;
}

/**
 * What is compared: the values that name elements, the kinds known to be identifiers, and the process that a permutation of
 * values leads to.
 */
export interface Setting {
  readonly network: Network;
  readonly kinds: Kinds;
  readonly elements: readonly number[];
  readonly identifiers: ReadonlySet<number>;
  readonly images: (to: (value: number) => number) => Int32Array | Failure;
}

interface Interchanges {
  readonly found: readonly Interchange[];
  readonly failure: Failure | undefined;
  readonly held: readonly Held[];
}

/** More elements than this are left alone: sorting them would take long. */
export const MOST_ELEMENTS = 1024;
/** Edges and cells that are looked at at most while elements are exchanged by twos. */
const MOST_COMPARED = 40_000;

/** All elements, by permutations or rotations. */
export function interchangeAll(setting: Setting): Interchanges {
  if (setting.elements.length > MOST_ELEMENTS)
    return { found: [], failure: { message: "it has too many elements" }, held: [] };
  const { found, failure } = interchange(setting, setting.elements);
  return { found: found ? [found] : [], failure, held: [] };
}

/** Some of the elements, after all of them have failed. */
export function interchangeSome(setting: Setting, failure: Failure): Interchanges {
  const held: Held[] = [];
  let free = setting.elements.length > MOST_ELEMENTS ? [] : setting.elements;
  for (let why: Failure | undefined = failure; free.length > 1; ) {
    const named = free.filter((e) => why?.named?.includes(e));
    for (const element of named) held.push({ element, failure: why! });
    if (named.length === 0) return byPairs(setting, free, failure, held);
    free = free.filter((e) => !named.includes(e));
    if (free.length < 2) break;
    const next = interchange(setting, free);
    if (next.found?.exchange) return { found: [next.found], failure, held };
    why = next.failure;
  }
  return { found: [], failure, held };
}

/** Classes of elements any two of which may be exchanged. */
function byPairs(setting: Setting, free: readonly number[], failure: Failure, held: readonly Held[]): Interchanges {
  const { network, identifiers } = setting;
  let left = MOST_COMPARED;
  const cost = network.processes.reduce((sum, p) => sum + p.edges.length, network.cells);
  const classes: number[][] = [];
  const why = new Map<number, Failure>();
  for (const e of free) {
    const home = classes.find((members) => {
      left -= cost;
      if (left < 0) return false;
      const compared = compare(setting, exchangeOf(last(members), e), new Set(identifiers));
      if (!(compared instanceof Automorphism)) why.set(e, compared);
      return compared instanceof Automorphism;
    });
    if (left < 0) return { found: [], failure, held };
    if (home) home.push(e);
    else classes.push([e]);
  }
  const found = classes
    .filter((members) => members.length > 1)
    .map((members) => interchange(setting, members).found)
    .filter((made) => made?.exchange !== undefined) as Interchange[];
  const moved = new Set(found.flatMap(({ elements }) => elements));
  const alone = free.filter((e) => !moved.has(e)).map((element) => ({ element, failure: why.get(element) ?? failure }));
  return { found, failure, held: [...held, ...alone] };
}

/** Compares the network with its images under the rotation and the first exchange of some elements. */
function interchange(
  setting: Setting,
  elements: readonly number[],
): { readonly found: Interchange | undefined; readonly failure: Failure | undefined } {
  const { network, kinds } = setting;
  const identifiers = new Set(setting.identifiers);
  const isWhole = elements.length === setting.elements.length;
  const turn = rotationOf(elements, isWhole);
  const swap = { ...exchangeOf(first(elements), elements[1]!), isRotation: isWhole && elements.length === 2 };
  let rotation: Automorphism | Failure;
  let exchange: Automorphism | Failure;
  let before: number;
  // Identifiers that only the exchange has brought to light must go with the rotation, too.
  do {
    rotation = compare(setting, turn, identifiers);
    if (!(rotation instanceof Automorphism)) return { found: undefined, failure: rotation };
    before = identifiers.size;
    exchange = compare(setting, swap, identifiers);
  } while (identifiers.size > before);
  const processTo = setting.images(turn.to) as Int32Array;
  const isMoved = (process: number): boolean => processTo[process] !== process;
  const faults = faultsOf(network);
  const ordered =
    orderedLoop(network.functions, ({ cell }) => identifiers.has(kinds.root(cell)), faults.inCode) ??
    orderedUpdates(network, isMoved) ??
    orderedInvariants(network, isMoved, faults);
  if (ordered) return { found: undefined, failure: ordered };
  const isFull = exchange instanceof Automorphism;
  const moves = isFull ? (exchange as Automorphism).moves : undefined;
  return {
    found: { elements, isWhole, kinds, identifiers, rotation: rotation.moves, exchange: moves },
    failure: isFull ? undefined : (exchange as Failure),
  };
}

function compare(
  { network, kinds, images }: Setting,
  permutation: Permutation,
  identifiers: Set<number>,
): Automorphism | Failure {
  const processTo = images(permutation.to);
  if (!(processTo instanceof Int32Array)) return processTo;
  const all = new Automorphism(network, kinds, permutation, processTo, identifiers);
  all.attempt(() => all.wholeNetwork());
  return all.failure ?? all;
}

/** Each element goes to the place of the next. */
export function rotationOf(elements: readonly number[], isRotation: boolean): Permutation {
  const next = new Map(elements.map((e, k) => [e, elements[(k + 1) % elements.length]!]));
  return { low: first(elements), high: last(elements), to: (v) => next.get(v) ?? v, isRotation };
}

function exchangeOf(i: number, j: number): Permutation {
  return { low: i, high: j, to: (v) => (v === i ? j : v === j ? i : v), isRotation: false };
}
