/**
 * The module of a bit-state search: depth first, as `loop/reachability.ts`, with a table of bits (`table.ts`) for the states
 * that were reached and a stack (`stack.ts`) of those on the way. Zones are extrapolated by Extra+LU, so that there are
 * finitely many. What it finds is reachable; that it finds nothing means nothing.
 */
import type { ClockBounds } from "../../../analysis/index.ts";
import type { Network, NetworkQuery } from "../../../network/index.ts";
import { call, i32 } from "../../wasm/index.ts";
import { coderFor } from "../code/statement.ts";
import { type Action, type ActionOn, emitterFor } from "../emitter.ts";
import { invariantFunction, settleFunction } from "../loop/arrival.ts";
import { type GoalFunctions, goalFunctions, goalsOf } from "../loop/goal.ts";
import { addMemory, type CompiledModule, exportAll, type Facts, finished, status } from "../loop/module.ts";
import { arriveFunction, type Counts, countsOf, startFunction } from "../loop/reachability.ts";
import { representativeCode } from "../loop/symmetry.ts";
import { expandFunction } from "../loop/transition.ts";
import { type PlanOptions, planFor } from "../plan.ts";
import { chance } from "../store/bag.ts";
import { packFunction, saveCells, unpackFunction } from "../store/packing.ts";
import { isWide } from "../support.ts";
import { closeFunction } from "../zones/closure.ts";
import { type Comparison, comparisonFunctions } from "../zones/comparison.ts";
import { type DeadlockWatch, deadlockWatch } from "../zones/deadlock.ts";
import { extrapolateFunction } from "../zones/extrapolation.ts";
import { type Timed, timed } from "../zones/timing.ts";
import { type Way, wayFunctions } from "./stack.ts";
import { type BitTable, bitTable } from "./table.ts";

/** `bytes`: of the table. Requires: no differences of clocks are compared, and bounds are such that extrapolation ends. */
export function compileBits(
  network: Network,
  query: NetworkQuery | undefined,
  bounds: ClockBounds,
  options: PlanOptions,
  facts: Pick<Facts, "live" | "symmetry">,
  bytes: number,
): CompiledModule {
  const wide = options.wide ?? isWide(network, bounds);
  const plan = planFor(network, query, { ...options, trace: true, wide });
  const coder = coderFor(emitterFor(plan));
  const { module } = coder;
  const counts = countsOf(module);
  const goals = goalsOf(network, query);
  const e = timed(coder, false);
  const watch = goals.dead.length > 0 ? deadlockWatch(e) : undefined;
  const arrival = { watch, invariants: invariantFunction(e, watch) };
  const settle = settleFunction(e, arrival, counts.transitions);
  const limit = module.global("i32", "limit", 65536);
  const trouble = module.global("i32", "trouble");
  const stored = module.global("i32", "stored");
  const table = bitTable(e, bytes);
  const way = wayFunctions(e, limit);
  const comparison = comparisonFunctions(e);
  const goal = goalFunctions(goals, e);
  const keep = keepFunction(e, bounds, packFunction(e, facts.live), {
    ...{ comparison, table, way, trouble, stored, goal, counts },
  });
  const sort = facts.symmetry && representativeCode(facts.symmetry, e, facts.live);
  const arrive = arriveFunction(e, arrival, settle, keep, sort?.order);
  const expand = expandFunction(e, { arrive, stop: counts.found, watch, taken: undefined });
  const open = openFunction(e, table, way, bytes);
  const dice = plan.order === "rambling" ? chance(e) : undefined;
  const shuffle = dice && way.shuffle(dice.draw);
  const run = runFunction(e, { way, comparison, trouble, expand, shuffle, watch, counts, ...goal });
  const start = startFunction(e, { open }, arrive, counts);
  addMemory(e);
  exportAll(module, { start, run, ...counts, stored, trouble, limit, random: dice?.random, vague: sort?.vague });
  const { current, waiting, dropped, deepest, end } = way;
  const { faultNumber: fault, faultValue, edge } = e;
  exportAll(module, { current, waiting, dropped, deepest, end, ones: table.ones, discrete: stored });
  exportAll(module, { fault, faultValue, edge });
  return { ...finished(e), tables: [], inbox: 0, messageBytes: 0 };
}

