/**
 * Where paths may begin, for `p --> q`: a search of all reachable states before the one that is depth first (`liveness.ts`).
 * Wherever p holds in a new one of them, that one begins anew: at once, or later where many states have been explored, the
 * last state first (`later.ts`).
 */

import { type Body, call, i32, type Label, type Local } from "../../wasm/index.ts";
import { cutTo, eachTerm } from "../code/predicate.ts";
import { startTerms, type Term } from "../code/terms.ts";
import type { Action, ActionOn, Question } from "../emitter.ts";
import { recordOf } from "../store/node.ts";
import { keepingCells, roomForCells, saveCells } from "../store/packing.ts";
import { counted } from "../store/tally.ts";
import { delayCuts, urgentDelays } from "../zones/delay.ts";
import { splitByDiagonals } from "../zones/diagonal.ts";
import type { Timed } from "../zones/timing.ts";
import { settledFunction } from "./arrival.ts";
import { type Later, laterFunctions } from "./later.ts";
import { status } from "./module.ts";
import { isSplit, mode, type Search } from "./staying.ts";
import type { RepresentativeCode } from "./symmetry.ts";

/** States explored before paths no longer begin at once. */
const AT_ONCE = 20_000;

/** The search for states in which paths may begin, for `-->`. */
export interface FirstSearch {
  /** Lets paths begin in the state in the cells and the target zone. */
  readonly begin: Action;
  /** Nodes in which paths begin later; undefined if they always do at once. */
  readonly later: Later | undefined;
  /** A transition of this search: keeps its target, and lets paths begin wherever that is new. */
  readonly reach: Action;
}

export function firstSearch(
  search: Search,
  settle: Question,
  enter: Action,
  sort: RepresentativeCode | undefined,
): FirstSearch {
  const begin = beginFunction(startTerms(search.query) ?? [], search.e, enter);
  const later = isSplit(search)
    ? undefined
    : laterFunctions(search.e, counted(search.e, search.store.tally, search.store.allocate, "later", "waiting"));
  return { begin, later, reach: reachFunction(search, settle, keepFunction(search, begin, later, sort)) };
}

/** Takes a state of the first search that time has led to. */
function keepFunction(
  search: Search,
  begin: Action,
  later: Later | undefined,
  sort: RepresentativeCode | undefined,
): Action {
  const { e, globals, bounds, extrapolate } = search;
  const start = beginInFunction(search, begin, later);
  const each = isSplit(search) && e.pieces ? splitByDiagonals(e, e.pieces, bounds, extrapolate, start) : undefined;
  const unmoved = sort && e.cuts?.urgency ? roomForCells(e) : 0;
  return e.module.func("keep", [], "void", (f) => {
    f.if(globals.found, () => f.return());
    const keep = () => {
      if (sort) f.call(sort.order);
      if (each) f.call(each);
      else f.call(start, e.plan.at.target);
    };
    // The next piece of the same delays has the cells as they are.
    if (unmoved) keepingCells(unmoved, e, f, keep);
    else keep();
  });
}

/** Stores a piece; where it is new, paths begin in it, at once or later. */
function beginInFunction(search: Search, begin: Action, later: Later | undefined): ActionOn {
  const { e, facts, globals, store, passed } = search;
  return e.module.func("begin_in", ["piece: i32"], "void", (f, piece) => {
    f.set(passed.origin, call(store.insert));
    f.if(passed.origin, () => {
      if (later) {
        f.if(i32.ge_u(globals.explored, facts.atOnce ?? AT_ONCE), () => {
          f.if(i32.eqz(call(later.keep, passed.origin)), () => f.set(store.trouble, 1));
          f.return();
        });
      }
      if (isSplit(search)) f.call(e.zones.copy, e.plan.at.target, piece);
      f.call(begin);
    });
  });
}

function reachFunction({ e, arrival }: Search, settle: Question, keep: Action): Action {
  const { module } = e;
  const cuts = delayCuts(e, arrival.invariants);
  if (!cuts) return module.func("reach", [], "void", (f) => f.if(call(settle), () => f.call(keep)));
  const { urgency } = cuts;
  // Where paths begin there are delays of their own, in the midst of these.
  const apart = module.func("keep_apart", [], "void", (f) => {
    const count = f.local("i32", "count", urgency.count);
    const first = f.local("i32", "first", urgency.first);
    f.call(keep);
    f.set(urgency.count, count);
    f.set(urgency.first, first);
  });
  return settledFunction("reach", e, settle, urgentDelays(e, cuts, { emit: apart }), keep);
}

/** Enters the parts of the target zone in which the first formula holds. */
function beginFunction(terms: readonly Term[], e: Timed, enter: Action): Action {
  const { target } = e.plan.at;
  const kept = e.region(e.plan.zoneBytes);
  return e.module.func("begin", [], "void", (f) => {
    f.set(e.steps, 0);
    f.call(e.zones.copy, kept, target);
    eachTerm(terms, e, f, (term, next) => {
      f.call(e.zones.copy, target, kept);
      cutTo(term, target, e, f, next);
      f.call(enter);
      // Where the data alone decides, this was all of it.
      if (term.clocks.length === 0) f.return();
    });
  });
}

/** Where the loop is: the node at hand, how many are still to be explored, and the start of a round. */
interface Round {
  readonly f: Body;
  readonly n: Local<"i32">;
  readonly portion: Local<"i32">;
  readonly again: Label;
}

/** One state of the first search; at its end, one in which paths were to begin later. */
export function exploreFirst(
  search: Search,
  first: FirstSearch,
  expand: Action,
  { f, n, portion, again }: Round,
): void {
  const { e, globals, store, passed } = search;
  const { at, node, meta } = e.plan;
  const { explored, purpose } = globals;
  const { begin, later } = first;
  const read = () => {
    f.call(search.read, recordOf(n));
    for (const [k, cell] of meta.entries()) f.do(i32.store(0, i32.load(n, node.meta + 4 * k), at.cells + 4 * cell));
  };
  f.set(n, call(store.next));
  f.if(i32.eqz(n), () => {
    if (later) {
      f.set(n, call(later.take));
      f.if(n, () => {
        f.set(portion, i32.sub(portion, 1));
        f.set(passed.origin, n);
        read();
        f.call(store.load, i32.add(n, node.zone), at.target);
        f.set(purpose, mode.reaching);
        f.call(begin);
        f.br(again);
      });
    }
    f.return(status.exhausted);
  });
  f.add(explored, 1);
  f.set(portion, i32.sub(portion, 1));
  f.set(store.current, n);
  read();
  saveCells(e, f);
  f.call(store.load, i32.add(n, node.zone), at.zone);
  f.set(purpose, mode.reaching);
  f.call(expand);
}
