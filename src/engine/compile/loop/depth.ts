/**
 * The loop of a search for a path that stays (`liveness.ts`): depth first, by the stack of `store/stack.ts`; where that is empty,
 * by the next state of the first search, if there is one (`beginnings.ts`). And the way back for the host: the transition
 * between two states of a path, found again.
 */

import { i32 } from "../../wasm/index.ts";
import type { Action, ActionOn } from "../emitter.ts";
import { saveCells } from "../store/packing.ts";
import { OPEN } from "../store/stack.ts";
import { exploreFirst, type FirstSearch } from "./beginnings.ts";
import { status } from "./module.ts";
import { mode, type Search } from "./staying.ts";

export function startFunction({ e, query, globals, store, passed, whole }: Search, arrive: Action): ActionOn {
  const { plan, zones } = e;
  const { target } = plan.at;
  return e.module.func("start", ["heap: i32"], "void", (f, heap) => {
    f.call(store.open, heap);
    f.call(passed.open);
    f.comment("all clocks are zero, but for those that begin otherwise");
    f.call(zones.copy, target, whole.universal);
    for (let x = 1; x < plan.dim; x++) f.call(zones.reset, target, x, plan.network.clocks[x]!.initial);
    f.set(globals.purpose, query.kind === "-->" ? mode.reaching : mode.staying);
    f.call(arrive);
    f.set(globals.transitions, 0);
  });
}

/** The loop: explores up to so many states, of the stack before those of the first search, and says how it stands. */
export function runFunction(search: Search, expand: Action, first: FirstSearch | undefined) {
  const { e, globals, store, passed, watch } = search;
  const { found, gaveUp, explored, purpose, wanted } = globals;
  return e.module.func("run", ["portion: i32"], "i32", (f, portion) => {
    const n = f.local("i32", "node");
    f.while(portion, (_, again) => {
      f.if(found, () => f.return(status.found));
      f.if(gaveUp, () => f.return(status.bounds));
      f.if(store.trouble, () => f.return(i32.add(store.trouble, status.memory - 1)));
      f.set(n, passed.top);
      f.if(n, () => {
        f.if(i32.and(i32.load(n, 4), OPEN), () => {
          f.call(passed.finish);
          f.br(again);
        });
        f.do(i32.store(n, i32.or(i32.load(n, 4), OPEN), 4));
        f.set(passed.waiting, i32.sub(passed.waiting, 1));
        f.add(explored, 1);
        f.set(portion, i32.sub(portion, 1));
        f.call(passed.load, n);
        saveCells(e, f);
        f.set(purpose, mode.staying);
        f.call(expand);
        f.if(i32.eqz(i32.or(found, watch.isLive)), () => {
          f.set(wanted, n);
          f.return(status.suspect);
        });
        f.br(again);
      });
      if (first) exploreFirst(search, first, expand, { f, n, portion, again });
      else f.return(status.exhausted);
    });
    return status.working;
  });
}

/** Finds a transition from one state of the stack to another again. */
export function seekFunction({ e, globals, taken, passed }: Search, expand: Action) {
  const { found, purpose, wanted } = globals;
  return e.module.func("seek", ["from: i32", "to: i32"], "i32", (f, from, to) => {
    f.set(found, 0);
    f.set(taken.count, 0);
    f.set(purpose, mode.seeking);
    f.set(wanted, to);
    f.call(passed.load, from);
    saveCells(e, f);
    f.call(expand);
    return found;
  });
}
