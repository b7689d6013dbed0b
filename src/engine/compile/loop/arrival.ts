import { call, type Global, i32 } from "../../wasm/index.ts";
import { constrain } from "../code/constraint.ts";
import { byLocation, eachLocation } from "../code/edge.ts";
import { expression } from "../code/expression.ts";
import type { Action, Question } from "../emitter.ts";
import type { DeadlockWatch } from "../zones/deadlock.ts";
import type { Timed } from "../zones/timing.ts";

/**
 * What happens to a state when it is reached: invariants, and delay unless time stands still. The state is in the cells and
 * the target zone.
 */
export interface Arrival {
  /** Set if the query asks for deadlocks. */
  readonly watch: DeadlockWatch | undefined;
  readonly invariants: Question | undefined;
}

/** 0 if there is no such state; 2 if its delays come in pieces, which are then to be made (see `zones/delay.ts`); otherwise 1. */
export function settleFunction(e: Timed, { watch, invariants }: Arrival, transitions: Global<"i32">): Question {
  const { still, rates, cuts } = e;
  const { target } = e.plan.at;
  return e.module.func("settle", [], "i32", (f) => {
    f.comment("the target invariants must hold on arrival; otherwise there is no such transition");
    if (invariants) f.if(i32.eqz(call(invariants)), () => f.return(0));
    f.add(transitions, 1);
    watch?.judge(f);
    if (still) f.if(call(still), () => f.return(1));
    if (cuts?.urgency) f.if(cuts.urgency.count, () => f.return(2));
    const run = () => f.call(e.zones.up, target);
    if (rates) f.if(call(rates.find), () => f.call(rates.delay, target), run);
    else run();
    if (invariants) f.do(call(invariants));
    return 1;
  });
}

/** Hands the state that was reached on to `keep`, or to `delays` where those come in pieces. */
export function settledFunction(name: string, e: Timed, settle: Question, delays: Action, keep: Action): Action {
  return e.module.func(name, [], "void", (f) => {
    const how = f.local("i32", "how", call(settle));
    f.if(
      i32.eq(how, 2),
      () => f.call(delays),
      () => f.if(how, () => f.call(keep)),
    );
  });
}

/** Intersects the target zone with all current invariants; 0 if nothing is left. Undefined if there are none at all. */
export function invariantFunction(e: Timed, watch: DeadlockWatch | undefined): Question | undefined {
  const { target } = e.plan.at;
  const trivial = e.module.func("no_invariant", [], "i32", () => 1);
  const functions = eachLocation(e, ({ invariant, name }, process) => {
    if (invariant.data.length === 0 && invariant.clocks.length === 0) return undefined;
    return e.module.func(e.name("invariant"), [], "i32", (f) => {
      f.comment(`${process.name}.${name}`);
      for (const data of invariant.data) f.if(i32.eqz(expression(data, e, f)), () => f.return(0));
      const cut = () => watch && f.set(watch.cut, 1);
      for (const clock of invariant.clocks) constrain(clock, target, e, f, () => f.return(0), cut);
      return 1;
    });
  });
  if (functions.every((own) => own === undefined)) return undefined;
  const { owners, call: holds } = byLocation("invariants", functions, trivial, e);
  return e.module.func("invariants", [], "i32", (f) => {
    for (const p of owners) f.if(i32.eqz(holds(p)), () => f.return(0));
    return 1;
  });
}
