/**
 * Delays away from a goal (docs/semantics.md 9.5), in the state at hand: what time leads to, and from where it leads
 * somewhere, while the goal holds at no instant, both ends included. All clocks run.
 */
import type { Part } from "./formula.ts";
import type { Semantics } from "./semantics.ts";
import { before, through } from "./time.ts";
import { without, type Zone } from "./zone.ts";

export class Away {
  private readonly semantics: Semantics;
  private readonly goal: Part;

  constructor(semantics: Semantics, goal: Part) {
    this.semantics = semantics;
    this.goal = goal;
  }

  /** Of the zones, what is outside the goal, and all that delays away lead to from there. */
  from(zones: readonly Zone[]): { readonly start: readonly Zone[]; readonly reached: readonly Zone[] } {
    const { inside, met, urgent, isStill } = this.here();
    const start = without(zones, met);
    return { start, reached: isStill ? start : this.semantics.stay(start, inside, urgent) };
  }

  /** The valuations from which a delay away leads into the zones. */
  before(zones: readonly Zone[]): readonly Zone[] {
    const { inside, urgent, isStill } = this.here();
    const end = zones.flatMap((z) => inside.flatMap((i) => z.meet(i) ?? []));
    return isStill ? end : before(end, without(inside, urgent));
  }

  /** Whether from some of the zones time can pass away for ever. */
  isEndless(zones: readonly Zone[]): boolean {
    const { inside, urgent, isStill } = this.here();
    return !isStill && through(zones, without(inside, urgent)).some(isEndless);
  }

  private here() {
    const { isStill, urgent, invariant } = this.semantics.timing();
    const met = invariant === undefined ? [] : this.goal([invariant]);
    return { inside: invariant === undefined ? [] : without([invariant], met), met, urgent, isStill };
  }
}

/** Whether no clock is bounded from above. */
function isEndless({ n, bounds }: Zone): boolean {
  for (let x = 1; x < n; x++) if (bounds[x * n] !== Infinity) return false;
  return true;
}
