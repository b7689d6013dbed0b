/**
 * Exchanges of two elements made from a first exchange and a rotation, and which of them leave something (the initial
 * state, a query) as it is. Elements that may be exchanged with each other form classes; within each class all permutations
 * are allowed. If the exchange of the first two elements moves cells a and b, that of elements k and k + 1 moves their images
 * under k rotations; (i j+1) is (i j) seen through (j j+1).
 */
import { last } from "../../base/index.ts";
import { clockAt, firstValue, type Network, slotAt } from "../../network/index.ts";
import { type Interchange, rotationOf } from "./elements.ts";
import type { Moves } from "./images.ts";

export type Pair = readonly [number, number];

/** What an exchange of two elements does to a state. */
export interface Exchange {
  /** The values that are exchanged. */
  readonly elements: Pair;
  readonly cells: readonly Pair[];
  readonly clocks: readonly Pair[];
  readonly channels: readonly Pair[];
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

  /** Classes of elements any two of which may be exchanged, by a question that is asked of few pairs. */
  classes(isAllowed: (exchange: Exchange) => boolean): number[][] {
    const classes: number[][] = [];
    for (const e of this.interchange.elements) {
      // The last member is nearest, which makes exchanges cheap.
      const home = classes.find((c) => isAllowed(this.of(last(c), e)));
      if (home) home.push(e);
      else classes.push([e]);
    }
    return classes;
  }
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

export function swapValue(value: number, [i, j]: Pair): number {
  return value === i ? j : value === j ? i : value;
}

/** Whether an exchange leaves the initial state as it is. */
export function keepsInitial(network: Network, { kinds, identifiers }: Interchange, exchange: Exchange): boolean {
  const { slots, clocks } = network;
  const value = (cell: number): number => {
    const { initial } = slotAt(network, cell);
    return identifiers.has(kinds.root(cell)) ? swapValue(initial, exchange.elements) : initial;
  };
  const moved = new Set<number>();
  for (const [a, b] of exchange.cells) {
    if (a >= slots.length || b >= slots.length) continue;
    moved.add(a).add(b);
    if (value(a) !== slotAt(network, b).initial || value(b) !== slotAt(network, a).initial) return false;
  }
  if (exchange.clocks.some(([a, b]) => clocks[a]!.initial !== clocks[b]!.initial)) return false;
  return slots.every((slot, cell) => moved.has(cell) || value(cell) === slot.initial);
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

/** The moves of an exchange for every cell, clock and channel, with room for a query's cells. */
export function movesOf(network: Network, exchange: Exchange, cells: number): Moves {
  const full = (count: number, pairs: readonly Pair[]): Int32Array => {
    const moves = Int32Array.from({ length: count }, (_, k) => k);
    for (const [a, b] of pairs) {
      moves[a] = b;
      moves[b] = a;
    }
    return moves;
  };
  return {
    cells: full(Math.max(cells, network.cells), exchange.cells),
    clocks: full(network.clocks.length, exchange.clocks),
    channels: full(network.channels.length, exchange.channels),
  };
}
