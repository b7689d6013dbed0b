/**
 * Exchanges of two elements (docs/semantics.md 9.12), as a certificate states them: which cells and clocks change
 * places, and which cells hold elements, whose values change with them. Whether such an exchange takes runs to runs is
 * judged in `symmetry.ts`.
 */
import type { Symmetry } from "./format.ts";
import type { Names } from "./names.ts";
import { Unreadable } from "./outcome.ts";
import type { System } from "./system.ts";
import type { Zone } from "./zone.ts";

type Pairs = readonly (readonly [number, number])[];

export class Exchange {
  readonly elements: readonly [number, number];
  /** Positions among the values of a state. */
  private readonly cells: Pairs;
  private readonly holders: readonly number[];
  private readonly clocks: Pairs;
  /** By cells of the memory. */
  private readonly cellTo: ReadonlyMap<number, number>;
  private readonly clockTo: ReadonlyMap<number, number>;
  private readonly held: ReadonlySet<number>;

  constructor(
    elements: readonly [number, number],
    cells: Pairs,
    clocks: Pairs,
    holders: readonly number[],
    all: System,
  ) {
    this.elements = elements;
    this.cells = cells;
    this.clocks = clocks;
    this.holders = holders;
    const at = (position: number): number => all.cells[position]!;
    this.cellTo = bothWays(cells.map(([a, b]) => [at(a), at(b)]));
    this.clockTo = bothWays(clocks);
    this.held = new Set(holders.map(at));
    const isOdd = (c: number): boolean => this.held.has(c) !== this.held.has(this.cell(c));
    if (all.cells.some(isOdd))
      throw new Unreadable("an exchange takes a cell that holds elements to one that does not");
    const isLocation = (c: number): boolean => c < all.processes.length;
    if (all.cells.some((c) => isLocation(c) && (!isLocation(this.cell(c)) || this.held.has(c))))
      throw new Unreadable("an exchange takes a location for something else");
  }

  get name(): string {
    return `the exchange of ${this.elements[0]} and ${this.elements[1]}`;
  }

  element(value: number): number {
    const [a, b] = this.elements;
    return value === a ? b : value === b ? a : value;
  }

  /** Of the memory; that of a process is its location's. */
  cell(at: number): number {
    return this.cellTo.get(at) ?? at;
  }

  holds(at: number): boolean {
    return this.held.has(at);
  }

  clock(x: number): number {
    return this.clockTo.get(x) ?? x;
  }

  /** Exchanges the two in a state, in place. */
  apply(values: number[], { n, bounds }: Zone): void {
    const swap = (list: number[], a: number, b: number): void => {
      [list[a], list[b]] = [list[b]!, list[a]!];
    };
    for (const [a, b] of this.cells) swap(values, a, b);
    for (const at of this.holders) values[at] = this.element(values[at]!);
    for (const [x, y] of this.clocks) {
      for (let k = 0; k < n; k++) swap(bounds, x * n + k, y * n + k);
      for (let k = 0; k < n; k++) swap(bounds, k * n + x, k * n + y);
    }
  }
}

/** The exchanges that a certificate states, in its order: for each set those of its neighbours. */
export function exchangesOf(stated: readonly Symmetry[], names: Names, system: System): readonly Exchange[] {
  const known = (list: readonly number[], at: number, what: string): number => {
    const found = list[at];
    if (found === undefined) throw new Unreadable(`a symmetry names no ${what}: ${at}`);
    return found;
  };
  return stated.flatMap(({ elements, values, swaps }) => {
    if (swaps.length !== elements.length - 1 || new Set(elements).size !== elements.length)
      throw new Unreadable("a symmetry does not have an exchange for each two neighbours");
    if (new Set(values).size !== values.length)
      throw new Unreadable("a symmetry names a cell that holds elements twice");
    const holders = values.map((at) => known(names.cells, at, "cell"));
    return swaps.map(({ cells, clocks }, k) => {
      const numbered = (pairs: Pairs, list: readonly number[], what: string): Pairs =>
        pairs.map(([a, b]) => [known(list, a, what), known(list, b, what)]);
      const between = [elements[k]!, elements[k + 1]!] as const;
      const moved = numbered(clocks, names.clocks, "clock");
      if (moved.flat().includes(0)) throw new Unreadable("a symmetry moves the constant 0");
      return new Exchange(between, numbered(cells, names.cells, "cell"), moved, holders, system);
    });
  });
}

function bothWays(pairs: Pairs): Map<number, number> {
  const to = new Map(pairs.flatMap(([a, b]) => [[a, b] as const, [b, a] as const]));
  if (to.size !== 2 * pairs.length) throw new Unreadable("an exchange moves something twice, or to itself");
  return to;
}

/** The image of a state under exchanges, one after the other, by their numbers. */
export function permuted(
  values: readonly number[],
  zone: Zone,
  permutation: ArrayLike<number>,
  exchanges: readonly Exchange[],
): [number[], Zone] {
  const [state, image] = [[...values], zone.copy()];
  for (const k of Array.from(permutation)) {
    if (exchanges[k] === undefined) throw new Unreadable(`there is no exchange ${k}`);
    exchanges[k].apply(state, image);
  }
  return [state, image];
}
