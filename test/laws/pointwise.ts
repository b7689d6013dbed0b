/**
 * The zone operations a second time, by their definitions on single valuations. A zone is a list of constraints, a point is
 * a list of integers in units of 1/SCALE (index 0 is zero), and "there is a delay" is a loop. Nothing here reads the code
 * under test, except that `entriesOf` knows how bounds are encoded.
 *
 * Up to three clocks and integer constants, the points in units of 1/4 meet every region; a value that is looked for beside
 * such a point lies between two neighbours at most, so units of 1/8 find it.
 */
import fc from "fast-check";

export const SCALE = 8;
/** Distance of the points that are tried; values that are looked for go by single units. */
const STEP = 2;

/** x - y < c if strict, otherwise x - y <= c. */
export interface Constraint {
  readonly x: number;
  readonly y: number;
  readonly c: number;
  readonly strict: boolean;
}
export type Points = readonly number[];

export function holds(list: readonly Constraint[], v: Points): boolean {
  return list.every(({ x, y, c, strict }) => (strict ? v[x]! - v[y]! < c * SCALE : v[x]! - v[y]! <= c * SCALE));
}

/** The finite entries of a matrix as constraints. */
export function entriesOf(z: Int32Array, dim: number): Constraint[] {
  const list: Constraint[] = [];
  for (let x = 0; x < dim; x++) {
    for (let y = 0; y < dim; y++) {
      const b = z[x * dim + y]!;
      if (b !== 0x7fffffff) list.push({ x, y, c: Math.floor(b / 2), strict: b % 2 === 0 });
    }
  }
  return list;
}

export function inZone(z: Int32Array, dim: number, v: Points): boolean {
  return holds(entriesOf(z, dim), v);
}

/** Calls `visit` with the points of the grid up to `limit`; with three clocks, with a sample of them drawn from `seed`. */
export function eachPoint(clocks: number, limit: number, seed: number, visit: (v: number[]) => void): void {
  const side = Math.floor((limit * SCALE) / STEP) + 1;
  const all = side ** clocks;
  const visits = clocks < 3 ? all : Math.min(all, 400);
  let random = seed >>> 0;
  for (let k = 0; k < visits; k++) {
    random = (Math.imul(random, 1664525) + 1013904223) >>> 0;
    let code = clocks < 3 ? k : Math.floor((random / 2 ** 32) * all);
    const v = [0];
    for (let i = 0; i < clocks; i++) {
      v.push((code % side) * STEP);
      code = Math.floor(code / side);
    }
    visit(v);
  }
}

/** Whether some value from 0 to `limit`, in single units, satisfies `test`. */
export function someValue(limit: number, test: (value: number) => boolean): boolean {
  for (let value = 0; value <= limit * SCALE; value++) if (test(value)) return true;
  return false;
}

export function later(v: Points, d: number, stopped?: Uint8Array): number[] {
  return v.map((value, i) => (i === 0 || stopped?.[i] ? value : value + d));
}

export function set(v: Points, x: number, value: number): number[] {
  return v.map((old, i) => (i === x ? value : old));
}

/**
 * Whether constraints with numbers in units have a common solution in the rationals: no negative cycle, by relaxing
 * |indices| times. Bounds are pairs (value, strict) compared lexicographically, kept as value and number of strict edges.
 */
export function isSolvable(list: readonly Constraint[], dim: number): boolean {
  const value = new Array<number>(dim).fill(0);
  const strict = new Array<number>(dim).fill(0);
  for (let round = 0; round <= dim; round++) {
    let changed = false;
    for (const e of list) {
      const v = value[e.y]! + e.c;
      const s = strict[e.y]! + (e.strict ? 1 : 0);
      if (v < value[e.x]! || (v === value[e.x] && s > strict[e.x]!)) {
        value[e.x] = v;
        strict[e.x] = s;
        changed = true;
      }
    }
    if (!changed) return true;
  }
  return false;
}

/** The constraints in units instead of whole numbers, so that they can be mixed with those of a point. */
export function inUnits(list: readonly Constraint[]): Constraint[] {
  return list.map((e) => ({ ...e, c: e.c * SCALE }));
}

/** The tightest bound on x - y that the constraints imply, found by asking what can still be added; null if there is none. */
export function tightest(list: readonly Constraint[], dim: number, x: number, y: number, limit: number) {
  for (let c = -limit; c <= limit; c++) {
    for (const strict of [true, false]) {
      // x - y < c is implied iff x - y >= c is impossible beside the others.
      if (!isSolvable([...list, { x: y, y: x, c: -c, strict: !strict }], dim)) return { c, strict };
    }
  }
  return null;
}

/** v is simulated by v2 (the preorder behind aLU), for each clock. Bounds below zero are minus infinity. */
function simulators(v: Points, lower: Int32Array, upper: Int32Array): Constraint[] {
  const list: Constraint[] = [];
  for (let x = 1; x < v.length; x++) {
    // v2(x) < v(x) needs v2(x) > L(x): the smallest value is v(x) itself, or just above L(x) if that is smaller.
    const l = lower[x]! < 0 ? -1 : lower[x]! * SCALE;
    if (l < v[x]!) list.push({ x: 0, y: x, c: -l, strict: true });
    else list.push({ x: 0, y: x, c: -v[x]!, strict: false });
    // v2(x) > v(x) needs v(x) > U(x).
    if (upper[x]! >= 0 && v[x]! <= upper[x]! * SCALE) list.push({ x, y: 0, c: v[x]!, strict: false });
  }
  return list;
}

/** Whether v is in aLU of the zone. */
export function inLU(
  zone: readonly Constraint[],
  dim: number,
  v: Points,
  lower: Int32Array,
  upper: Int32Array,
): boolean {
  return isSolvable([...nonNegative(dim), ...inUnits(zone), ...simulators(v, lower, upper)], dim);
}

export function nonNegative(dim: number): Constraint[] {
  const list: Constraint[] = [];
  for (let x = 1; x < dim; x++) list.push({ x: 0, y: x, c: 0, strict: false });
  return list;
}

/** Any constraints, possibly without a solution. */
export function anyConstraints(dim: number, most: number): fc.Arbitrary<Constraint[]> {
  return fc.array(
    fc
      .record({
        x: fc.nat(dim - 1),
        y: fc.nat(dim - 1),
        c: fc.integer({ min: -most, max: most }),
        strict: fc.boolean(),
      })
      .filter((e) => e.x !== e.y),
    { maxLength: 2 * dim },
  );
}

/** Constraints around a point with values up to `most`, which they keep as a solution. */
export function someConstraints(dim: number, most: number): fc.Arbitrary<Constraint[]> {
  return fc
    .tuple(
      fc.array(fc.nat((most * SCALE) / STEP), { minLength: dim, maxLength: dim }),
      fc.array(
        fc
          .record({ x: fc.nat(dim - 1), y: fc.nat(dim - 1), slack: fc.nat(2), strict: fc.boolean() })
          .filter((e) => e.x !== e.y),
        { maxLength: 2 * dim },
      ),
    )
    .map(([values, list]) => {
      const v = values.map((value, i) => (i === 0 ? 0 : value * STEP));
      return list.map(({ x, y, slack, strict }) => {
        const c = Math.ceil((v[x]! - v[y]!) / SCALE) + slack;
        return { x, y, c, strict: strict && v[x]! - v[y]! < c * SCALE };
      });
    });
}
