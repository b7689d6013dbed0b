/**
 * Closed sets (docs/semantics.md 9.1, 9.3): the members of a certificate cover the initial state and every successor of a
 * member, and none of them meets the bad states. Then no reachable state is bad. What a certificate states beside its members
 * is judged in `stated.ts`.
 */
import type { Counting } from "./bounds.ts";
import { type Exchange, permuted } from "./exchange.ts";
import type { Part } from "./formula.ts";
import type { Members } from "./members.ts";
import { at, Refuted, Unsupported } from "./outcome.ts";
import type { Semantics } from "./semantics.ts";
import type { Share } from "./share.ts";
import { without, type Zone } from "./zone.ts";

/** What was judged. */
export interface Judged {
  readonly members: number;
  readonly zones: number;
  readonly steps: number;
}

/**
 * That members cover what they lead to, and are not bad. Zones are compared under the bounds of `counting`, or by inclusion;
 * `exchanges` are symmetries, by which members may permute what they lead to; `settle` gives dead variables the value that
 * they have in members.
 */
export function judgeClosed(
  members: Members,
  semantics: Semantics,
  share: Share,
  bad?: Part,
  counting?: Counting,
  exchanges: readonly Exchange[] = [],
  settle?: (values: number[]) => void,
): Judged {
  let [judged, zones, steps] = [0, 0, 0];
  /** The state at hand with these zones must be covered, each as it is or permuted. */
  const demand = (later: readonly Zone[], permutations: readonly ArrayLike<number>[]): void => {
    const values = semantics.save();
    let isThere = false;
    const isCovered = (state: number[], zone: Zone): boolean => {
      settle?.(state);
      const known = members.zonesAt(state);
      if (known.length === 0) return false;
      isThere = true;
      semantics.load(state);
      return counting === undefined ? isInside(zone, known) : counting.isSimulated(zone, known);
    };
    const isImageCovered = (zone: Zone, permutation: ArrayLike<number>): boolean => {
      const [state, image] = permuted(values, zone, permutation, exchanges);
      return isCovered(state, image);
    };
    for (const zone of later) {
      if (isCovered(values, zone) || permutations.some((one) => isImageCovered(zone, one))) continue;
      if (!isThere) throw new Refuted("it leads to a state that is not in the certificate");
      throw new Refuted("it leads to clock values that no zone of the certificate covers");
    }
  };
  if (share.takes())
    at(undefined, "the initial state", () => {
      const initial = semantics.initial();
      counting?.enter();
      if (initial !== undefined) demand(semantics.elapse(initial), []);
    });
  for (const { values, zones: own, number, permutations } of members) {
    if (!share.takes()) continue;
    judged++;
    semantics.load(values);
    at(number, "an invariant", () => counting?.enter());
    for (const zone of own) {
      zones++;
      at(number, "the formula", () => {
        if (bad !== undefined && bad([zone]).length > 0) throw new Refuted("it meets what must not be reached");
      });
      at(number, "a guard", () =>
        semantics.successors(zone, {
          ...(counting === undefined ? {} : { seen: counting.seen, arrived: counting.arrived }),
          reached: (target, step, invariants) => {
            steps++;
            at(
              number,
              () => semantics.describe(step),
              () => demand(semantics.elapse(target, invariants), permutations),
            );
          },
        }),
      );
    }
  }
  return { members: judged, zones, steps };
}

/** Whether a zone is inside the union of others. */
export function isInside(zone: Zone, known: readonly Zone[]): boolean {
  return known.some((z) => zone.isInside(z)) || without([zone], known).length === 0;
}

export function demandRunning({ system }: Semantics, what: string): void {
  if (system.processes.some((p) => p.locations.some((l) => l.invariant.hasRates)))
    throw new Unsupported(`${what} where clocks stand still`);
}
