/**
 * Runs that stay (docs/semantics.md 9.7): the goal holds at no instant of the run, which ends in a deadlock, or where time
 * can pass for ever away from the goal. So it is maximal, and violates `A<>` or satisfies `E[]`.
 */
import { Away } from "./away.ts";
import { demandRunning } from "./cover.ts";
import { deadlocked } from "./deadlock.ts";
import type { Header } from "./format.ts";
import { satisfying } from "./formula.ts";
import { Refuted, Unreadable } from "./outcome.ts";
import type { Claim } from "./query.ts";
import type { Watch } from "./run.ts";
import type { Semantics } from "./semantics.ts";
import type { Zone } from "./zone.ts";

export function watchStay({ ending }: Header, { goal, context }: Claim, semantics: Semantics): Watch {
  if (ending === undefined) throw new Unreadable("a run that stays, and no word of how it ends");
  demandRunning(semantics, "liveness");
  const away = new Away(semantics, satisfying(goal.formula, goal.isNegated, { semantics, context }));
  return {
    waits: (here, there) => {
      if (!away.from([here]).reached.some((z) => there.isInside(z))) throw new Refuted("the goal is met there");
    },
    ends: (there) => demandStay(ending, [there], away, semantics),
  };
}

/** From zones of the state at hand a run is maximal by ending there, or by waiting for ever. */
export function demandStay(ending: Header["ending"], zones: readonly Zone[], away: Away, semantics: Semantics): void {
  if (ending === "deadlock") {
    if (zones.every((z) => deadlocked(z, semantics).length === 0))
      throw new Refuted("the run does not end there: an action is possible");
  } else if (!away.isEndless(zones)) throw new Refuted("time cannot pass for ever there, away from the goal");
}
