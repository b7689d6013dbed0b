/**
 * Representatives in compiled code: the state in the cells and the target zone is brought into order in place, by exactly
 * the rules of `analysis/representative.ts`. Tables in memory say where each element has its cells and clocks and what each
 * exchange moves, so that the code does not grow with the number of elements.
 */
import { heldIn, MOST_ORDERS, type RingSymmetry, type SetSymmetry, type Symmetry } from "../../analysis/index.ts";
import { type Body, call, type Func, type Global, type I32, i32, type Local, v128 } from "../wasm/index.ts";
import type { Emitter } from "./emitter.ts";

export interface RepresentativeCode {
  readonly order: Func<readonly [], "void">;
  /** How often the result was not known to be canonical. */
  readonly vague: Global<"i32">;
}

type Action = Func<readonly [], "void">;
type Pair = Func<readonly ["i32", "i32"], "i32">;

export function representativeCode(symmetry: Symmetry, e: Emitter): RepresentativeCode {
  const vague = e.module.global("i32", "vague");
  const best = bestFunctions(e);
  const sorts = symmetry.sets.map((set) => sortFunction(set, best, vague, e));
  const turns = symmetry.rings.map((ring) => turnFunction(ring, best, e));
  const order = e.module.func("representative", [], "void", (f) => {
    for (const sort of sorts) f.call(sort);
    for (const turn of turns) f.call(turn);
    if (sorts.length + turns.length > 1) f.set(vague, i32.add(vague, 1));
  });
  return { order, vague };
}

interface Best {
  /** Keeps the state at hand. */
  readonly save: Action;
  readonly restore: Action;
  /** -1, 0, 1: the state at hand against what is kept. */
  readonly compare: Func<readonly [], "i32">;
}

function bestFunctions(e: Emitter): Best {
  const { plan, module } = e;
  const { at, zoneBytes } = plan;
  const bytes = plan.network.slots.length * 4;
  const [cells, zone] = [e.region(bytes), e.region(zoneBytes)];
  const copy = (f: Body, from: number, to: number, size: number): void => {
    const k = f.local("i32", "k");
    f.for(k, 0, size, () => f.do(i32.store(k, i32.load(k, from), to)), 4);
  };
  const save = module.func("save_state", [], "void", (f) => {
    copy(f, at.cells, cells, bytes);
    copy(f, at.target, zone, zoneBytes);
  });
  const restore = module.func("restore_state", [], "void", (f) => {
    copy(f, cells, at.cells, bytes);
    copy(f, zone, at.target, zoneBytes);
  });
  const compare = module.func("compare_state", [], "i32", (f) => {
    const k = f.local("i32", "k");
    const [a, b] = [f.local("i32", "a"), f.local("i32", "b")];
    for (const [here, kept, size] of [
      [at.cells, cells, bytes],
      [at.target, zone, zoneBytes],
    ]) {
      f.for(
        k,
        0,
        size,
        () => {
          f.set(a, i32.load(k, here));
          f.set(b, i32.load(k, kept));
          f.if(i32.ne(a, b), () => f.return(i32.select(i32.lt_s(a, b), -1, 1)));
        },
        4,
      );
    }
    return 0;
  });
  return { save, restore, compare };
}

/** Bubble sort, then what it leaves open. */
function sortFunction(set: SetSymmetry, best: Best, vague: Global<"i32">, e: Emitter): Action {
  const count = set.elements.length;
  const own = ownFunction(set, e);
  const compare = compareFunction(set, own, e);
  const exchange = exchangeFunction(set, e);
  const tryOrders = ordersFunction(count, exchange, best, e);
  const block = e.region(4 * count);
  const isTotal = set.clocks[0].length > 0 ? totalFunction(count, own, compare, e) : undefined;
  return e.module.func(e.name("sort"), [], "void", (f) => {
    const [last, i] = [f.local("i32", "last"), f.local("i32", "i")];
    const moved = f.local("i32", "moved");
    f.block("sorted", (sorted) => {
      f.set(last, count - 1);
      f.while(last, () => {
        f.set(moved, 0);
        f.for(i, 0, last, () => {
          f.if(i32.gt_s(call(compare, i, i32.add(i, 1)), 0), () => {
            f.call(exchange, i);
            f.set(moved, 1);
          });
        });
        f.brIf(sorted, i32.eqz(moved));
        f.set(last, i32.sub(last, 1));
      });
    });
    const total = f.local("i32", "total", isTotal ? call(isTotal) : 1);
    const open = f.local("i32", "open", i32.eqz(total));
    const tied = f.local("i32", "tied");
    f.for(i, 0, count - 1, () => {
      f.set(tied, i32.eqz(i32.if(total, call(compare, i, i32.add(i, 1)), call(own, i, i32.add(i, 1)))));
      f.do(i32.store(i32.shl(i, 2), tied, block));
      f.if(i32.andThen(tied, i32.eqz(open)), () => {
        f.comment("elements whose exchange changes nothing need no order");
        f.call(best.save);
        f.call(exchange, i);
        f.set(open, i32.ne(call(best.compare), 0));
        f.call(exchange, i);
      });
    });
    f.if(open, () => f.set(vague, i32.add(vague, i32.eqz(call(tryOrders, block)))));
  });
}

