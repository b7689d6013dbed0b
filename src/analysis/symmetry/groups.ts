/**
 * How the symmetries of a network are put together: which go together, since what one of them moves holds elements of
 * another, and whether each is canonical by itself. Sets to whose elements nothing belongs but what holds them are numbered
 * anew (`relabel.ts`), all others are sorted or turned (`representative.ts`).
 */
import type { RingSymmetry, SetSymmetry, Symmetry } from "./facts.ts";
import type { Relabel } from "./relabel.ts";

/** Whether an exchange of elements moves nothing. */
function isPure({ swaps }: SetSymmetry): boolean {
  return swaps.every(({ cells, clocks }) => cells.length + clocks.length === 0);
}

/** A set or ring with the pure sets whose elements its own cells may hold: they are brought into order together. */
export interface Group<S> {
  readonly of: S;
  readonly with: readonly Relabel[];
}

/** What stands alone, and what goes together. */
interface Groups {
  readonly alone: readonly Relabel[];
  readonly sets: readonly Group<SetSymmetry>[];
  readonly rings: readonly Group<RingSymmetry>[];
  /** Whether none of the groups has to do with another: each is canonical by itself then. */
  readonly isApart: boolean;
}

const movedBy = (s: SetSymmetry | RingSymmetry): ReadonlySet<number> =>
  new Set(("swaps" in s ? s.swaps : [s]).flatMap(({ cells }) => cells.flat()));

export function groupsOf({ sets, rings }: Pick<Symmetry, "sets" | "rings">): Groups {
  const pure = sets.filter(isPure);
  const movers = [...sets.filter((s) => !isPure(s)), ...rings].map((of) => ({ of, moved: movedBy(of) }));
  const meets = (cells: readonly number[], set: ReadonlySet<number>): boolean => cells.some((c) => set.has(c));
  const homes = pure.map((set) => movers.filter(({ moved }) => meets(set.values, moved)));
  // What an exchange makes of a pure set must be one, too: then both together are a group in which pure sets come first.
  const names = new Set(pure.map(nameOf));
  const stays = (of: SetSymmetry | RingSymmetry): boolean =>
    pure.every((set, k) => homes[k]!.every((h) => h.of !== of) || imagesOf(set, of).every((name) => names.has(name)));
  const relabel = (set: SetSymmetry, moved: ReadonlySet<number>): Relabel => ({
    set,
    fixed: set.values.filter((c) => !moved.has(c)),
    moved: set.values.filter((c) => moved.has(c)),
  });
  const group = <S extends SetSymmetry | RingSymmetry>(of: S): Group<S> => ({
    of,
    with: pure.flatMap((set, k) =>
      homes[k]!.length === 1 && homes[k]![0]!.of === of ? [relabel(set, homes[k]![0]!.moved)] : [],
    ),
  });
  // What two of them move is left to the one that comes last, and not canonical.
  const alone = pure.filter((_, k) => homes[k]!.length !== 1).map((set) => relabel(set, new Set()));
  return {
    alone,
    sets: sets.filter((s) => !isPure(s)).map(group),
    rings: rings.map(group),
    isApart: homes.every((h) => h.length < 2) && movers.every(({ of }) => stays(of)) && areApart(pure, movers),
  };
}

const nameOf = ({ elements, values }: Pick<SetSymmetry, "elements" | "values">): string =>
  `${elements.join()}:${[...values].sort((a, b) => a - b).join()}`;

/** What the exchanges, or the turn, make of a pure set. */
function imagesOf({ elements, values }: SetSymmetry, of: SetSymmetry | RingSymmetry): string[] {
  const moves =
    "swaps" in of
      ? of.swaps.map(({ cells }) =>
          cells.flatMap(
            ([a, b]) =>
              [
                [a, b],
                [b, a],
              ] as const,
          ),
        )
      : [of.cells];
  return moves.map((pairs) => {
    const to = new Map(pairs);
    return nameOf({ elements, values: values.map((cell) => to.get(cell) ?? cell) });
  });
}

function areApart(
  pure: readonly SetSymmetry[],
  movers: readonly { readonly of: SetSymmetry | RingSymmetry; readonly moved: ReadonlySet<number> }[],
): boolean {
  const touched = movers.map(({ of, moved }) => new Set([...moved, ...of.values]));
  const timed = movers.filter(({ of }) =>
    "swaps" in of ? of.swaps.some((s) => s.clocks.length > 0) : of.clocks.length > 0,
  );
  return (
    timed.length < 2 &&
    touched.every((a, i) => touched.every((b, j) => i >= j || ![...a].some((c) => b.has(c)))) &&
    // A cell that two kinds of elements may be in.
    pure.every(({ values, elements }, i) => {
      const cells = new Set(values);
      const own = new Set(elements);
      return (
        movers.every(({ of }) => !of.values.some((c) => cells.has(c))) &&
        pure.every(
          (other, j) => i >= j || !other.values.some((c) => cells.has(c)) || !other.elements.some((e) => own.has(e)),
        )
      );
    })
  );
}
