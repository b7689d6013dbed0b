import { type Body, call, callIndirect, type Global, type I32, i32, type Local } from "../../wasm/index.ts";
import { constrain } from "../code/constraint.ts";
import { expression } from "../code/expression.ts";
import type { Term } from "../code/terms.ts";
import type { Action, ActionOn, Question } from "../emitter.ts";
import type { WholeFunctions } from "./closure.ts";
import { delayCuts, urgentDelays } from "./delay.ts";
import type { Timed } from "./timing.ts";

/**
 * Delays inside a formula, at every instant. The formula is a disjunction of terms; where the data leaves one of them, its
 * clock constraints are convex as the invariants are, and cut what is reached before and after the delay. Where several
 * are left, time passes from one to the other, inside both or over a border that belongs to one, as in `zones/elapse.ts`.
 * Where urgent synchronisations have clock guards, what is reached so is cut as in `delay.ts`. Stopped clocks make all of it
 * an over-approximation, as they do in the interpreter.
 */
export interface Within {
  /** Takes the state on arrival, in the cells and the target zone, and hands each zone of its delays to `place`. */
  readonly enter: Action;
}

export interface WithinHooks {
  /** Called with a state in the cells and the target zone. */
  readonly place: Action;
  /** Called where time can pass for ever inside the formula. */
  readonly diverge: Action;
  /** Not 0 when the search is over. */
  readonly found: Global<"i32">;
  /** Set where there are too many pieces. */
  readonly gaveUp: Global<"i32">;
}

/** Terms with clock constraints that a formula may have: they are kept as bits of a word. */
export const MAX_PIECES = 24;
/** Zones that the delays from one state may lead to. */
const MAX_ZONES = 128;

