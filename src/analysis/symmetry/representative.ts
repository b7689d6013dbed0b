/**
 * The representative of a state under symmetries (Definitions 4.4 to 4.11 of the paper, a sort by insertion for the bubble
 * sort of its Figure 3, and more). Elements are sorted by what belongs to them: locations and variables, then which variables
 * hold them, then clocks by which is ahead. Where that order is total up to elements whose exchange changes nothing, the
 * result is canonical: all images of a state have it. Elements that are tied though their exchange changes the state are told
 * apart by how they stand to each other (`colours.ts`); those that are tied still are tried in all orders if these are few
 * (`orders.ts`), and the smallest state is taken, or one after the other is put first (`arrange.ts`): that is canonical
 * again. Where even that is too much the result is one of the images, which is all that soundness needs. Rings are turned to
 * their smallest image.
 *
 * With several sets or rings that have to do with each other canonicity is not claimed, but for pure sets (`relabel.ts`):
 * where cells that are sorted hold elements of one, these are numbered anew after each exchange, so that states are compared
 * up to both. The compiled engine does the same (`engine/compile/loop/symmetry.ts`): states are compared cell by cell, then
 * zones by columns.
 */
import { append } from "../../base/index.ts";
import type { SetSymmetry, Symmetry } from "./facts.ts";
import { groupsOf } from "./groups.ts";
import { Relabelling } from "./relabel.ts";
import { Sorter } from "./sorter.ts";
import { turner } from "./turn.ts";

/** Brings a discrete state and its closed zone into order, in place. True if the result is known to be canonical. */
type Representative = (cells: Int32Array, zone: Int32Array) => boolean;

/** What a dead variable holds while elements are compared: no element. Afterwards it has its initial value. */
export const NOBODY = 0x7ffffffd;

export function representative(slots: number, dim: number, { sets, rings }: Symmetry): Representative {
  const groups = groupsOf({ sets, rings });
  const alone = groups.alone.map((relabel) => new Relabelling(relabel));
  const sorters = groups.sets.map((group) => new Sorter(group, slots, dim));
  const turners = groups.rings.map((group) => turner(group, slots, dim));
  return (cells, zone) => {
    let canonical = groups.isApart;
    for (const sorter of sorters) if (!sorter.sort(cells, zone)) canonical = false;
    for (const turn of turners) turn(cells, zone);
    for (const one of alone) one.apply(cells);
    return canonical;
  };
}

/**
 * The same for sets alone, and what was done: exchanges of neighbours, one after the other, by their numbers, counted through
 * all sets. Those of no use are not among them.
 */
export function sorting(
  slots: number,
  dim: number,
  sets: Symmetry["sets"],
): (cells: Int32Array, zone: Int32Array) => number[] {
  const groups = groupsOf({ sets, rings: [] });
  const alone = groups.alone.map((relabel) => new Relabelling(relabel));
  const sorters = groups.sets.map((group) => new Sorter(group, slots, dim));
  const starts = new Map<SetSymmetry, number>();
  sets.reduce((start, set) => {
    starts.set(set, start);
    return start + set.elements.length - 1;
  }, 0);
  const told = (set: SetSymmetry, exchanges: readonly number[]): number[] => exchanges.map((i) => i + starts.get(set)!);
  return (cells, zone) => {
    const done = sorters.flatMap((sorter) => {
      const before = cells.slice();
      sorter.sort(cells, zone);
      return [
        ...told(sorter.set, sorter.exchanges()),
        ...sorter.relabelled(before).flatMap((r) => told(r.set, r.exchanges())),
      ];
    });
    for (const one of alone) {
      one.apply(cells);
      append(done, told(one.set, one.exchanges()));
    }
    return done;
  };
}
