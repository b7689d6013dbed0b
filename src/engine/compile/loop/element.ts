/**
 * Elements of a set in compiled code: comparing two of them, exchanging two neighbours, and whether that changes anything.
 * The rules are those of `analysis/symmetry/representative.ts`; tables in memory say where each element has its cells and clocks.
 */

import { heldIn, OPEN, type SetSymmetry } from "../../../analysis/index.ts";
import { first, last } from "../../../base/index.ts";
import { type Body, call, type Func, type I32, i32, type Local, v128 } from "../../wasm/index.ts";
import type { Emitter } from "../emitter.ts";
import type { RelabelCode } from "./relabel.ts";

/** Of two elements, by their places. */
type Pair = Func<readonly ["i32", "i32"], "i32">;
type Pairs = readonly (readonly [number, number])[];

/** Numbers by element, one after the other; `at(i, k)` is number k of element i. */
function rows(lists: readonly (readonly number[])[], e: Emitter): (i: Local<"i32">, k: number) => I32 {
  const width = lists[0]!.length;
  const table = e.data(Int32Array.from(lists.flat()));
  return (i, k) => i32.load(i32.mul(i, 4 * width), table + 4 * k);
}

/** By place of an element, the first of the cells that hold one of them: the comparison is by whose comes first. */
interface Ranks {
  readonly at: number;
  /** To be called before elements are compared; exchanges keep it up to date. */
  readonly fill: Func<readonly [], "void">;
}

/** None where no cell but an element's own may hold one. */
export function ranksOf(set: SetSymmetry, e: Emitter): Ranks | undefined {
  const held = heldIn(set);
  if (held.length === 0) return undefined;
  const { cells } = e.plan.at;
  const count = set.elements.length;
  const at = e.region(4 * count);
  const addresses = e.data(Int32Array.from(held, (c) => cells + 4 * c));
  const [low, high] = [first(set.elements), last(set.elements)];
  const placeOf = new Map(set.elements.map((v, k) => [v, at + 4 * k]));
  // Values in between that are none of the elements have a rank that nobody asks for.
  const spare = e.region(4);
  const places = e.data(Int32Array.from({ length: high - low + 1 }, (_, k) => placeOf.get(low + k) ?? spare));
  const fill = e.module.func(e.name("ranks"), [], "void", (f) => {
    const [k, value, place] = [f.local("i32", "k"), f.local("i32", "value"), f.local("i32", "place")];
    f.for(k, at, at + 4 * count, () => f.do(i32.store(k, NONE)), 4);
    f.for(
      k,
      addresses,
      addresses + 4 * held.length,
      () => {
        f.set(value, i32.sub(i32.load(i32.load(k)), low));
        f.if(i32.le_u(value, high - low), () => {
          f.set(place, i32.load(i32.shl(value, 2), places));
          f.if(i32.eq(i32.load(place), NONE), () => f.do(i32.store(place, k)));
        });
      },
      4,
    );
  });
  return { at, fill };
}

/** The rank of an element that is not held. */
const NONE = 0x7fffffff;

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

/** Whether the exchange of i and i + 1 leaves the state as it is. */
export function idleFunction(set: SetSymmetry, e: Emitter): Func<readonly ["i32"], "i32"> {
  const { target } = e.plan.at;
  const { dim, rowBytes } = e.plan;
  const { plain, holding, staying, clocks, image, element } = idleTables(set, e);
  return e.module.func(e.name("idle"), ["i: i32"], "i32", (f, i) => {
    const [k, a, b] = [f.local("i32", "k"), f.local("i32", "a"), f.local("i32", "b")];
    const each = (table: number, visit: () => void, step = 8): void =>
      f.for(k, i32.load(i32.shl(i, 2), table), i32.load(i32.shl(i, 2), table + 4), visit, step);
    each(plain, () => f.if(i32.ne(i32.load(i32.load(k)), i32.load(i32.load(k, 4))), () => f.return(0)));
    if (set.values.length > 0) {
      const mine = f.local("i32", "mine", i32.load(i32.shl(i, 2), element));
      const next = f.local("i32", "next", i32.load(i32.shl(i, 2), element + 4));
      each(
        staying,
        () => {
          f.set(a, i32.load(i32.load(k)));
          f.if(i32.or(i32.eq(a, mine), i32.eq(a, next)), () => f.return(0));
        },
        4,
      );
      each(holding, () => {
        f.set(a, i32.load(i32.load(k)));
        f.set(a, i32.if(i32.eq(a, mine), next, i32.if(i32.eq(a, next), mine, a)));
        f.if(i32.ne(a, i32.load(i32.load(k, 4))), () => f.return(0));
      });
    }
    const [x, y] = [f.local("i32", "x"), f.local("i32", "y")];
    const to = f.local("i32", "to", i32.mul(i, 4 * dim));
    const entry = (row: I32, column: I32): I32 => i32.load(i32.add(i32.mul(row, rowBytes), i32.shl(column, 2)), target);
    each(clocks, () => {
      f.set(a, i32.load(k));
      f.set(b, i32.load(k, 4));
      f.for(x, 0, dim, () => {
        f.set(y, i32.load(i32.add(to, i32.shl(x, 2)), image));
        f.if(i32.or(i32.ne(entry(a, x), entry(b, y)), i32.ne(entry(x, a), entry(y, b))), () => f.return(0));
      });
    });
    return 1;
  });
}

