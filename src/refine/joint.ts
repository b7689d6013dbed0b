/**
 * Zones over the clocks of an implementation and of several copies of a specification, one for each state that it may be in. The product
 * of both (`Product`) knows one copy: `lift` takes its zones to a copy here. Clocks of the implementation come first, then those
 * of each copy, and last a stopwatch.
 */
import { dbm, type Federation, federation, INF, LE_ZERO, type Point, rationals, type Zone } from "../zones/index.ts";

/** Copies become others: each new one is a copy of an old one, and clock operations `x := y + value` follow (y = 0: none). */
export interface Turn {
  /** Where it can be done. */
  readonly piece: Zone;
  readonly picks: readonly number[];
  readonly ops: readonly (readonly [x: number, y: number, value: number])[];
}

export class Joint {
  /** Numbers of clocks. */
  private readonly own: number;
  private readonly theirs: number;

  constructor(own: number, theirs: number) {
    this.own = own;
    this.theirs = theirs;
  }

  dim(copies: number): number {
    return this.own + copies * this.theirs + 2;
  }

  /** Where a clock of the product is, with the specification's as those of a copy. */
  place(x: number, copy: number, copies: number): number {
    if (x <= this.own) return x;
    return x <= this.own + this.theirs ? x + copy * this.theirs : this.dim(copies) - 1;
  }

  /** The specification's clocks of a copy. */
  clocksOf(copy: number): readonly number[] {
    return Array.from({ length: this.theirs }, (_, c) => 1 + this.own + copy * this.theirs + c);
  }

  isOwn(x: number): boolean {
    return x <= this.own;
  }

  /** A zone of the product as one of a copy, all other copies free. Requires: not empty. */
  lift(zone: Zone, copy: number, copies: number): Zone {
    const [from, dim] = [this.own + this.theirs + 2, this.dim(copies)];
    const z = dbm.newUniversal(dim);
    for (let a = 0; a < from; a++) {
      for (let b = 0; b < from; b++) {
        const bound = zone[a * from + b]!;
        if (a === b || bound >= INF) continue;
        dbm.constrain(z, 0, dim, this.place(a, copy, copies), this.place(b, copy, copies), bound);
      }
    }
    return z;
  }

  /** What a turn makes of a zone inside its piece. */
  turned(zone: Zone, copies: number, { picks, ops }: Turn): Zone {
    const [from, to] = [this.dim(copies), this.dim(picks.length)];
    const old = this.origins(picks, copies);
    const z = new Int32Array(to * to);
    for (let a = 0; a < to; a++) for (let b = 0; b < to; b++) z[a * to + b] = zone[old[a]! * from + old[b]!]!;
    for (let a = 0; a < to; a++) z[a * to + a] = LE_ZERO;
    for (const [x, y, value] of ops) {
      if (y === 0) dbm.reset(z, 0, to, x, value);
      else dbm.shift(z, 0, to, x, y, value);
    }
    return z;
  }

  /** The part of a turn's piece that it takes into a zone; null if there is none. */
  before(zone: Zone, copies: number, { piece, picks, ops }: Turn): Zone | null {
    const [from, to] = [this.dim(copies), this.dim(picks.length)];
    const old = this.origins(picks, copies);
    const after = zone.slice();
    for (const [x, y, value] of ops.toReversed())
      if (y === 0 ? !dbm.resetInverse(after, 0, to, x, value) : !dbm.shiftInverse(after, 0, to, x, y, value))
        return null;
    const z = piece.slice();
    for (let a = 0; a < to; a++) {
      for (let b = 0; b < to; b++) {
        const bound = after[a * to + b]!;
        if (a === b || bound >= INF) continue;
        const [x, y] = [old[a]!, old[b]!];
        if (x === y ? bound < LE_ZERO : !dbm.constrain(z, 0, from, x, y, bound)) return null;
      }
    }
    return z;
  }

  /** The same for one valuation. */
  valuesAfter(values: Point, copies: number, { picks, ops }: Turn): Point {
    const next = this.origins(picks, copies).map((x) => values[x]!);
    for (const [x, y, value] of ops)
      next[x] = y === 0 ? rationals.rational(value) : rationals.plus(next[y]!, rationals.rational(value));
    return next;
  }

  /** The clock operations of a reply, those of the implementation or of the specification, for a copy. */
  opsOf(log: Int32Array, side: "own" | "theirs", copy: number, copies: number): Turn["ops"] {
    const out: (readonly [number, number, number])[] = [];
    for (let k = 0; k < log.length; k += 3) {
      const [x, y, value] = [log[k]!, log[k + 1]!, log[k + 2]!];
      if (this.isOwn(x) === (side === "own"))
        out.push([this.place(x, copy, copies), y === 0 ? 0 : this.place(y, copy, copies), value]);
    }
    return out;
  }

  /** For each new clock the old one. */
  private origins(picks: readonly number[], copies: number): readonly number[] {
    const own = Array.from({ length: this.own + 1 }, (_, x) => x);
    return [...own, ...picks.flatMap((p) => this.clocksOf(p)), this.dim(copies) - 1];
  }
}

/** Of a zone, each combination of conditions that hold and that do not, with those that hold. */
export function divided<T>(
  zone: Zone,
  conditions: readonly (readonly [what: T, where: Federation])[],
  dim: number,
): readonly { readonly zone: Zone; readonly held: readonly T[] }[] {
  let parts: { zone: Zone; held: readonly T[] }[] = [{ zone, held: [] }];
  for (const [what, where] of conditions) {
    parts = parts.flatMap((part) => [
      ...federation.intersect([part.zone], where, dim).map((z) => ({ zone: z, held: [...part.held, what] })),
      ...federation.subtract([part.zone], where, dim).map((z) => ({ zone: z, held: part.held })),
    ]);
  }
  return parts;
}
