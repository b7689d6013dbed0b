import { activeClocks, type ClockBounds } from "../../../analysis/index.ts";
import type { Network, NetworkQuery } from "../../../network/index.ts";
import { type Body, call, type Global, i32, i32x4, type Local, v128 } from "../../wasm/index.ts";
import { isTold } from "../code/constraint.ts";
import { coderFor } from "../code/statement.ts";
import { asksForValues } from "../code/terms.ts";
import { type Action, type ActionOn, emitterFor, type Question } from "../emitter.ts";
import { INF, type PlanOptions, planFor, SMALL } from "../plan.ts";
import { freezeFunctions } from "../store/freeze.ts";
import { keepingCells, packFunction, readFunction, roomForCells, saveCells, unpackFunction } from "../store/packing.ts";
import { type Store, storeFunctions } from "../store/store.ts";
import { flagged } from "../store/threads.ts";
import { comesInPieces, comparesExactly, isWide } from "../support.ts";
import { activeFunctions } from "../zones/active.ts";
import { boundsFunction } from "../zones/bounds.ts";
import { closeFunction } from "../zones/closure.ts";
import { type DeadlockWatch, deadlockWatch } from "../zones/deadlock.ts";
import { type DelayCuts, delayCuts, urgentDelays } from "../zones/delay.ts";
import { insertByDiagonals } from "../zones/diagonal.ts";
import { extrapolateFunction } from "../zones/extrapolation.ts";
import { type Timed, timed } from "../zones/timing.ts";
import { type Arrival, invariantFunction, settledFunction, settleFunction } from "./arrival.ts";
import { type Exchange, exchangeFunctions } from "./exchange.ts";
import { type GoalFunctions, type Goals, goalFunctions, goalsOf, type Soonest, soonestFunction } from "./goal.ts";
import { addMemory, type CompiledModule, exportAll, type Facts, finished, status } from "./module.ts";
import { type RepresentativeCode, representativeCode } from "./symmetry.ts";
import { transientFunction } from "./transient.ts";
import { expandFunction } from "./transition.ts";
import { type Values, valuesFunctions } from "./value.ts";

/**
 * The module of a search for a state that satisfies the query (for A[], its negation): states are taken from the store,
 * expanded, and what is reached is stored unless it is covered.
 */
export function compile(
  network: Network,
  query: NetworkQuery | undefined,
  bounds: ClockBounds,
  options: PlanOptions,
  facts: Facts = {},
): CompiledModule {
  const wide = options.wide ?? isWide(network, bounds);
  const small = { ...SMALL, ...facts.small };
  const active = network.clocks.length >= small.active ? activeClocks(network, query, bounds) : undefined;
  const goals = goalsOf(network, query);
  const isSplit = bounds.diagonals.triples.length > 0;
  const lists = active !== undefined && network.clocks.length >= small.list && isPlain(network, query, options, goals);
  const plan = planFor(network, query, { ...options, wide, active, small, lists: lists && !isSplit });
  const coder = coderFor(emitterFor(plan));
  const { module } = coder;
  const counts = countsOf(module);
  const e = timed(coder, isSplit);
  const watch = goals.dead.length > 0 ? deadlockWatch(e) : undefined;
  const arrival = { watch, invariants: invariantFunction(e, watch) };
  const settle = settleFunction(e, arrival, counts.transitions);
  const pack = packFunction(e, facts.live);
  // Of several memories what is sent has the stored form already; but not where zones are split before they are stored.
  const isSent = plan.memories > 1 && !isSplit;
  const alive = activeFunctions(e, bounds);
  const store = storeFunctions(e, isSent ? undefined : pack, alive?.find ?? boundsFunction(e, bounds), {
    active: alive,
  });
  const unpack = unpackFunction(e);
  const read = readFunction(e, store.heap.folding, unpack);
  const exchange = e.carry && exchangeFunctions(e, e.carry, { pack, unpack, isSent, active: alive }, store);
  const goal = goalFunctions(goals, e);
  const values = asksForValues(query) && e.news ? valuesFunctions(query, e.news, e) : undefined;
  const insert = insertFunction(e, bounds, store);
  const soonest = plan.measure === undefined ? undefined : soonestFunction(goals.plain, plan.measure, e);
  const looks: Looks = { found: counts.found, isGoal: goal.isGoal, soonest, values };
  const keep = keepFunction(e, insert, looks, exchange);
  const sort = facts.symmetry && representativeCode(facts.symmetry, e, facts.live, alive);
  const arrive = arriveFunction(e, arrival, settle, keep, sort?.order);
  const expand = expandFunction(e, { arrive, stop: counts.found, watch, taken: undefined });
  const start = startFunction(e, store, arrive, counts);
  const forgets = facts.passing && transientFunction(facts.passing, e);
  const run = runFunction(e, { store, read, expand, forgets, watch, soonest, counts, ...goal });

  const whole = arriveWhole(e, arrive);

  if (facts.freezes) exportAll(module, { ...freezeFunctions(e) });
  addMemory(e);
  exportAll(module, { start, open: store.open, arrive: whole, run });
  if (plan.shared) exportThread(e, store);
  if (exchange) exportPart(e, store, exchange, isSent, insert, looks);
  exportAll(module, { ...counts, ...countersOf(e, store, sort, soonest) });
  const { inbox = 0, bytes: messageBytes = 0 } = exchange ?? {};
  return { ...finished(e), tables: values?.tables ?? [], inbox, messageBytes };
}

