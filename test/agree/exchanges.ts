/**
 * Symmetries by what they claim: from the image of a state the images of what the state leads to are reached, no more and no
 * less, with the same times and the same faults, and formulas of the query hold in the images. The interpreter takes the
 * steps, one state at a time.
 */
import { findSymmetry, formulasOf, type Symmetry } from "../../src/analysis/index.ts";
import { Fault, interpret } from "../../src/engine/index.ts";
import type { Network, NetworkQuery } from "../../src/index.ts";
import { type Federation, federation, type Zone } from "../../src/zones/index.ts";

interface State {
  readonly cells: Int32Array;
  readonly zone: Zone;
}

interface Compared {
  readonly problem?: string;
  /** How many states were compared with an image. */
  readonly states: number;
}

export function exchangeDifference(network: Network, query: NetworkQuery, most: number): Compared {
  const symmetry = findSymmetry(network, query);
  const permutations = permutationsOf(symmetry, network.clocks.length);
  if (permutations.length === 0) return { states: 0 };
  const steps = new Steps(network, query);
  const open = steps.initial();
  const known = new Set(open.map(keyOf));
  let states = 0;
  for (let state = open.shift(); state !== undefined && states < most; state = open.shift()) {
    states++;
    const here = steps.after(state);
    for (const { name, image } of permutations) {
      const other = image(state);
      const there = steps.after(other);
      const problem = differ(here, there, image, steps.dim);
      if (problem) {
        const words = (s: State): string => network.slots.map((slot, k) => `${slot.name}=${s.cells[k]}`).join(" ");
        return { problem: `${name}: ${problem}\nin ${words(state)}\nimage ${words(other)}`, states };
      }
      for (const next of [...(there.targets ?? []), other]) add(next);
    }
    for (const next of here.targets ?? []) add(next);
  }
  function add(state: State): void {
    if (known.size > 4 * most || known.has(keyOf(state))) return;
    known.add(keyOf(state));
    open.push(state);
  }
  return { states };
}

interface Permutation {
  readonly name: string;
  readonly image: (state: State) => State;
}

function permutationsOf({ sets, rings }: Symmetry, dim: number): readonly Permutation[] {
  const both = (pairs: readonly (readonly [number, number])[]): (readonly [number, number])[] =>
    pairs.flatMap(([a, b]) => [[a, b] as const, [b, a] as const]);
  const all: Permutation[] = [];
  const add = (
    name: string,
    cells: readonly (readonly [number, number])[],
    clocks: readonly (readonly [number, number])[],
    values: readonly number[],
    to: (value: number) => number,
  ): void => {
    const clockTo = Int32Array.from({ length: dim }, (_, x) => x);
    for (const [a, b] of clocks) clockTo[a] = b;
    const image = (state: State): State => {
      const made = { cells: state.cells.slice(), zone: state.zone.slice() };
      for (const [a, b] of cells) made.cells[b] = state.cells[a]!;
      for (const v of values) made.cells[v] = to(made.cells[v]!);
      for (let x = 0; x < dim; x++)
        for (let y = 0; y < dim; y++) made.zone[clockTo[x]! * dim + clockTo[y]!] = state.zone[x * dim + y]!;
      return made;
    };
    all.push({ name, image });
  };
  for (const { name, swaps, elements, values } of sets)
    for (const [k, { cells, clocks }] of swaps.entries()) {
      const [e, f] = [elements[k]!, elements[k + 1]!];
      add(`${name} ${e} ${f}`, both(cells), both(clocks), values, (v) => (v === e ? f : v === f ? e : v));
    }
  for (const { name, cells, clocks, values, low, high } of rings)
    add(`${name} turned`, cells, clocks, values, (v) => (v < low || v > high ? v : v === high ? low : v + 1));
  return all;
}

/** What a state leads to, and what formulas say of it; without targets there is a fault. */
interface After {
  readonly targets?: readonly State[];
  readonly later: readonly State[];
  readonly satisfied: readonly Federation[];
}

class Steps {
  readonly dim: number;
  private readonly engine: ReturnType<typeof interpret>;
  private readonly formulas: readonly ReturnType<ReturnType<typeof interpret>["predicate"]>[];

  constructor(network: Network, query: NetworkQuery) {
    this.engine = interpret(network, query);
    this.dim = this.engine.dim;
    this.formulas = formulasOf(query).map((f) => this.engine.predicate(f, false));
  }

  initial(): State[] {
    try {
      return this.engine.initial() ? [this.state()] : [];
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      return [];
    }
  }

  after({ cells, zone }: State): After {
    const { engine } = this;
    engine.cells.set(cells);
    engine.zone = zone.slice();
    try {
      const later: State[] = [];
      engine.elapse(() => {
        later.push(this.state());
        return later.length > 50;
      });
      const satisfied = this.formulas.flatMap((f) =>
        later.map((s) => f.satisfying(s.zone.slice()).map((z) => z.slice())),
      );
      const targets: State[] = [];
      for (const s of later) {
        engine.zone = s.zone.slice();
        engine.successors(() => {
          targets.push(this.state());
          return false;
        });
      }
      return { later, targets, satisfied };
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      return { later: [], satisfied: [] };
    }
  }

  private state(): State {
    return { cells: this.engine.cells.slice(0, this.engine.size), zone: this.engine.zone.slice() };
  }
}

const keyOf = ({ cells, zone }: State): string => `${cells.join()} ${zone.join()}`;

function differ(a: After, b: After, image: (state: State) => State, dim: number): string | undefined {
  if ((a.targets === undefined) !== (b.targets === undefined))
    return a.targets === undefined ? "a fault is lost" : "a fault is new";
  if (a.targets === undefined || b.targets === undefined) return undefined;
  const told = (what: string, mine: readonly State[], others: readonly State[]): string | undefined => {
    const [here, there] = [grouped(mine.map(image)), grouped(others)];
    for (const [key, zones] of here)
      if (!isInside(zones, there.get(key) ?? [], dim)) return `${what}: ${key} is not there from the image`;
    for (const [key, zones] of there)
      if (!isInside(zones, here.get(key) ?? [], dim)) return `${what}: ${key} is there from the image alone`;
    return undefined;
  };
  const holding = ({ satisfied }: After): State[] =>
    satisfied.flatMap((zones, k) => zones.map((zone) => ({ cells: Int32Array.of(k), zone })));
  const formulas = (): string | undefined => {
    const count = (x: After): string =>
      holding(x)
        .map(({ cells }) => cells[0])
        .join();
    return count(a) === count(b) ? undefined : `a formula holds in one of them only: ${count(a)} and ${count(b)}`;
  };
  return told("delays", a.later, b.later) ?? told("steps", a.targets, b.targets) ?? formulas();
}

function grouped(states: readonly State[]): Map<string, Zone[]> {
  const by = new Map<string, Zone[]>();
  for (const { cells, zone } of states) {
    const known = by.get(cells.join());
    if (known) known.push(zone);
    else by.set(cells.join(), [zone]);
  }
  return by;
}

function isInside(zones: readonly Zone[], others: readonly Zone[], dim: number): boolean {
  return federation.subtract(zones, others, dim).length === 0;
}
