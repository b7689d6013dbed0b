import type { Edge } from "../../../network/index.ts";
import { type Body, type Global, type I32, i32 } from "../../wasm/index.ts";
import type { Emitter } from "../emitter.ts";
import { COMMITTED_PART } from "../plan.ts";

/**
 * Instances in memory: an enabled edge with a choice of its select values. Words: the edge, its channel (or event key), its
 * process with `COMMITTED_PART` for a committed source, then the select values. Lists of them are in `loop/`.
 */
export const edgeOf = (instance: I32): I32 => i32.load(instance);
export const channelIn = (instance: I32): I32 => i32.load(instance, 4);
export const ownerOf = (instance: I32): I32 => i32.and(i32.load(instance, 8), COMMITTED_PART - 1);
export const isFromCommitted = (instance: I32): I32 => i32.and(i32.load(instance, 8), COMMITTED_PART);
/** Not 0 if two instances are of different processes. */
export const areApart = (a: I32, b: I32): I32 => i32.and(i32.xor(i32.load(a, 8), i32.load(b, 8)), COMMITTED_PART - 1);

/** Appends an instance of the edge, whose selects stand in their cells, to the list that ends at `at`. */
export function append(edge: Edge, channel: I32, isCommitted: boolean, e: Emitter, f: Body, at: Global<"i32">): void {
  const { cells } = e.plan.at;
  f.do(
    i32.store(at, edge.id, 0),
    i32.store(at, channel, 4),
    i32.store(at, edge.process | (isCommitted ? COMMITTED_PART : 0), 8),
  );
  for (const [k, select] of edge.selects.entries())
    f.do(i32.store(at, i32.load(0, cells + 4 * select.cell), 12 + 4 * k));
  f.add(at, 4 * e.plan.instanceWords);
}

/** Puts the select values of an instance into their cells. */
export function loadSelects(edge: Edge, instance: I32, e: Emitter, f: Body): void {
  for (const [k, select] of edge.selects.entries())
    f.do(i32.store(0, i32.load(instance, 12 + 4 * k), e.plan.at.cells + 4 * select.cell));
}
