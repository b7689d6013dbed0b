/**
 * Cells that belong to two elements, as those of `bool knows[id_t][id_t]` do: found by what the exchanges of neighbours move,
 * so that it makes no difference how a symmetry was found.
 */
import type { Pairs, SetSymmetry } from "./facts.ts";

/**
 * A cell for each two elements: the one of places i and j, in this order, is at `i * count + j`; -1 where i and j are the same.
 */
export type Relation = Int32Array;

/** With fewer elements it is not clear to whom a cell belongs, and there are few orders. */
const FEWEST = 4;

export function relationsOf({ elements, swaps }: SetSymmetry): readonly Relation[] {
  const count = elements.length;
  if (count < FEWEST) return [];
  const moves = swaps.map((s) => imagesOf(s.cells));
  // What belongs to the first two elements: moved by the second exchange, seen from either of them, and by none of
  // the later ones.
  const touching = (cell: number): boolean => moves[1]!.has(cell) && moves.every((to, k) => k < 2 || !to.has(cell));
  const found = [...moves[1]!.keys()].filter((cell) => touching(cell) && touching(moves[0]!.get(cell) ?? cell));
  const known = new Set<number>();
  return found.flatMap((cell) => {
    if (known.has(cell)) return [];
    const relation = spread(cell, count, moves);
    for (const c of relation ?? []) known.add(c);
    return relation ? [relation] : [];
  });
}

function imagesOf(pairs: Pairs): ReadonlyMap<number, number> {
  return new Map(pairs.flatMap(([a, b]) => [[a, b] as const, [b, a] as const]));
}

/** From the cell of the first two elements to those of all; undefined if one pair would have two. */
function spread(cell: number, count: number, moves: readonly ReadonlyMap<number, number>[]): Relation | undefined {
  const relation = new Int32Array(count * count).fill(-1);
  const open: [number, number, number][] = [[0, 1, cell]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [i, j, at] = next;
    const before = relation[i * count + j]!;
    if (before >= 0) {
      if (before !== at) return undefined;
      continue;
    }
    relation[i * count + j] = at;
    moves.forEach((to, k) => {
      const moved = (place: number): number => (place === k ? k + 1 : place === k + 1 ? k : place);
      open.push([moved(i), moved(j), to.get(at) ?? at]);
    });
  }
  return relation;
}
