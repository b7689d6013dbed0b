import { activeClocks, type ClockBounds } from "../../../analysis/index.ts";
import type { Network } from "../../../network/index.ts";
import { type Body, call, i32, type Label, type Local, memory } from "../../wasm/index.ts";
import { cutTo, eachTerm } from "../code/predicate.ts";
import { coderFor } from "../code/statement.ts";
import { type LivenessQuery, startTerms, stayTerms, type Term } from "../code/terms.ts";
import { type Action, type ActionOn, emitterFor, type Question } from "../emitter.ts";
import { type PlanOptions, planFor, SMALL } from "../plan.ts";
import { freezeFunctions } from "../store/freeze.ts";
import { recordOf } from "../store/node.ts";
import { keepingCells, packFunction, readFunction, roomForCells, saveCells, unpackFunction } from "../store/packing.ts";
import { OPEN, type PassedStates, passedFunctions } from "../store/stack.ts";
import { type Store, storeFunctions } from "../store/store.ts";
import { counted } from "../store/tally.ts";
import { isWide } from "../support.ts";
import { type ActiveCode, activeFunctions } from "../zones/active.ts";
import { boundsFunction } from "../zones/bounds.ts";
import { closeFunction, type WholeFunctions, wholeFunctions } from "../zones/closure.ts";
import { type DeadlockWatch, deadlockWatch } from "../zones/deadlock.ts";
import { delayCuts, urgentDelays } from "../zones/delay.ts";
import { splitByDiagonals } from "../zones/diagonal.ts";
import { extrapolateFunction } from "../zones/extrapolation.ts";
import { enterFunction } from "../zones/passage.ts";
import { type Timed, timed } from "../zones/timing.ts";
import { type Arrival, invariantFunction, settledFunction, settleFunction } from "./arrival.ts";
import type { Taken } from "./firing.ts";
import { type Later, laterFunctions } from "./later.ts";
import { addMemory, type CompiledModule, exportAll, type Facts, finished, status } from "./module.ts";
import { countsOf, partCounters } from "./reachability.ts";
import { type RepresentativeCode, representativeCode } from "./symmetry.ts";
import { expandFunction } from "./transition.ts";

/**
 * A network and a liveness query made into one module: a depth-first search for a maximal path that stays inside a formula,
 * with the meaning of `search/liveness/`. States are extrapolated by Extra+M and cut to the formula; a path stays if it
 * loops, if it can delay for ever, or if it comes to a deadlock, which the host confirms. Where differences of clocks are
 * compared a state is split by them (zones/diagonal.ts), and each piece is a state of its own. Of many clocks those that are
 * not active are left out: valuations that differ in these only are bisimilar, and Extra+M lets them have any value anyway.
 *
 * For `p --> q` a second search goes before it: all reachable states, compared under aLU with symmetric bounds, which is a
 * bisimulation (or as the pieces they are split into). Wherever p holds in one of them, the depth-first search begins anew,
 * and keeps what it has found in vain.
 */
export interface StayModule extends Pick<CompiledModule, "plan" | "bytes" | "faults" | "heap" | "wat"> {
  readonly layout: PassedStates["layout"];
  /** Where the instances of the last transition are: as many as `count` says, `instanceWords` each. */
  readonly words: number;
}

/** What the transition at hand is taken for. */
export const mode = { reaching: 0, staying: 1, seeking: 2 } as const;
export const ending = { none: 0, loop: 1, divergence: 2 } as const;

/** States explored before paths no longer begin at once; see above. */
const AT_ONCE = 20_000;

/** What the parts of the search share. */
interface Search {
  readonly e: Timed;
  readonly query: LivenessQuery;
  readonly facts: Facts;
  readonly bounds: ClockBounds;
  readonly globals: Globals;
  readonly taken: Taken;
  readonly words: number;
  readonly watch: DeadlockWatch;
  readonly arrival: Arrival;
  readonly active: ActiveCode | undefined;
  readonly store: Store;
  /** Reads the state of a record into the cells. */
  readonly read: ActionOn;
  readonly passed: PassedStates;
  readonly extrapolate: Action;
  readonly whole: WholeFunctions;
}

type Globals = ReturnType<typeof globalsOf>;

function globalsOf(module: Timed["module"]) {
  const counts = countsOf(module);
  const gaveUp = module.global("i32", "gave_up");
  /** One of `mode`; and the node that is sought, or may be deadlocked. */
  const purpose = module.global("i32", "purpose");
  return { ...counts, gaveUp, purpose, wanted: module.global("i32", "wanted") };
}

