/** The members of a certificate: discrete states with zones, found by their values, each with its number in the file. */
import { type Certificate, memberOf } from "./format.ts";
import type { Names } from "./names.ts";
import { Fault, Refuted, Unreadable } from "./outcome.ts";
import type { Semantics } from "./semantics.ts";
import { Zone } from "./zone.ts";

export interface Stored {
  readonly values: readonly number[];
  readonly zones: readonly Zone[];
  /** Of each zone, where the certificate has ranks (9.5). */
  readonly ranks: readonly number[];
  /** As it stands in the certificate, counted from 1. */
  readonly number: number;
}

/** By the values of the state. `isRanked` says which of the certificate's members are meant. */
export function membersOf(
  { lines }: Certificate,
  semantics: Semantics,
  names: Names,
  isRanked: boolean,
): ReadonlyMap<string, Stored> {
  const { n, system } = semantics;
  const all = new Map<string, Stored>();
  lines.forEach((line, k) => {
    const member = memberOf(line, system.cells.length, n);
    if ((member.ranks !== undefined) !== isRanked) return;
    const values = new Array<number>(member.state.length);
    member.state.forEach((value, i) => {
      values[names.cells[i]!] = value;
    });
    const lost = system.processes.find(({ locations, index }) => locations[values[index]!] === undefined);
    if (lost !== undefined) throw new Unreadable(`member ${k + 1}: '${lost.name}' has no such location`);
    const key = values.join();
    if (all.has(key)) throw new Unreadable(`member ${k + 1} is there twice`);
    const zones = member.zones.map((entries) => zoneOf(entries, n, names));
    const isThere = zones.map((z) => z.close() && isPositive(z));
    const there = <T>(list: readonly T[]): T[] => list.filter((_, i) => isThere[i]);
    all.set(key, { values, zones: there(zones), ranks: there(member.ranks ?? []), number: k + 1 });
  });
  return all;
}

/** Tells where something was refused. */
export function at<T>(member: number | undefined, step: string | (() => string), judge: () => T): T {
  try {
    return judge();
  } catch (error) {
    const refused = error instanceof Fault ? new Refuted(`the model faults: ${error.message}`) : error;
    if (refused instanceof Refuted) {
      refused.member ??= member;
      refused.step ??= typeof step === "string" ? step : step();
    }
    throw refused;
  }
}

/** Leaves out negative values, which no clock has. False if nothing is left. */
function isPositive(zone: Zone): boolean {
  for (let x = 1; x < zone.n; x++) if (!zone.constrain(0, x, 0, 0)) return false;
  return true;
}

function zoneOf(entries: readonly (number | null)[], n: number, { clocks }: Names): Zone {
  const zone = new Zone(n);
  entries.forEach((entry, k) => {
    const [row, column] = [clocks[Math.floor(k / n)]!, clocks[k % n]!];
    const at = row * n + column;
    // A clock less itself is 0, whatever is written.
    if (row === column) return;
    if (entry === null) zone.lift(at);
    else {
      zone.bound[at] = Math.floor(entry / 2);
      zone.strict[at] = entry % 2 === 0 ? 1 : 0;
    }
  });
  return zone;
}
