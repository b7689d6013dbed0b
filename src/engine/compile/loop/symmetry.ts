/**
 * Representatives in compiled code: the state in the cells and the target zone is brought into order in place, by exactly
 * the rules of `analysis/symmetry/representative.ts`. Tables in memory say what belongs to each element and what each exchange moves
 * (`element.ts`), so that the code does not grow with the number of elements.
 */

import {
  groupsOf,
  heldCells,
  type LiveCells,
  MOST_ORDERS,
  movedCells,
  NOBODY,
  type Relabel,
  type RingSymmetry,
  type SetSymmetry,
  type Symmetry,
} from "../../../analysis/index.ts";
import { slotAt } from "../../../network/index.ts";
import { type Body, call, type Func, type Global, i32 } from "../../wasm/index.ts";
import type { Emitter } from "../emitter.ts";
import type { ActiveCode } from "../zones/active.ts";
import { arrangeFunction } from "./arrange.ts";
import { narrowFunction } from "./colours.ts";
import { compareFunction, exchangeFunction, idleFunction, ownFunction, ranksOf, totalFunction } from "./element.ts";
import { type RelabelCode, relabelCode } from "./relabel.ts";

/**
 * Where so many states in a row were in order already, only each `SAMPLE`th is looked at until one is not: bringing states
 * into order is never needed, and costs something where there is nothing to gain.
 */
const QUIET = 4096;
const SAMPLE = 16;

export interface RepresentativeCode {
  readonly order: Func<readonly [], "void">;
  /** How often the result was not known to be canonical. */
  readonly vague: Global<"i32">;
}

type Action = Func<readonly [], "void">;

/** With `active`, other clocks decide as little as dead variables do. */
export function representativeCode(
  symmetry: Symmetry,
  e: Emitter,
  live?: LiveCells,
  active?: ActiveCode,
): RepresentativeCode {
  const vague = e.module.global("i32", "vague");
  const quiet = e.module.global("i32", "quiet");
  const best = bestFunctions(e);
  const groups = groupsOf(symmetry);
  const relabels = (all: readonly Relabel[]): RelabelCode[] => all.map((one) => relabelCode(one, quiet, e));
  const sorts = groups.sets.map((g) => sortFunction(g.of, relabels(g.with), best, { vague, quiet }, e));
  const turns = groups.rings.map((g) => turnFunction(g.of, relabels(g.with), best, quiet, e));
  const alone = relabels(groups.alone);
  // Numbering anew costs so little that every state is looked at.
  const isSampled = sorts.length + turns.length > 0;
  const dead = live && deadFunctions(symmetry, live, e);
  const order = e.module.func("representative", [], "void", (f) => {
    if (isSampled) {
      f.add(quiet, 1);
      f.if(i32.andThen(i32.gt_u(quiet, QUIET), i32.and(quiet, SAMPLE - 1)), () => {
        f.add(vague, 1);
        f.return();
      });
    }
    if (active) {
      f.call(active.find);
      f.call(active.loosen);
    }
    if (dead) f.call(dead.clear);
    for (const sort of sorts) f.call(sort);
    for (const turn of turns) f.call(turn);
    for (const { apply } of alone) f.call(apply);
    if (dead) f.call(dead.fill);
    if (!groups.isApart) f.add(vague, 1);
  });
  return { order, vague };
}

/**
 * Dead variables must not decide who is who: before elements are compared they get their initial values, and those that
 * could hold an element hold nobody until it is done.
 */
function deadFunctions(
  symmetry: Symmetry,
  live: LiveCells,
  e: Emitter,
): { readonly clear: Action; readonly fill: Action } {
  const { module, plan } = e;
  const { cells } = plan.at;
  const held = heldCells(symmetry);
  const moved = movedCells(symmetry);
  const which = Array.from(live.reducible).filter((cell) => moved.has(cell));
  const position = new Map(which.map((cell, k) => [cell, k]));
  const words = (which.length + 31) >>> 5;
  const tables = live.rows.flatMap((locations, process) => {
    const bits = new Int32Array(locations.length * words);
    locations.forEach((row, l) => {
      for (const cell of row) {
        const k = position.get(cell);
        if (k !== undefined) bits[l * words + (k >>> 5)]! |= 1 << (k & 31);
      }
    });
    return bits.some((word) => word !== 0) ? [{ process, at: e.data(bits) }] : [];
  });
  const clear = module.func("clear_dead", [], "void", (f) => {
    const alive = f.local("i32", "alive");
    for (let w = 0; w < words; w++) {
      f.set(alive, 0);
      for (const { process, at } of tables)
        f.set(alive, i32.or(alive, i32.load(i32.mul(i32.load(0, cells + 4 * process), 4 * words), at + 4 * w)));
      which.slice(32 * w, 32 * w + 32).forEach((cell, k) => {
        const value = held.has(cell) ? NOBODY : slotAt(plan.network, cell).initial;
        f.if(i32.eqz(i32.and(alive, 1 << k)), () => f.do(i32.store(0, value, cells + 4 * cell)));
      });
    }
  });
  const fill = module.func("fill_dead", [], "void", (f) => {
    if (!which.some((cell) => held.has(cell))) return;
    // What holds nobody may have been moved to where another variable was alive.
    for (const cell of held) {
      f.if(i32.eq(i32.load(0, cells + 4 * cell), NOBODY), () =>
        f.do(i32.store(0, slotAt(plan.network, cell).initial, cells + 4 * cell)),
      );
    }
  });
  return { clear, fill };
}