/** By element, what the exchange with the next one moves. */
function idleTables(set: SetSymmetry, e: Emitter) {
  const { cells } = e.plan.at;
  const { dim } = e.plan;
  const values = new Set(set.values);
  const places = (pairs: Pairs): number[][] => pairs.map(([a, b]) => [cells + 4 * a, cells + 4 * b]);
  const plain = listTable(
    set.swaps.map((s) => places(s.cells.filter(([a]) => !values.has(a)))),
    e,
  );
  // Cells with an element in them that change places: their contents must be exchanged as well.
  const holding = listTable(
    set.swaps.map((s) => places(s.cells.filter(([a]) => values.has(a)))),
    e,
  );
  const staying = listTable(
    set.swaps.map((s) => {
      const moved = new Set(s.cells.flat());
      return set.values.filter((v) => !moved.has(v)).map((v) => [cells + 4 * v]);
    }),
    e,
  );
  const clocks = listTable(
    set.swaps.map((s) => s.clocks),
    e,
  );
  const image = e.data(
    Int32Array.from(
      set.swaps.flatMap((s) => {
        const to = Array.from({ length: dim }, (_, x) => x);
        for (const [a, b] of s.clocks) [to[a], to[b]] = [b, a];
        return to;
      }),
    ),
  );
  const element = elementTable(set, e);
  return { plain, holding, staying, clocks, image, element };
}

export function exchangeFunction(
  set: SetSymmetry,
  ranks: Ranks | undefined,
  e: Emitter,
): Func<readonly ["i32"], "void"> {
  const { cells } = e.plan.at;
  const moves = listTable(
    set.swaps.map((s) => s.cells.map(([a, b]) => [cells + 4 * a, cells + 4 * b])),
    e,
  );
  const clocks = listTable(
    set.swaps.map((s) => s.clocks),
    e,
  );
  const element = rows(
    set.elements.map((v) => [v]),
    e,
  );
  const values = e.data(Int32Array.from(set.values, (v) => cells + 4 * v));
  const swap = e.shared("swap_clocks", (name) => swapClocks(e, name));
  return e.module.func(e.name("exchange"), ["i: i32"], "void", (f, i) => {
    const [k, a, b] = [f.local("i32", "k"), f.local("i32", "a"), f.local("i32", "b")];
    const kept = f.local("i32", "kept");
    f.for(
      k,
      i32.load(i32.shl(i, 2), moves),
      i32.load(i32.shl(i, 2), moves + 4),
      () => {
        f.set(a, i32.load(k));
        f.set(b, i32.load(k, 4));
        f.set(kept, i32.load(a));
        f.do(i32.store(a, i32.load(b)), i32.store(b, kept));
      },
      8,
    );
    if (ranks) {
      f.set(a, i32.shl(i, 2));
      f.set(kept, i32.load(a, ranks.at));
      f.do(i32.store(a, i32.load(a, ranks.at + 4), ranks.at), i32.store(a, kept, ranks.at + 4));
    }
    if (set.values.length > 0) {
      const mine = f.local("i32", "mine", element(i, 0));
      const next = f.local("i32", "next", i32.load(i32.shl(i32.add(i, 1), 2), elementTable(set, e)));
      f.for(
        k,
        values,
        values + 4 * set.values.length,
        () => {
          f.set(a, i32.load(k));
          f.set(kept, i32.load(a));
          f.if(
            i32.eq(kept, mine),
            () => f.do(i32.store(a, next)),
            () => f.if(i32.eq(kept, next), () => f.do(i32.store(a, mine))),
          );
        },
        4,
      );
    }
    f.for(
      k,
      i32.load(i32.shl(i, 2), clocks),
      i32.load(i32.shl(i, 2), clocks + 4),
      () => f.call(swap, i32.load(k), i32.load(k, 4)),
      8,
    );
  });
}

function elementTable(set: SetSymmetry, e: Emitter): number {
  return e.data(Int32Array.from(set.elements));
}

/** Lists of numbers, or of pairs: a table of where each list begins, with one more for the end. */
function listTable(lists: readonly (readonly (readonly number[])[])[], e: Emitter): number {
  const starts: number[] = [];
  let next = e.data(Int32Array.from(lists.flat(2)));
  for (const list of lists) {
    starts.push(next);
    next += 4 * list.flat().length;
  }
  return e.data(Int32Array.from([...starts, next]));
}

/** Exchanges two rows and two columns of the target zone. */
function swapClocks(e: Emitter, name: string): Func<readonly ["i32", "i32"], "void"> {
  const { target } = e.plan.at;
  const { rowBytes, width, dim } = e.plan;
  return e.module.func(name, ["a: i32", "b: i32"], "void", (f, a, b) => {
    const rowA = f.local("i32", "row_a", i32.mul(a, rowBytes));
    const rowB = f.local("i32", "row_b", i32.mul(b, rowBytes));
    const vector = f.local("v128", "vector");
    for (let k = 0; k < width; k += 4) {
      f.set(vector, v128.load(rowA, target + 4 * k));
      f.do(v128.store(rowA, v128.load(rowB, target + 4 * k), target + 4 * k), v128.store(rowB, vector, target + 4 * k));
    }
    const [row, kept] = f.locals("i32", "row", "kept");
    f.for(
      row,
      0,
      dim * rowBytes,
      () => {
        const left = i32.add(row, i32.shl(a, 2));
        const right = i32.add(row, i32.shl(b, 2));
        f.set(kept, i32.load(left, target));
        f.do(i32.store(left, i32.load(right, target), target), i32.store(right, kept, target));
      },
      rowBytes,
    );
  });
}
