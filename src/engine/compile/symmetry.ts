import type { SetSymmetry, Symmetry } from "../../analysis/index.ts";
import { type Body, call, type Func, type I32, i32, v128 } from "../wasm/index.ts";
import { entryAt } from "./edges.ts";
import type { Emitter } from "./emitter.ts";

/** Sorts the state in the cells and the target zone, in place; the same order as `analysis/representative.ts`. */
export function representativeFunction(symmetry: Symmetry, e: Emitter): Func<readonly [], "void"> {
  const sorts = symmetry.sets.map((set) => sortFunction(set, e));
  return e.module.func("representative", [], "void", (f) => {
    for (const sort of sorts) f.call(sort);
  });
}

/** Bubble sort; one function for each pair of neighbours, which exchanges them if they stand wrongly. */
function sortFunction(set: SetSymmetry, e: Emitter): Func<readonly [], "void"> {
  const steps = set.swaps.map((_, i) => stepFunction(set, i, e));
  return e.module.func(e.name("sort"), [], "void", (f) => {
    const moved = f.local("i32", "moved");
    for (let last = set.size - 1; last > 0; last--) {
      f.set(moved, 0);
      for (let i = 0; i < last; i++) f.set(moved, i32.or(moved, call(steps[i])));
      f.if(i32.eqz(moved), () => f.return());
    }
  });
}

function stepFunction(set: SetSymmetry, i: number, e: Emitter): Func<readonly [], "i32"> {
  const exchange = e.module.func(e.name("exchange"), [], "void", (f) => emitExchange(set, i, e, f));
  return e.module.func(e.name("order"), [], "i32", (f) => {
    const { cells, target } = e.plan.at;
    const cell = (k: number): I32 => i32.load(0, cells + 4 * k);
    // Leaves with the answer as soon as one is greater.
    const decide = (a: I32, b: I32): void => {
      const [left, right] = [f.local("i32", "", a), f.local("i32", "", b)];
      f.if(i32.ne(left, right), () => {
        f.if(i32.le_s(left, right), () => f.return(0));
        f.call(exchange);
        f.return(1);
      });
    };
    const [mine, next] = [set.cells[i], set.cells[i + 1]];
    mine.forEach((c, k) => {
      const holds = e.plan.network.slots[c].scalarSet === set.set;
      if (holds) decide(i32.eq(cell(c), i), i32.eq(cell(next[k]), i + 1));
      else decide(cell(c), cell(next[k]));
    });
    for (const value of set.values) decide(i32.eq(cell(value), i + 1), i32.eq(cell(value), i));
    const entry = (x: number, y: number): I32 => i32.load(0, entryAt(e, target, x, y));
    set.clocks[i].forEach((p, k) => {
      const q = set.clocks[i + 1][k];
      decide(entry(p, q), entry(q, p));
      decide(entry(0, p), entry(0, q));
      decide(entry(p, 0), entry(q, 0));
    });
    return 0;
  });
}

function emitExchange(set: SetSymmetry, i: number, e: Emitter, f: Body): void {
  const { cells } = e.plan.at;
  const { cells: pairs, clocks } = set.swaps[i];
  const kept = f.local("i32", "kept");
  for (const [a, b] of pairs) {
    f.set(kept, i32.load(0, cells + 4 * a));
    f.do(i32.store(0, i32.load(0, cells + 4 * b), cells + 4 * a), i32.store(0, kept, cells + 4 * b));
  }
  for (const v of set.values) {
    f.set(kept, i32.load(0, cells + 4 * v));
    f.if(
      i32.eq(kept, i),
      () => f.do(i32.store(0, i + 1, cells + 4 * v)),
      () => {
        f.if(i32.eq(kept, i + 1), () => f.do(i32.store(0, i, cells + 4 * v)));
      },
    );
  }
  const swap = e.shared("swap_clocks", swapClocks);
  for (const [a, b] of clocks) f.call(swap, a, b);
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
    const row = f.local("i32", "row");
    const kept = f.local("i32", "kept");
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
