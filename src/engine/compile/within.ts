import { type Body, call, callIndirect, type Func, type Global, type I32, i32 } from "../wasm/index.ts";
import { constrain } from "./edges.ts";
import type { Emitter } from "./emitter.ts";
import { expression } from "./expression.ts";
import type { Term } from "./predicate.ts";
import type { WholeFunctions } from "./whole.ts";

/**
 * Delays inside a formula, at every instant. The formula is a disjunction of terms; where the data leaves one of them, its
 * clock constraints are convex as the invariants are, and cut what is reached before and after the delay. Where several
 * are left, time passes from one to the other, inside both or over a border that belongs to one, as in `zones/elapse.ts`.
 */
export interface Within {
  /** Takes the state on arrival, in the cells and the target zone, and hands each zone of its delays to `place`. */
  readonly enter: Func<readonly [], "void">;
}

export interface WithinHooks {
  /** Called with a state in the cells and the target zone. */
  readonly place: Func<readonly [], "void">;
  /** Called where time can pass for ever inside the formula. */
  readonly diverge: Func<readonly [], "void">;
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
  e: Emitter,
  whole: WholeFunctions,
  { place, diverge, found, gaveUp }: WithinHooks,
): Within {
  const { module, plan } = e;
  const { at, zoneBytes } = plan;
  const { invariants, still } = e;
  const { copy, up } = e.zones!;
  const stands: I32 = still ? call(still) : i32.const(0);

  /** The target zone, which satisfies the formula: lets time pass as long as `cut` lets it. */
  function pass(f: Body, cut: () => void): void {
    f.if(stands, () => {
      f.call(place);
      f.return();
    });
    f.call(up, at.target);
    if (invariants) f.do(call(invariants));
    cut();
    f.if(call(whole.endless, at.target), () => {
      f.call(diverge);
      f.return();
    });
    f.call(place);
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
  const piecewise = clocked.length > 1 ? piecewiseFunction() : undefined;

  const enter = module.func("enter", [], "void", (f) => {
    f.set(e.steps, 0);
    const mask = f.local("i32", "pieces", 0);
    for (const term of terms) {
      f.block("next", (next) => {
        for (const data of term.data) f.brUnless(next, expression(data, e, f));
        if (term.clocks.length > 0) f.set(mask, i32.or(mask, 1 << clocked.indexOf(term)));
        else {
          f.call(passFreely);
          f.return();
        }
      });
    }
    f.comment("one piece is convex");
    for (const [k, through] of passThrough.entries()) {
      f.if(i32.eq(mask, 1 << k), () => {
        f.call(through);
        f.return();
      });
    }
    if (piecewise) f.if(mask, () => f.call(piecewise, mask));
  });
  return { enter };

  function piecewiseFunction(): Func<readonly ["i32"], "void"> {
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

    return module.func("piecewise", ["mask: i32"], "void", (f, mask) => {
      const k = f.local("i32", "k");
      const i = f.local("i32", "i");
      const eachPiece = (statements: () => void) => f.for(k, 0, count, () => f.if(has(mask, k), statements));
      f.call(copy, entry, at.target);
      f.if(stands, () => {
        eachPiece(() => {
          f.if(found, () => f.return());
          f.call(copy, at.target, entry);
          f.if(callIndirect(table, type, k), () => f.call(place));
        });
        f.return();
      });
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
      f.for(i, 0, size, () =>
        f.if(call(whole.endless, zoneOf(zones, i)), () => {
          f.call(diverge);
          f.return();
        }),
      );
      f.for(i, 0, size, () => {
        f.if(found, () => f.return());
        f.call(copy, at.target, zoneOf(zones, i));
        f.call(place);
      });
    });
  }
}
