/** What is found out about the symmetries of a network: sets of elements that may be exchanged, rings, and why not more. */
import type { Held } from "./elements.ts";
import type { Failure } from "./images.ts";

export type Pairs = readonly (readonly [number, number])[];

/** Elements any two of which may be exchanged. */
export interface SetSymmetry {
  readonly name: string;
  /** The values that name the elements. */
  readonly elements: readonly number[];
  /** By element: cells that belong to it and to no other element of the set, in one order for all elements. */
  readonly cells: readonly (readonly number[])[];
  readonly clocks: readonly (readonly number[])[];
  /** Cells that may hold an element. */
  readonly values: readonly number[];
  /** `swaps[k]` exchanges the elements k and k + 1: pairs of cells and of clocks. */
  readonly swaps: readonly { readonly cells: Pairs; readonly clocks: Pairs }[];
}

/** Elements that may be rotated: each cell and clock with its image under one step. */
export interface RingSymmetry {
  readonly name: string;
  readonly low: number;
  readonly high: number;
  readonly cells: Pairs;
  readonly clocks: Pairs;
  readonly values: readonly number[];
}

export interface Symmetry {
  readonly sets: readonly SetSymmetry[];
  readonly rings: readonly RingSymmetry[];
  /** What was found for each scalar set and each parameter that may name processes. */
  readonly found: readonly SymmetryFact[];
}

/** Cells that may hold an element. */
export function heldCells({ sets, rings }: Symmetry): ReadonlySet<number> {
  return new Set([...sets, ...rings].flatMap((s) => s.values));
}

/** Cells that a permutation changes, or exchanges with others. */
export function movedCells(symmetry: Symmetry): ReadonlySet<number> {
  const { sets, rings } = symmetry;
  const pairs = [...sets.flatMap((s) => s.swaps), ...rings].flatMap(({ cells }) => cells.flat());
  return new Set([...heldCells(symmetry), ...pairs]);
}

export interface SymmetryFact {
  readonly name: string;
  readonly size: number;
  /**
   * A scalar set, integers that were found to name processes only, or values that are only compared with each other and copied.
   */
  readonly origin: "scalar" | "detected" | "data";
  readonly used: "permutations" | "rotations" | "no";
  /** Which elements take part in each set of interchangeable ones; empty if none do. Copies count from 0. */
  readonly classes: readonly (readonly number[])[];
  /** Why not, or why not more. */
  readonly failure?: Failure;
  /** Elements that the model tells from all others, and by what. Copies count from 0. */
  readonly held?: readonly Held[];
  /** For processes with the same arguments: their names, since no value names them. */
  readonly copies?: readonly string[];
  /** The network has the symmetry, but the initial state or the query spoils it. */
  readonly isLost?: true;
}
