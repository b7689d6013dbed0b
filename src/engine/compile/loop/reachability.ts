import type { ClockBounds, LiveCells, Symmetry } from "../../../analysis/index.ts";
import type { Network, NetworkQuery } from "../../../network/index.ts";
import {
  type Body,
  call,
  encode,
  type Func,
  i32,
  i32x4,
  type Local,
  memory,
  printWat,
  v128,
} from "../../wasm/index.ts";
import { dataOf, predicateFunction, soonestFunction, termsOf } from "../code/predicate.ts";
import { Emitter, type FaultSite } from "../emitter.ts";
import { INF, type Plan, type PlanOptions, planFor } from "../plan.ts";
import { packFunction, saveCells, unpackFunction } from "../store/packing.ts";
import { storeFunctions } from "../store/store.ts";
import { flagged } from "../store/threads.ts";
import { comparesExactly, isWide } from "../support.ts";
import { closeFunction, extrapolateFunction } from "../zones/closure.ts";
import { deadlockWatch } from "../zones/deadlock.ts";
import { urgentDelays } from "../zones/delay.ts";
import { insertByDiagonals } from "../zones/diagonal.ts";
import { zoneFunctions } from "../zones/zone.ts";
import { boundsFunction, settleFunction } from "./arrival.ts";
import { equip } from "./equipment.ts";
import { exchangeFunctions } from "./exchange.ts";
import { representativeCode } from "./symmetry.ts";
import { passingFunction } from "./transient.ts";
import { jointFunctions } from "./transition.ts";
import { asksForValues, valuesFunctions } from "./value.ts";

/**
 * A network and a query made into one WebAssembly module that holds the whole search for a state that satisfies the query
 * (for A[], its negation). The host only starts it, lets it run in portions and reads the result.
 */
export interface CompiledModule {
  readonly plan: Plan;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly faults: readonly FaultSite[];
  readonly heap: number;
  readonly wat: () => string;
  /** Of a search for values: see `value.ts`. */
  readonly tables: readonly number[];
  /** Of several memories: where the host puts messages, and bytes of one. */
  readonly inbox: number;
  readonly messageBytes: number;
}

/** What is known of the network that makes states equal. */
export interface Facts {
  readonly live?: LiveCells | undefined;
  readonly symmetry?: Symmetry | undefined;
  /** Kinds of locations, where committed states are not kept; see `analysis/transient.ts`. */
  readonly passing?: readonly Uint8Array[] | undefined;
  /** For `-->`: how many states are explored before paths no longer begin at once. */
  readonly atOnce?: number | undefined;
}

/**
 * What `run` returns; after `suspect` the host looks at the state being expanded for a deadlock and goes on. Of several
 * threads: `exhausted` says that there is nothing left to take of this level, `paused` that all are asked to meet, `crowded`
 * that the table is too full to go on.
 */
export const status = {
  working: 0,
  exhausted: 1,
  found: 2,
  memory: 3,
  bounds: 4,
  suspect: 5,
  crowded: 6,
  paused: 7,
} as const;

export type Status = keyof typeof status;
const statuses = Object.keys(status) as Status[];

/** What the number says that a module's `run` returns. */
export function statusOf(code: number): Status {
  return statuses[code];
}

