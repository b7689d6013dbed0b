import { type Body, call, callIndirect, type Global, type I32, i32, type Local } from "../../wasm/index.ts";
import type { Action, ActionOn, Question } from "../emitter.ts";
import type { WholeFunctions } from "./closure.ts";
import type { Timed } from "./timing.ts";

/**
 * Delays inside several terms at once (see `passage.ts`), which are given as bits of a word: time goes on inside a term, and
 * from one to the other. What is reached is kept in a list of zones, each with its term.
 */
export interface Piecewise {
  /** Takes a state on arrival. */
  readonly enter: ActionOn;
  /** Places the target zone without delay. */
  readonly arrived: ActionOn;
  /** Finds all zones that delays from the target zone lead to. */
  readonly gather: ActionOn;
  /** Copies each of those to the target zone. */
  readonly each: (f: Body, statements: () => void) => void;
}

export interface PassageHooks {
  /** Called with a state in the cells and the target zone. */
  readonly place: Action;
  /** Called where time can pass for ever inside the formula. */
  readonly diverge: Action;
  /** Not 0 when the search is over. */
  readonly found: Global<"i32">;
  /** Set where there are too many pieces. */
  readonly gaveUp: Global<"i32">;
}

interface PiecewiseHooks {
  readonly e: Timed;
  readonly invariants: Question | undefined;
  readonly whole: WholeFunctions;
  readonly hooks: PassageHooks;
  readonly up: ActionOn;
  /** What follows is for time that goes on; otherwise the given statements are all. */
  readonly unless: (f: Body, stay: () => void) => void;
}

/** Zones that the delays from one state may lead to. */
const MAX_ZONES = 128;

/** What the functions below share. */
interface Reached extends PiecewiseHooks {
  readonly count: number;
  /** Cuts the target zone to the term of number `k`; whether anything is left. */
  readonly cut: (k: I32) => I32;
  /** Regions: the zone on arrival; of each term its zone and what is just before it; the last zone looked at. */
  readonly entry: number;
  readonly pieces: number;
  readonly borders: number;
  readonly last: number;
  /** What was reached: zones, the term of each, how many there are. */
  readonly zones: number;
  readonly parts: number;
  readonly size: Global<"i32">;
  /** The address of zone `k` of a region. */
  readonly zoneOf: (base: number, k: I32) => I32;
}

export function piecewiseFunctions(cuts: readonly Question[], given: PiecewiseHooks): Piecewise {
  const { module } = given.e;
  const reached = reachedOf(cuts, given);
  const add = addFunction(reached);
  const arrived = arrivedFunction(reached);
  const gather = gatherFunction(reached, add);
  const each = (f: Body, statements: () => void): void => eachReached(reached, f, statements);
  const { hooks, whole, unless, size, zones, zoneOf } = reached;
  const enter = module.func("piecewise", ["mask: i32"], "void", (f, mask) => {
    unless(f, () => f.call(arrived, mask));
    f.call(gather, mask);
    const i = f.local("i32", "i");
    f.for(i, 0, size, () =>
      f.if(call(whole.endless, zoneOf(zones, i)), () => {
        f.call(hooks.diverge);
        f.return();
      }),
    );
    each(f, () => {
      f.if(hooks.found, () => f.return());
      f.call(hooks.place);
    });
  });
  return { enter, arrived, gather, each };
}

function reachedOf(cuts: readonly Question[], given: PiecewiseHooks): Reached {
  const { e } = given;
  const { module, plan } = e;
  const { zoneBytes } = plan;
  const table = module.tableOf("cuts", cuts);
  const type = module.type([], "i32");
  const count = cuts.length;
  const entry = e.region(zoneBytes);
  const pieces = e.region(count * zoneBytes);
  const borders = e.region(count * zoneBytes);
  const last = e.region(zoneBytes);
  const zones = e.region(MAX_ZONES * zoneBytes);
  const parts = e.region(4 * MAX_ZONES);
  const size = module.global("i32", "reached");
  const cut = (k: I32): I32 => callIndirect(table, type, k);
  const zoneOf = (base: number, k: I32): I32 => i32.add(i32.mul(k, zoneBytes), base);
  return { ...given, count, cut, entry, pieces, borders, last, zones, parts, size, zoneOf };
}