/** Whether nothing asks for whole zones while states are expanded, but for differences of clocks. */
function isPlain(network: Network, query: NetworkQuery | undefined, options: PlanOptions, goals: Goals): boolean {
  if (options.extrapolates || options.measure !== undefined || comesInPieces(network)) return false;
  if (goals.dead.length + goals.asked.length > 0 || asksForValues(query)) return false;
  // Whatever they ask of other clocks would have to be listed for a copy of the target.
  return goals.plain.every(({ clocks }) => clocks.every(isTold));
}

export interface Counts {
  readonly transitions: Global<"i32">;
  readonly explored: Global<"i32">;
  /** The node that was found; 0 if there is none. */
  readonly found: Global<"i32">;
}

export function countsOf(module: Timed["module"]): Counts {
  const transitions = module.global("i32", "transitions");
  const explored = module.global("i32", "explored");
  return { transitions, explored, found: module.global("i32", "found") };
}

/** Inserts the target zone as the abstraction wants it. The new node, or 0. */
function insertFunction(e: Timed, bounds: ClockBounds, { insert }: Store): Question {
  if (bounds.diagonals.triples.length > 0 && e.pieces) return insertByDiagonals(e, e.pieces, bounds, insert);
  return e.plan.extrapolates && !comparesExactly(bounds) ? insertWidened(e, bounds, insert) : insert;
}

/** What is looked for in new nodes. */
interface Looks extends Pick<GoalFunctions, "isGoal"> {
  readonly found: Global<"i32">;
  readonly soonest: Soonest | undefined;
  readonly values: Values | undefined;
}

/** Looks at a new node, if it is one, with its state in the cells and the target zone. */
function look({ found, isGoal, soonest, values }: Looks, f: Body, made: Local<"i32">): void {
  if (soonest) f.if(made, () => f.call(soonest.look, made));
  else if (isGoal) f.if(i32.andThen(made, call(isGoal)), () => f.set(found, made));
  if (values) f.if(made, () => f.call(values.look));
}

/** Stores the state in the cells and the target zone, or sends it to the memory that keeps it. */
function keepFunction({ module }: Timed, insert: Question, looks: Looks, exchange: Exchange | undefined): Action {
  const here = module.func("keep", [], "void", (f) => look(looks, f, f.local("i32", "node", call(insert))));
  if (!exchange) return here;
  return module.func("keep_or_send", [], "void", (f) => f.if(i32.eqz(call(exchange.send)), () => f.call(here)));
}

/** Takes a state that was reached, in the cells and the target zone. */
export function arriveFunction(
  e: Timed,
  { invariants }: Arrival,
  settle: Question,
  keep: Action,
  sort: Action | undefined,
): Action {
  const cuts = delayCuts(e, invariants);
  if (cuts) return arriveInPieces(e, cuts, settle, keep, sort);
  return e.module.func("arrive", [], "void", (f) => {
    f.if(call(settle), () => {
      if (sort) f.call(sort);
      f.call(keep);
    });
  });
}

/** Takes a state that the host has put in. */
function arriveWhole({ module, zones: { listing } }: Timed, arrive: Action): Action {
  if (!listing) return arrive;
  return module.func("arrive_whole", [], "void", (f) => {
    f.call(listing.all);
    f.call(arrive);
  });
}

/** Opens the store and takes the initial state; the host has put its cells in. */
export function startFunction(e: Timed, store: Pick<Store, "open">, arrive: Action, { transitions }: Counts): ActionOn {
  const { network, dim, width, rowBytes, at } = e.plan;
  return e.module.func("start", ["heap: i32"], "void", (f, heap) => {
    f.call(store.open, heap);
    for (let x = 0; x < dim; x++) {
      for (let k = 0; k < width; k += 4) {
        const lanes = [0, 1, 2, 3].map((lane) => (k + lane < dim ? 1 : INF)) as [number, number, number, number];
        f.do(v128.store(0, i32x4.const(...lanes), at.target + x * rowBytes + 4 * k));
      }
    }
    if (e.zones.listing) f.call(e.zones.listing.all);
    for (const [x, clock] of network.clocks.entries())
      if (clock.initial !== 0) f.call(e.zones.reset, at.target, x, clock.initial);
    f.call(arrive);
    f.set(transitions, 0);
  });
}

interface Loop extends GoalFunctions {
  readonly store: Store;
  /** Reads the state of a record into the cells. */
  readonly read: ActionOn;
  readonly expand: Action;
  /** Whether the state in the cells need not be kept once it is expanded. */
  readonly forgets: Question | undefined;
  readonly watch: DeadlockWatch | undefined;
  readonly soonest: Soonest | undefined;
  readonly counts: Counts;
}

