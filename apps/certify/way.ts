/**
 * Ways (docs/semantics.md 9.8): discrete states, one after the other, and all valuations with which a run comes along them,
 * found here without any abstraction. So each of these is reached. Where many ways are told they share their beginnings: a
 * state may say after which other it comes.
 */
import { type Names, placed } from "./names.ts";
import { Refuted, Unreadable } from "./outcome.ts";
import { type Certificate, zoneOf } from "./reading.ts";
import type { Semantics } from "./semantics.ts";
import type { Zone } from "./zone.ts";

/** A state of a way, as it is told. */
export interface Told {
  readonly values: readonly number[];
  /** The number, from 0, of the state before; -1 for the initial one. */
  readonly from: number;
  /** Where a round begins: what it comes back to. */
  readonly zones: readonly Zone[];
}

export function waysOf({ way }: Certificate, { n }: Semantics, names: Names): readonly Told[] {
  const told = way.map(({ state, from = -1, zones = [] }, k): Told => {
    const before = from < 0 ? k - 1 : from - 1;
    if (before >= k) throw new Unreadable(`state ${k + 1} of a way comes after none that is before it`);
    return { values: placed(state, names), from: before, zones: zones.flatMap((zone) => zoneOf(zone, n, names) ?? []) };
  });
  if (told.length === 0) throw new Unreadable("a way without states");
  return told;
}

/** The valuations with which a run arrives in a state: of the first one, or from zones of the state before. */
export function arrivals(
  told: readonly Told[],
  k: number,
  before: readonly Zone[],
  semantics: Semantics,
): readonly Zone[] {
  const { values, from } = told[k]!;
  const arrived: Zone[] = [];
  const add = (zone: Zone | undefined): void => {
    if (zone !== undefined && semantics.save().join() === values.join() && !arrived.some((z) => zone.isInside(z)))
      arrived.push(zone);
  };
  if (from < 0) add(semantics.initial());
  else {
    semantics.load(told[from]!.values);
    for (const zone of before) semantics.successors(zone, { skipsFaults: true, reached: add });
  }
  semantics.load(values);
  if (arrived.length === 0) throw Object.assign(new Refuted("no run comes there so"), { member: k + 1 });
  return arrived;
}
