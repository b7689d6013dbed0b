import { greatest } from "../../base/index.ts";
import type { Instance } from "./instance.ts";

/** What the memory of a search is made of, in bytes that add up to it, where states are made small. */
export interface StateParts extends Record<(typeof PARTS)[number], number> {
  /** Where only active clocks are stored: how many there are on average and at most, of how many. */
  readonly active?: { readonly mean: number; readonly most: number; readonly of: number };
}

/**
 * Zones, with the nodes that have them; discrete states; trees of the zones of one discrete state; hash tables; lists of what
 * waits; and the rest: what the code works on, and room that is not yet given out.
 */
export const PARTS = ["zones", "discrete", "trees", "tables", "waiting", "rest"] as const;

/** Of one memory with so many bytes in use. Requires: they are counted. */
export function partsOf(instance: Instance, memory: number): StateParts {
  const { active, dim } = instance.made.plan;
  const bytes = (name: string): number => (instance.has(name) ? instance.counter(name) : 0);
  const known = {
    zones: bytes("nodeBytes") + bytes("keptBytes"),
    discrete: bytes("recordBytes") + bytes("chunkBytes"),
    trees: bytes("treeBytes"),
    tables: 4 * (bytes("mask") + 1) + bytes("tableBytes") + bytes("chunkTable") + bytes("keptTable"),
    waiting: bytes("waitingBytes"),
  };
  const parts = { ...known, rest: memory - Object.values(known).reduce((sum, part) => sum + part, 0) };
  if (active === undefined) return parts;
  const mean = instance.sum("activeSum") / Math.max(1, instance.counter("made"));
  return { ...parts, active: { mean, most: instance.counter("activeMost"), of: dim - 1 } };
}

/** Of several memories, or threads: each with how many states the mean of its active clocks is of. */
export function joinParts(all: readonly (readonly [parts: StateParts, states: number])[]): StateParts | undefined {
  const [first] = all;
  if (first === undefined) return undefined;
  const sum = (of: (parts: StateParts, states: number) => number): number =>
    all.reduce((total, [parts, states]) => total + of(parts, states), 0);
  const parts = Object.fromEntries(PARTS.map((name) => [name, sum((part) => part[name])])) as unknown as StateParts;
  const [{ active }] = first;
  if (active === undefined) return parts;
  const mean =
    sum((part, states) => states * (part.active?.mean ?? 0)) /
    Math.max(
      1,
      sum((_, states) => states),
    );
  return { ...parts, active: { mean, most: greatest(all.map(([part]) => part.active?.most ?? 0)), of: active.of } };
}
