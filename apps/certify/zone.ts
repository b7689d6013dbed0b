/**
 * Zones (docs/semantics.md 8.1): sets of clock values given by bounds on differences. Entry (i, j) of the matrix says that
 * clock i minus clock j is below `bound[i * n + j]`, or at most that where `strict` is 0; clock 0 is the constant zero, and no bound is
 * Infinity, strict. Bounds are exact integers. Unless said otherwise zones are closed (every bound is the tightest that follows
 * from the others) and not empty, and stay so.
 */
export class Zone {
  readonly n: number;
  readonly bound: number[];
  readonly strict: number[];

  /** By default all clocks are zero. */
  constructor(n: number, bound = new Array<number>(n * n).fill(0), strict = new Array<number>(n * n).fill(0)) {
    this.n = n;
    this.bound = bound;
    this.strict = strict;
  }

  /** All clocks zero. */
  static zero(n: number): Zone {
    return new Zone(n);
  }

  /** All values that clocks can have: none is negative. */
  static all(n: number): Zone {
    const z = new Zone(n);
    for (let i = 1; i < n; i++) for (let j = 0; j < n; j++) if (i !== j) z.lift(i * n + j);
    return z;
  }

  copy(): Zone {
    return new Zone(this.n, this.bound.slice(), this.strict.slice());
  }

  /** Takes a bound away. */
  lift(at: number): void {
    this.bound[at] = Infinity;
    this.strict[at] = 1;
  }

  /** Whether clock i - clock j < c (or <= c) leaves anything. */
  allows(i: number, j: number, c: number, strict: number): boolean {
    const at = j * this.n + i;
    const sum = this.bound[at]! + c;
    return sum > 0 || (sum === 0 && this.strict[at] === 0 && strict === 0);
  }

  /** Keeps what satisfies clock i - clock j < c (or <= c). False, and the zone is of no use, if nothing is left. */
  constrain(i: number, j: number, c: number, strict: number): boolean {
    const { n, bound, strict: flags } = this;
    const at = i * n + j;
    if (!isLess(c, strict, bound[at]!, flags[at]!)) return true;
    if (!this.allows(i, j, c, strict)) return false;
    for (let k = 0; k < n; k++) {
      const first = bound[k * n + i]! + c;
      if (first === Infinity) continue;
      const isOpen = flags[k * n + i]! | strict;
      for (let l = 0; l < n; l++) {
        const sum = first + bound[j * n + l]!;
        const open = isOpen | flags[j * n + l]!;
        if (!isLess(sum, open, bound[k * n + l]!, flags[k * n + l]!)) continue;
        bound[k * n + l] = sum;
        flags[k * n + l] = open;
      }
    }
    return true;
  }

  /** Makes the matrix closed, whatever it is. False if it describes nothing. */
  close(): boolean {
    const { n, bound, strict } = this;
    for (let k = 0; k < n; k++)
      for (let i = 0; i < n; i++) {
        if (bound[i * n + k] === Infinity) continue;
        for (let j = 0; j < n; j++) {
          const sum = bound[i * n + k]! + bound[k * n + j]!;
          const open = strict[i * n + k]! | strict[k * n + j]!;
          if (!isLess(sum, open, bound[i * n + j]!, strict[i * n + j]!)) continue;
          bound[i * n + j] = sum;
          strict[i * n + j] = open;
        }
      }
    for (let i = 0; i < n; i++) if (bound[i * n + i]! < 0 || strict[i * n + i] === 1) return false;
    return true;
  }

  /** Lets time pass for ever; `stands[x]` says which clocks stand still (8.3). */
  up(stands: readonly boolean[] | undefined): void {
    const { n } = this;
    const isStill = (x: number): boolean => x === 0 || stands?.[x] === true;
    for (let i = 1; i < n; i++) {
      if (isStill(i)) continue;
      for (let j = 0; j < n; j++) if (isStill(j)) this.lift(i * n + j);
    }
    if (stands !== undefined) this.close();
  }

