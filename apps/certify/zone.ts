/**
 * Zones (docs/semantics.md 8.1): sets of clock values given by bounds on differences. Entry (i, j) of the matrix bounds clock
 * i minus clock j; clock 0 is the constant zero. A bound is one number, as certificates write it: twice the constant, plus
 * one where it may be reached, and Infinity where there is none; so the tighter of two is the smaller. Bounds are exact: what
 * is too large for that is refused. Unless said otherwise zones are closed (every bound is the tightest that follows from the
 * others) and not empty, and stay so.
 */
import { Unsupported } from "./outcome.ts";

export class Zone {
  readonly n: number;
  readonly bounds: number[];

  constructor(n: number, bounds: number[]) {
    this.n = n;
    this.bounds = bounds;
  }

  /** Without any bound, not even that a clock equals itself: to be filled. */
  static open(n: number): Zone {
    return new Zone(n, new Array<number>(n * n).fill(Infinity));
  }

  /** All clocks zero. */
  static zero(n: number): Zone {
    const z = Zone.open(n);
    z.bounds.fill(ZERO);
    return z;
  }

  /** All values that clocks can have: none is negative. */
  static all(n: number): Zone {
    const z = Zone.zero(n);
    for (let i = 1; i < n; i++) for (let j = 0; j < n; j++) if (i !== j) z.bounds[i * n + j] = Infinity;
    return z;
  }

  copy(): Zone {
    return new Zone(this.n, this.bounds.slice());
  }

  /** Whether clock i - clock j < c (or <= c) leaves anything. */
  allows(i: number, j: number, c: number, strict: number): boolean {
    return plus(this.bounds[j * this.n + i]!, bound(c, strict)) >= ZERO;
  }

  /** Keeps what satisfies clock i - clock j < c (or <= c). False, and the zone is of no use, if nothing is left. */
  constrain(i: number, j: number, c: number, strict: number): boolean {
    return this.tighten(i, j, bound(c, strict));
  }

  /** The same for a bound as the matrix has it. */
  private tighten(i: number, j: number, to: number): boolean {
    const { n, bounds } = this;
    if (to >= bounds[i * n + j]!) return true;
    if (plus(bounds[j * n + i]!, to) < ZERO) return false;
    for (let k = 0; k < n; k++) {
      const first = plus(bounds[k * n + i]!, to);
      // What does not tighten k - j tightens nothing of k: the zone is closed.
      if (first >= bounds[k * n + j]!) continue;
      for (let l = 0; l < n; l++) {
        const sum = plus(first, bounds[j * n + l]!);
        if (sum < bounds[k * n + l]!) bounds[k * n + l] = exact(sum);
      }
    }
    return true;
  }

  /** Makes the matrix closed, whatever it is. False if it describes nothing. */
  close(): boolean {
    const { n, bounds } = this;
    for (let k = 0; k < n; k++)
      for (let i = 0; i < n; i++) {
        const first = bounds[i * n + k]!;
        if (first === Infinity || i === k) continue;
        for (let j = 0; j < n; j++) {
          const sum = plus(first, bounds[k * n + j]!);
          if (sum < bounds[i * n + j]!) bounds[i * n + j] = exact(sum);
        }
      }
    for (let i = 0; i < n; i++) if (bounds[i * n + i]! < ZERO) return false;
    return true;
  }

  /** Lets time pass for ever; `stands[x]` says which clocks stand still (8.3). */
  up(stands: readonly boolean[] | undefined): void {
    const { n, bounds } = this;
    for (let i = 1; i < n; i++) {
      if (stands?.[i] === true) continue;
      bounds[i * n] = Infinity;
      if (stands !== undefined) for (let j = 1; j < n; j++) if (stands[j] === true) bounds[i * n + j] = Infinity;
    }
    if (stands !== undefined) this.close();
  }

  /** All values from which a delay leads into the zone. */
  down(): void {
    const { n, bounds } = this;
    for (let j = 1; j < n; j++) {
      bounds[j] = ZERO;
      for (let i = 1; i < n; i++) bounds[j] = Math.min(bounds[j]!, bounds[i * n + j]!);
    }
  }

  /** Clock x becomes clock y plus c; y may be 0. Requires: no value becomes negative. */
  assign(x: number, y: number, c: number): void {
    const { n, bounds } = this;
    for (let k = 0; k < n; k++) {
      if (k === x) continue;
      bounds[x * n + k] = exact(bounds[y * n + k]! + 2 * c);
      bounds[k * n + x] = exact(bounds[k * n + y]! - 2 * c);
    }
  }

