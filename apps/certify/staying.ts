/**
 * Ways that stay (docs/semantics.md 9.10): along a way (for `-->` from where p holds) the goal holds at no instant, and it
 * ends in a deadlock, where time can pass for ever, or with a round that can be gone for ever.
 */
import { Away } from "./away.ts";
import { demandRunning } from "./cover.ts";
import { satisfying } from "./formula.ts";
import type { Names } from "./names.ts";
import { at, Refuted, Unreadable } from "./outcome.ts";
import type { Claim } from "./query.ts";
import type { Certificate } from "./reading.ts";
import { demandRound } from "./round.ts";
import type { Semantics } from "./semantics.ts";
import { demandStay } from "./stay.ts";
import { arrivals, waysOf } from "./way.ts";
import type { Zone } from "./zone.ts";

export function judgeStaying(
  certificate: Certificate,
  { goal, from, context }: Claim,
  semantics: Semantics,
  names: Names,
): { readonly states: number } {
  const { ending, begin = 1, loop } = certificate.header;
  const told = waysOf(certificate, semantics, names);
  if (ending === undefined || told.some((state, k) => state.from !== k - 1))
    throw new Unreadable("a way that stays, and no word of how it ends");
  if (begin < 1 || begin > told.length) throw new Unreadable("a way that begins nowhere");
  demandRunning(semantics, "liveness");
  const away = new Away(semantics, satisfying(goal.formula, goal.isNegated, { semantics, context }));
  const begun = from && satisfying(from, false, { semantics, context });
  const first = begun === undefined ? 0 : begin - 1;
  const reached: (readonly Zone[])[] = [];
  told.forEach((_, k) => {
    const arrived = arrivals(told, k, reached[k - 1] ?? [], semantics);
    at(k + 1, "waiting there", () => {
      const free = k <= first && begun !== undefined ? arrived.flatMap((z) => semantics.elapse(z)) : arrived;
      if (k < first) reached.push(free);
      else reached.push(away.from(begun !== undefined && k === first ? begun(free) : free).reached);
      if (reached[k]!.length === 0) throw new Refuted("no run comes there away from the goal");
    });
  });
  at(told.length, "its end", () => {
    if (ending !== "loop") return demandStay(ending, reached.at(-1)!, away, semantics);
    const start = told[(loop ?? 0) - 1];
    if (loop === undefined || start === undefined || loop <= first) throw new Unreadable("a loop to nowhere");
    const met = reached[loop - 1]!.flatMap((z) => start.zones.flatMap((w) => z.meet(w) ?? []));
    if (met.length === 0) throw new Refuted("the round is not begun: no run comes to where it can be gone");
    const round = { begins: start.zones, ends: start.zones, wishes: () => true };
    demandRound(told.slice(loop - 1), round, away, semantics);
  });
  return { states: told.length };
}
