/**
 * The module of a search with local times: as `loop/reachability.ts`, with the semantics of `interpret/local.ts`. Two plans
 * share its memory: steps are taken on local zones, by the code of a network with clocks more (`network.ts`), and what is
 * reached is judged and compared by its part of equal times, a standard zone in the usual store.
 */
import type { ClockBounds, Coupling, LiveCells } from "../../../analysis/index.ts";
import type { Network, NetworkQuery } from "../../../network/index.ts";
import { rowsOf } from "../../interpret/rows.ts";
import { call, type I32, i32 } from "../../wasm/index.ts";
import type { Coder } from "../code/coder.ts";
import { coderFor } from "../code/statement.ts";
import { type Action, emitterFor, type Question } from "../emitter.ts";
import { invariantFunction } from "../loop/arrival.ts";
import { goalFunctions, goalsOf } from "../loop/goal.ts";
import { addMemory, type CompiledModule, exportAll, finished, status } from "../loop/module.ts";
import { type Counts, countsOf, exportThread, startFunction } from "../loop/reachability.ts";
import { expandFunction } from "../loop/transition.ts";
import { type PlanOptions, planFor } from "../plan.ts";
import { packFunction, saveCells, unpackFunction } from "../store/packing.ts";
import { type Store, storeFunctions } from "../store/store.ts";
import { flagged } from "../store/threads.ts";
import { comesInPieces, comparesExactly, isWide, whyNotCompiled } from "../support.ts";
import { boundsFunction } from "../zones/bounds.ts";
import { guardTable, piecesFunctions } from "../zones/pieces.ts";
import type { Timed } from "../zones/timing.ts";
import { urgentFunction } from "../zones/urgency.ts";
import { meetingOf } from "./meeting.ts";
import { overRows } from "./network.ts";
import { type WaitingZones, waitingZones, withWord } from "./waiting.ts";
import { localZones, pass, synchroniseFunction } from "./zones.ts";

/** Why a search with local times is left to the interpreter; undefined if it need not be. */
export function whyNotLocal(
  network: Network,
  query: NetworkQuery,
  bounds: ClockBounds,
  coupling: Coupling,
): string | undefined {
  const local = overRows(network, rowsOf(network, coupling, 0), coupling.groupOf);
  const why = whyNotCompiled(local, query, bounds);
  if (why !== undefined) return why;
  if (comparesExactly(bounds)) return "differences of clocks are compared";
  if (isWide(local, bounds)) return "clocks have large constants";
  return goalsOf(local, query).asked.length > 0 ? "the query is too large a combination, or may be a fault" : undefined;
}

/** Requires: `whyNotLocal` says nothing. */
export function compileLocal(
  network: Network,
  query: NetworkQuery | undefined,
  bounds: ClockBounds,
  options: PlanOptions,
  coupling: Coupling,
  live?: LiveCells,
): CompiledModule {
  const rows = rowsOf(network, coupling, 0);
  const standard = withWord(planFor(network, query, options));
  const own = planFor(overRows(network, rows, coupling.groupOf), undefined, { ...options, entry: 4 }, standard.heap);
  const { cells, source } = standard.at;
  const plan = { ...own, at: { ...own.at, cells, source } };
  const emitter = emitterFor(plan);
  const { module } = emitter;
  const stored = { ...coderFor({ ...emitter, plan: standard }) };
  const e = timedLocal({ ...coderFor(emitter), zones: localZones(emitter, rows) });
  module.define(e.zones.up, (f, z) => {
    for (const [g, row] of rows.ofGroup.entries()) {
      const still = stillIn(g, coupling, e);
      if (still) f.if(i32.eqz(still), () => pass(f, z, row, plan));
      else pass(f, z, row, plan);
    }
  });
  const counts = countsOf(module);
  const zones = waitingZones(e, standard.node.meta);
  const store = storeFunctions(stored, packFunction(stored, live), boundsFunction(stored, bounds), {
    leave: zones.release,
  });
  const { isGoal } = goalFunctions(goalsOf(network, query), stored);
  const synchronise = synchroniseFunction(e, rows, standard);
  const arrive = arriveFunction(e, counts, synchronise, store, zones, isGoal);
  const meeting = meetingOf(e, coupling, rows);
  const expand = expandFunction(e, { arrive, stop: counts.found, watch: undefined, taken: undefined, meeting });
  const start = startFunction(e, store, arrive, counts);
  const run = runFunction(e, store, zones, expand, counts);
  addMemory(e);
  const { stored: kept, waiting, discrete, top, trouble, limit, current, table, mask } = store;
  const { faultNumber: fault, faultValue, edge } = e;
  exportAll(module, {
    start,
    run,
    ...counts,
    stored: kept,
    waiting,
    discrete,
    top,
    trouble,
    limit,
    current,
    table,
    mask,
  });
  exportAll(module, { fault, faultValue, edge, random: store.queue.random });
  if (plan.shared) exportThread(e, store);
  return { ...finished(e), plan: standard, tables: [], inbox: 0, messageBytes: 0 };
}

