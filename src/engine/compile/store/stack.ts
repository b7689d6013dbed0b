import { type Body, call, type Func, type Global, type I32, i32, i32x4, memory, v128 } from "../../wasm/index.ts";
import type { Action, ActionOn, Emitter, Question, QuestionOf } from "../emitter.ts";
import { type ActiveCode, filledBytes } from "../zones/active.ts";
import { insideFunction, sameFunction } from "../zones/stored.ts";
import { keyBytes } from "./leaf.ts";
import { recordOf } from "./node.ts";
import type { Store } from "./store.ts";
import { type DiscreteTable, discreteTable } from "./table.ts";
import { count } from "./tally.ts";
import { type DoneNodes, doneFunctions } from "./vain.ts";

/**
 * The states of a depth-first search for paths that stay, as `search/liveness/passed.ts`: those not yet done are found by
 * equality of abstract zones; those done, whose search was in vain, cover all inside them. The stack is a list through the
 * nodes, with states to be entered on it and, below each group of those, the open one they follow from.
 *
 * A record of the table begins with the list of nodes not yet done and ends with those that are (vain.ts), then with active
 * clocks how many there are, the zero clock included: nodes of so many have a list of their own to be used again.
 * A node:    word 0   next node not yet done of the same discrete state
 *            word 1   address of the discrete record, and its status in bits 0 and 1
 *            word 2   the node below in the stack; word 3 the one above, 0 at the ends
 *            word 4   what the host wants to know of it: for `-->`, the state of the first search it began in
 *            word 5   the hash of the zone
 *            then     meta variables, a word each; the zone in stored form, filled up to whole vectors
 */
export interface PassedStates {
  readonly open: Action;
  /**
   * Puts the state in the cells and the target zone, which must be abstract, on top of the stack unless it is in vain. If it
   * is open, that is a loop: the node is left in `loop`.
   */
  readonly insert: Action;
  /** Whether the state in the cells and the target zone is that of a node. */
  readonly matches: QuestionOf;
  /** The node on top was searched in vain: takes it from the stack, and all that it covers from everywhere. */
  readonly finish: Action;
  /** Reads a node into the cells and the source zone. */
  readonly load: ActionOn;
  readonly top: Global<"i32">;
  readonly loop: Global<"i32">;
  /** Put into word 4 of new nodes. */
  readonly origin: Global<"i32">;
  readonly stored: Global<"i32">;
  readonly discrete: Global<"i32">;
  readonly waiting: Global<"i32">;
  readonly layout: { readonly meta: number; readonly zone: number };
}

/** Status of a node. */
const NEW = 0;
export const OPEN = 1;
export const DONE = 2;

/** What the functions below share. */
interface Passed {
  readonly e: Emitter;
  readonly store: Store;
  readonly table: DiscreteTable;
  /** Where a node has its zone, which has so many bytes for the discrete state at hand. */
  readonly zone: number;
  readonly zoneBytes: I32;
  readonly top: Global<"i32">;
  readonly loop: Global<"i32">;
  readonly origin: Global<"i32">;
  readonly stored: Global<"i32">;
  readonly waiting: Global<"i32">;
  /** Nodes to be used again: lists by the number of active clocks, or one. */
  readonly free: number;
  readonly active: ActiveCode | undefined;
  /** Where a record has its nodes that are done, and its number of active clocks. */
  readonly list: number;
  readonly count: number;
}

type Compare = Func<readonly ["i32", "i32"], "i32">;

/** With `active` zones are kept without other clocks. Extrapolated ones know nothing of those, so equal zones stay equal ones. */
export function passedFunctions(
  e: Emitter,
  store: Store,
  pack: Action,
  read: ActionOn,
  active: ActiveCode | undefined,
): PassedStates {
  const passed = passedOf(e, store, active);
  const { table, zone, top, loop, origin, stored, waiting, list } = passed;
  const load = loadFunction(passed, read);
  const inside = insideFunction("passed_inside", e, active);
  const same = sameFunction("passed_same", e, active);
  const release = releaseFunction(passed);
  const done = doneFunctions(e, store, inside, release, { zone, list, active });
  const prepare = prepareFunction(passed, pack);
  const hash = hashFunction(passed);
  const unlink = unlinkFunction(passed);
  const insert = insertFunction(passed, prepare, hash, same, unlink, done);
  const finish = finishFunction(passed, inside, unlink, release, done);
  const matches = e.module.func("passed_matches", ["n: i32"], "i32", (f, n) => {
    const record = f.local("i32", "record", call(prepare));
    return i32.andThen(i32.eq(record, recordOf(n)), call(same, e.plan.at.candidate, i32.add(n, zone)));
  });
  const layout = { meta: META, zone };
  const { open, count: discrete } = table;
  return { open, insert, matches, finish, load, top, loop, origin, stored, discrete, waiting, layout };
}