export function compileStay(
  network: Network,
  query: LivenessQuery,
  bounds: ClockBounds,
  options: PlanOptions,
  facts: Facts = {},
): StayModule {
  const wide = options.wide ?? isWide(network, bounds);
  const small = { ...SMALL, ...facts.small, tie: Number.POSITIVE_INFINITY };
  const alive = network.clocks.length >= small.active ? activeClocks(network, query, bounds) : undefined;
  const plan = planFor(network, query, { ...options, wide, active: alive, small });
  const coder = coderFor(emitterFor(plan));
  const globals = globalsOf(coder.module);
  const taken = { count: coder.module.global("i32", "count"), single: coder.region(4 * plan.instanceWords) };
  const words = coder.region(4 * plan.instanceWords * (network.processes.length + 1));
  const e = timed(coder, bounds.diagonals.triples.length > 0);
  const watch = deadlockWatch(e, globals.purpose);
  const arrival = { watch, invariants: invariantFunction(e, watch) };
  const settle = settleFunction(e, arrival, globals.transitions);
  const pack = packFunction(e, facts.live);
  const active = activeFunctions(e, bounds);
  const store = storeFunctions(e, pack, active?.find ?? boundsFunction(e, bounds), { active });
  const read = readFunction(e, store.heap.folding, unpackFunction(e));
  const passed = passedFunctions(e, store, pack, read, active);
  const close = closeFunction(e);
  const whole = wholeFunctions(e, e.rates, close);
  const extrapolate = extrapolateFunction(e, bounds, close);
  const shared = { e, query, facts, bounds, globals, taken, words, watch, arrival, active, store, read, passed };
  return searchModule({ ...shared, extrapolate, whole }, settle);
}

/** The search itself, with what has been made for it. */
function searchModule(search: Search, settle: Question): StayModule {
  const { e, query, facts, globals, taken, words, watch, passed } = search;
  const conclude = concludeFunction(search);
  const sort = facts.symmetry && representativeCode(facts.symmetry, e, facts.live, search.active);
  const place = placeFunction(search, conclude, sort);
  const diverge = e.module.func("diverge", [], "void", (f) => {
    f.if(i32.ne(globals.purpose, mode.seeking), () => f.call(conclude, ending.divergence));
  });
  const { found, gaveUp, purpose, wanted } = globals;
  const { invariants } = search.arrival;
  const hooks = { place, diverge, found, gaveUp };
  const enter = enterFunction(stayTerms(query) ?? [], e, invariants, search.whole, hooks);
  const first = query.kind === "-->" ? firstSearch(search, settle, enter, sort) : undefined;
  const arrive = arriveFunction(search, first?.reach, enter);
  const expand = expandFunction(e, { arrive, stop: found, watch, taken });
  const start = startFunction(search, arrive);
  const run = runFunction(search, expand, first);
  const seek = seekFunction(search, expand);

  if (facts.freezes) exportAll(e.module, { ...freezeFunctions(e) });
  addMemory(e);
  const { explored, transitions } = globals;
  exportAll(e.module, { start, run, seek, transitions, explored, found, purpose, suspect: wanted, count: taken.count });
  exportAll(e.module, countersOf(search, sort));
  return { ...finished(e), layout: passed.layout, words };
}

/** What the host reads and sets. */
function countersOf({ e, passed, store }: Search, sort: RepresentativeCode | undefined) {
  const { top, loop, origin, stored: passedStored, discrete: passedDiscrete, waiting: passedWaiting } = passed;
  const { stored, waiting, discrete, top: pages, limit, trouble, mask } = store;
  const { faultNumber: fault, faultValue, edge } = e;
  return {
    ...{
      top,
      loop,
      origin,
      stored,
      waiting,
      discrete,
      passedStored,
      passedDiscrete,
      passedWaiting,
      pages,
      limit,
      trouble,
      mask,
    },
    ...{ fault, faultValue, edge, vague: sort?.vague },
    ...partCounters(store),
  };
}

/** The search is over: keeps the transition at hand for the host. */
function concludeFunction({ e, globals, taken, words }: Search): ActionOn {
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
function placeFunction(search: Search, conclude: ActionOn, sort: RepresentativeCode | undefined): Action {
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

/** Whether zones are split by differences of clocks. */
function isSplit({ bounds }: Search): boolean {
  return bounds.diagonals.triples.length > 0;
}

/** Takes the target of a transition, whatever it is taken for. */
function arriveFunction({ e, globals, arrival }: Search, reach: Action | undefined, enter: Action): Action {
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

function startFunction({ e, query, globals, store, passed, whole }: Search, arrive: Action): ActionOn {
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
function runFunction(search: Search, expand: Action, first: FirstSearch | undefined) {
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

/** Where the loop is: the node at hand, how many are still to be explored, and the start of a round. */
interface Round {
  readonly f: Body;
  readonly n: Local<"i32">;
  readonly portion: Local<"i32">;
  readonly again: Label;
}

/** One state of the first search; at its end, one in which paths were to begin later. */
function exploreFirst(search: Search, first: FirstSearch, expand: Action, { f, n, portion, again }: Round): void {
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

/** Finds a transition from one state of the stack to another again. */
function seekFunction({ e, globals, taken, passed }: Search, expand: Action) {
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

/** The search for states in which paths may begin, for `-->`. */
interface FirstSearch {
  /** Lets paths begin in the state in the cells and the target zone. */
  readonly begin: Action;
  /** Nodes in which paths begin later; undefined if they always do at once. */
  readonly later: Later | undefined;
  /** A transition of this search: keeps its target, and lets paths begin wherever that is new. */
  readonly reach: Action;
}

function firstSearch(
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