/** The loop: expands up to so many states, and says how it stands. */
function runFunction(e: Timed, loop: Loop) {
  const { store, read, expand, forgets, watch, soonest, counts, mayHold, mayDeadlock } = loop;
  const { at, node, meta, shared } = e.plan;
  const { found, explored } = counts;
  return e.module.func("run", ["portion: i32"], "i32", (f, portion) => {
    const n = f.local("i32", "node");
    f.while(portion, () => {
      f.if(found, () => f.return(status.found));
      f.if(store.trouble, () => f.return(i32.add(store.trouble, status.memory - 1)));
      if (shared) f.if(flagged(), () => f.return(status.paused));
      f.set(n, call(store.next));
      if (soonest) {
        f.comment("nothing that waits comes before the goal that was found");
        f.if(i32.andThen(soonest.node, i32.orElse(i32.eqz(n), i32.ge_s(store.queue.cost, soonest.cost))), () => {
          f.set(found, soonest.node);
          f.return(status.found);
        });
      }
      f.if(i32.eqz(n), () => f.return(status.exhausted));
      f.add(explored, 1);
      f.call(read, store.record);
      for (const [k, cell] of meta.entries()) f.do(i32.store(0, i32.load(n, node.meta + 4 * k), at.cells + 4 * cell));
      saveCells(e, f);
      f.call(store.load, i32.add(n, node.zone), at.zone);
      const goes = forgets && f.local("i32", "goes", call(forgets));
      f.call(expand);
      f.set(portion, i32.sub(portion, 1));
      if (mayHold) f.if(call(mayHold), () => f.return(status.suspect));
      // Also when a successor was found: a deadlock here comes one step earlier.
      if (watch && mayDeadlock)
        f.if(i32.andThen(i32.eqz(watch.isLive), call(mayDeadlock)), () => f.return(status.suspect));
      if (goes) f.if(goes, () => f.call(store.forget, n));
    });
    return status.working;
  });
}

/** What one of several threads needs besides. */
export function exportThread({ module }: Timed, { settle, heap, allocate, queue, comparison: { kept } }: Store): void {
  const { head, tail, eager, wasted, left } = queue;
  exportAll(module, { growChunks: heap.folding?.once.grow, growZones: kept?.once.grow });
  exportAll(module, { settle, grow: heap.grow, allocate, left, quota: heap.quota, head, tail, eager, wasted });
}

/** What one of several memories needs besides. */
function exportPart(e: Timed, store: Store, exchange: Exchange, isSent: boolean, insert: Question, looks: Looks): void {
  const keepReceived = e.module.func("keep_received", [], "void", (f) => {
    const made = f.local("i32", "node", call(insert));
    if (isSent) f.if(made, () => f.call(store.read, e.plan.at.candidate, e.plan.at.target));
    look(looks, f, made);
  });
  const { advance, left, eager, wasted } = store.queue;
  const { flush, part } = exchange;
  const receive = exchange.receive(keepReceived);
  exportAll(e.module, { receive, flush, advance, left, eager, wasted, part, origin: store.origin });
}

/** What the host reads and sets. */
function countersOf(e: Timed, store: Store, sort: RepresentativeCode | undefined, soonest: Soonest | undefined) {
  const { stored, waiting, discrete, top, trouble, limit, current, table, mask } = store;
  const { faultNumber: fault, faultValue, edge } = e;
  return {
    ...{ stored, waiting, discrete, top, trouble, limit, fault, faultValue, edge, current, table, mask },
    ...{ vague: sort?.vague, cost: soonest?.cost, random: store.queue.random },
    ...partCounters(store),
  };
}

/** What states are made of, where they are made small. */
export function partCounters({ tally, heap, comparison }: Store) {
  const [chunks, zones] = [heap.folding?.once, comparison.kept?.once];
  return {
    ...tally,
    ...{ chunkBytes: chunks?.bytes, chunkTable: chunks?.tableBytes },
    ...{ keptBytes: zones?.bytes, keptTable: zones?.tableBytes },
  };
}

/** Inserts the target zone extrapolated, and leaves it as it was. */
function insertWidened(e: Timed, bounds: ClockBounds, insert: Question): Question {
  const { target } = e.plan.at;
  const exact = e.region(e.plan.zoneBytes);
  const extrapolate = extrapolateFunction(e, bounds, closeFunction(e), "LU");
  return e.module.func("insert_widened", [], "i32", (f) => {
    f.call(e.zones.copy, exact, target);
    f.call(extrapolate);
    const node = f.local("i32", "node", call(insert));
    f.call(e.zones.copy, target, exact);
    return node;
  });
}

/** As `arrive`, where one arrival may be several states. */
function arriveInPieces(e: Timed, cuts: DelayCuts, settle: Question, keep: Action, sort: Action | undefined): Action {
  const room = roomForCells(e);
  const emit = e.module.func("keep_piece", [], "void", (f) => {
    if (!sort) {
      f.call(keep);
      return;
    }
    // The next piece is of the same state, before it was sorted.
    keepingCells(room, e, f, () => {
      f.call(sort);
      f.call(keep);
    });
  });
  return settledFunction("arrive", e, settle, urgentDelays(e, cuts, { emit }), emit);
}