/** Numbers by element, one after the other; `at(i, k)` is number k of element i. */
function rows(lists: readonly (readonly number[])[], e: Emitter): (i: Local<"i32">, k: number) => I32 {
  const width = lists[0].length;
  const table = e.data(Int32Array.from(lists.flat()));
  return (i, k) => i32.load(i32.mul(i, 4 * width), table + 4 * k);
}

/** The sign of two elements: what is their own, and who holds them. */
function ownFunction(set: SetSymmetry, e: Emitter): Pair {
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
    set.cells[0].forEach((c, k) => {
      f.set(a, i32.load(cell(i, k)));
      f.set(b, i32.load(cell(j, k)));
      if (values.has(c)) {
        for (const [value, self] of [
          [a, mine],
          [b, other],
        ]) {
          f.if(
            i32.eq(value, self),
            () => f.set(value, 0x7fffffff),
            () => f.if(isOneOf(value, set.elements), () => f.set(value, 0x7ffffffe)),
          );
        }
      }
      decide();
    });
    const held = f.local("i32", "held");
    for (const c of heldIn(set)) {
      f.set(held, i32.load(0, cells + 4 * c));
      f.set(a, i32.eq(held, other));
      f.set(b, i32.eq(held, mine));
      decide();
    }
    return 0;
  });
}

function isOneOf(value: I32, elements: readonly number[]): I32 {
  const [low, high] = [elements[0], elements[elements.length - 1]];
  let inside: I32 = i32.le_u(i32.sub(value, low), high - low);
  // A few are missing where the query or the initial state tells them from the others.
  const present = new Set(elements);
  for (let v = low; v < high; v++) if (!present.has(v)) inside = i32.and(inside, i32.ne(value, v));
  return inside;
}

