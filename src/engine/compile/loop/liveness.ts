import type { ClockBounds } from "../../../analysis/index.ts";
import type { Formula, Network, NetworkQuery } from "../../../network/index.ts";
import { call, encode, type Func, i32, memory, printWat } from "../../wasm/index.ts";
import { constrain } from "../code/edge.ts";
import { expression } from "../code/expression.ts";
import { type Term, termsOf } from "../code/predicate.ts";
import { Emitter } from "../emitter.ts";
import { type PlanOptions, planFor } from "../plan.ts";
import { packFunction, saveCells, unpackFunction } from "../store/packing.ts";
import { OPEN, type PassedStates, passedFunctions } from "../store/stack.ts";
import { DEAD, storeFunctions } from "../store/store.ts";
import { isWide } from "../support.ts";
import { closeFunction, extrapolateFunction, wholeFunctions } from "../zones/closure.ts";
import { deadlockWatch } from "../zones/deadlock.ts";
import { urgentDelays } from "../zones/delay.ts";
import { splitByDiagonals } from "../zones/diagonal.ts";
import { withinFunctions } from "../zones/passage.ts";
import { zoneFunctions } from "../zones/zone.ts";
import { boundsFunction, settleFunction } from "./arrival.ts";
import { equip } from "./equipment.ts";
import { type CompiledModule, type Facts, status } from "./reachability.ts";
import { representativeCode } from "./symmetry.ts";
import { jointFunctions } from "./transition.ts";

/**
 * A network and a liveness query made into one module: a depth-first search for a maximal path that stays inside a formula,
 * with the meaning of `search/live.ts`. States are extrapolated by Extra+M and cut to the formula; a path stays if it
 * loops, if it can delay for ever, or if it comes to a deadlock, which the host confirms. Where differences of clocks are
 * compared a state is split by them (diagonal.ts), and each piece is a state of its own.
 *
 * For `p --> q` a second search goes before it: all reachable states, compared under aLU with symmetric bounds, which is a
 * bisimulation (or as the pieces they are split into). Wherever p holds in one of them, the depth-first search begins anew, and keeps what it has found in vain.
 */
export interface StayModule extends Pick<CompiledModule, "plan" | "bytes" | "faults" | "heap" | "wat"> {
  readonly layout: PassedStates["layout"];
  /** Where the instances of the last transition are: as many as `count` says, `instanceWords` each. */
  readonly words: number;
}

/** What the transition at hand is taken for. */
export const mode = { reaching: 0, staying: 1, seeking: 2 } as const;
export const ending = { none: 0, loop: 1, divergence: 2 } as const;

/** A query with `formula` is `E[]` or `A<>`. */
export type LivenessQuery =
  | Extract<NetworkQuery, { readonly formula: Formula }>
  | Extract<NetworkQuery, { kind: "-->" }>;

/** What paths stay inside of, as terms; undefined if the compiled search cannot take it. */
export function stayTerms(query: LivenessQuery): Term[] | undefined {
  const terms = query.kind === "-->" ? termsOf(query.right, true) : termsOf(query.formula, query.kind === "A<>");
  return terms?.some((term) => term.deadlock) ? undefined : terms;
}

/** Where a path may begin, for `-->`. */
export function startTerms(query: LivenessQuery): Term[] | undefined {
  if (query.kind !== "-->") return [];
  const terms = termsOf(query.left, false);
  return terms?.some((term) => term.deadlock) ? undefined : terms;
}

/** States explored before paths no longer begin at once; see above. */
const AT_ONCE = 20_000;

