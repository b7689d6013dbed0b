/**
 * Who keeps a search, so that it can go on after whatever ends it: says when, and what becomes of it. A search is kept as it
 * stands between two portions; what goes on from there is the same search, with the same counts at its end.
 */
import type { Frozen, Kept } from "../engine/index.ts";

export interface Keeper {
  /** What is to go on; without it the search begins. */
  readonly kept?: Kept | undefined;
  /** Asked between portions. */
  isDue(): boolean;
  keep(search: Frozen): void;
}