interface Best {
  /** Keeps the state at hand. */
  readonly save: Action;
  readonly restore: Action;
  /** -1, 0, 1: the state at hand against what is kept. */
  readonly compare: Func<readonly [], "i32">;
}

/** `name` ends the names of its functions. */
function bestFunctions(e: Emitter, name = ""): Best {
  const { plan, module } = e;
  const { at, zoneBytes } = plan;
  const bytes = plan.network.slots.length * 4;
  const [cells, zone] = [e.region(bytes), e.region(zoneBytes)];
  const copy = (f: Body, from: number, to: number, size: number): void => {
    const k = f.local("i32", "k");
    f.for(k, 0, size, () => f.do(i32.store(k, i32.load(k, from), to)), 4);
  };
  const save = module.func(`save_state${name}`, [], "void", (f) => {
    copy(f, at.cells, cells, bytes);
    copy(f, at.target, zone, zoneBytes);
  });
  const restore = module.func(`restore_state${name}`, [], "void", (f) => {
    copy(f, cells, at.cells, bytes);
    copy(f, zone, at.target, zoneBytes);
  });
  const compare = module.func(`compare_state${name}`, [], "i32", (f) => {
    const k = f.local("i32", "k");
    const [a, b] = [f.local("i32", "a"), f.local("i32", "b")];
    for (const [here, kept, size] of [
      [at.cells, cells, bytes],
      [at.target, zone, zoneBytes],
    ]) {
      f.for(
        k,
        0,
        size!,
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

/** Sorts by insertion, since a step moves few elements, then settles what that leaves open. */
function sortFunction(
  set: SetSymmetry,
  within: readonly RelabelCode[],
  best: Best,
  { vague, quiet }: { readonly vague: Global<"i32">; readonly quiet: Global<"i32"> },
  e: Emitter,
): Action {
  const count = set.elements.length;
  const ranks = ranksOf(set, e);
  const own = ownFunction(set, ranks, within, e);
  const compare = compareFunction(set, own, e);
  const exchange = relabelling(exchangeFunction(set, ranks, e), within, e);
  const tryOrders = ordersFunction(count, exchange, best, e);
  const [block, idle, order] = [e.region(4 * count), e.region(4 * count), e.region(4 * count)];
  const isIdle = within.length > 0 ? idleTogether(exchange, e) : idleFunction(set, e);
  const change = changeFunction(exchange, order, e);
  const narrow = narrowFunction(set, { exchange: change, isIdle, within }, e);
  const arrange = count > 2 ? arrangeFunction({ count, order, exchange: change, narrow, ...best }, e) : undefined;
  const isTotal = set.clocks[0]!.length > 0 ? totalFunction(count, idle, own, compare, e) : undefined;
  return e.module.func(e.name("sort"), [], "void", (f) => {
    const [i, j] = [f.local("i32", "i"), f.local("i32", "j")];
    for (const { apply } of within) f.call(apply);
    if (ranks) f.call(ranks.fill);
    f.for(i, 1, count, () => {
      f.set(j, i);
      f.block("placed", (placed) => {
        f.while(j, () => {
          f.set(j, i32.sub(j, 1));
          f.brIf(placed, i32.le_s(call(compare, j, i32.add(j, 1)), 0));
          f.call(exchange, j);
          f.set(quiet, 0);
        });
      });
    });
    const [open, tied, still] = f.locals("i32", "open", "tied", "still");
    f.set(open, 0);
    f.comment("elements whose exchange changes nothing need no order");
    f.for(i, 0, count - 1, () => {
      f.set(tied, i32.eqz(call(compare, i, i32.add(i, 1))));
      f.set(still, i32.andThen(tied, call(isIdle, i)));
      f.do(i32.store(i32.shl(i, 2), tied, block), i32.store(i32.shl(i, 2), still, idle));
      f.set(open, i32.or(open, i32.ne(tied, still)));
    });
    if (isTotal) {
      f.if(i32.eqz(call(isTotal)), () => {
        f.set(open, 1);
        f.for(i, 0, count - 1, () => f.do(i32.store(i32.shl(i, 2), i32.eqz(call(own, i, i32.add(i, 1))), block)));
      });
    }
    f.if(open, () => {
      f.set(quiet, 0);
      f.for(i, 0, count, () => f.do(i32.store(i32.shl(i, 2), i, order)));
      f.call(narrow, block);
      f.if(i32.eqz(call(tryOrders, block)), () => {
        if (arrange) f.add(vague, i32.eqz(call(arrange, block)));
      });
    });
  });
}

/** An exchange of neighbours, with elements of other sets numbered anew. */
function relabelling(
  exchange: Func<readonly ["i32"], "void">,
  within: readonly RelabelCode[],
  e: Emitter,
): Func<readonly ["i32"], "void"> {
  if (within.length === 0) return exchange;
  return e.module.func(e.name("exchange_together"), ["i: i32"], "void", (f, i) => {
    f.call(exchange, i);
    for (const { apply } of within) f.call(apply);
  });
}

/** Whether such an exchange leaves the state as it is: it is made, and taken back. */
function idleTogether(exchange: Func<readonly ["i32"], "void">, e: Emitter): Func<readonly ["i32"], "i32"> {
  const kept = bestFunctions(e, "_beside");
  return e.module.func(e.name("idle_together"), ["i: i32"], "i32", (f, i) => {
    const changed = f.local("i32", "changed");
    f.call(kept.save);
    f.call(exchange, i);
    f.set(changed, call(kept.compare));
    f.call(exchange, i);
    return i32.eqz(changed);
  });
}

/** An exchange of neighbours that is kept count of. */
function changeFunction(
  exchange: Func<readonly ["i32"], "void">,
  order: number,
  e: Emitter,
): Func<readonly ["i32"], "void"> {
  return e.module.func(e.name("change"), ["i: i32"], "void", (f, i) => {
    f.call(exchange, i);
    const [at, kept] = [f.local("i32", "at", i32.shl(i, 2)), f.local("i32", "kept")];
    f.set(kept, i32.load(at, order));
    f.do(i32.store(at, i32.load(at, order + 4), order), i32.store(at, kept, order + 4));
  });
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
              f.if(i32.gt_s(way, 0), () => f.add(shift, 1));
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
function turnFunction(
  ring: RingSymmetry,
  within: readonly RelabelCode[],
  best: Best,
  quiet: Global<"i32">,
  e: Emitter,
): Action {
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
    f.for(k!, 0, ring.cells.length, () =>
      f.do(i32.store(i32.shl(k!, 2), i32.load(i32.load(i32.shl(k!, 3), moves)), kept)),
    );
    f.for(k!, 0, ring.cells.length, () =>
      f.do(i32.store(i32.load(i32.shl(k!, 3), moves + 4), i32.load(i32.shl(k!, 2), kept))),
    );
    f.for(
      k!,
      values,
      values + 4 * ring.values.length,
      () => {
        f.set(a!, i32.load(i32.load(k!)));
        f.if(i32.le_u(i32.sub(a!, ring.low), ring.high - ring.low), () =>
          f.do(i32.store(i32.load(k!), i32.if(i32.eq(a!, ring.high), ring.low, i32.add(a!, 1)))),
        );
      },
      4,
    );
    for (const { apply } of within) f.call(apply);
    if (ring.clocks.length === 0) return;
    f.for(k!, 0, zoneBytes, () => f.do(i32.store(k!, i32.load(k!, target), before)), 4);
    f.for(y!, 0, dim, () => {
      f.set(a!, i32.mul(i32.load(i32.shl(y!, 2), clockTo), rowBytes));
      f.for(x!, 0, dim, () => {
        f.do(
          i32.store(
            i32.add(a!, i32.shl(i32.load(i32.shl(x!, 2), clockTo), 2)),
            i32.load(i32.add(i32.mul(y!, rowBytes), i32.shl(x!, 2)), before),
            target,
          ),
        );
      });
    });
  });
  return e.module.func(e.name("smallest_turn"), [], "void", (f) => {
    const k = f.local("i32", "k");
    for (const { apply } of within) f.call(apply);
    f.call(best.save);
    f.for(k, ring.low, ring.high, () => {
      f.call(turn);
      f.if(i32.lt_s(call(best.compare), 0), () => {
        f.set(quiet, 0);
        f.call(best.save);
      });
    });
    f.call(best.restore);
  });
}
