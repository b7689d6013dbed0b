/**
 * Unreachability (docs/semantics.md 9.1 to 9.3): the members of a certificate are closed, under what it states, and none of
 * them is bad.
 */
import { Counting } from "./bounds.ts";
import { demandRunning, type Judged, judgeClosed } from "./cover.ts";
import { mentionsDeadlock, satisfying } from "./formula.ts";
import type { Names } from "./names.ts";
import type { Claim } from "./query.ts";
import type { Certificate } from "./reading.ts";
import type { Semantics } from "./semantics.ts";
import type { Share } from "./share.ts";
import { statedOf } from "./stated.ts";

export function judgeUnreachable(
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
