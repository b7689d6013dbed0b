/**
 * What becomes of a state that a search for a path that stays (`liveness.ts`) comes to: it is made abstract and put on the
 * stack, or seen to close a loop, which ends the search; and while a transition is looked for again, it may be the one sought.
 */

import { call, i32, memory } from "../../wasm/index.ts";
import type { Action, ActionOn } from "../emitter.ts";
import { keepingCells, roomForCells } from "../store/packing.ts";
import { splitByDiagonals } from "../zones/diagonal.ts";
import { ending, isSplit, mode, type Search } from "./staying.ts";
import type { RepresentativeCode } from "./symmetry.ts";

/** The search is over: keeps the transition at hand for the host. */
export function concludeFunction({ e, globals, taken, words }: Search): ActionOn {
  const { plan } = e;
  return e.module.func("conclude", ["how: i32"], "void", (f, how) => {
    f.set(globals.found, how);
    const k = f.local("i32", "k");
    const stride = 4 * plan.instanceWords;
    f.for(k, 0, taken.count, () =>
      f.do(memory.copy(i32.add(i32.mul(k, stride), words), i32.load(i32.shl(k, 2), plan.at.parts), stride)),
    );
  });
}

/** Puts the state in the cells and the target zone, made abstract, on the stack; or sees whether it is the one sought. */
export function placeFunction(search: Search, conclude: ActionOn, sort: RepresentativeCode | undefined): Action {
  const { e, passed, extrapolate, bounds } = search;
  const { found, purpose, wanted } = search.globals;
  const { module } = e;
  const unsorted = sort ? roomForCells(e) : 0;
  /** Takes an abstract zone. */
  const put = module.func("put", ["piece: i32"], "void", (f) => {
    f.if(found, () => f.return());
    f.if(i32.eq(purpose, mode.seeking), () => {
      f.if(call(passed.matches, wanted), () => f.call(conclude, ending.loop));
      f.return();
    });
    if (sort) {
      f.comment("other zones of the same delays have the cells as they are");
      keepingCells(unsorted, e, f, () => {
        f.call(sort.order);
        f.call(passed.insert);
      });
    } else f.call(passed.insert);
    f.if(passed.loop, () => f.call(conclude, ending.loop));
  });
  if (isSplit(search) && e.pieces) return splitByDiagonals(e, e.pieces, bounds, extrapolate, put);
  return module.func("place", [], "void", (f) => {
    f.call(extrapolate);
    f.call(put, e.plan.at.target);
  });
}

/** Takes the target of a transition, whatever it is taken for. */
export function arriveFunction({ e, globals, arrival }: Search, reach: Action | undefined, enter: Action): Action {
  const { invariants, watch } = arrival;
  return e.module.func("arrive", [], "void", (f) => {
    if (reach) {
      f.if(i32.eq(globals.purpose, mode.reaching), () => {
        f.call(reach);
        f.return();
      });
    }
    if (invariants) f.if(i32.eqz(call(invariants)), () => f.return());
    f.add(globals.transitions, 1);
    watch?.judge(f);
    f.call(enter);
  });
}