export function compileStay(
  network: Network,
  query: LivenessQuery,
  bounds: ClockBounds,
  options: PlanOptions,
  facts: Facts = {},
): StayModule {
  const plan = planFor(network, query, { ...options, wide: options.wide ?? isWide(network, bounds) });
  const e = new Emitter(plan);
  const { module } = e;
  const { at, node, meta } = plan;
  const isLeads = query.kind === "-->";
  e.zones = zoneFunctions(e);
  const transitions = module.global("i32", "transitions");
  const explored = module.global("i32", "explored");
  const found = module.global("i32", "found");
  const gaveUp = module.global("i32", "gave_up");
  const purpose = module.global("i32", "purpose");
  const wanted = module.global("i32", "wanted");
  const taken = { count: module.global("i32", "count"), single: e.region(4 * plan.instanceWords) };
  const words = e.region(4 * plan.instanceWords * (network.processes.length + 1));
  e.taken = taken;
  const isSplit = bounds.diagonals.triples.length > 0;
  equip(e, isSplit);
  e.watch = deadlockWatch(e, purpose);
  const settle = settleFunction(e, transitions);
  const pack = packFunction(e, facts.live);
  const unpack = unpackFunction(e);
  const store = storeFunctions(e, pack, boundsFunction(e, bounds));
  const passed = passedFunctions(e, store, pack, unpack);
  const close = closeFunction(e);
  const whole = wholeFunctions(e, close);
  const extrapolate = extrapolateFunction(e, bounds, close);

  /** The search is over: keeps the transition at hand for the host. */
  const conclude = module.func("conclude", ["how: i32"], "void", (f, how) => {
    f.set(found, how);
    const k = f.local("i32", "k");
    const stride = 4 * plan.instanceWords;
    f.for(k, 0, taken.count, () =>
      f.do(memory.copy(i32.add(i32.mul(k, stride), words), i32.load(i32.shl(k, 2), at.parts), stride)),
    );
  });

  const sort = facts.symmetry && representativeCode(facts.symmetry, e, facts.live);
  const cellBytes = 4 * network.slots.length;
  const unsorted = sort ? e.region(cellBytes) : 0;
  /** Takes an abstract zone. */
  const put = module.func("put", ["piece: i32"], "void", (f) => {
    f.if(found, () => f.return());
    f.if(i32.eq(purpose, mode.seeking), () => {
      f.if(call(passed.matches, wanted), () => f.call(conclude, ending.loop));
      f.return();
    });
    if (sort) {
      f.comment("other zones of the same delays have the cells as they are");
      f.do(memory.copy(unsorted, at.cells, cellBytes));
      f.call(sort.order);
    }
    f.call(passed.insert);
    if (sort) f.do(memory.copy(at.cells, unsorted, cellBytes));
    f.if(passed.loop, () => f.call(conclude, ending.loop));
  });
  const place = isSplit
    ? splitByDiagonals(e, bounds, extrapolate, put)
    : module.func("place", [], "void", (f) => {
        f.call(extrapolate);
        f.call(put, at.target);
      });
  const diverge = module.func("diverge", [], "void", (f) => {
    f.if(i32.ne(purpose, mode.seeking), () => f.call(conclude, ending.divergence));
  });
  const { enter } = withinFunctions(stayTerms(query) ?? [], e, whole, { place, diverge, found, gaveUp });

  const begin = isLeads ? beginFunction(startTerms(query) ?? [], e, enter) : undefined;
  const later = begin && !isSplit ? laterFunctions(e, store.allocate) : undefined;
  const reach = begin && reachFunction(begin);
  const arrive: Func<readonly [], "void"> = module.func("arrive", [], "void", (f) => {
    if (reach) {
      f.if(i32.eq(purpose, mode.reaching), () => {
        f.call(reach);
        f.return();
      });
    }
    if (e.invariants) f.if(i32.eqz(call(e.invariants)), () => f.return());
    f.set(transitions, i32.add(transitions, 1));
    e.watch?.judge(f);
    f.call(enter);
  });
  const { expand } = jointFunctions(e, arrive, found);

  const start = module.func("start", ["heap: i32"], "void", (f, heap) => {
    f.call(store.open, heap);
    f.call(passed.open);
    f.comment("all clocks are zero, but for those that begin otherwise");
    f.call(e.zones!.copy, at.target, whole.universal);
    for (let x = 1; x < plan.dim; x++) f.call(e.zones!.reset, at.target, x, network.clocks[x].initial);
    f.set(purpose, isLeads ? mode.reaching : mode.staying);
    f.call(arrive);
    f.set(transitions, 0);
  });

  const run = module.func("run", ["portion: i32"], "i32", (f, portion) => {
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
        f.set(explored, i32.add(explored, 1));
        f.set(portion, i32.sub(portion, 1));
        f.call(passed.load, n);
        saveCells(e, f);
        f.set(purpose, mode.staying);
        f.call(expand);
        f.if(i32.eqz(i32.or(found, e.watch!.live)), () => {
          f.set(wanted, n);
          f.return(status.suspect);
        });
        f.br(again);
      });
      if (!isLeads) f.return(status.exhausted);
      else {
        f.set(n, call(store.next));
        const read = () => {
          f.call(unpack, i32.add(i32.and(i32.load(n, 4), -4), 8));
          for (const [k, cell] of meta.entries())
            f.do(i32.store(0, i32.load(n, node.meta + 4 * k), at.cells + 4 * cell));
        };
        f.if(i32.eqz(n), () => {
          if (begin && later) {
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
        f.set(explored, i32.add(explored, 1));
        f.set(portion, i32.sub(portion, 1));
        f.set(store.current, n);
        read();
        saveCells(e, f);
        f.call(store.load, i32.add(n, node.zone), at.zone);
        f.set(purpose, mode.reaching);
        f.call(expand);
      }
    });
    return status.working;
  });

  /** Finds a transition from one state of the stack to another again. */
  const seek = module.func("seek", ["from: i32", "to: i32"], "i32", (f, from, to) => {
    f.set(found, 0);
    f.set(taken.count, 0);
    f.set(purpose, mode.seeking);
    f.set(wanted, to);
    f.call(passed.load, from);
    saveCells(e, f);
    f.call(expand);
    return found;
  });

  module.addMemory({ min: Math.ceil(e.heap / 65536) + 1, max: 65536 });
  module.export("memory", module.memory!);
  module.export("start", start);
  module.export("run", run);
  module.export("seek", seek);
  const counters = {
    transitions,
    explored,
    found,
    purpose,
    suspect: wanted,
    count: taken.count,
    top: passed.top,
    loop: passed.loop,
    origin: passed.origin,
    stored: store.stored,
    waiting: store.waiting,
    discrete: store.discrete,
    passedStored: passed.stored,
    passedDiscrete: passed.discrete,
    passedWaiting: passed.waiting,
    pages: store.top,
    limit: store.limit,
    fault: e.faultNumber,
    faultValue: e.faultValue,
    edge: e.edge,
    ...(sort ? { vague: sort.vague } : {}),
  };
  for (const [name, global] of Object.entries(counters)) module.export(name, global);
  return {
    plan,
    bytes: encode(module),
    faults: e.faults,
    heap: e.heap,
    wat: () => printWat(module),
    layout: passed.layout,
    words,
  };

  /** A transition of the first search: keeps its target, and lets paths begin wherever that is new. */
  function reachFunction(from: Func<readonly [], "void">): Func<readonly [], "void"> {
    const start = module.func("begin_in", ["piece: i32"], "void", (f, piece) => {
      f.set(passed.origin, call(store.insert));
      f.if(passed.origin, () => {
        if (later) {
          f.if(i32.ge_u(explored, facts.atOnce ?? AT_ONCE), () => {
            f.if(i32.eqz(call(later.keep, passed.origin)), () => f.set(store.trouble, 1));
            f.return();
          });
        }
        if (isSplit) f.call(e.zones!.copy, at.target, piece);
        f.call(from);
      });
    });
    const each = isSplit ? splitByDiagonals(e, bounds, extrapolate, start) : undefined;
    const unmoved = sort && e.urgency ? e.region(cellBytes) : 0;
    const keep = module.func("keep", [], "void", (f) => {
      f.if(found, () => f.return());
      // The next piece of the same delays has the cells as they are.
      if (unmoved) f.do(memory.copy(unmoved, at.cells, cellBytes));
      if (sort) f.call(sort.order);
      if (each) f.call(each);
      else f.call(start, at.target);
      if (unmoved) f.do(memory.copy(at.cells, unmoved, cellBytes));
    });
    const { urgency } = e;
    if (!urgency) return module.func("reach", [], "void", (f) => f.if(call(settle), () => f.call(keep)));
    // Where paths begin there are delays of their own, in the midst of these.
    const apart = module.func("keep_apart", [], "void", (f) => {
      const count = f.local("i32", "count", urgency.count);
      const first = f.local("i32", "first", urgency.first);
      f.call(keep);
      f.set(urgency.count, count);
      f.set(urgency.first, first);
    });
    const delays = urgentDelays(e, { emit: apart });
    return module.func("reach", [], "void", (f) => {
      const how = f.local("i32", "how", call(settle));
      f.if(
        i32.eq(how, 2),
        () => f.call(delays),
        () => f.if(how, () => f.call(keep)),
      );
    });
  }
}

