/** What a search has done, in numbers, and what it did with symmetries. */
import type { StateParts } from "../engine/index.ts";

export interface Statistics {
  /** States taken from the waiting list and expanded. */
  readonly explored: number;
  /** States stored at the end. */
  readonly stored: number;
  /** Successors that are not empty. */
  readonly transitions: number;
  readonly waiting: number;
  /** Discrete states, where they are counted. */
  readonly discrete?: number;
  /** Bytes of the store. */
  readonly memory: number;
  /** What small states are made of, where many clocks or long states are made small. */
  readonly parts?: StateParts;
  /** How many threads took part, if more than one did. */
  readonly threads?: number;
  /** What was done with symmetries, where there are any. */
  readonly symmetry?: SymmetryReport;
}

export const NOTHING: Statistics = { explored: 0, stored: 0, transitions: 0, waiting: 0, memory: 0 };

/** The same, with what was done before, or beside it, for the same answer. */
export function withEffort(last: Statistics, before: Statistics): Statistics {
  return { ...last, explored: last.explored + before.explored, transitions: last.transitions + before.transitions };
}

/** What a search did with the symmetries of a network; absent where there is none to speak of. */
export interface SymmetryReport {
  readonly sets: readonly {
    readonly name: string;
    /** How many elements there are, and how many take part. */
    readonly size: number;
    readonly used: number;
    readonly group: "permutations" | "rotations" | "none";
    /** Why not all elements take part, or not in all orders. */
    readonly reason?: string;
  }[];
  /** Whether all states of an orbit were known to have one representative; absent where none were made. */
  readonly canonical?: boolean;
}
