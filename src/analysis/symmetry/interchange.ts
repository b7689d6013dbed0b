/**
 * Exchanges of two elements made from a first exchange and a rotation, and which of them leave something (the initial
 * state, a query) as it is. Elements that may be exchanged with each other form classes; within each class all permutations
 * are allowed. If the exchange of the first two elements moves cells a and b, that of elements k and k + 1 moves their images
 * under k rotations; (i j+1) is (i j) seen through (j j+1).
 */
import { append, last } from "../../base/index.ts";
import { clockAt, firstValue, type Network, slotAt } from "../../network/index.ts";
import { type Interchange, rotationOf } from "./elements.ts";
import type { Moves } from "./images.ts";

type Pair = readonly [number, number];

/** What an exchange of two elements does to a state. */
interface Exchange {
  /** The values that are exchanged. */
  readonly elements: Pair;
  readonly cells: readonly Pair[];
  readonly clocks: readonly Pair[];
  readonly channels: readonly Pair[];
}

/** What a permutation of some elements does: what it does not name stays. */
export interface Turn {
  readonly elements: readonly number[];
  readonly to: (value: number) => number;
  readonly cells: ReadonlyMap<number, number>;
  readonly clocks: ReadonlyMap<number, number>;
  readonly channels: ReadonlyMap<number, number>;
}

export class Exchanges {
  readonly interchange: Interchange;
  /** `next[k]` exchanges the elements k and k + 1. */
  private readonly next: Exchange[] = [];

  constructor(interchange: Interchange) {
    this.interchange = interchange;
    const { elements, rotation, exchange } = interchange;
    let pairs = exchange && {
      cells: pairsOf(exchange.cells),
      clocks: pairsOf(exchange.clocks),
      channels: pairsOf(exchange.channels),
    };
    for (let k = 0; k + 1 < elements.length && pairs; k++) {
      this.next.push({ elements: [elements[k]!, elements[k + 1]!], ...pairs });
      pairs = {
        cells: pairs.cells.map((p) => turn(p, rotation.cells)),
        clocks: pairs.clocks.map((p) => turn(p, rotation.clocks)),
        channels: pairs.channels.map((p) => turn(p, rotation.channels)),
      };
    }
  }

  /** Requires two elements, the smaller one first. */
  of(a: number, b: number): Exchange {
    const { elements } = this.interchange;
    const [i, j] = [elements.indexOf(a), elements.indexOf(b)];
    let made = this.next[i]!;
    for (let k = i + 1; k < j; k++) {
      const through = this.next[k]!;
      const see = (pairs: readonly Pair[], by: readonly Pair[]): readonly Pair[] => {
        const to = new Map<number, number>(
          by.flatMap(
            ([a, b]) =>
              [
                [a, b],
                [b, a],
              ] as const,
          ),
        );
        return pairs.map(([a, b]) => [to.get(a) ?? a, to.get(b) ?? b] as const);
      };
      made = {
        elements: [a, elements[k + 1]!],
        cells: see(made.cells, through.cells),
        clocks: see(made.clocks, through.clocks),
        channels: see(made.channels, through.channels),
      };
    }
    return made;
  }

  /** Those of elements k and k + 1, from the one at `from` on, after a first one: together they move all of these one further. */
  private turn(before: Exchange, from: number): Turn {
    const all = [before, ...this.next.slice(from)];
    const elements = [...before.elements, ...this.interchange.elements.slice(from + 1)];
    const values = compose(all.map(({ elements: pair }) => [pair]));
    return {
      elements,
      to: (value) => values.get(value) ?? value,
      cells: compose(all.map(({ cells }) => cells)),
      clocks: compose(all.map(({ clocks }) => clocks)),
      channels: compose(all.map(({ channels }) => channels)),
    };
  }

  /**
   * Classes of elements any two of which may be exchanged. Where two may be, all that are left are tried at once: with the
   * exchange of two, moving all one further makes every permutation.
   */
  classes(isAllowed: (turn: Turn) => boolean): number[][] {
    const { elements } = this.interchange;
    const classes: number[][] = [];
    for (const [at, e] of elements.entries()) {
      // The last member is nearest, which makes exchanges cheap.
      const home = classes.find((c) => isAllowed(this.turn(this.of(last(c), e), Infinity)));
      if (home === undefined) {
        classes.push([e]);
        continue;
      }
      home.push(e);
      const isSecond = home.length === 2 && at + 1 < elements.length;
      if (!isSecond || !isAllowed(this.turn(this.of(home[0]!, e), at))) continue;
      append(home, elements.slice(at + 1));
      break;
    }
    return classes;
  }
}

/** What exchanges do one after the other, of what they move. */
function compose(all: readonly (readonly Pair[])[]): Map<number, number> {
  const to = new Map<number, number>();
  const from = new Map<number, number>();
  for (const pairs of all)
    for (const [a, b] of pairs) {
      const [x, y] = [from.get(a) ?? a, from.get(b) ?? b];
      to.set(x, b).set(y, a);
      from.set(b, x).set(a, y);
    }
  return to;
}

function pairsOf(moves: Int32Array): Pair[] {
  const pairs: Pair[] = [];
  moves.forEach((to, from) => {
    if (to > from) pairs.push([from, to]);
  });
  return pairs;
}

/** Where a permutation takes x; what it does not name stays. */
function moved(x: number, moves: Int32Array): number {
  const to = moves[x] ?? -1;
  return to < 0 ? x : to;
}

function turn([a, b]: Pair, rotation: Int32Array): Pair {
  return [moved(a, rotation), moved(b, rotation)];
}

/** Whether a permutation leaves the initial state as it is. */
export function keepsInitial(network: Network, { kinds, identifiers }: Interchange, by: Turn): boolean {
  const { slots, clocks } = network;
  const isKept = ({ initial }: { readonly initial: number }, cell: number): boolean => {
    const to = by.cells.get(cell) ?? cell;
    return (
      to >= slots.length ||
      slotAt(network, to).initial === (identifiers.has(kinds.root(cell)) ? by.to(initial) : initial)
    );
  };
  return (
    slots.every(isKept) && clocks.every(({ initial }, x) => clockAt(network, by.clocks.get(x) ?? x).initial === initial)
  );
}

/** Whether the rotation leaves the initial state as it is. */
export function turnsInitial(network: Network, interchange: Interchange): boolean {
  const { kinds, identifiers, rotation, elements, isWhole } = interchange;
  const { to } = rotationOf(elements, isWhole);

  return (
    network.slots.every(({ initial }, cell) => {
      const value = identifiers.has(kinds.root(cell)) ? to(initial) : initial;
      return firstValue(network, moved(cell, rotation.cells)) === value;
    }) && network.clocks.every((clock, x) => clockAt(network, moved(x, rotation.clocks)).initial === clock.initial)
  );
}

/** The moves of a permutation for every cell, clock and channel, with room for a query's cells. */
export function movesOf(network: Network, by: Turn, cells: number): Moves {
  const full = (count: number, to: ReadonlyMap<number, number>): Int32Array =>
    Int32Array.from({ length: count }, (_, k) => to.get(k) ?? k);
  return {
    cells: full(Math.max(cells, network.cells), by.cells),
    clocks: full(network.clocks.length, by.clocks),
    channels: full(network.channels.length, by.channels),
  };
}