interface Keeping {
  readonly comparison: Comparison;
  readonly table: BitTable;
  readonly way: Way;
  readonly trouble: Parameters<typeof wayFunctions>[1];
  readonly stored: Parameters<typeof wayFunctions>[1];
  readonly goal: GoalFunctions;
  readonly counts: Counts;
}

/** Takes the state in the cells and the target zone, extrapolated, if it is new; whether it is a goal is asked of it as it is. */
function keepFunction(e: Timed, bounds: ClockBounds, pack: Action, parts: Keeping): Action {
  const { comparison, table, way, trouble, stored, goal, counts } = parts;
  const { target } = e.plan.at;
  const exact = e.region(e.plan.zoneBytes);
  const extrapolate = extrapolateFunction(e, bounds, closeFunction(e), "LU");
  return e.module.func("keep", [], "void", (f) => {
    f.call(e.zones.copy, exact, target);
    f.call(extrapolate);
    const fits = f.local("i32", "fits", call(comparison.compress));
    f.call(e.zones.copy, target, exact);
    f.if(i32.eqz(fits), () => {
      f.set(trouble, 2);
      f.return();
    });
    f.call(pack);
    f.if(i32.eqz(call(table.note)), () => f.return());
    f.add(stored, 1);
    const n = f.local("i32", "node", call(way.push));
    const { isGoal } = goal;
    if (isGoal) f.if(i32.andThen(n, call(isGoal)), () => f.set(counts.found, n));
  });
}

/** The table, for which the host has made room, and behind it the stack; takes the first free address. */
function openFunction({ module }: Timed, { at }: BitTable, { first, end }: Way, bytes: number): ActionOn {
  return module.func("open", ["from: i32"], "void", (f, from) => {
    f.set(at, i32.and(i32.add(from, 15), -16));
    f.set(first, i32.and(i32.add(i32.add(at, bytes), 15), -16));
    f.set(end, first);
  });
}

interface Loop extends GoalFunctions {
  readonly way: Way;
  readonly comparison: Comparison;
  readonly trouble: Keeping["trouble"];
  readonly expand: Action;
  readonly shuffle: Action | undefined;
  readonly watch: DeadlockWatch | undefined;
  readonly counts: Counts;
}

/** The loop: expands up to so many states, and says how it stands. */
function runFunction(e: Timed, loop: Loop) {
  const { way, comparison, trouble, expand, shuffle, watch, counts, mayHold, mayDeadlock } = loop;
  const { at, node, meta } = e.plan;
  const { found, explored } = counts;
  const unpack = unpackFunction(e);
  return e.module.func("run", ["portion: i32"], "i32", (f, portion) => {
    const n = f.local("i32", "node");
    f.while(portion, () => {
      f.if(found, () => f.return(status.found));
      f.if(trouble, () => f.return(i32.add(trouble, status.memory - 1)));
      f.set(n, call(way.next));
      f.if(i32.eqz(n), () => f.return(status.exhausted));
      f.add(explored, 1);
      f.call(unpack, i32.add(n, way.state));
      for (const [k, cell] of meta.entries()) f.do(i32.store(0, i32.load(n, node.meta + 4 * k), at.cells + 4 * cell));
      saveCells(e, f);
      f.call(comparison.load, i32.add(n, node.zone), at.zone);
      f.call(expand);
      f.set(portion, i32.sub(portion, 1));
      // Not where one of them was found: it stays where it is.
      if (shuffle) f.if(i32.eqz(found), () => f.call(shuffle));
      if (mayHold) f.if(call(mayHold), () => f.return(status.suspect));
      if (watch && mayDeadlock)
        f.if(i32.andThen(i32.eqz(watch.isLive), call(mayDeadlock)), () => f.return(status.suspect));
    });
    return status.working;
  });
}