/** Where a node has its meta variables. */
const META = 24;

function passedOf(e: Emitter, store: Store, active: ActiveCode | undefined): Passed {
  const zone = META + 4 * e.plan.meta.length;
  const zoneBytes = filledBytes(e, active);
  const table = discreteTable(e, store.allocate, "passed", active ? 2 : 1, store.tally);
  const list = 8 + 4 * e.plan.kept;
  const global = (name: string): Global<"i32"> => e.module.global("i32", name);
  const [top, loop, origin] = [global("top"), global("loop"), global("origin")];
  const [stored, waiting] = [global("passed_stored"), global("passed_waiting")];
  const free = e.region(active ? 4 * (e.plan.dim + 1) : 4);
  const places = { zone, zoneBytes, free, list, count: list + 4 };
  return { e, store, table, active, ...places, top, loop, origin, stored, waiting };
}

/** Where nodes to be used again begin, of as many active clocks as the record has. */
function freeOf({ active, free, count }: Passed, record: I32): I32 {
  return active ? i32.add(i32.shl(i32.load(record, count), 2), free) : i32.const(free);
}

function loadFunction({ e, store, zone }: Passed, read: ActionOn): ActionOn {
  const { at, meta } = e.plan;
  return e.module.func("passed_load", ["n: i32"], "void", (f, n) => {
    f.call(read, recordOf(n));
    for (const [k, cell] of meta.entries()) f.do(i32.store(0, i32.load(n, META + 4 * k), at.cells + 4 * cell));
    f.call(store.load, i32.add(n, zone), at.zone);
  });
}

function releaseFunction(passed: Passed): ActionOn {
  const { e, stored } = passed;
  return e.module.func("release", ["n: i32"], "void", (f, n) => {
    const free = f.local("i32", "free", freeOf(passed, recordOf(n)));
    f.do(i32.store(n, i32.load(free)), i32.store(free, n));
    f.set(stored, i32.sub(stored, 1));
  });
}

/** Packs the state and writes its zone to the candidate; its record, or 0. */
function prepareFunction({ e, store, table, active, count }: Passed, pack: Action): Question {
  const { folding } = store.heap;
  return e.module.func("passed_prepare", [], "i32", (f) => {
    f.if(i32.eqz(call(store.comparison.compress)), () => {
      f.set(store.trouble, 2);
      f.return(0);
    });
    f.call(pack);
    if (folding) f.if(i32.eqz(call(folding.fold)), () => f.return(0));
    const record = f.local("i32", "record", call(table.find));
    if (active) f.if(record, () => f.do(i32.store(record, active.count, count)));
    return record;
  });
}

/** The hash of the candidate's zone. */
function hashFunction({ e, active, zoneBytes }: Passed): Question {
  const { candidate } = e.plan.at;
  return e.module.func("zone_hash", [], "i32", (f) => {
    const h = f.local("v128", "h", i32x4.splat(0x2545f491));
    const mix = (at: I32, offset: number) =>
      f.set(h, i32x4.mul(v128.xor(h, v128.load(at, offset)), i32x4.splat(0x85ebca6b | 0)));
    if (active) {
      const k = f.local("i32", "k");
      f.for(k, 0, zoneBytes, () => mix(k, candidate), 16);
    } else for (let k = 0; k < keyBytes(e.plan); k += 16) mix(i32.const(0), candidate + k);
    const lane = (k: number): I32 => i32.mul(i32x4.extract_lane(h, k), 2 * k + 3);
    return i32.add(i32.xor(lane(0), i32.shr_u(lane(1), 7)), i32.xor(lane(2), i32.shr_u(lane(3), 13)));
  });
}

// ---- the stack