export function compile(
  network: Network,
  query: NetworkQuery | undefined,
  bounds: ClockBounds,
  options: PlanOptions,
  facts: Facts = {},
): CompiledModule {
  const plan = planFor(network, query, { ...options, wide: options.wide ?? isWide(network, bounds) });
  const e = new Emitter(plan);
  const { module } = e;
  const { at, dim, width, rowBytes, node, meta } = plan;
  e.zones = zoneFunctions(e);
  const transitions = module.global("i32", "transitions");
  const explored = module.global("i32", "explored");
  const found = module.global("i32", "found");
  const formula = query && (query.kind === "E<>" || query.kind === "A[]") ? query.formula : undefined;
  const isNegated = query?.kind === "A[]";
  const listed = formula && termsOf(formula, isNegated);
  // What cannot be listed (no deadlock, or too many ways) the host decides, in every state whose data do not say no.
  const asked = formula && !listed ? [{ data: [dataOf(formula, isNegated)], clocks: [] }] : [];
  const terms = listed ?? [];
  const isSplit = bounds.diagonals.triples.length > 0;
  equip(e, isSplit);
  if (terms.some((term) => term.deadlock)) e.watch = deadlockWatch(e);
  const settle = settleFunction(e, transitions);
  const pack = packFunction(e, facts.live);
  // Of several memories what is sent has the stored form already; but not where zones are split before they are stored.
  const isSent = plan.parts > 1 && !isSplit;
  const store = storeFunctions(e, isSent ? undefined : pack, boundsFunction(e, bounds));
  const unpack = unpackFunction(e);
  const exchange = plan.parts > 1 ? exchangeFunctions(e, plan.parts, { pack, unpack, isSent }, store) : undefined;
  const plain = terms.filter((term) => !term.deadlock);
  const goal = plain.length > 0 ? predicateFunction("goal", plain, e) : undefined;
  const dead = terms.filter((term) => term.deadlock).map(({ data }) => ({ data, clocks: [] }));
  const mayDeadlock = dead.length > 0 ? predicateFunction("may_deadlock", dead, e) : undefined;
  const mayHold = asked.length > 0 ? predicateFunction("may_hold", asked, e) : undefined;

  const values = asksForValues(query) ? valuesFunctions(query, e) : undefined;

  const isWidened = plan.extrapolates && !comparesExactly(bounds);
  const insert = isSplit
    ? insertByDiagonals(e, bounds, store.insert)
    : isWidened
      ? insertWidened(e, bounds, store.insert)
      : store.insert;

  const soonest = plan.measure === undefined ? undefined : soonestFunction(plain, plan.measure, e);

  const look = (f: Body, made: Local<"i32">): void => {
    if (soonest) f.if(made, () => f.call(soonest.look, made));
    else if (goal) f.if(i32.andThen(made, call(goal)), () => f.set(found, made));
    if (values) f.if(made, () => f.call(values.look));
  };
  const keepHere: Func<readonly [], "void"> = module.func("keep", [], "void", (f) => {
    look(f, f.local("i32", "node", call(insert)));
  });
  const keep = exchange
    ? module.func("keep_or_send", [], "void", (f) => f.if(i32.eqz(call(exchange.send)), () => f.call(keepHere)))
    : keepHere;

  const sort = facts.symmetry && representativeCode(facts.symmetry, e, facts.live);

  const arrive: Func<readonly [], "void"> = e.urgency
    ? arriveInPieces(e, settle, keep, sort?.order)
    : module.func("arrive", [], "void", (f) => {
        f.if(call(settle), () => {
          if (sort) f.call(sort.order);
          f.call(keep);
        });
      });

  const { expand } = jointFunctions(e, arrive, found);

  const start = module.func("start", ["heap: i32"], "void", (f, heap) => {
    f.call(store.open, heap);
    for (let x = 0; x < dim; x++) {
      for (let k = 0; k < width; k += 4) {
        const lanes = [0, 1, 2, 3].map((lane) => (k + lane < dim ? 1 : INF)) as [number, number, number, number];
        f.do(v128.store(0, i32x4.const(...lanes), at.target + x * rowBytes + 4 * k));
      }
    }
    for (const [x, clock] of network.clocks.entries())
      if (clock.initial !== 0) f.call(e.zones!.reset, at.target, x, clock.initial);
    f.call(arrive);
    f.set(transitions, 0);
  });

  const passes = facts.passing && passingFunction(facts.passing, e);

  const run = module.func("run", ["portion: i32"], "i32", (f, portion) => {
    const n = f.local("i32", "node");
    f.while(portion, () => {
      f.if(found, () => f.return(status.found));
      f.if(store.trouble, () => f.return(i32.add(store.trouble, status.memory - 1)));
      if (plan.shared) f.if(flagged(), () => f.return(status.paused));
      f.set(n, call(store.next));
      if (soonest) {
        f.comment("nothing that waits comes before the goal that was found");
        f.if(i32.andThen(soonest.node, i32.orElse(i32.eqz(n), i32.ge_s(store.queue.cost, soonest.cost))), () => {
          f.set(found, soonest.node);
          f.return(status.found);
        });
      }
      f.if(i32.eqz(n), () => f.return(status.exhausted));
      f.set(explored, i32.add(explored, 1));
      f.call(unpack, i32.add(store.record, 8));
      for (const [k, cell] of meta.entries()) f.do(i32.store(0, i32.load(n, node.meta + 4 * k), at.cells + 4 * cell));
      saveCells(e, f);
      f.call(store.load, i32.add(n, node.zone), at.zone);
      const goes = passes && f.local("i32", "goes", call(passes));
      f.call(expand);
      f.set(portion, i32.sub(portion, 1));
      if (mayHold) f.if(call(mayHold), () => f.return(status.suspect));
      // Also when a successor was found: a deadlock here comes one step earlier.
      if (e.watch && mayDeadlock)
        f.if(i32.andThen(i32.eqz(e.watch.live), call(mayDeadlock)), () => f.return(status.suspect));
      if (goes) f.if(goes, () => f.call(store.forget, n));
    });
    return status.working;
  });

  const pages = { min: Math.ceil(e.heap / 65536) + 1, max: 65536 };
  if (plan.shared) module.importMemory("host", "memory", { ...pages, shared: true });
  else module.addMemory(pages);
  module.export("memory", module.memory!);
  module.export("start", start);
  module.export("open", store.open);
  module.export("arrive", arrive);
  module.export("run", run);
  if (plan.shared) {
    module.export("settle", store.settle);
    module.export("grow", store.heap.grow);
    module.export("allocate", store.allocate);
    module.export("left", store.queue.left);
    const { head, tail, eager, wasted } = store.queue;
    const { quota } = store.heap;
    for (const [name, global] of Object.entries({ quota, head, tail, eager, wasted })) module.export(name, global);
  }
  if (exchange) {
    const keepReceived = module.func("keep_received", [], "void", (f) => {
      const made = f.local("i32", "node", call(insert));
      if (isSent) f.if(made, () => f.call(store.load, at.candidate, at.target));
      look(f, made);
    });
    module.export("receive", exchange.receive(keepReceived));
    module.export("flush", exchange.flush);
    module.export("advance", store.queue.advance!);
    module.export("left", store.queue.left);
    const { eager, wasted } = store.queue;
    for (const [name, global] of Object.entries({ eager, wasted, part: exchange.part, origin: store.origin }))
      module.export(name, global);
  }
  const counters = {
    transitions,
    explored,
    found,
    stored: store.stored,
    waiting: store.waiting,
    discrete: store.discrete,
    top: store.top,
    trouble: store.trouble,
    limit: store.limit,
    fault: e.faultNumber,
    faultValue: e.faultValue,
    edge: e.edge,
    current: store.current,
    table: store.table,
    mask: store.mask,
    ...(sort ? { vague: sort.vague } : {}),
    ...(soonest ? { cost: soonest.cost } : {}),
    ...(store.queue.random ? { random: store.queue.random } : {}),
  };
  for (const [name, global] of Object.entries(counters)) module.export(name, global);
  return {
    plan,
    bytes: encode(module),
    faults: e.faults,
    heap: e.heap,
    wat: () => printWat(module),
    tables: values?.tables ?? [],
    inbox: exchange?.inbox ?? 0,
    messageBytes: exchange?.bytes ?? 0,
  };
}