export function withinFunctions(
  terms: readonly Term[],
  e: Timed,
  invariants: Question | undefined,
  whole: WholeFunctions,
  { place, diverge, found, gaveUp }: WithinHooks,
): Within {
  const { module, plan } = e;
  const { at, zoneBytes } = plan;
  const { still, rates } = e;
  const urgency = e.cuts?.urgency;
  const { copy } = e.zones;
  const stands: I32 = still ? call(still) : i32.const(0);
  /** Time passes for all clocks but those that `rates.find` found to stand. */
  const up = rates
    ? module.func("let_pass", ["z: i32"], "void", (f, z) =>
        f.if(
          rates.any,
          () => f.call(rates.delay, z),
          () => f.call(e.zones.up, z),
        ),
      )
    : e.zones.up;

  /** What time leads to, all of which time goes through. */
  const reached = module.func("reached_within", [], "void", (f) => {
    f.if(found, () => f.return());
    f.if(call(whole.endless, at.target), () => {
      f.call(diverge);
      f.return();
    });
    f.call(place);
  });
  /** Terms that the data leave, none if one of them has no clock constraints; for delays that end early. */
  const left = module.global("i32", "terms_left");
  const delays = module.declare("delay_within", [], "void");

  /** What follows is for time that goes on: where it stands still `stay` is all; where an urgent edge ends it, it goes in steps. */
  function unlessStopped(f: Body, stay: () => void): void {
    f.if(stands, () => {
      stay();
      f.return();
    });
    if (rates) f.do(call(rates.find));
    if (urgency)
      f.if(urgency.count, () => {
        f.call(delays);
        f.return();
      });
  }

  /** The target zone, which satisfies the formula: lets time pass as long as `cut` lets it. */
  function pass(f: Body, cut: () => void): void {
    unlessStopped(f, () => f.call(place));
    f.call(up, at.target);
    if (invariants) f.do(call(invariants));
    cut();
    f.call(reached);
  }

  const passFreely = module.func("pass_freely", [], "void", (f) => pass(f, () => {}));
  const clocked = terms.filter((term) => term.clocks.length > 0);
  const cuts = clocked.map((term) =>
    module.func(e.name("cut"), [], "i32", (f) => {
      for (const clock of term.clocks) constrain(clock, at.target, e, f, () => f.return(0));
      return 1;
    }),
  );
  const passThrough = cuts.map((cut) =>
    module.func(e.name("pass_term"), [], "void", (f) => {
      f.if(i32.eqz(call(cut)), () => f.return());
      pass(f, () => f.do(call(cut)));
    }),
  );
  const piecewise = clocked.length > 1 ? piecewiseFunctions() : undefined;
  const early = delayCuts(e, invariants);
  const urgent = early && urgentDelays(e, early, { emit: reached, arrived: arrivedFunction(), spread: spreadFunction });
  module.define(delays, (f) => {
    if (urgent) f.call(urgent);
  });

  const enter = module.func("enter", [], "void", (f) => {
    f.set(e.steps, 0);
    const mask = f.local("i32", "pieces", 0);
    for (const term of terms) {
      f.block("next", (next) => {
        for (const data of term.data) f.brUnless(next, expression(data, e, f));
        if (term.clocks.length > 0) f.set(mask, i32.or(mask, 1 << clocked.indexOf(term)));
        else {
          f.set(left, 0);
          f.call(passFreely);
          f.return();
        }
      });
    }
    f.set(left, mask);
    f.comment("one piece is convex");
    for (const [k, through] of passThrough.entries()) {
      f.if(i32.eq(mask, 1 << k), () => {
        f.call(through);
        f.return();
      });
    }
    if (piecewise) f.if(mask, () => f.call(piecewise.enter, mask));
  });
  return { enter };

  /** The zone in which a state arrived, where its delays end early: in the terms that are left. */
  function arrivedFunction(): Action {
    return module.func("arrived_within", [], "void", (f) => {
      f.if(found, () => f.return());
      // One term alone has cut it already.
      if (piecewise)
        f.if(i32.and(left, i32.sub(left, 1)), () => {
          f.call(piecewise.arrived, left);
          f.return();
        });
      f.call(place);
    });
  }

  /** Time passes in the target zone inside the terms that are left. */
  function spreadFunction(each: Action): Action {
    return module.func("spread_within", [], "void", (f) => {
      if (piecewise)
        f.if(i32.and(left, i32.sub(left, 1)), () => {
          f.call(piecewise.gather, left);
          piecewise.each(f, () => f.call(each));
          f.return();
        });
      f.call(up, at.target);
      if (invariants) f.do(call(invariants));
      for (const [k, cut] of cuts.entries()) f.if(i32.eq(left, 1 << k), () => f.do(call(cut)));
      f.call(each);
    });
  }

  /** For several terms, given as bits of a word. */
  interface Piecewise {
    /** As `enter`. */
    readonly enter: ActionOn;
    /** Places the target zone without delay. */
    readonly arrived: ActionOn;
    /** Finds all zones that delays from the target zone lead to. */
    readonly gather: ActionOn;
    /** Copies each of those to the target zone. */
    readonly each: (f: Body, statements: () => void) => void;
  }

  function piecewiseFunctions(): Piecewise {
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
    const zoneOf = (base: number, k: I32): I32 => i32.add(i32.mul(k, zoneBytes), base);
    const has = (mask: I32, k: I32): I32 => i32.and(i32.shr_u(mask, k), 1);

    /** Time passes in piece k from the valuations in the target zone, all of it or just before it. */
    const add = module.func("add_reached", ["k: i32"], "void", (f, k) => {
      f.call(up, at.target);
      f.if(i32.eqz(call(whole.meet, at.target, zoneOf(pieces, k))), () => f.return());
      const i = f.local("i32", "i");
      f.for(i, 0, size, () => {
        const isSame = i32.eq(i32.load(i32.shl(i, 2), parts), k);
        f.if(i32.andThen(isSame, call(whole.inside, at.target, zoneOf(zones, i))), () => f.return());
      });
      f.if(i32.eq(size, MAX_ZONES), () => {
        f.set(gaveUp, 1);
        f.return();
      });
      f.call(copy, zoneOf(zones, size), at.target);
      f.do(i32.store(i32.shl(size, 2), k, parts));
      f.set(size, i32.add(size, 1));
    });

    const eachBit = (f: Body, mask: I32, k: Local<"i32">, statements: () => void) =>
      f.for(k, 0, count, () => f.if(has(mask, k), statements));
    const arrived = module.func("arrived_pieces", ["mask: i32"], "void", (f, mask) => {
      f.call(copy, entry, at.target);
      const k = f.local("i32", "k");
      eachBit(f, mask, k, () => {
        f.if(found, () => f.return());
        f.call(copy, at.target, entry);
        f.if(callIndirect(table, type, k), () => f.call(place));
      });
    });

    const gather = module.func("gather", ["mask: i32"], "void", (f, mask) => {
      const k = f.local("i32", "k");
      const i = f.local("i32", "i");
      const eachPiece = (statements: () => void) => eachBit(f, mask, k, statements);
      f.call(copy, entry, at.target);
      f.comment("the pieces, and what is just before them");
      const bordered = f.local("i32", "bordered", 0);
      const valid = f.local("i32", "valid", 0);
      eachPiece(() => {
        f.call(copy, at.target, whole.universal);
        if (invariants) f.do(call(invariants));
        f.if(callIndirect(table, type, k), () => {
          f.set(valid, i32.or(valid, i32.shl(1, k)));
          f.call(copy, zoneOf(pieces, k), at.target);
          f.if(call(whole.before, at.target), () => {
            f.set(bordered, i32.or(bordered, i32.shl(1, k)));
            f.call(copy, zoneOf(borders, k), at.target);
          });
        });
      });
      f.set(mask, valid);
      f.set(size, 0);
      eachPiece(() => {
        f.call(copy, at.target, entry);
        f.if(callIndirect(table, type, k), () => f.call(add, k));
      });
      const leaves = f.local("i32", "leaves");
      f.for(i, 0, size, () => {
        f.call(copy, last, zoneOf(zones, i));
        f.set(leaves, call(whole.after, last));
        eachPiece(() =>
          f.if(i32.ne(k, i32.load(i32.shl(i, 2), parts)), () => {
            f.if(has(bordered, k), () => {
              f.call(copy, at.target, zoneOf(zones, i));
              f.if(call(whole.meet, at.target, zoneOf(borders, k)), () => f.call(add, k));
            });
            f.if(leaves, () => {
              f.call(copy, at.target, last);
              f.if(call(whole.meet, at.target, zoneOf(pieces, k)), () => f.call(add, k));
            });
          }),
        );
      });
    });

    const each = (f: Body, statements: () => void): void => {
      const i = f.local("i32", "i");
      f.for(i, 0, size, () => {
        f.call(copy, at.target, zoneOf(zones, i));
        statements();
      });
    };

    const enterPieces = module.func("piecewise", ["mask: i32"], "void", (f, mask) => {
      unlessStopped(f, () => f.call(arrived, mask));
      f.call(gather, mask);
      const i = f.local("i32", "i");
      f.for(i, 0, size, () =>
        f.if(call(whole.endless, zoneOf(zones, i)), () => {
          f.call(diverge);
          f.return();
        }),
      );
      each(f, () => {
        f.if(found, () => f.return());
        f.call(place);
      });
    });
    return { enter: enterPieces, arrived, gather, each };
  }
}
