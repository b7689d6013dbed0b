/**
 * Elements of a set in compiled code: comparing two of them, by what is their own, by who holds them (`ranks.ts`) and by their
 * clocks, and whether that orders all of them. The rules are those of `analysis/symmetry/representative.ts`; tables in memory
 * say where each element has its cells and clocks.
 */

import { OPEN, type SetSymmetry } from "../../../analysis/index.ts";
import { type Body, call, type Func, type I32, i32, type Local } from "../../wasm/index.ts";
import type { Emitter } from "../emitter.ts";
import type { Ranks } from "./ranks.ts";
import type { RelabelCode } from "./relabel.ts";
import { rows } from "./tables.ts";

/** Of two elements, by their places. */
type Pair = Func<readonly ["i32", "i32"], "i32">;

/** The sign of two elements: what is their own, and who holds them. */
export function ownFunction(
  set: SetSymmetry,
  ranks: Ranks | undefined,
  within: readonly RelabelCode[],
  e: Emitter,
): Pair {
  const { cells } = e.plan.at;
  const values = new Set(set.values);
  const cell = rows(
    set.cells.map((own) => own.map((c) => cells + 4 * c)),
    e,
  );
  const element = rows(
    set.elements.map((v) => [v]),
    e,
  );
  return e.module.func(e.name("own"), ["i: i32", "j: i32"], "i32", (f, i, j) => {
    const [a, b] = [f.local("i32", "a"), f.local("i32", "b")];
    const decide = (): void => f.if(i32.ne(a, b), () => f.return(i32.select(i32.gt_s(a, b), 1, -1)));
    const [mine, other] = [f.local("i32", "mine", element(i, 0)), f.local("i32", "other", element(j, 0))];
    set.cells[0]!.forEach((c, k) => {
      f.set(a, i32.load(cell(i, k)));
      f.set(b, i32.load(cell(j, k)));
      if (values.has(c)) {
        for (const [value, self] of [
          [a, mine],
          [b, other],
        ]) {
          f.if(
            i32.eq(value!, self!),
            () => f.set(value!, 0x7fffffff),
            () => f.if(isOneOf(value!, set.elements), () => f.set(value!, 0x7ffffffe)),
          );
        }
      } else for (const value of [a, b]) seen(value, c, within, f);
      decide();
    });
    if (ranks) {
      f.set(a, i32.load(i32.shl(i, 2), ranks.at));
      f.set(b, i32.load(i32.shl(j, 2), ranks.at));
      decide();
    }
    return 0;
  });
}

/** An element of another set that no cell tells from others of its set looks like any of them. */
export function seen(value: Local<"i32">, cell: number, within: readonly RelabelCode[], f: Body): void {
  // What belongs to one element in a set, does for all in it or in its images.
  for (const { holds, isOpen } of within) if (holds(cell)) f.if(call(isOpen, value), () => f.set(value, OPEN));
}

export function isOneOf(value: I32, elements: readonly number[]): I32 {
  const [low, high] = [elements[0]!, elements[elements.length - 1]!];
  let inside: I32 = i32.le_u(i32.sub(value, low), high - low);
  // A few are missing where the query or the initial state tells them from the others.
  const present = new Set(elements);
  for (let v = low; v < high; v++) if (!present.has(v)) inside = i32.and(inside, i32.ne(value, v));
  return inside;
}

/** The same, then clocks by which is ahead. */
export function compareFunction(set: SetSymmetry, own: Pair, e: Emitter): Pair {
  const { rowBytes } = e.plan;
  const { target } = e.plan.at;
  if (set.clocks[0]!.length === 0) return own;
  const clock = rows(set.clocks, e);
  return e.module.func(e.name("compare"), ["i: i32", "j: i32"], "i32", (f, i, j) => {
    const d = f.local("i32", "d", call(own, i, j));
    f.if(d, () => f.return(d));
    const [p, q] = [f.local("i32", "p"), f.local("i32", "q")];
    const entry = (x: I32, y: I32): I32 => i32.load(i32.add(i32.mul(y, rowBytes), i32.shl(x, 2)), target);
    for (let k = 0; k < set.clocks[0]!.length; k++) {
      f.set(p, clock(i, k));
      f.set(q, clock(j, k));
      // Differences of entries stay far below 2^31.
      f.set(d, i32.sub(entry(p, q), entry(q, p)));
      f.if(d, () => f.return(i32.select(i32.gt_s(d, 0), 1, -1)));
      f.set(d, i32.sub(i32.load(i32.mul(p, rowBytes), target), i32.load(i32.mul(q, rowBytes), target)));
      f.if(d, () => f.return(i32.select(i32.gt_s(d, 0), 1, -1)));
      f.set(d, i32.sub(i32.load(i32.shl(p, 2), target), i32.load(i32.shl(q, 2), target)));
      f.if(d, () => f.return(i32.select(i32.gt_s(d, 0), 1, -1)));
    }
    return 0;
  });
}

/** Whether the comparison is a total preorder on the sorted elements; of those that are alike the first is asked. */
export function totalFunction(
  count: number,
  idle: number,
  own: Pair,
  compare: Pair,
  e: Emitter,
): Func<readonly [], "i32"> {
  return e.module.func(e.name("total"), [], "i32", (f) => {
    const [i, j] = [f.local("i32", "i"), f.local("i32", "j")];
    const [tied, order] = [f.local("i32", "tied"), f.local("i32", "order")];
    const isFirst = (k: Local<"i32">): I32 => i32.eqz(i32.load(i32.sub(i32.shl(k, 2), 4), idle));
    f.for(i, 0, count - 1, () => {
      f.set(tied, 1);
      f.block("next", (next) => {
        f.brIf(next, i32.andThen(i, i32.eqz(isFirst(i))));
        f.for(j, i32.add(i, 1), count, () => {
          f.if(isFirst(j), () => {
            f.brIf(next, call(own, i, j));
            f.set(tied, i32.andThen(tied, i32.eqz(call(compare, i32.sub(j, 1), j))));
            f.set(order, call(compare, i, j));
            f.if(i32.or(i32.gt_s(order, 0), i32.ne(i32.eqz(order), tied)), () => f.return(0));
          });
        });
      });
    });
    return 1;
  });
}
