/**
 * Rounds (docs/semantics.md 9.9): from each valuation of a set W a way leads through the states told, away from the goal,
 * back into W. So it can be gone for ever. With a clock more that nobody sets, a round is also seen to take time.
 */
import type { Away } from "./away.ts";
import type { ClockStep } from "./memory.ts";
import { Refuted, unlessFault } from "./outcome.ts";
import type { Semantics } from "./semantics.ts";
import type { Told } from "./way.ts";
import { without, type Zone } from "./zone.ts";

interface Round {
  /** W, before the round and after it. */
  readonly begins: readonly Zone[];
  readonly ends: readonly Zone[];
  /** Whether a step of the round may do this to clocks. */
  readonly wishes: (clocks: readonly ClockStep[]) => boolean;
}

/** `states` are those of the round, the first of which comes again. */
export function demandRound(states: readonly Told[], round: Round, away: Away, semantics: Semantics): void {
  let zones = round.ends;
  for (let k = states.length - 1; k >= 0; k--) {
    semantics.load(states[k]!.values);
    zones = away.before(leading(states[(k + 1) % states.length]!.values, zones, round, semantics));
  }
  if (round.begins.length === 0) throw new Refuted("nothing is said of where the round begins");
  if (without(round.begins, zones).length > 0) throw new Refuted("the round cannot be gone from everywhere it begins");
}

/**
 * 8.4: the valuations of the state at hand from which a transition leads into `zones`, valuations that the invariants of the
 * state `to` allow. Steps that fault, and those that do to clocks what is not wished, are left out.
 */
function leading(
  to: readonly number[],
  zones: readonly Zone[],
  { wishes }: Round,
  semantics: Semantics,
): readonly Zone[] {
  const { invariant } = semantics.timing();
  if (invariant === undefined) return [];
  const [source, target] = [semantics.save(), to.join()];
  return semantics.steps(invariant, { skipsFaults: true }).flatMap((step) => {
    const clocks = unlessFault(() => semantics.update(step), true);
    const isMeant = clocks !== undefined && semantics.save().join() === target && wishes(clocks);
    semantics.load(source);
    return isMeant ? zones.flatMap((z) => semantics.source(step, clocks, z) ?? []) : [];
  });
}