/** What is not local is refused before: priorities, stopwatches, urgent channels with clock guards. */
function timedLocal(e: Coder): Timed {
  const pieces = comesInPieces(e.plan.network) ? piecesFunctions(e) : undefined;
  const cuts = pieces && { pieces, guards: guardTable(pieces, e), priorities: undefined, urgency: undefined };
  return { ...e, pieces, cuts, still: undefined, rates: undefined };
}

/** Whether time stands still for a group; undefined if it never does. */
function stillIn(group: number, { groupOf, urgent }: Coupling, e: Coder): I32 | undefined {
  const { network, at } = e.plan;
  let any: I32 | undefined;
  const or = (one: I32): void => {
    any = any === undefined ? one : i32.or(any, one);
  };
  for (const { index, locations } of network.processes) {
    if (groupOf[index] !== group || !locations.some((l) => l.urgent || l.committed)) continue;
    const table = e.data(new Uint8Array(locations.map((l) => (l.urgent || l.committed ? 1 : 0))));
    or(i32.load8_u(i32.load(0, at.cells + 4 * index), table));
  }
  if (group === urgent) or(call(urgentFunction(e, undefined)));
  return any;
}

/** Takes a state that was reached, in the cells and the target zone. */
function arriveFunction(
  e: Timed,
  { transitions, found }: Counts,
  synchronise: Question,
  store: Store,
  zones: WaitingZones,
  isGoal: Question | undefined,
): Action {
  const invariants = invariantFunction(e, undefined);
  const keep = zones.keep(store);
  return e.module.func("arrive", [], "void", (f) => {
    if (invariants) f.if(i32.eqz(call(invariants)), () => f.return());
    f.call(e.zones.up, e.plan.at.target);
    if (invariants) f.do(call(invariants));
    f.comment("what never has equal times is no state of the network");
    f.if(i32.eqz(call(synchronise)), () => f.return());
    f.add(transitions, 1);
    const n = f.local("i32", "node", call(store.insert));
    f.if(i32.eqz(n), () => f.return());
    f.call(keep, n);
    if (isGoal) f.if(call(isGoal), () => f.set(found, n));
  });
}

/** The loop: expands up to so many states, and says how it stands. */
function runFunction(e: Timed, store: Store, zones: WaitingZones, expand: Action, { found, explored }: Counts) {
  const unpack = unpackFunction(e);
  return e.module.func("run", ["portion: i32"], "i32", (f, portion) => {
    const n = f.local("i32", "node");
    f.while(portion, () => {
      f.if(found, () => f.return(status.found));
      f.if(store.trouble, () => f.return(i32.add(store.trouble, status.memory - 1)));
      if (e.plan.shared) f.if(flagged(), () => f.return(status.paused));
      f.set(n, call(store.next));
      f.if(i32.eqz(n), () => f.return(status.exhausted));
      f.add(explored, 1);
      f.call(unpack, i32.add(store.record, 8));
      saveCells(e, f);
      f.call(zones.take, n);
      f.call(expand);
      f.set(portion, i32.sub(portion, 1));
    });
    return status.working;
  });
}
