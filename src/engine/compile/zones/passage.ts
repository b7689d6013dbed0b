import { type Body, call, type Global, i32 } from "../../wasm/index.ts";
import { constrain } from "../code/constraint.ts";
import { eachTerm } from "../code/predicate.ts";
import type { Term } from "../code/terms.ts";
import type { Action, ActionOn, Question } from "../emitter.ts";
import type { WholeFunctions } from "./closure.ts";
import { delayCuts, urgentDelays } from "./delay.ts";
import { type PassageHooks, type Piecewise, piecewiseFunctions } from "./piecewise.ts";
import type { Timed } from "./timing.ts";

/**
 * Delays inside a formula, at every instant. The formula is a disjunction of terms; where the data leaves one of them, its
 * clock constraints are convex as the invariants are, and cut what is reached before and after the delay. Where several
 * are left, time passes from one to the other, inside both or over a border that belongs to one, as in `zones/elapse.ts`.
 * Where urgent synchronisations have clock guards, what is reached so is cut as in `delay.ts`. Stopped clocks make all of it
 * an over-approximation, as they do in the interpreter.
 */

/** What the functions below share. */
interface Passage {
  readonly e: Timed;
  readonly invariants: Question | undefined;
  readonly hooks: PassageHooks;
  /** Time passes in a zone for all clocks but those that `rates.find` found to stand. */
  readonly up: ActionOn;
  /** Takes what time leads to, all of which time goes through. */
  readonly reached: Action;
  /** Terms that the data leave, none if one of them has no clock constraints; for delays that end early. */
  readonly left: Global<"i32">;
  /** Delays that end early. */
  readonly delays: Action;
  /** For each term with clock constraints: cuts the target zone; whether anything is left. */
  readonly cuts: readonly Question[];
}

/** Takes the state on arrival, in the cells and the target zone, and hands each zone of its delays to `place`. */
export function enterFunction(
  terms: readonly Term[],
  e: Timed,
  invariants: Question | undefined,
  whole: WholeFunctions,
  hooks: PassageHooks,
): Action {
  const { module } = e;
  const up = upFunction(e);
  const reached = reachedFunction(e, whole, hooks);
  const left = module.global("i32", "terms_left");
  const delays = module.declare("delay_within", [], "void");
  const freely = { e, invariants, hooks, up, reached, left, delays, cuts: [] };
  const passFreely = module.func("pass_freely", [], "void", (f) => pass(freely, f, () => {}));
  const clocked = terms.filter((term) => term.clocks.length > 0);
  const cuts = clocked.map((term) => cutFunction(term, e));
  const passage: Passage = { ...freely, cuts };
  const passThrough = cuts.map((cut) =>
    module.func(e.name("pass_term"), [], "void", (f) => {
      f.if(i32.eqz(call(cut)), () => f.return());
      pass(passage, f, () => f.do(call(cut)));
    }),
  );
  const unless = (f: Body, stay: () => void): void => unlessStopped(passage, f, stay);
  const piecewise = cuts.length > 1 ? piecewiseFunctions(cuts, { e, invariants, whole, hooks, up, unless }) : undefined;
  defineDelays(passage, piecewise);
  return module.func("enter", [], "void", (f) => {
    f.set(e.steps, 0);
    const mask = f.local("i32", "pieces", 0);
    eachTerm(terms, e, f, (term) => {
      if (term.clocks.length > 0) f.set(mask, i32.or(mask, 1 << clocked.indexOf(term)));
      else {
        f.set(left, 0);
        f.call(passFreely);
        f.return();
      }
    });
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
}

/** The target zone inside the clock constraints of a term; whether anything is left. */
function cutFunction(term: Term, e: Timed): Question {
  return e.module.func(e.name("cut"), [], "i32", (f) => {
    for (const clock of term.clocks) constrain(clock, e.plan.at.target, e, f, () => f.return(0));
    return 1;
  });
}

function upFunction({ module, zones, rates }: Timed): ActionOn {
  if (!rates) return zones.up;
  return module.func("let_pass", ["z: i32"], "void", (f, z) =>
    f.if(
      rates.any,
      () => f.call(rates.delay, z),
      () => f.call(zones.up, z),
    ),
  );
}

function reachedFunction(
  { module, plan }: Timed,
  whole: WholeFunctions,
  { place, diverge, found }: PassageHooks,
): Action {
  return module.func("reached_within", [], "void", (f) => {
    f.if(found, () => f.return());
    f.if(call(whole.endless, plan.at.target), () => {
      f.call(diverge);
      f.return();
    });
    f.call(place);
  });
}

/** What follows is for time that goes on: where it stands still `stay` is all; where an urgent edge ends it, it goes in steps. */
function unlessStopped({ e, delays }: Passage, f: Body, stay: () => void): void {
  const { still, rates, cuts } = e;
  f.if(still ? call(still) : i32.const(0), () => {
    stay();
    f.return();
  });
  if (rates) f.do(call(rates.find));
  if (cuts?.urgency)
    f.if(cuts.urgency.count, () => {
      f.call(delays);
      f.return();
    });
}

/** The target zone, which satisfies the formula: lets time pass as long as `cut` lets it. */
function pass(passage: Passage, f: Body, cut: () => void): void {
  const { e, invariants, hooks, up, reached } = passage;
  unlessStopped(passage, f, () => f.call(hooks.place));
  f.call(up, e.plan.at.target);
  if (invariants) f.do(call(invariants));
  cut();
  f.call(reached);
}

function defineDelays(passage: Passage, piecewise: Piecewise | undefined): void {
  const { e, invariants, reached, delays } = passage;
  const early = delayCuts(e, invariants);
  const urgent =
    early &&
    urgentDelays(e, early, {
      emit: reached,
      arrived: arrivedFunction(passage, piecewise),
      spread: (each) => spreadFunction(passage, piecewise, each),
    });
  e.module.define(delays, (f) => {
    if (urgent) f.call(urgent);
  });
}

/** The zone in which a state arrived, where its delays end early: in the terms that are left. */
function arrivedFunction({ e, hooks, left }: Passage, piecewise: Piecewise | undefined): Action {
  return e.module.func("arrived_within", [], "void", (f) => {
    f.if(hooks.found, () => f.return());
    // One term alone has cut it already.
    if (piecewise)
      f.if(i32.and(left, i32.sub(left, 1)), () => {
        f.call(piecewise.arrived, left);
        f.return();
      });
    f.call(hooks.place);
  });
}

/** Time passes in the target zone inside the terms that are left. */
function spreadFunction(passage: Passage, piecewise: Piecewise | undefined, each: Action): Action {
  const { e, invariants, up, left, cuts } = passage;
  return e.module.func("spread_within", [], "void", (f) => {
    if (piecewise)
      f.if(i32.and(left, i32.sub(left, 1)), () => {
        f.call(piecewise.gather, left);
        piecewise.each(f, () => f.call(each));
        f.return();
      });
    f.call(up, e.plan.at.target);
    if (invariants) f.do(call(invariants));
    for (const [k, cut] of cuts.entries()) f.if(i32.eq(left, 1 << k), () => f.do(call(cut)));
    f.call(each);
  });
}
