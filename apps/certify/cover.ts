/**
 * Unreachability (docs/semantics.md 9.1 to 9.3): the members of a certificate cover the initial state and every successor of a member, and
 * none of them meets the bad states. Then no reachable state is bad.
 */
import { Counting, StatedBounds } from "./bounds.ts";
import type { Bounds } from "./format.ts";
import { mentionsDeadlock, type Part, satisfying } from "./formula.ts";
import type { Members } from "./members.ts";
import type { Names } from "./names.ts";
import { at, Refuted, Unreadable, Unsupported } from "./outcome.ts";
import type { Claim } from "./query.ts";
import type { Certificate } from "./reading.ts";
import type { Semantics } from "./semantics.ts";
import type { Share } from "./share.ts";
import { without, type Zone } from "./zone.ts";

/** What was judged. */
export interface Judged {
  readonly members: number;
  readonly zones: number;
  readonly steps: number;
}

export function judgeCover(
  { header, members }: Certificate,
  claim: Claim,
  semantics: Semantics,
  names: Names,
  share: Share,
): Judged {
  const { goal, context } = claim;
  let bounds: StatedBounds | undefined;
  if (header.order === "simulation") {
    if (header.bounds === undefined) throw new Unreadable("simulation needs bounds, and the certificate has none");
    const stated = new StatedBounds(semantics.system, renumbered(header.bounds, names));
    at(undefined, "the stated bounds", () => demandSymmetry(stated, claim, semantics));
    bounds = stated;
  }
  if (mentionsDeadlock(goal.formula)) demandRunning(semantics, "deadlock");
  const counting = bounds && new Counting(bounds, semantics);
  const seen = counting === undefined ? {} : { seen: counting.limit };
  const bad = satisfying(goal.formula, goal.isNegated, { semantics, context, ...seen });
  return judgeClosed(members, semantics, share, bad, counting);
}

/** That members cover what they lead to, and are not bad. Zones are compared under the bounds of `counting`, or by inclusion. */
export function judgeClosed(
  members: Members,
  semantics: Semantics,
  share: Share,
  bad?: Part,
  counting?: Counting,
): Judged {
  let [judged, zones, steps] = [0, 0, 0];
  /** The state at hand with these zones must be covered. */
  const demand = (later: readonly Zone[]): void => {
    const known = members.find(semantics.save())?.zones ?? [];
    if (known.length === 0) throw new Refuted("it leads to a state that is not in the certificate");
    const isCovered = counting === undefined ? isInside(known) : counting.isSimulated(known);
    if (!later.every(isCovered)) throw new Refuted("it leads to clock values that no zone of the certificate covers");
  };
  if (share.takes())
    at(undefined, "the initial state", () => {
      const initial = semantics.initial();
      counting?.enter();
      if (initial !== undefined) demand(semantics.elapse(initial));
    });
  for (const { values, zones: own, number } of members) {
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
          reached: (target, step) => {
            steps++;
            at(
              number,
              () => semantics.describe(step),
              () => demand(semantics.elapse(target)),
            );
          },
        }),
      );
    }
  }
  return { members: judged, zones, steps };
}

/** Whether a zone is inside the union of others. */
export function isInside(known: readonly Zone[]): (zone: Zone) => boolean {
  return (zone) => known.some((z) => zone.isInside(z)) || without([zone], known).length === 0;
}

export function demandRunning({ system }: Semantics, what: string): void {
  if (system.processes.some((p) => p.locations.some((l) => l.invariant.hasRates)))
    throw new Unsupported(`${what} where clocks stand still`);
}

/** 9.3: where what is forbidden counts, not only what is allowed, states must simulate each other. */
function demandSymmetry(bounds: StatedBounds, { goal }: Claim, { system }: Semantics): void {
  const edges = system.processes.flatMap((p) => p.locations.flatMap((l) => l.edges));
  const forbids = edges.some((e) => e.forbids && e.guards.some((g) => g.hasLimits));
  if ((forbids || system.hasPriorities || mentionsDeadlock(goal.formula)) && !bounds.isSymmetric)
    throw new Refuted("lower and upper bounds must be the same here, since guards also forbid; they are stated apart");
}

function renumbered(bounds: Bounds, { clocks }: Names) {
  const at = (clock: number | null | undefined): number => {
    const found = clocks[clock ?? -1];
    if (found === undefined || found === 0) throw new Unreadable("the certificate states bounds of no clock");
    return found;
  };
  return {
    everywhere: bounds.everywhere.map(([clock, ...rest]) => [at(clock), ...rest]),
    locations: bounds.locations.map(([process, location, clock, ...rest]) => [process!, location!, at(clock), ...rest]),
  };
}
