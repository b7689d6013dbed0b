/**
 * Values that are only compared with each other and copied, as the data of messages is: no process is named by them, so a
 * permutation of them moves no process, only what holds them, and elements of arrays that they index. They come into a
 * network by selects and loops over a range; the kinds of cells that they reach (`kinds.ts`) are tried one by one, and those
 * of one range that do not go alone together. The same comparison decides as for identifiers (`elements.ts`): the network is
 * its own image, or the values are left as they are.
 */
import { append, first, greatest, smallest } from "../../base/index.ts";
import { type Network, slotAt } from "../../network/index.ts";
import { eachCode, eachStep } from "../code/walk.ts";
import { interchangeAll, interchangeSome, MOST_ELEMENTS, type Setting } from "./elements.ts";
import { type Identifiers, identifiersOf, kindsFor, MOST_EDGES, range } from "./identifiers.ts";
import type { Kinds } from "./kinds.ts";

/** Kinds that are tried at most: each costs two comparisons of the network with itself. */
const MOST_KINDS = 64;

const known = new WeakMap<Network, readonly Identifiers[]>();

/** Worked out once for each network. */
export function dataOf(network: Network): readonly Identifiers[] {
  const before = known.get(network);
  if (before) return before;
  const made = find(network);
  known.set(network, made);
  return made;
}

/** A kind of values, and the range that selects and loops bring in. */
interface Candidate {
  readonly root: number;
  readonly low: number;
  readonly high: number;
  /** The variables of the state that may hold one. */
  readonly cells: readonly number[];
}

function find(network: Network): readonly Identifiers[] {
  if (network.vectors.length > 0) return [];
  if (network.processes.reduce((sum, p) => sum + p.edges.length, 0) > MOST_EDGES) return [];
  const sources = sourcesOf(network);
  if (sources.length === 0) return [];
  const kinds = kindsFor(network);
  const candidates = candidatesOf(network, kinds, sources).slice(0, MOST_KINDS);
  const all: Identifiers[] = [];
  // What one of them has brought along, or names processes, is not tried again.
  const taken = new Set(identifiersOf(network).flatMap(({ found }) => found.flatMap((f) => [...f.identifiers])));
  const failed: { readonly candidate: Candidate; readonly made: Identifiers }[] = [];
  const take = (made: Identifiers): void => {
    all.push(made);
    for (const { identifiers } of made.found) for (const root of identifiers) taken.add(root);
  };
  for (const candidate of candidates) {
    if (taken.has(candidate.root)) continue;
    const made = attempt(network, kinds, [candidate]);
    if (made.found.length > 0) take(made);
    else failed.push({ candidate, made });
  }
  while (failed.length > 0) {
    const { low, high } = failed[0]!.candidate;
    const same = failed.filter(({ candidate: c }) => c.low === low && c.high === high);
    for (const one of same) failed.splice(failed.indexOf(one), 1);
    const left = same.filter(({ candidate: c }) => !taken.has(c.root));
    const candidatesLeft = left.map(({ candidate }) => candidate);
    const together = left.length > 1 ? attempt(network, kinds, candidatesLeft) : undefined;
    if (together && together.found.length > 0) take(together);
    else
      append(
        all,
        left.map(({ made }) => made),
      );
  }
  return all;
}

interface Bound {
  readonly cell: number;
  readonly low: number;
  readonly high: number;
}

/** Variables that run over a range. */
function sourcesOf(network: Network): readonly Bound[] {
  const bounds: Bound[] = [];
  for (const p of network.processes) for (const e of p.edges) append(bounds, e.selects);
  eachCode(network, undefined, (code) => {
    if (code.op === "forall" || code.op === "exists" || code.op === "sum") bounds.push(code);
  });
  for (const f of network.functions)
    eachStep(f.body, (step) => {
      if (step.do === "range") bounds.push(step);
    });
  return bounds;
}

/** Kinds that a variable of the state is of, and that nothing computes with. */
function candidatesOf(network: Network, kinds: Kinds, sources: readonly Bound[]): readonly Candidate[] {
  const ranges = new Map<number, Bound[]>();
  for (const bound of sources) {
    const root = kinds.root(bound.cell);
    if (kinds.whyNumber(root) !== undefined) continue;
    const before = ranges.get(root);
    if (before) before.push(bound);
    else ranges.set(root, [bound]);
  }
  const cells = new Map<number, number[]>();
  network.slots.forEach(({ type }, cell) => {
    const root = kinds.root(cell);
    if (type !== "int" || !ranges.has(root)) return;
    const before = cells.get(root);
    if (before) before.push(cell);
    else cells.set(root, [cell]);
  });
  return [...cells].flatMap(([root, held]) => {
    const of = ranges.get(root)!;
    const [low, high] = [smallest(of.map((b) => b.low)), greatest(of.map((b) => b.high))];
    return high > low && high - low < MOST_ELEMENTS ? [{ root, low, high, cells: held }] : [];
  });
}

function attempt(network: Network, kinds: Kinds, candidates: readonly Candidate[]): Identifiers {
  const { low, high } = first(candidates);
  const nobody = Int32Array.from(network.processes, (_, k) => k);
  const setting: Setting = {
    network,
    kinds,
    elements: range(low, high),
    identifiers: new Set(candidates.map(({ root }) => root)),
    images: () => nobody,
  };
  const whole = interchangeAll(setting);
  const { found, failure, held } = whole.failure === undefined ? whole : interchangeSome(setting, whole.failure);
  const type = `int[${low},${high}]`;
  return {
    name: nameOf(
      network,
      candidates.flatMap(({ cells }) => cells),
    ),
    type,
    low,
    high,
    // Values that only rotations permute are left alone: what begins with one of them is no image of itself.
    found: found.filter(({ exchange }) => exchange !== undefined),
    failure,
    held,
    isData: true,
  };
}

/** By the first variable that holds one; arrays all of whose cells do have a name of their own. */
function nameOf(network: Network, cells: readonly number[]): string {
  const whole = (name: string): string => name.replace(/\[\d+\]/g, "[]");
  const held = new Set(cells);
  const split = new Set(network.slots.flatMap(({ name }, cell) => (held.has(cell) ? [] : [whole(name)])));
  const names = new Set(
    cells.map((cell) => {
      const { name } = slotAt(network, cell);
      return split.has(whole(name)) ? name : whole(name);
    }),
  );
  return `values of ${first([...names])}${names.size > 1 ? ` and ${names.size - 1} more` : ""}`;
}
