/** Deadlocks (docs/semantics.md 7.3) in the state at hand: where no action is possible, neither now nor after any delay. */
import { jointSteps } from "./joint.ts";
import type { Semantics } from "./semantics.ts";
import { before } from "./time.ts";
import { without, type Zone } from "./zone.ts";

/** The part of a zone from which no action is possible, now or later. Requires: no clock stands still. */
export function deadlocked(zone: Zone, semantics: Semantics): readonly Zone[] {
  const { isStill, urgent, invariant } = semantics.timing();
  const heard = semantics.deadlockHeard ?? {};
  const futures = semantics.elapse(zone);
  const steps = futures.flatMap((future) => jointSteps(semantics.system, future, semantics.scale, heard));
  const now = semantics.enabled(steps, heard).flatMap(({ part }) => part ?? []);
  if (isStill || invariant === undefined) return without([zone], now);
  return without([zone], before(now, without([invariant], urgent)));
}