/** The same, then clocks by which is ahead. */
function compareFunction(set: SetSymmetry, own: Pair, e: Emitter): Pair {
  const { rowBytes } = e.plan;
  const { target } = e.plan.at;
  if (set.clocks[0].length === 0) return own;
  const clock = rows(set.clocks, e);
  return e.module.func(e.name("compare"), ["i: i32", "j: i32"], "i32", (f, i, j) => {
    const d = f.local("i32", "d", call(own, i, j));
    f.if(d, () => f.return(d));
    const [p, q] = [f.local("i32", "p"), f.local("i32", "q")];
    const entry = (x: I32, y: I32): I32 => i32.load(i32.add(i32.mul(y, rowBytes), i32.shl(x, 2)), target);
    for (let k = 0; k < set.clocks[0].length; k++) {
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

/** Whether the comparison is a total preorder on the sorted elements. */
function totalFunction(count: number, own: Pair, compare: Pair, e: Emitter): Func<readonly [], "i32"> {
  return e.module.func(e.name("total"), [], "i32", (f) => {
    const [i, j] = [f.local("i32", "i"), f.local("i32", "j")];
    const [tied, order] = [f.local("i32", "tied"), f.local("i32", "order")];
    f.for(i, 0, count - 1, () => {
      f.set(tied, 1);
      f.block("next", (next) => {
        f.for(j, i32.add(i, 1), count, () => {
          f.brIf(next, call(own, i, j));
          f.set(tied, i32.andThen(tied, i32.eqz(call(compare, i32.sub(j, 1), j))));
          f.set(order, call(compare, i, j));
          f.if(i32.or(i32.gt_s(order, 0), i32.ne(i32.eqz(order), tied)), () => f.return(0));
        });
      });
    });
    return 1;
  });
}

function exchangeFunction(set: SetSymmetry, e: Emitter): Func<readonly ["i32"], "void"> {
  const { cells } = e.plan.at;
  const moves = pairTable(
    set.swaps.map((s) => s.cells.map(([a, b]) => [cells + 4 * a, cells + 4 * b])),
    e,
  );
  const clocks = pairTable(
    set.swaps.map((s) => s.clocks),
    e,
  );
  const element = rows(
    set.elements.map((v) => [v]),
    e,
  );
  const values = e.data(Int32Array.from(set.values, (v) => cells + 4 * v));
  const swap = e.shared("swap_clocks", swapClocks);
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

/** Lists of pairs: a table of where each list begins, with one more for the end. */
function pairTable(lists: readonly (readonly (readonly number[])[])[], e: Emitter): number {
  const starts: number[] = [];
  const at = e.data(Int32Array.from(lists.flat(2)));
  let next = at;
  for (const list of lists) {
    starts.push(next);
    next += 8 * list.length;
  }
  return e.data(Int32Array.from([...starts, next]));
}

/** All orders within blocks by exchanges of neighbours; 0 if there are too many. */
function ordersFunction(
  count: number,
  exchange: Func<readonly ["i32"], "void">,
  best: Best,
  e: Emitter,
): Func<readonly ["i32"], "i32"> {
  const [passed, up, ranks] = [e.region(4 * count), e.region(4 * count), e.region(4 * count)];
  return e.module.func(e.name("orders"), ["block: i32"], "i32", (f, block) => {
    const [i, at] = [f.local("i32", "i"), f.local("i32", "at")];
    const [run, orders] = [f.local("i32", "run"), f.local("i32", "orders", 1)];
    f.set(run, 1);
    f.for(i, 1, count, () => {
      f.set(at, i32.shl(i, 2));
      f.set(run, i32.if(i32.load(i32.sub(i32.add(block, at), 4)), i32.add(run, 1), 1));
      f.do(i32.store(at, i32.sub(run, 1), ranks), i32.store(at, 0, passed), i32.store(at, 1, up));
      f.set(orders, i32.mul(orders, run));
      f.if(i32.gt_u(orders, MOST_ORDERS), () => f.return(0));
    });
    f.call(best.save);
    const [shift, next, way] = [f.local("i32", "shift"), f.local("i32", "next"), f.local("i32", "way")];
    const going = f.local("i32", "going", 1);
    f.while(going, () => {
      f.set(i, count - 1);
      f.set(shift, 0);
      f.block("stepped", (stepped) => {
        f.while(i, () => {
          f.set(at, i32.shl(i, 2));
          f.if(
            i32.load(at, ranks),
            () => {
              f.set(way, i32.load(at, up));
              f.set(next, i32.add(i32.load(at, passed), way));
              f.if(i32.le_u(next, i32.load(at, ranks)), () => {
                f.call(exchange, i32.sub(i32.add(i32.sub(i, i32.load(at, passed)), shift), i32.gt_s(way, 0)));
                f.do(i32.store(at, next, passed));
                f.br(stepped);
              });
              f.if(i32.gt_s(way, 0), () => f.set(shift, i32.add(shift, 1)));
              f.do(i32.store(at, i32.sub(0, way), up));
            },
            () => f.set(shift, 0),
          );
          f.set(i, i32.sub(i, 1));
        });
        f.set(going, 0);
      });
      f.if(i32.lt_s(call(best.compare), 0), () => f.call(best.save));
    });
    f.call(best.restore);
    return 1;
  });
}

/** The smallest image under rotations. */
function turnFunction(ring: RingSymmetry, best: Best, e: Emitter): Action {
  const { plan } = e;
  const { cells, target } = plan.at;
  const { dim, rowBytes, zoneBytes } = plan;
  const kept = e.region(4 * ring.cells.length);
  const before = e.region(zoneBytes);
  const moves = e.data(Int32Array.from(ring.cells.flat(), (c) => cells + 4 * c));
  const values = e.data(Int32Array.from(ring.values, (c) => cells + 4 * c));
  const to = Int32Array.from({ length: dim }, (_, x) => x);
  for (const [from, image] of ring.clocks) to[from] = image;
  const clockTo = e.data(to);
  const turn = e.module.func(e.name("turn"), [], "void", (f) => {
    const [k, a, x, y] = ["k", "a", "x", "y"].map((name) => f.local("i32", name));
    f.for(k, 0, ring.cells.length, () =>
      f.do(i32.store(i32.shl(k, 2), i32.load(i32.load(i32.shl(k, 3), moves)), kept)),
    );
    f.for(k, 0, ring.cells.length, () =>
      f.do(i32.store(i32.load(i32.shl(k, 3), moves + 4), i32.load(i32.shl(k, 2), kept))),
    );
    f.for(
      k,
      values,
      values + 4 * ring.values.length,
      () => {
        f.set(a, i32.load(i32.load(k)));
        f.if(i32.le_u(i32.sub(a, ring.low), ring.high - ring.low), () =>
          f.do(i32.store(i32.load(k), i32.if(i32.eq(a, ring.high), ring.low, i32.add(a, 1)))),
        );
      },
      4,
    );
    if (ring.clocks.length === 0) return;
    f.for(k, 0, zoneBytes, () => f.do(i32.store(k, i32.load(k, target), before)), 4);
    f.for(y, 0, dim, () => {
      f.set(a, i32.mul(i32.load(i32.shl(y, 2), clockTo), rowBytes));
      f.for(x, 0, dim, () => {
        f.do(
          i32.store(
            i32.add(a, i32.shl(i32.load(i32.shl(x, 2), clockTo), 2)),
            i32.load(i32.add(i32.mul(y, rowBytes), i32.shl(x, 2)), before),
            target,
          ),
        );
      });
    });
  });
  return e.module.func(e.name("smallest_turn"), [], "void", (f) => {
    const k = f.local("i32", "k");
    f.call(best.save);
    f.for(k, ring.low, ring.high, () => {
      f.call(turn);
      f.if(i32.lt_s(call(best.compare), 0), () => f.call(best.save));
    });
    f.call(best.restore);
  });
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
