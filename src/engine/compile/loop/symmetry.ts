/**
 * Representatives in compiled code: the state in the cells and the target zone is brought into order in place, by exactly
 * the rules of `analysis/symmetry/representative.ts`. Tables in memory say what belongs to each element and what each
 * exchange moves (`tables.ts`), so that the code does not grow with the number of elements.
 */

import { groupsOf, type LiveCells, type Relabel, type SetSymmetry, type Symmetry } from "../../../analysis/index.ts";
import { call, type Func, type Global, i32 } from "../../wasm/index.ts";
import type { Action, ActionOn, Emitter } from "../emitter.ts";
import type { ActiveCode } from "../zones/active.ts";
import { arrangeFunction } from "./arrange.ts";
import { narrowFunction } from "./colours.ts";
import { compareFunction, ownFunction, totalFunction } from "./element.ts";
import { deadFunctions } from "./forgotten.ts";
import { exchangeFunction, idleFunction } from "./neighbours.ts";
import { ordersFunction } from "./orders.ts";
import { ranksOf } from "./ranks.ts";
import { type RelabelCode, relabelCode } from "./relabel.ts";
import { type Saved, savedState } from "./saved.ts";
import { turnFunction } from "./turn.ts";

/**
 * Where so many states in a row were in order already, only one of `SAMPLE` is looked at until one is not, and where it goes
 * on, one of `RARE`: bringing states into order is never needed, and costs something where there is nothing to gain.
 */
const QUIET = 4096;
const SAMPLE = 16;
const QUIETER = 16_384;
const RARE = 256;

export interface RepresentativeCode {
  readonly order: Func<readonly [], "void">;
  /** How often the result was not known to be canonical. */
  readonly vague: Global<"i32">;
}

/** With `active`, other clocks decide as little as dead variables do. */
export function representativeCode(
  symmetry: Symmetry,
  e: Emitter,
  live?: LiveCells,
  active?: ActiveCode,
): RepresentativeCode {
  const vague = e.module.global("i32", "vague");
  const quiet = e.module.global("i32", "quiet");
  const best = savedState(e);
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
      const among = i32.select(i32.gt_u(quiet, QUIETER), RARE - 1, SAMPLE - 1);
      f.if(i32.andThen(i32.gt_u(quiet, QUIET), i32.and(quiet, among)), () => {
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

/** Sorts by insertion, since a step moves few elements, then settles what that leaves open. */
function sortFunction(
  set: SetSymmetry,
  within: readonly RelabelCode[],
  best: Saved,
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
function relabelling(exchange: ActionOn, within: readonly RelabelCode[], e: Emitter): ActionOn {
  if (within.length === 0) return exchange;
  return e.module.func(e.name("exchange_together"), ["i: i32"], "void", (f, i) => {
    f.call(exchange, i);
    for (const { apply } of within) f.call(apply);
  });
}

/** Whether such an exchange leaves the state as it is: it is made, and taken back. */
function idleTogether(exchange: ActionOn, e: Emitter): Func<readonly ["i32"], "i32"> {
  const kept = savedState(e, "_beside");
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
function changeFunction(exchange: ActionOn, order: number, e: Emitter): ActionOn {
  return e.module.func(e.name("change"), ["i: i32"], "void", (f, i) => {
    f.call(exchange, i);
    const [at, kept] = [f.local("i32", "at", i32.shl(i, 2)), f.local("i32", "kept")];
    f.set(kept, i32.load(at, order));
    f.do(i32.store(at, i32.load(at, order + 4), order), i32.store(at, kept, order + 4));
  });
}
