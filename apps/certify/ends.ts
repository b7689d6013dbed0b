/**
 * Liveness (docs/semantics.md 9.5): no run stays away from the goal for ever. The ranked members of a certificate hold every
 * state that is reached without meeting the goal; along each transition that stays away the rank falls, so there are only
 * finitely many; in none of them time can pass for ever, and none is deadlocked. For `p --> q` others hold all reachable
 * states, where such runs begin.
 */
import { Away } from "./away.ts";
import { demandRunning, isInside, type Judged, judgeClosed } from "./cover.ts";
import { deadlocked } from "./deadlock.ts";
import { type Exchange, permuted } from "./exchange.ts";
import { type Part, satisfying } from "./formula.ts";
import type { Member, Members } from "./members.ts";
import type { Names } from "./names.ts";
import { at, Refuted, Unreadable } from "./outcome.ts";
import type { Claim } from "./query.ts";
import type { Certificate } from "./reading.ts";
import type { Semantics } from "./semantics.ts";
import type { Share } from "./share.ts";
import { statedOf } from "./stated.ts";
import type { Zone } from "./zone.ts";

export function judgeEnds(
  { header, members, ranked }: Certificate,
  claim: Claim,
  semantics: Semantics,
  names: Names,
  share: Share,
): Judged {
  if (header.order !== "inclusion") throw new Unreadable("ranks need zones that are compared by inclusion");
  demandRunning(semantics, "liveness");
  const { context, goal, from } = claim;
  const exchanges = header.symmetries === undefined ? [] : statedOf(header, claim, semantics.system, names).exchanges;
  const away = new Away(semantics, satisfying(goal.formula, goal.isNegated, { semantics, context }));
  const ends = new Ends(ranked, semantics, away, exchanges);
  const begun = from && satisfying(from, false, { semantics, context });
  const before =
    begun === undefined ? ends.initial(share) : judgeClosed(members, semantics, share, undefined, undefined, exchanges);
  if (begun !== undefined) for (const member of members) if (share.takes()) ends.begin(member, begun);
  const after = ends.judge(share);
  return {
    members: before.members + after.members,
    zones: before.zones + after.zones,
    steps: before.steps + after.steps,
  };
}

class Ends {
  private readonly members: Members;
  private readonly semantics: Semantics;
  private readonly away: Away;
  private readonly exchanges: readonly Exchange[];

  constructor(members: Members, semantics: Semantics, away: Away, exchanges: readonly Exchange[]) {
    this.members = members;
    this.semantics = semantics;
    this.away = away;
    this.exchanges = exchanges;
  }

  initial(share: Share): Judged {
    const initial = share.takes() ? this.semantics.initial() : undefined;
    if (initial !== undefined) at(undefined, "the initial state", () => this.demand([initial], Infinity, []));
    return { members: 0, zones: 0, steps: 0 };
  }

  /** Runs begin wherever a reachable state is as `begun` says. */
  begin({ values, zones, number, permutations }: Member, begun: Part): void {
    this.semantics.load(values);
    at(number, "a run that begins there", () => this.demand(begun(zones), Infinity, permutations));
  }

  judge(share: Share): Judged {
    const { semantics } = this;
    let [members, zones, steps] = [0, 0, 0];
    for (const { values, zones: own, ranks, number, permutations } of this.members) {
      if (!share.takes()) continue;
      members++;
      own.forEach((zone, k) => {
        zones++;
        semantics.load(values);
        at(number, "waiting there", () => this.demandEnd(zone));
        at(number, "a guard", () =>
          semantics.successors(zone, {
            reached: (target, step) => {
              steps++;
              at(
                number,
                () => semantics.describe(step),
                () => this.demand([target], ranks[k]!, permutations),
              );
            },
          }),
        );
      });
    }
    return { members, zones, steps };
  }

  /** 9.5 (c): a run cannot stay in the state at hand for ever, nor end there. */
  private demandEnd(zone: Zone): void {
    const { start } = this.away.from([zone]);
    if (this.away.isEndless(start)) throw new Refuted("time can pass for ever, and the goal is not met");
    if (start.some((z) => deadlocked(z, this.semantics).length > 0))
      throw new Refuted("it can end there, in a deadlock");
  }

  /**
   * 9.5 (a), (b): what is reached from the zones of the state at hand away from the goal, or its image, is held by members
   * of lower rank.
   */
  private demand(zones: readonly Zone[], below: number, permutations: readonly ArrayLike<number>[]): void {
    const { reached } = this.away.from(zones);
    const values = this.semantics.save();
    const isHeld = (state: readonly number[], zone: Zone): boolean => {
      const member = this.members.find(state);
      return isInside(zone, member?.zones.filter((_, k) => member.ranks[k]! < below) ?? []);
    };
    const isImageHeld = (zone: Zone) => (permutation: ArrayLike<number>) =>
      isHeld(...permuted(values, zone, permutation, this.exchanges));
    if (!reached.every((zone) => isHeld(values, zone) || permutations.some(isImageHeld(zone))))
      throw new Refuted("it leads to where no member of lower rank is, and not to the goal");
  }
}