  /** All values from which a delay leads into the zone. */
  down(): void {
    const { n, bound, strict } = this;
    for (let j = 1; j < n; j++) {
      bound[j] = 0;
      strict[j] = 0;
      for (let i = 1; i < n; i++) {
        if (!isLess(bound[i * n + j]!, strict[i * n + j]!, bound[j]!, strict[j]!)) continue;
        bound[j] = bound[i * n + j]!;
        strict[j] = strict[i * n + j]!;
      }
    }
  }

  /** Clock x becomes clock y plus c; y may be 0. Requires: no value becomes negative. */
  assign(x: number, y: number, c: number): void {
    const { n, bound, strict } = this;
    for (let k = 0; k < n; k++) {
      if (k === x) continue;
      bound[x * n + k] = bound[y * n + k]! + c;
      strict[x * n + k] = strict[y * n + k]!;
      bound[k * n + x] = bound[k * n + y]! - c;
      strict[k * n + x] = strict[k * n + y]!;
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
    const { n, bound, strict } = this;
    for (let k = 0; k < n; k++) {
      if (k === x) continue;
      this.lift(x * n + k);
      bound[k * n + x] = bound[k * n]!;
      strict[k * n + x] = strict[k * n]!;
    }
    return true;
  }

  /** What both have in common, or undefined if there is nothing. */
  meet(other: Zone): Zone | undefined {
    const z = this.copy();
    for (let i = 0; i < z.n; i++)
      for (let j = 0; j < z.n; j++)
        if (i !== j && !z.constrain(i, j, other.bound[i * z.n + j]!, other.strict[i * z.n + j]!)) return undefined;
    return z;
  }

  isInside(other: Zone): boolean {
    for (let at = 0; at < this.bound.length; at++)
      if (isLess(other.bound[at]!, other.strict[at]!, this.bound[at]!, this.strict[at]!)) return false;
    return true;
  }

  /**
   * Whether each value here is simulated by one of the other zone under the bounds `lower` and `upper` (9.3); no bound is -Infinity.
   * The test is that of Herbreteau, Srivathsan and Walukiewicz (Better abstractions for timed automata, LICS 2012): it
   * fails iff for some x and y, zero included, (0,x) here >= (<=, -U(x)), (y,x) there < (y,x) here, and (y,x) there + (<, -L(y)) < (0,x) here.
   */
  isSimulatedBy(other: Zone, lower: Float64Array, upper: Float64Array): boolean {
    const { n, bound, strict } = this;
    for (let x = 0; x < n; x++) {
      const u = x === 0 ? 0 : upper[x]!;
      if (u === -Infinity || isLess(bound[x]!, strict[x]!, -u, 0)) continue;
      for (let y = 0; y < n; y++) {
        const at = y * n + x;
        if (!isLess(other.bound[at]!, other.strict[at]!, bound[at]!, strict[at]!)) continue;
        const l = y === 0 ? 0 : lower[y]!;
        if (l !== -Infinity && isLess(other.bound[at]! - l, 1, bound[x]!, strict[x]!)) return false;
      }
    }
    return true;
  }
}

/** Whether the bound a (strict or not) is tighter than the bound b. */
export function isLess(a: number, aStrict: number, b: number, bStrict: number): boolean {
  return a < b || (a === b && aStrict > bStrict);
}

/** What of the zones is in none of the others, as zones that have nothing in common (8.5). */
export function without(zones: readonly Zone[], others: readonly Zone[]): readonly Zone[] {
  let rest = zones;
  for (const other of others) {
    if (rest.length === 0) break;
    rest = rest.flatMap((z) => minus(z, other));
  }
  return rest;
}

function minus(zone: Zone, other: Zone): readonly Zone[] {
  const { n } = zone;
  if (zone.meet(other) === undefined) return [zone];
  const out: Zone[] = [];
  const rest = zone.copy();
  for (let i = 0; i < n; i++)
    for (let j = 0; j < n; j++) {
      const c = other.bound[i * n + j]!;
      const strict = other.strict[i * n + j]!;
      if (i === j || !isLess(c, strict, rest.bound[i * n + j]!, rest.strict[i * n + j]!)) continue;
      const part = rest.copy();
      if (part.constrain(j, i, -c, 1 - strict)) out.push(part);
      rest.constrain(i, j, c, strict);
    }
  return out;
}
