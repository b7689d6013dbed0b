/**
 * Symmetries by scalar sets. The language's rules keep the elements of a scalar set interchangeable; instantiation says for
 * each cell and clock which elements it belongs to (its orbit). Left are loops and quantifiers (`rounds.ts`), what goes by the
 * order of processes (`order.ts`, `ends.ts`), sets that belong to one template, and arrays that start with different values.
 */
import { clockAt, type Network, type NetworkQuery, type Orbit, slotAt } from "../../network/index.ts";
import { orderedInvariants } from "./ends.ts";
import type { SetSymmetry, SymmetryFact } from "./facts.ts";
import { faultsOf } from "./faults.ts";
import type { Failure } from "./images.ts";
import { orderedUpdates } from "./order.ts";
import { orderedLoop, orderedQuantifier } from "./rounds.ts";

export function scalarSymmetry(
  network: Network,
  query?: NetworkQuery,
): {
  readonly sets: readonly SetSymmetry[];
  readonly found: readonly SymmetryFact[];
} {
  const sets: SetSymmetry[] = [];
  const found: SymmetryFact[] = [];
  (network.scalarSets ?? []).forEach((scalar, set) => {
    const { size } = scalar;
    const name = scalar.name ?? `scalar[${size}]`;
    const made = size < 2 ? { message: "it has fewer than two elements" } : symmetryOf(network, query, set, name);
    const isFound = "elements" in made;
    if (isFound) sets.push(made);
    found.push({
      name,
      size,
      origin: "scalar",
      used: isFound ? "permutations" : "no",
      classes: isFound ? [made.elements] : [],
      ...(isFound ? {} : { failure: made }),
    });
  });
  return { sets, found };
}

function symmetryOf(
  network: Network,
  query: NetworkQuery | undefined,
  set: number,
  name: string,
): SetSymmetry | Failure {
  const { size, local } = network.scalarSets![set]!;
  if (local) return { message: "it is declared inside a template" };
  const isMoved = (process: number): boolean =>
    slotAt(network, process).orbit?.elements.some((e) => e.set === set) ?? false;
  const isElement = ({ low, high }: { readonly low: number; readonly high: number }): boolean =>
    low === 0 && high === size - 1;
  const faults = faultsOf(network, query);
  const ordered =
    orderedUpdates(network, isMoved) ??
    orderedInvariants(network, isMoved, faults) ??
    orderedLoop([...network.functions, ...(query?.functions ?? [])], isElement, faults.inCode) ??
    orderedQuantifier(network, query, isElement, faults.inCode);
  if (ordered) return ordered;
  const cells = new Places(
    network.slots.map((slot) => slot.orbit),
    set,
    size,
  );
  const clocks = new Places(
    network.clocks.map((clock) => clock.orbit),
    set,
    size,
  );
  const reason = cells.missing ?? clocks.missing;
  if (reason !== undefined) return { message: reason };
  const swaps = Array.from({ length: size - 1 }, (_, i) => ({ cells: cells.swap(i), clocks: clocks.swap(i) }));
  for (const pairs of swaps) {
    const cell = pairs.cells.find(([a, b]) => {
      const [x, y] = [slotAt(network, a), slotAt(network, b)];
      return x.initial !== y.initial && x.type !== "scalar";
    });
    if (cell) return { message: `'${slotAt(network, cell[0]).name}' starts with a value of its own` };
    const clock = pairs.clocks.find(([a, b]) => clockAt(network, a).initial !== clockAt(network, b).initial);
    if (clock) return { message: `'${clockAt(network, clock[0]).name}' starts with a value of its own` };
  }
  return {
    name,
    elements: Array.from({ length: size }, (_, k) => k),
    cells: cells.own(),
    clocks: clocks.own(),
    values: network.slots.flatMap((slot, cell) => (slot.scalarSet === set ? [cell] : [])),
    swaps,
  };
}
/** Cells, or clocks, by key and elements. */
class Places {
  readonly missing: string | undefined;
  private readonly at = new Map<string, number>();
  private readonly orbits: readonly (Orbit | undefined)[];
  private readonly set: number;
  private readonly size: number;

  constructor(orbits: readonly (Orbit | undefined)[], set: number, size: number) {
    this.orbits = orbits;
    this.set = set;
    this.size = size;
    orbits.forEach((orbit, i) => orbit && this.at.set(nameOf(orbit), i));
    for (let i = 0; i + 1 < size && this.missing === undefined; i++) {
      const lonely = orbits.find((orbit) => orbit && !this.at.has(nameOf(this.image(orbit, i))));
      if (lonely) this.missing = `'${lonely.key}' is not there for every element`;
    }
  }

  own(): number[][] {
    const lists = Array.from({ length: this.size }, (): { key: string; at: number }[] => []);
    this.orbits.forEach((orbit, at) => {
      const mine = orbit?.elements.filter(({ set }) => set === this.set) ?? [];
      if (orbit && mine.length > 0 && mine.every(({ element }) => element === mine[0]!.element)) {
        const others = orbit.elements.map(({ set, element }) => (set === this.set ? "*" : `${set}:${element}`)).join();
        lists[mine[0]!.element]!.push({ key: `${orbit.key} ${others}`, at });
      }
    });
    return lists.map((list) => list.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)).map(({ at }) => at));
  }

  swap(i: number): [number, number][] {
    return this.orbits.flatMap((orbit, at): [number, number][] => {
      const to = orbit === undefined ? at : this.at.get(nameOf(this.image(orbit, i)))!;
      return to > at ? [[at, to]] : [];
    });
  }

  private image({ key, elements }: Orbit, i: number): Orbit {
    const moved = (element: number) => (element === i ? i + 1 : element === i + 1 ? i : element);
    return {
      key,
      elements: elements.map(({ set, element }) => ({ set, element: set === this.set ? moved(element) : element })),
    };
  }
}

function nameOf({ key, elements }: Orbit): string {
  return `${key} ${elements.map(({ set, element }) => `${set}:${element}`).join()}`;
}
