/** Nodes of the search by sets of states (`sets.ts`), what leads from one to the next, and how one is made of another. */
import type { Action, Reply, Timing } from "../engine/index.ts";
import type { Zone } from "../zones/index.ts";
import type { Joint, Turn } from "./joint.ts";

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
  /** What decides how long the implementation waits. */
  readonly timing: Timing;
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

/** What the specification does from one state of a set. */
interface Held {
  readonly copy: number;
  readonly reply: Reply;
}

/** The node behind a move, or behind internal edges at once. */
export function after(
  joint: Joint,
  node: SetNode,
  piece: Zone,
  held: readonly Held[],
  move: Move | undefined = undefined,
): SetNode {
  const copies = node.states.length;
  const [one] = held;
  const own = move === undefined || one === undefined ? [] : joint.opsOf(one.reply.log, "own", 0, held.length);
  const theirs = held.flatMap(({ reply }, i) => joint.opsOf(reply.log, "theirs", i, held.length));
  const turn: Turn = { piece, picks: held.map((h) => h.copy), ops: [...own, ...theirs] };
  const link: Link = { kind: "turn", turn, copies, ...(move === undefined ? {} : { move }) };
  return {
    states: held.map((h) => h.reply.cells),
    zone: joint.turned(piece, copies, turn),
    ...(move === undefined ? { links: [...node.links, link], parent: node.parent } : { links: [link], parent: node }),
  };
}

/** The node with some of its states, in the order that is told. */
export function only(joint: Joint, node: SetNode, picks: readonly number[]): SetNode {
  const copies = node.states.length;
  if (picks.length === copies && picks.every((p, i) => p === i)) return node;
  const turn: Turn = { piece: node.zone, picks, ops: [] };
  return {
    ...node,
    states: picks.map((p) => node.states[p]!),
    zone: joint.turned(node.zone, copies, turn),
    links: [...node.links, { kind: "turn", turn, copies }],
  };
}

/** A reply by which nothing happens. */
export function staying(cells: Int32Array): Reply {
  return { words: [], cells, log: new Int32Array(0), enabled: new Int32Array(0) };
}