function push({ top }: Passed, f: Body, n: I32): void {
  f.do(i32.store(n, top, 8), i32.store(n, 0, 12));
  f.if(top, () => f.do(i32.store(top, n, 12)));
  f.set(top, n);
}

function unlinkFunction({ e, top }: Passed): ActionOn {
  return e.module.func("unlink", ["n: i32"], "void", (f, n) => {
    const below = f.local("i32", "below", i32.load(n, 8));
    const above = f.local("i32", "above", i32.load(n, 12));
    f.if(below, () => f.do(i32.store(below, above, 12)));
    f.if(
      above,
      () => f.do(i32.store(above, below, 8)),
      () => f.set(top, below),
    );
  });
}

function insertFunction(
  passed: Passed,
  prepare: Question,
  hashOf: Question,
  same: Compare,
  unlink: ActionOn,
  done: DoneNodes,
): Action {
  const { e, store, zone, zoneBytes, loop, origin, stored, waiting, active } = passed;
  const { tally } = store;
  const { at, meta } = e.plan;
  const { candidate } = at;
  return e.module.func("passed_insert", [], "void", (f) => {
    const record = f.local("i32", "record", call(prepare));
    f.if(i32.eqz(record), () => f.return());
    const hash = f.local("i32", "hash", call(hashOf));
    const n = f.local("i32", "node", i32.load(record));
    f.while(n, () => {
      f.if(i32.andThen(i32.eq(i32.load(n, 20), hash), call(same, candidate, i32.add(n, zone))), () => {
        f.if(
          i32.and(i32.load(n, 4), OPEN),
          () => f.set(loop, n),
          () => {
            f.comment("known but not yet entered: it comes next");
            f.call(unlink, n);
            push(passed, f, n);
          },
        );
        f.return();
      });
      f.set(n, i32.load(n));
    });
    f.if(call(done.covers, record), () => f.return());
    const free = f.local("i32", "free", freeOf(passed, record));
    f.set(n, i32.load(free));
    f.if(
      n,
      () => f.do(i32.store(free, i32.load(n))),
      () => {
        const bytes = f.local("i32", "bytes", i32.add(zoneBytes, zone));
        f.set(n, call(store.allocate, bytes));
        if (tally) f.add(tally.nodeBytes, bytes);
      },
    );
    f.if(i32.eqz(n), () => f.return());
    if (tally) count(tally, active, f);
    f.do(i32.store(n, i32.load(record)), i32.store(n, i32.or(record, NEW), 4));
    f.do(i32.store(n, origin, 16), i32.store(n, hash, 20));
    for (const [k, cell] of meta.entries()) f.do(i32.store(n, i32.load(0, at.cells + 4 * cell), META + 4 * k));
    f.do(memory.copy(i32.add(n, zone), candidate, zoneBytes), i32.store(record, n));
    push(passed, f, n);
    f.add(stored, 1);
    f.add(waiting, 1);
  });
}

function finishFunction(
  { e, active, zone, top, waiting, count }: Passed,
  inside: Compare,
  unlink: ActionOn,
  release: ActionOn,
  done: DoneNodes,
): Action {
  return e.module.func("passed_finish", [], "void", (f) => {
    const ready = f.local("i32", "ready", top);
    f.call(unlink, ready);
    const record = f.local("i32", "record", recordOf(ready));
    f.do(i32.store(ready, i32.or(record, DONE), 4));
    if (active) f.call(active.recall, i32.load(record, count));
    f.comment("it leaves the list of those to be done, with those inside it");
    const link = f.local("i32", "link", record);
    const n = f.local("i32", "node", i32.load(record));
    const after = f.local("i32", "after");
    f.while(n, () => {
      f.set(after, i32.load(n));
      const isInside = i32.andThen(
        i32.eqz(i32.and(i32.load(n, 4), OPEN)),
        call(inside, i32.add(n, zone), i32.add(ready, zone)),
      );
      f.if(
        i32.orElse(i32.eq(n, ready), isInside),
        () => {
          f.do(i32.store(link, after));
          f.if(i32.ne(n, ready), () => {
            f.call(unlink, n);
            f.set(waiting, i32.sub(waiting, 1));
            f.call(release, n);
          });
        },
        () => f.set(link, n),
      );
      f.set(n, after);
    });
    f.call(done.add, record, ready);
  });
}
