/** Nodes of the search by sets of states (`sets.ts`), and what leads from one to the next. */
import type { Action } from "../engine/index.ts";
import type { Zone } from "../zones/index.ts";
import type { Turn } from "./joint.ts";

/** A step of the implementation, in words, with the action that it is. */
export interface Move {
  readonly words: readonly number[];
  readonly action: Action | undefined;
}

/** What leads to a node: turns of copies, the first of which may be a move, and delays. */
export type Link = { readonly kind: "turn"; readonly turn: Turn; readonly copies: number; readonly move?: Move } | Wait;
interface Wait {
  readonly kind: "delay";
  /** Where it begins, and whether the stopwatch begins with it. */
  readonly entry: Zone;
  readonly isTimed: boolean;
  /** Whether no time can pass there. */
  readonly isStill: boolean;
}

export interface SetNode {
  /** The states of the specification, each as the cells of the product. */
  readonly states: readonly Int32Array[];
  readonly zone: Zone;
  readonly links: readonly Link[];
  readonly parent: SetNode | undefined;
}

export function keyOf({ states }: SetNode): string {
  return states.map((s) => s.join()).join(";");
}

export function depthOf({ parent }: SetNode): number {
  let depth = 0;
  for (let at = parent; at !== undefined; at = at.parent) depth++;
  return depth;
}