/**
 * Nodes of the first search in which paths are to begin later, the last one first. In blocks: word 0 the block before, word 1
 * how many nodes. One whose place was used again is there twice, which costs a look only.
 */
function laterFunctions(e: Emitter, allocate: Func<readonly ["i32"], "i32">) {
  const { module } = e;
  const block = module.global("i32", "later");
  const NODES = 1022;
  /** 0 if memory ran out. */
  const keep = module.func("keep_for_later", ["n: i32"], "i32", (f, n) => {
    const count = f.local("i32", "count", NODES);
    f.if(block, () => f.set(count, i32.load(block, 4)));
    f.if(i32.eq(count, NODES), () => {
      const fresh = f.local("i32", "fresh", call(allocate, 8 + 4 * NODES));
      f.if(i32.eqz(fresh), () => f.return(0));
      f.do(i32.store(fresh, block));
      f.set(block, fresh);
      f.set(count, 0);
    });
    f.do(i32.store(i32.add(block, i32.shl(count, 2)), n, 8), i32.store(block, i32.add(count, 1), 4));
    return 1;
  });
  /** The last one that is still stored; 0 if there is none. */
  const take = module.func("take_later", [], "i32", (f) => {
    const n = f.local("i32", "n");
    const count = f.local("i32", "count");
    f.while(block, (_, again) => {
      f.set(count, i32.sub(i32.load(block, 4), 1));
      f.if(i32.lt_s(count, 0), () => {
        f.set(block, i32.load(block));
        f.br(again);
      });
      f.do(i32.store(block, count, 4));
      f.set(n, i32.load(i32.add(block, i32.shl(count, 2)), 8));
      f.if(i32.eqz(i32.and(i32.load(n, 4), DEAD)), () => f.return(n));
    });
    return 0;
  });
  return { keep, take };
}

/** Enters the parts of the target zone in which the first formula holds. */
function beginFunction(
  terms: readonly Term[],
  e: Emitter,
  enter: Func<readonly [], "void">,
): Func<readonly [], "void"> {
  const { target } = e.plan.at;
  const kept = e.region(e.plan.zoneBytes);
  return e.module.func("begin", [], "void", (f) => {
    f.set(e.steps, 0);
    f.call(e.zones!.copy, kept, target);
    for (const term of terms) {
      f.block("next", (next) => {
        for (const data of term.data) f.brUnless(next, expression(data, e, f));
        f.call(e.zones!.copy, target, kept);
        for (const clock of term.clocks) constrain(clock, target, e, f, () => f.br(next));
        f.call(enter);
        // Where the data alone decides, this was all of it.
        if (term.clocks.length === 0) f.return();
      });
    }
  });
}
