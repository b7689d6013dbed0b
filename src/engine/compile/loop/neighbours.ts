/**
 * The exchange of two neighbouring elements of a set in compiled code, and whether it changes anything: their cells and clocks
 * change places, and so do the two elements wherever they are held. The rules are those of `analysis/symmetry/representative.ts`.
 */

import type { SetSymmetry } from "../../../analysis/index.ts";
import { type Func, type I32, i32, v128 } from "../../wasm/index.ts";
import type { Emitter } from "../emitter.ts";
import type { Ranks } from "./ranks.ts";
import { listTable, rows } from "./tables.ts";

type Pairs = readonly (readonly [number, number])[];

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
