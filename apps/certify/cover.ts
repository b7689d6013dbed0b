/**
 * Unreachability (docs/semantics.md 9.1 to 9.3): the members of a certificate cover the initial state and every successor of a member, and
 * none of them meets the bad states. Then no reachable state is bad.
 */
import { Counting, StatedBounds } from "./bounds.ts";
import { type Exchange, exchangesOf } from "./exchange.ts";
import type { Bounds, Header } from "./format.ts";
import { mentionsDeadlock, type Part, satisfying } from "./formula.ts";
import { demandLive, leastNeeds, Needs } from "./live.ts";
import type { Members } from "./members.ts";
import type { Names } from "./names.ts";
import { at, Refuted, Unreadable, Unsupported } from "./outcome.ts";
import type { Claim } from "./query.ts";
import type { Certificate } from "./reading.ts";
import type { Semantics } from "./semantics.ts";
import type { Share } from "./share.ts";
import { demandStill } from "./still.ts";
import { demandSymmetry } from "./symmetry.ts";
import type { System } from "./system.ts";
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
  const { bounds, exchanges, needs } = statedOf(header, claim, semantics.system, names);
  if (mentionsDeadlock(goal.formula)) demandRunning(semantics, "deadlock");
  const counting = bounds && new Counting(bounds, semantics);
  const seen = counting === undefined ? {} : { seen: counting.limit };
  const bad = satisfying(goal.formula, goal.isNegated, { semantics, context, ...seen });
  return judgeClosed(members, semantics, share, bad, counting, exchanges, needs?.settle);
}

/** What a certificate states of the model, judged without its members: bounds, symmetries, what is live and who is left out. */
interface Stated {
  readonly bounds: StatedBounds | undefined;
  readonly exchanges: readonly Exchange[];
  readonly needs: Needs | undefined;
}

export function statedOf(header: Header, claim: Claim, system: System, names: Names): Stated {
  const { order, bounds: given, symmetries = [], live } = header;
  if (order === "simulation" && given === undefined)
    throw new Unreadable("simulation needs bounds, and the certificate has none");
  const isStated = order === "simulation" && given !== undefined;
  const bounds = isStated ? new StatedBounds(system, renumbered(given, names)) : undefined;
  at(undefined, "the stated bounds", () => bounds && demandBothWays(bounds, claim, system));
  const needs = live && Needs.stated(live, names, system);
  if (needs !== undefined) demandLive(needs, claim, system);
  demandStill(system, claim, needs ?? leastNeeds(claim, system), bounds);
  const exchanges = exchangesOf(symmetries, names, system);
  for (const exchange of exchanges) {
    demandSymmetry(exchange, system, claim);
    at(undefined, exchange.name, () => {
      if (bounds?.isKeptBy(exchange) === false) throw new Refuted("it does not take the stated bounds to themselves");
      if (needs?.isKeptBy(exchange) === false) throw new Refuted("it does not take what is live to what is live");
      const isLeftOut = system.processes.map(({ leftOut }) => leftOut !== undefined);
      if (isLeftOut.some((so, p) => so !== isLeftOut[exchange.cell(p)]))
        throw new Refuted("it takes a process that is left out to one that is not");
    });
  }
  return { bounds, exchanges, needs };
}

/**
 * That members cover what they lead to, and are not bad. Zones are compared under the bounds of `counting`, or by inclusion; `exchanges` are
 * symmetries, by which members may permute what they lead to; `settle` gives dead variables the value that they have in members.
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
      const known = members.find(state)?.zones ?? [];
      if (known.length === 0) return false;
      isThere = true;
      semantics.load(state);
      return (counting === undefined ? isInside(known) : counting.isSimulated(known))(zone);
    };
    const isImageCovered = (zone: Zone, permutation: ArrayLike<number>): boolean => {
      const [state, image] = [[...values], zone.copy()];
      for (const k of Array.from(permutation)) {
        if (exchanges[k] === undefined) throw new Unreadable(`there is no exchange ${k}`);
        exchanges[k].apply(state, image);
      }
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
          reached: (target, step) => {
            steps++;
            at(
              number,
              () => semantics.describe(step),
              () => demand(semantics.elapse(target), permutations),
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
function demandBothWays(bounds: StatedBounds, { goal }: Claim, system: System): void {
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
