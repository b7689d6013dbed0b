/**
 * Zone transformations (Rinast et al., section IV) as data, with the entries of the difference-bound matrix that each reads
 * and writes (section V-C). Entry (i, j) is variable `i * dim + j`. The diagonal is constant and no variable: written out as
 * in the paper, a constraint would write it, nothing would ever overwrite that, and nothing could be eliminated. A reset
 * writes its row and column once, the entry of the clock with itself left out. `urgency` is the paper's urgency introduction
 * in the place of a delay: with its fresh clock left out it does nothing. `move` (x = y + d) is not in the paper.
 *
 * A constraint reads all entries. It writes those that it makes smaller: "checks whether the sum of two variable evaluations
 * is smaller than a third evaluation and if so assigns the sum". Taken so, one that the zone implies writes nothing and goes
 * by the paper's first case. (Taken as writing all entries, it removes no more than 5 % on the models of Table I.)
 */
import { assert } from "../base/index.ts";
import { dbm, showConstraint, type Zone } from "../zones/index.ts";
import type { Effect } from "./eliminate.ts";

export type Transformation =
  | { readonly kind: "reset"; readonly clock: number; readonly value: number }
  | { readonly kind: "move"; readonly clock: number; readonly from: number; readonly plus: number }
  /** left - right < or <= c, as a bound. */
  | { readonly kind: "constrain"; readonly left: number; readonly right: number; readonly bound: number }
  | { readonly kind: "up" }
  /** No time passes. */
  | { readonly kind: "urgency" };

/** Carries it out. Requires: z closed, not empty. Returns whether anything is left. */
export function transform(z: Int32Array, dim: number, t: Transformation): boolean {
  switch (t.kind) {
    case "reset":
      dbm.reset(z, 0, dim, t.clock, t.value);
      return true;
    case "move":
      return dbm.shift(z, 0, dim, t.clock, t.from, t.plus);
    case "constrain":
      return dbm.constrain(z, 0, dim, t.left, t.right, t.bound);
    case "up":
      dbm.up(z, 0, dim);
      return true;
    case "urgency":
      return true;
  }
}

/** The zone that a sequence makes of another one. Undefined if nothing is left. */
export function transformAll(start: Int32Array, dim: number, list: readonly Transformation[]): Int32Array | undefined {
  const z = start.slice();
  for (const t of list) if (!transform(z, dim, t)) return undefined;
  return z;
}

/** Calls `visit` for each entry written, with the entries its new value is computed from. */
export function eachEntry(
  t: Transformation,
  dim: number,
  visit: (entry: number, reads: readonly number[]) => void,
): void {
  switch (t.kind) {
    case "up":
      for (let i = 1; i < dim; i++) visit(i * dim, []);
      return;
    case "urgency":
      return;
    case "reset": {
      const x = t.clock;
      visit(x * dim, []);
      visit(x, []);
      for (let i = 1; i < dim; i++) {
        if (i === x) continue;
        visit(x * dim + i, [i]);
        visit(i * dim + x, [i * dim]);
      }
      return;
    }
    case "move": {
      const { clock: x, from: y } = t;
      for (let i = 0; i < dim; i++) {
        if (i === x) continue;
        visit(x * dim + i, i === y ? [] : [y * dim + i]);
        visit(i * dim + x, i === y ? [] : [i * dim + y]);
      }
      return;
    }
    case "constrain": {
      const { left: x, right: y } = t;
      for (let i = 0; i < dim; i++) {
        for (let j = 0; j < dim; j++) {
          if (i === j) continue;
          const reads = [i * dim + j];
          if (i !== x) reads.push(i * dim + x);
          if (j !== y) reads.push(y * dim + j);
          visit(i * dim + j, reads);
        }
      }
      return;
    }
  }
}

const nothing: Effect = { reads: [], writes: [] };
/** By the dimension. */
const offDiagonal = new Map<number, Int32Array>();

/** All entries read and written, where the zone was one and became the other. */
export function effectOf(t: Transformation, dim: number, before: Zone, after: Zone): Effect {
  if (t.kind === "constrain") {
    const writes: number[] = [];
    for (let e = 0; e < dim * dim; e++) if (before[e] !== after[e]) writes.push(e);
    return writes.length === 0 ? nothing : { reads: entries(dim), writes };
  }
  const reads = new Set<number>();
  const writes: number[] = [];
  eachEntry(t, dim, (entry, from) => {
    writes.push(entry);
    for (const e of from) reads.add(e);
  });
  return { reads, writes };
}

function entries(dim: number): Int32Array {
  let all = offDiagonal.get(dim);
  if (all === undefined) {
    all = Int32Array.from({ length: dim * dim }, (_, e) => e).filter((e) => Math.floor(e / dim) !== e % dim);
    offDiagonal.set(dim, all);
  }
  return all;
}

/** `x = 3`, `x = y + 1`, `x - y <= 3`, `delay`, `no delay`. */
export function showTransformation(t: Transformation, names: readonly string[]): string {
  switch (t.kind) {
    case "reset":
      return `${names[t.clock]} = ${t.value}`;
    case "move":
      return `${names[t.clock]} = ${names[t.from]}${t.plus === 0 ? "" : t.plus > 0 ? ` + ${t.plus}` : ` - ${-t.plus}`}`;
    case "constrain":
      assert(t.left !== t.right, "a constraint compares two clocks");
      return showConstraint(t.left, t.right, t.bound, names);
    case "up":
      return "delay";
    case "urgency":
      return "no delay";
  }
}