function eachReached({ e, size, zones, zoneOf }: Reached, f: Body, statements: () => void): void {
  const i = f.local("i32", "i");
  f.for(i, 0, size, () => {
    f.call(e.zones.copy, e.plan.at.target, zoneOf(zones, i));
    statements();
  });
}

const has = (mask: I32, k: I32): I32 => i32.and(i32.shr_u(mask, k), 1);

function eachBit({ count }: Reached, f: Body, mask: I32, k: Local<"i32">, statements: () => void): void {
  f.for(k, 0, count, () => f.if(has(mask, k), statements));
}

/** Time passes in piece k from the valuations in the target zone, all of it or just before it. */
function addFunction({ e, whole, hooks, up, pieces, zones, parts, size, zoneOf }: Reached): ActionOn {
  const { at } = e.plan;
  return e.module.func("add_reached", ["k: i32"], "void", (f, k) => {
    f.call(up, at.target);
    f.if(i32.eqz(call(whole.meet, at.target, zoneOf(pieces, k))), () => f.return());
    const i = f.local("i32", "i");
    f.for(i, 0, size, () => {
      const isSame = i32.eq(i32.load(i32.shl(i, 2), parts), k);
      f.if(i32.andThen(isSame, call(whole.inside, at.target, zoneOf(zones, i))), () => f.return());
    });
    f.if(i32.eq(size, MAX_ZONES), () => {
      f.set(hooks.gaveUp, 1);
      f.return();
    });
    f.call(e.zones.copy, zoneOf(zones, size), at.target);
    f.do(i32.store(i32.shl(size, 2), k, parts));
    f.add(size, 1);
  });
}

function arrivedFunction(reached: Reached): ActionOn {
  const { e, hooks, entry, cut } = reached;
  const { at } = e.plan;
  return e.module.func("arrived_pieces", ["mask: i32"], "void", (f, mask) => {
    f.call(e.zones.copy, entry, at.target);
    const k = f.local("i32", "k");
    eachBit(reached, f, mask, k, () => {
      f.if(hooks.found, () => f.return());
      f.call(e.zones.copy, at.target, entry);
      f.if(cut(k), () => f.call(hooks.place));
    });
  });
}

function gatherFunction(reached: Reached, add: ActionOn): ActionOn {
  const { e, whole, entry, pieces, borders, last, zones, parts, size, cut, zoneOf } = reached;
  const { target } = e.plan.at;
  const { copy } = e.zones;
  return e.module.func("gather", ["mask: i32"], "void", (f, mask) => {
    const [k, i] = f.locals("i32", "k", "i");
    const eachPiece = (statements: () => void) => eachBit(reached, f, mask, k, statements);
    f.call(copy, entry, target);
    f.comment("the pieces, and what is just before them");
    const bordered = f.local("i32", "bordered", 0);
    const valid = f.local("i32", "valid", 0);
    eachPiece(() => {
      f.call(copy, target, whole.universal);
      if (reached.invariants) f.do(call(reached.invariants));
      f.if(cut(k), () => {
        f.set(valid, i32.or(valid, i32.shl(1, k)));
        f.call(copy, zoneOf(pieces, k), target);
        f.if(call(whole.before, target), () => {
          f.set(bordered, i32.or(bordered, i32.shl(1, k)));
          f.call(copy, zoneOf(borders, k), target);
        });
      });
    });
    f.set(mask, valid);
    f.set(size, 0);
    eachPiece(() => {
      f.call(copy, target, entry);
      f.if(cut(k), () => f.call(add, k));
    });
    const leaves = f.local("i32", "leaves");
    f.for(i, 0, size, () => {
      f.call(copy, last, zoneOf(zones, i));
      f.set(leaves, call(whole.after, last));
      eachPiece(() =>
        f.if(i32.ne(k, i32.load(i32.shl(i, 2), parts)), () => {
          f.if(has(bordered, k), () => {
            f.call(copy, target, zoneOf(zones, i));
            f.if(call(whole.meet, target, zoneOf(borders, k)), () => f.call(add, k));
          });
          f.if(leaves, () => {
            f.call(copy, target, last);
            f.if(call(whole.meet, target, zoneOf(pieces, k)), () => f.call(add, k));
          });
        }),
      );
    });
  });
}
