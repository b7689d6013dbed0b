import { activeClocks, type ClockBounds } from "../../../analysis/index.ts";
import type { Network } from "../../../network/index.ts";
import { i32 } from "../../wasm/index.ts";
import { coderFor } from "../code/statement.ts";
import { type LivenessQuery, stayTerms } from "../code/terms.ts";
import { emitterFor, type Question } from "../emitter.ts";
import { type PlanOptions, planFor, SMALL } from "../plan.ts";
import { freezeFunctions } from "../store/freeze.ts";
import { packFunction, readFunction, unpackFunction } from "../store/packing.ts";
import { type PassedStates, passedFunctions } from "../store/stack.ts";
import { storeFunctions } from "../store/store.ts";
import { isWide } from "../support.ts";
import { activeFunctions } from "../zones/active.ts";
import { boundsFunction } from "../zones/bounds.ts";
import { closeFunction, wholeFunctions } from "../zones/closure.ts";
import { deadlockWatch } from "../zones/deadlock.ts";
import { extrapolateFunction } from "../zones/extrapolation.ts";
import { enterFunction } from "../zones/passage.ts";
import { timed } from "../zones/timing.ts";
import { invariantFunction, settleFunction } from "./arrival.ts";
import { firstSearch } from "./beginnings.ts";
import { runFunction, seekFunction, startFunction } from "./depth.ts";
import { addMemory, type CompiledModule, exportAll, type Facts, finished } from "./module.ts";
import { arriveFunction, concludeFunction, placeFunction } from "./place.ts";
import { partCounters } from "./reachability.ts";
import { ending, globalsOf, mode, type Search } from "./staying.ts";
import { type RepresentativeCode, representativeCode } from "./symmetry.ts";
import { expandFunction } from "./transition.ts";

/**
 * A network and a liveness query made into one module: a depth-first search for a maximal path that stays inside a formula,
 * with the meaning of `search/liveness/`. States are extrapolated by Extra+M and cut to the formula; a path stays if it
 * loops, if it can delay for ever, or if it comes to a deadlock, which the host confirms. Where differences of clocks are
 * compared a state is split by them (zones/diagonal.ts), and each piece is a state of its own. Of many clocks those that are
 * not active are left out: valuations that differ in these only are bisimilar, and Extra+M lets them have any value anyway.
 * The loop is `depth.ts`; what becomes of a state that is reached says `place.ts`.
 *
 * For `p --> q` a second search goes before it: all reachable states, compared under aLU with symmetric bounds, which is a
 * bisimulation (or as the pieces they are split into). Wherever p holds in one of them, the depth-first search begins anew,
 * and keeps what it has found in vain (`beginnings.ts`).
 */
export interface StayModule extends Pick<CompiledModule, "plan" | "bytes" | "faults" | "heap" | "wat"> {
  readonly layout: PassedStates["layout"];
  /** Where the instances of the last transition are: as many as `count` says, `instanceWords` each. */
  readonly words: number;
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
