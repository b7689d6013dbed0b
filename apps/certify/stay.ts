/**
 * Runs that stay (docs/semantics.md 9.7): the goal holds at no instant of the run, which ends in a deadlock, or where time can pass for
 * ever away from the goal. So it is maximal, and violates `A<>` or satisfies `E[]`.
 */
import { demandRunning } from "./cover.ts";
import { isEndless } from "./ends.ts";
import type { Header } from "./format.ts";
import { satisfying } from "./formula.ts";
import { Refuted, Unreadable } from "./outcome.ts";
import type { Claim } from "./query.ts";
import type { Watch } from "./run.ts";
import type { Semantics } from "./semantics.ts";
import { through } from "./time.ts";
import { without, type Zone } from "./zone.ts";

export function watchStay({ ending }: Header, { goal, context }: Claim, semantics: Semantics): Watch {
  if (ending === undefined) throw new Unreadable("a run that stays, and no word of how it ends");
  demandRunning(semantics, "liveness");
  const met = satisfying(goal.formula, goal.isNegated, { semantics, context });
  /** The valuations of the state at hand away from the goal. */
  const away = (invariant: Zone): readonly Zone[] => without([invariant], met([invariant]));
  return {
    waits: (here, there) => {
      const { invariant } = semantics.timing();
      const passed = invariant === undefined ? [] : through([here], away(invariant));
      const isAway = here.isInside(there) ? met([here]).length === 0 : passed.some((z) => there.isInside(z));
      if (!isAway) throw new Refuted("the goal is met there");
    },
    ends: (there) => {
      const { invariant, isStill, urgent } = semantics.timing();
      if (ending === "deadlock") {
        if (semantics.deadlocked(there).length === 0)
          throw new Refuted("the run does not end there: an action is possible");
      } else if (isStill || !through([there], without(invariant ? away(invariant) : [], urgent)).some(isEndless))
        throw new Refuted("time cannot pass for ever there, away from the goal");
    },
  };
}
