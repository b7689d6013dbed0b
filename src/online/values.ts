/**
 * Value-aware elimination, the future work of Rinast et al.: what the transformations really do to the zone counts, not only
 * what they may touch. A sequence is walked forward: a transformation that changes nothing goes, and where the zone comes back
 * to one that was passed, all in between goes (periodic chains of use and definition break there). Then it is walked backward
 * with the set of entries that are still needed: a transformation that changes none of them goes; one that stays needs the
 * entries its own needed ones are computed from. A constraint that stays needs all entries, so that no constraint meets another
 * zone than before, and none can empty it. What has gone may leave more to go, so both are done until nothing goes any more.
 *
 * Nothing is ever added: begun from what the chains of use and definition keep, the result is no longer than that.
 */
import { dbm, type Zone } from "../zones/index.ts";
import { eachEntry, type Transformation, transform } from "./transformation.ts";

/** Requires: the sequence can be carried out on `start`. Ensures: the result leads to the same zone. */
export function reduceByValues(
  start: Zone,
  dim: number,
  sequence: readonly Transformation[],
): readonly Transformation[] {
  let list = sequence;
  for (;;) {
    const walk = new Walk(start, dim);
    for (const t of list) walk.apply(t);
    const next = walk.needed();
    if (next.length === list.length) return list;
    list = next;
  }
}

/** A sequence without steps that lead nowhere, and the zones on its way. */
class Walk {
  private readonly dim: number;
  /** zones[i] is the zone before sequence[i]. */
  private readonly zones: Zone[];
  private readonly sequence: Transformation[] = [];
  private readonly at = new Map<number, number[]>();

  constructor(start: Zone, dim: number) {
    this.dim = dim;
    this.zones = [start];
    this.index(0);
  }

  apply(t: Transformation): void {
    const { dim } = this;
    const after = this.zones[this.zones.length - 1]!.slice();
    transform(after, dim, t);
    const known = this.at.get(dbm.hash(after, 0, dim))?.find((i) => dbm.equals(this.zones[i]!, 0, after, 0, dim));
    if (known !== undefined) {
      this.truncate(known);
      return;
    }
    this.sequence.push(t);
    this.zones.push(after);
    this.index(this.sequence.length);
  }

  /** Those that change an entry which the last zone depends on. */
  needed(): Transformation[] {
    const { dim, sequence, zones } = this;
    let needed = new Uint8Array(dim * dim).fill(1);
    const kept: Transformation[] = [];
    for (let i = sequence.length - 1; i >= 0; i--) {
      const t = sequence[i]!;
      const [before, after] = [zones[i], zones[i + 1]];
      if (!needed.some((wanted, e) => wanted !== 0 && before![e] !== after![e])) continue;
      kept.push(t);
      if (t.kind === "constrain") {
        needed.fill(1);
        continue;
      }
      const next = needed.slice();
      eachEntry(t, dim, (entry) => {
        next[entry] = 0;
      });
      const wanted = needed;
      eachEntry(t, dim, (entry, reads) => {
        if (wanted[entry] !== 0) for (const e of reads) next[e] = 1;
      });
      needed = next;
    }
    return kept.reverse();
  }

  private index(position: number): void {
    const hash = dbm.hash(this.zones[position]!, 0, this.dim);
    const list = this.at.get(hash);
    if (list === undefined) this.at.set(hash, [position]);
    else list.push(position);
  }

  /** Forgets everything after the zone at a position. */
  private truncate(position: number): void {
    for (let i = this.sequence.length; i > position; i--) {
      const hash = dbm.hash(this.zones[i]!, 0, this.dim);
      const list = this.at.get(hash) as number[];
      if (list.length === 1) this.at.delete(hash);
      else list.splice(list.indexOf(i), 1);
    }
    this.sequence.length = position;
    this.zones.length = position + 1;
  }
}

/** Whether a sequence makes the wanted zone of the first one. */
export function leadsTo(start: Zone, dim: number, list: readonly Transformation[], wanted: Zone): boolean {
  const z = start.slice();
  for (const t of list) if (!transform(z, dim, t)) return false;
  return dbm.equals(z, 0, wanted, 0, dim);
}