  /** The values that `x = y + c` takes into the zone. False if there are none. */
  unassign(x: number, y: number, c: number): boolean {
    if (x === y) {
      this.assign(x, x, -c);
      for (let k = 1; k < this.n; k++) if (!this.constrain(0, k, 0, 0)) return false;
      return true;
    }
    if (!this.constrain(x, y, c, 0) || !this.constrain(y, x, -c, 0)) return false;
    this.free(x);
    return true;
  }

  /** Clock x may have any value. */
  free(x: number): void {
    const { n, bounds } = this;
    for (let k = 0; k < n; k++) {
      if (k === x) continue;
      bounds[x * n + k] = Infinity;
      bounds[k * n + x] = bounds[k * n]!;
    }
  }

  /** What both have in common, or undefined if there is nothing. */
  meet(other: Zone): Zone | undefined {
    const z = this.copy();
    const { n } = this;
    for (let i = 0; i < n; i++)
      for (let j = 0; j < n; j++) if (i !== j && !z.tighten(i, j, other.bounds[i * n + j]!)) return undefined;
    return z;
  }

  /** What of this zone is not in the other, as zones that have nothing in common. */
  minus(other: Zone): readonly Zone[] {
    const { n } = this;
    if (this.meet(other) === undefined) return [this];
    const out: Zone[] = [];
    const rest = this.copy();
    for (let i = 0; i < n; i++)
      for (let j = 0; j < n; j++) {
        const limit = other.bounds[i * n + j]!;
        if (i === j || limit >= rest.bounds[i * n + j]!) continue;
        const part = rest.copy();
        // Not to be within a bound is to be within its opposite, which is strict where it is not.
        if (part.tighten(j, i, 1 - limit)) out.push(part);
        rest.tighten(i, j, limit);
      }
    return out;
  }

  isInside(other: Zone): boolean {
    const { bounds } = this;
    for (let at = 0; at < bounds.length; at++) if (bounds[at]! > other.bounds[at]!) return false;
    return true;
  }

  /**
   * Whether each value here is simulated by one of the other zone under the bounds `lower` and `upper` (9.3); no bound is
   * -Infinity. The test is that of Herbreteau, Srivathsan and Walukiewicz (Better abstractions for timed automata, LICS 2012):
   * it fails iff for some x and y, zero included, (0,x) here >= (<=, -U(x)), (y,x) there < (y,x) here, and (y,x) there +
   * (<, -L(y)) < (0,x) here.
   */
  isSimulatedBy(other: Zone, lower: readonly number[], upper: readonly number[]): boolean {
    const { n, bounds } = this;
    for (let x = 0; x < n; x++) {
      const u = x === 0 ? 0 : upper[x]!;
      if (u === -Infinity || bounds[x]! < bound(-u, 0)) continue;
      for (let y = 0; y < n; y++) {
        const there = other.bounds[y * n + x]!;
        if (there >= bounds[y * n + x]!) continue;
        const l = y === 0 ? 0 : lower[y]!;
        if (l !== -Infinity && plus(there, bound(-l, 1)) < bounds[x]!) return false;
      }
    }
    return true;
  }
}

/** At most 0. */
const ZERO = 1;

/** The bound `< c`, or `<= c` where `strict` is 0. */
export function bound(c: number, strict: number): number {
  return exact(2 * c + 1 - strict);
}

/** Whole numbers are exact below 2^53, and so are sums of three bounds that are no larger than this. */
const LARGEST = 2 ** 51;

function exact(bound: number): number {
  if (bound !== Infinity && !(Math.abs(bound) <= LARGEST)) throw new Unsupported("clock values beyond 2^50");
  return bound;
}

/** What follows for a sum from bounds of both parts: it may be reached where both may. */
function plus(a: number, b: number): number {
  return a === Infinity || b === Infinity ? Infinity : a + b - ((a | b) & 1);
}

/** What of the zones is in none of the others, as zones that have nothing in common (8.5). */
export function without(zones: readonly Zone[], others: readonly Zone[]): readonly Zone[] {
  let rest = zones;
  for (const other of others) {
    if (rest.length === 0) break;
    rest = rest.flatMap((z) => z.minus(other));
  }
  return rest;
}
