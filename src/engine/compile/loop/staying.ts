/**
 * What the parts of a search for a path that stays (`liveness.ts`) share: functions made before it, what transitions are taken
 * for, and how it ends.
 */

import type { ClockBounds } from "../../../analysis/index.ts";
import type { LivenessQuery } from "../code/terms.ts";
import type { Action, ActionOn } from "../emitter.ts";
import type { PassedStates } from "../store/stack.ts";
import type { Store } from "../store/store.ts";
import type { ActiveCode } from "../zones/active.ts";
import type { WholeFunctions } from "../zones/closure.ts";
import type { DeadlockWatch } from "../zones/deadlock.ts";
import type { Timed } from "../zones/timing.ts";
import type { Arrival } from "./arrival.ts";
import type { Taken } from "./firing.ts";
import type { Facts } from "./module.ts";
import { countsOf } from "./reachability.ts";

/** What the transition at hand is taken for. */
export const mode = { reaching: 0, staying: 1, seeking: 2 } as const;
export const ending = { none: 0, loop: 1, divergence: 2 } as const;

/** What the parts of the search share. */
export interface Search {
  readonly e: Timed;
  readonly query: LivenessQuery;
  readonly facts: Facts;
  readonly bounds: ClockBounds;
  readonly globals: Globals;
  readonly taken: Taken;
  readonly words: number;
  readonly watch: DeadlockWatch;
  readonly arrival: Arrival;
  readonly active: ActiveCode | undefined;
  readonly store: Store;
  /** Reads the state of a record into the cells. */
  readonly read: ActionOn;
  readonly passed: PassedStates;
  readonly extrapolate: Action;
  readonly whole: WholeFunctions;
}

type Globals = ReturnType<typeof globalsOf>;

export function globalsOf(module: Timed["module"]) {
  const counts = countsOf(module);
  const gaveUp = module.global("i32", "gave_up");
  /** One of `mode`; and the node that is sought, or may be deadlocked. */
  const purpose = module.global("i32", "purpose");
  return { ...counts, gaveUp, purpose, wanted: module.global("i32", "wanted") };
}

/** Whether zones are split by differences of clocks. */
export function isSplit({ bounds }: Search): boolean {
  return bounds.diagonals.triples.length > 0;
}