/** Inserts the target zone extrapolated, and leaves it as it was. */
function insertWidened(e: Emitter, bounds: ClockBounds, insert: Func<readonly [], "i32">): Func<readonly [], "i32"> {
  const { target } = e.plan.at;
  const exact = e.region(e.plan.zoneBytes);
  const extrapolate = extrapolateFunction(e, bounds, closeFunction(e), "LU");
  return e.module.func("insert_widened", [], "i32", (f) => {
    f.call(e.zones!.copy, exact, target);
    f.call(extrapolate);
    const node = f.local("i32", "node", call(insert));
    f.call(e.zones!.copy, target, exact);
    return node;
  });
}

/** As `arrive`, where one arrival may be several states. */
function arriveInPieces(
  e: Emitter,
  settle: Func<readonly [], "i32">,
  keep: Func<readonly [], "void">,
  sort: Func<readonly [], "void"> | undefined,
): Func<readonly [], "void"> {
  const { module, plan } = e;
  const { cells } = plan.at;
  const bytes = 4 * plan.network.slots.length;
  const arrived = e.region(bytes);
  const emit = module.func("keep_piece", [], "void", (f) => {
    if (!sort) {
      f.call(keep);
      return;
    }
    // The next piece is of the same state, before it was sorted.
    f.do(memory.copy(arrived, cells, bytes));
    f.call(sort);
    f.call(keep);
    f.do(memory.copy(cells, arrived, bytes));
  });
  const delays = urgentDelays(e, { emit });
  return module.func("arrive", [], "void", (f) => {
    const how = f.local("i32", "how", call(settle));
    f.if(
      i32.eq(how, 2),
      () => f.call(delays),
      () => f.if(how, () => f.call(emit)),
    );
  });
}
