import type { Code, Condition, Function } from "../code.ts";
import { EffectFinder, type Effects } from "../effects.ts";
import type { Process, Rated } from "../network.ts";
import type { Context } from "./context.ts";

/**
 * Draws stand in updates and weights, which are evaluated once. A guard, an invariant or a rate is evaluated as often as an
 * engine likes, so one that draws would be no function of the state: it is refused.
 */
export function refuseDraws(
  processes: readonly Process[],
  rated: readonly Rated[],
  functions: readonly Function[],
  context: Context,
): void {
  const finder = new EffectFinder(functions);
  const look = (what: string, effects: Effects, origin: Process["origin"]) => {
    if (effects.draws)
      context.refuse("random-condition", `${what} cannot draw random numbers: it is evaluated more than once`, origin);
  };
  for (const { locations, edges } of processes) {
    for (const { invariant, rate, origin } of locations) {
      look("an invariant", finder.ofCondition(invariant), origin);
      if (rate) look("a rate", finder.ofCode(rate), origin);
    }
    for (const { guard, sync, origin } of edges) {
      look("a guard", finder.ofCondition(guard), origin);
      if (sync) look("a channel", finder.ofCode(...sync.terms.map(({ index }) => index)), origin);
    }
  }
  for (const { setters } of rated)
    for (const { when, rate, origin } of setters) look("a rate", finder.ofCode(...(when ? [when] : []), rate), origin);
}

/** Whether what a query asks draws. */
export function queryDraws(
  conditions: readonly Condition[],
  codes: readonly Code[],
  functions: readonly Function[],
): boolean {
  const finder = new EffectFinder(functions);
  const found = finder.ofCode(...codes);
  for (const condition of conditions) finder.ofCondition(condition, found);
  return found.draws === true;
}
