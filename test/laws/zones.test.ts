/** Laws of one zone: every operation agrees with its definition on points, and leaves a closed matrix. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dbm, INF, le, lt, minimalConstraints, minimalGraph, point, rationals } from "../../src/zones/index.ts";
import {
  anyConstraints,
  type Constraint,
  eachPoint,
  entriesOf,
  holds,
  inZone,
  isSolvable,
  later,
  nonNegative,
  type Points,
  SCALE,
  set,
  someConstraints,
  someValue,
  tightest,
} from "./pointwise.ts";
import { check } from "./seed.ts";

const LIMIT = 6;
/** Values looked for may lie beyond the points tried, by the largest constant and a bit. */
const FAR = 14;

/** A zone by the code under test and by its constraints. */
interface Sample {
  readonly dim: number;
  readonly seed: number;
  readonly list: readonly Constraint[];
}

const sample = fc.integer({ min: 2, max: 4 }).chain((dim) =>
  fc.record({
    dim: fc.constant(dim),
    seed: fc.nat(),
    list: someConstraints(dim, 4).map((list) => [...nonNegative(dim), ...list]),
  }),
);
const sampleWithClocks = sample.chain((s) =>
  fc.record({
    s: fc.constant(s),
    x: fc.integer({ min: 1, max: s.dim - 1 }),
    y: fc.integer({ min: 1, max: s.dim - 1 }),
    d: fc.integer({ min: -3, max: 3 }),
  }),
);

function build(list: readonly Constraint[], dim: number): Int32Array {
  const z = dbm.newUniversal(dim);
  for (const { x, y, c, strict } of list) if (!dbm.constrain(z, 0, dim, x, y, strict ? lt(c) : le(c))) break;
  return z;
}

/** The result of an operation is closed, not empty, and holds exactly the points that it should. */
function expectZone(z: Int32Array, s: Sample, isMember: (v: Points) => boolean): void {
  expectClosed(z, s.dim);
  eachPoint(s.dim - 1, LIMIT, s.seed, (v) => {
    if (inZone(z, s.dim, v) !== isMember(v)) {
      expect.fail(`point ${v.map((n) => n / SCALE)} should ${isMember(v) ? "" : "not "}be in ${[...z]}`);
    }
  });
}

function expectClosed(z: Int32Array, dim: number): void {
  const again = z.slice();
  for (let i = 0; i < dim; i++) expect(z[i * dim + i]).toBe(1);
  for (let k = 0; k < dim; k++) {
    for (let i = 0; i < dim; i++) {
      for (let j = 0; j < dim; j++) {
        const [a, b] = [z[i * dim + k]!, z[k * dim + j]!];
        if (a === INF || b === INF) continue;
        const sum = 2 * (Math.floor(a / 2) + Math.floor(b / 2)) + (a & b & 1);
        expect(z[i * dim + j]).toBeLessThanOrEqual(sum);
      }
    }
  }
  expect(dbm.close(again, 0, dim)).toBe(true);
  expect(again).toEqual(z);
}

describe("making zones", () => {
  test("constrain: the points that satisfy all, entries as tight as can be, emptiness noticed", () => {
    check(
      fc.integer({ min: 2, max: 4 }).chain((dim) => fc.tuple(fc.constant(dim), anyConstraints(dim, 3), fc.nat())),
      ([dim, extra, seed]) => {
        const list = [...nonNegative(dim), ...extra];
        const z = build(list, dim);
        expect(dbm.isEmpty(z, 0)).toBe(!isSolvable(list, dim));
        if (dbm.isEmpty(z, 0)) return;
        expectZone(z, { dim, seed, list }, (v) => holds(list, v));
        for (let x = 0; x < dim; x++) {
          for (let y = 0; y < dim; y++) {
            if (x === y) continue;
            const t = tightest(list, dim, x, y, 12);
            expect(z[x * dim + y]).toBe(t === null ? INF : t.strict ? 2 * t.c : 2 * t.c + 1);
          }
        }
      },
    );
  });

  test("close: any order and any redundancy of constraints gives the same matrix as constrain", () => {
    check(
      fc.integer({ min: 2, max: 5 }).chain((dim) => fc.tuple(fc.constant(dim), anyConstraints(dim, 4))),
      ([dim, list]) => {
        const z = dbm.newUniversal(dim);
        for (const { x, y, c, strict } of list) z[x * dim + y] = Math.min(z[x * dim + y]!, strict ? lt(c) : le(c));
        const w = build(list, dim);
        expect(dbm.close(z, 0, dim)).toBe(!dbm.isEmpty(w, 0));
        expect(dbm.isEmpty(z, 0)).toBe(dbm.isEmpty(w, 0));
        if (!dbm.isEmpty(w, 0)) expect(z).toEqual(w);
      },
    );
  });

  test("constrainMany and satisfies agree with constrain", () => {
    check(
      sample.chain((s) => fc.tuple(fc.constant(s), anyConstraints(s.dim, 3))),
      ([s, more]) => {
        const z = build(s.list, s.dim);
        const w = z.slice();
        const flat = Int32Array.from(more.flatMap(({ x, y, c, strict }) => [x, y, strict ? lt(c) : le(c)]));
        for (const { x, y, c, strict } of more) {
          const alone = z.slice();
          const b = strict ? lt(c) : le(c);
          expect(dbm.satisfies(z, 0, s.dim, x, y, b)).toBe(dbm.constrain(alone, 0, s.dim, x, y, b));
        }
        const possible = dbm.constrainMany(w, 0, s.dim, flat, more.length);
        expect(possible).toBe(isSolvable([...s.list, ...more], s.dim));
        if (possible) expect(w).toEqual(build([...s.list, ...more], s.dim));
      },
    );
  });

  test("a matrix anywhere in an array: the offset changes nothing else", () => {
    check(sampleWithClocks, ({ s, x, y, d }) => {
      const { dim } = s;
      const z = build(s.list, dim);
      const wide = new Int32Array(3 * dim * dim).fill(77);
      const at = dim * dim;
      dbm.copy(wide, at, z, 0, dim);
      const steps: ((m: Int32Array, at: number) => unknown)[] = [
        (m, at) => dbm.constrain(m, at, dim, x, 0, le(4)),
        (m, at) => dbm.isEmpty(m, at) || dbm.down(m, at, dim),
        (m, at) => dbm.isEmpty(m, at) || dbm.reset(m, at, dim, x, 2),
        (m, at) => dbm.isEmpty(m, at) || dbm.shift(m, at, dim, y, x, d),
        (m, at) => dbm.isEmpty(m, at) || dbm.up(m, at, dim),
        (m, at) => dbm.isEmpty(m, at) || dbm.copyClock(m, at, dim, y, x),
        (m, at) => dbm.isEmpty(m, at) || dbm.free(m, at, dim, x),
        (m, at) => dbm.isEmpty(m, at) || dbm.close(m, at, dim),
      ];
      for (const step of steps) {
        expect(step(wide, at)).toEqual(step(z, 0));
        expect(wide.slice(at, 2 * at)).toEqual(z);
      }
      expect(dbm.hash(wide, at, dim)).toBe(dbm.hash(z, 0, dim));
      expect(wide.slice(0, at).every((b) => b === 77) && wide.slice(2 * at).every((b) => b === 77)).toBe(true);
    });
  });
});

describe("time", () => {
  test("up: some earlier point is in the zone", () => {
    check(sample, (s) => {
      const z = build(s.list, s.dim);
      dbm.up(z, 0, s.dim);
      expectZone(z, s, (v) => someValue(FAR, (d) => holds(s.list, later(v, -d))));
    });
  });

  test("down: some later point is in the zone", () => {
    check(sample, (s) => {
      const z = build(s.list, s.dim);
      dbm.down(z, 0, s.dim);
      expectZone(z, s, (v) => someValue(FAR, (d) => holds(s.list, later(v, d))));
    });
  });

  const stopping = sample.chain((s) =>
    fc.tuple(fc.constant(s), fc.array(fc.boolean(), { minLength: s.dim, maxLength: s.dim })),
  );
  for (const [name, direction] of [["upExcept", -1] as const, ["downExcept", 1] as const]) {
    test(`${name}: closed, holds every point of the definition, and no entry could be tighter`, () => {
      check(stopping, ([s, flags]) => {
        const { dim } = s;
        const stopped = Uint8Array.from(flags, (f, i) => (f && i > 0 ? 1 : 0));
        const z = build(s.list, dim);
        dbm[name](z, 0, dim, stopped);
        expectClosed(z, dim);
        // Points decide membership, and tightness is asked of the grid: some point comes within one of each finite entry.
        const best = new Array<number>(dim * dim).fill(Number.NEGATIVE_INFINITY);
        eachPoint(dim - 1, dim < 4 ? 12 : LIMIT, s.seed, (v) => {
          if (!someValue(FAR, (d) => holds(s.list, later(v, direction * d, stopped)))) return;
          if (!inZone(z, dim, v)) expect.fail(`point ${v.map((n) => n / SCALE)} is missing`);
          for (let i = 0; i < dim; i++) {
            for (let j = 0; j < dim; j++) best[i * dim + j] = Math.max(best[i * dim + j]!, v[i]! - v[j]!);
          }
        });
        if (dim > 3) return;
        for (let k = 0; k < dim * dim; k++) {
          const b = z[k]!;
          if (b === INF) expect(best[k]).toBeGreaterThan(5 * SCALE);
          else if (b % 2 === 0) expect(best[k]).toBeGreaterThan((Math.floor(b / 2) - 1) * SCALE);
          else expect(best[k]).toBe(Math.floor(b / 2) * SCALE);
        }
      });
    });
  }

  test("nothing stopped is ordinary delay, all stopped is none", () => {
    check(sample, (s) => {
      const z = build(s.list, s.dim);
      const none = new Uint8Array(s.dim);
      const all = new Uint8Array(s.dim).fill(1);
      for (const [except, plain] of [
        [dbm.upExcept, dbm.up],
        [dbm.downExcept, dbm.down],
      ] as const) {
        const [a, b, c] = [z.slice(), z.slice(), z.slice()];
        except(a, 0, s.dim, none);
        plain(b, 0, s.dim);
        except(c, 0, s.dim, all);
        expect(a).toEqual(b);
        expect(c).toEqual(z);
      }
    });
  });

  test("isUnbounded: points of the zone stay in it for long", () => {
    check(stopping, ([s, flags]) => {
      const stopped = Uint8Array.from(flags, (f, i) => (f && i > 0 ? 1 : 0));
      const z = build(s.list, s.dim);
      for (const which of [stopped, undefined]) {
        const p = point.pickPoint(z, 0, s.dim);
        const delays = point.delaysInto(z, 0, s.dim, p, which);
        expect(dbm.isUnbounded(z, 0, s.dim, which)).toBe(delays?.high === null);
      }
    });
  });
});

describe("updates", () => {
  test("reset", () => {
    check(sampleWithClocks, ({ s, x, d }) => {
      const value = Math.abs(d);
      const z = build(s.list, s.dim);
      dbm.reset(z, 0, s.dim, x, value);
      expectZone(z, s, (v) => v[x] === value * SCALE && someValue(FAR, (old) => holds(s.list, set(v, x, old))));
    });
  });

  test("copyClock", () => {
    check(sampleWithClocks, ({ s, x, y }) => {
      const z = build(s.list, s.dim);
      dbm.copyClock(z, 0, s.dim, x, y);
      expectZone(z, s, (v) =>
        x === y ? holds(s.list, v) : v[x] === v[y] && someValue(FAR, (old) => holds(s.list, set(v, x, old))),
      );
    });
  });

  test("shift, also downwards and in place, and what it loses below zero", () => {
    check(sampleWithClocks, ({ s, x, y, d }) => {
      const z = build(s.list, s.dim);
      const safe = dbm.staysNonNegative(z, 0, s.dim, y, d);
      const low = tightest(s.list, s.dim, 0, y, 12)!;
      expect(safe).toBe(-low.c + d >= 0);
      const isMember = (v: Points) =>
        x === y
          ? v[x]! - d * SCALE >= 0 && holds(s.list, set(v, x, v[x]! - d * SCALE))
          : v[x] === v[y]! + d * SCALE && someValue(FAR, (old) => holds(s.list, set(v, x, old)));
      const beside: Constraint = { x: 0, y, c: d, strict: false };
      expect(dbm.shift(z, 0, s.dim, x, y, d)).toBe(isSolvable([...s.list, beside], s.dim));
      if (!dbm.isEmpty(z, 0)) expectZone(z, s, isMember);
    });
  });

  test("free", () => {
    check(sampleWithClocks, ({ s, x }) => {
      const z = build(s.list, s.dim);
      dbm.free(z, 0, s.dim, x);
      expectZone(z, s, (v) => someValue(FAR, (old) => holds(s.list, set(v, x, old))));
    });
  });

  test("inverses: the points that the update takes into the zone", () => {
    check(sampleWithClocks, ({ s, x, y, d }) => {
      const cases: [(z: Int32Array) => boolean, (v: Points) => number][] = [
        [(z) => dbm.resetInverse(z, 0, s.dim, x, Math.abs(d)), () => Math.abs(d) * SCALE],
        [(z) => dbm.copyInverse(z, 0, s.dim, x, y), (v) => v[y]!],
        [(z) => dbm.shiftInverse(z, 0, s.dim, x, y, d), (v) => v[y]! + d * SCALE],
      ];
      for (const [inverse, value] of cases) {
        const z = build(s.list, s.dim);
        const isMember = (v: Points) => value(v) >= 0 && holds(s.list, set(v, x, value(v)));
        if (inverse(z)) expectZone(z, s, isMember);
        else eachPoint(s.dim - 1, LIMIT, s.seed, (v) => expect(isMember(v)).toBe(false));
      }
    });
  });
});

describe("comparing", () => {
  const pair = fc
    .integer({ min: 2, max: 4 })
    .chain((dim) =>
      fc.tuple(fc.constant(dim), someConstraints(dim, 2), someConstraints(dim, 2), someConstraints(dim, 2), fc.nat()),
    );

  test("inclusion agrees with points and with implication of constraints", () => {
    check(pair, ([dim, extra, other, , seed]) => {
      const [a, b] = [
        [...nonNegative(dim), ...extra],
        [...nonNegative(dim), ...other],
      ];
      const [z, w] = [build(a, dim), build(b, dim)];
      // a is inside b iff no constraint of b can be violated inside a.
      const inside = (p: Constraint[], q: Constraint[]) =>
        q.every(({ x, y, c, strict }) => !isSolvable([...p, { x: y, y: x, c: -c, strict: !strict }], dim));
      expect(dbm.isSubset(z, 0, w, 0, dim)).toBe(inside(a, b));
      expect(dbm.relation(z, 0, w, 0, dim)).toBe((inside(a, b) ? dbm.SUBSET : 0) | (inside(b, a) ? dbm.SUPERSET : 0));
      expect(dbm.equals(z, 0, w, 0, dim)).toBe(inside(a, b) && inside(b, a));
      if (inside(a, b)) eachPoint(dim - 1, LIMIT, seed, (v) => expect(!holds(a, v) || holds(b, v)).toBe(true));
      if (dbm.equals(z, 0, w, 0, dim)) expect(dbm.hash(z, 0, dim)).toBe(dbm.hash(w, 0, dim));
    });
  });

  test("inclusion is a partial order", () => {
    check(pair, ([dim, p, q, r]) => {
      const [a, b, c] = [build(p, dim), build([...p, ...q], dim), build([...p, ...q, ...r], dim)];
      expect(dbm.isSubset(a, 0, a, 0, dim)).toBe(true);
      if (dbm.isEmpty(b, 0) || dbm.isEmpty(c, 0)) return;
      expect(dbm.isSubset(b, 0, a, 0, dim)).toBe(true);
      expect(dbm.isSubset(c, 0, b, 0, dim)).toBe(true);
      expect(dbm.isSubset(c, 0, a, 0, dim)).toBe(true);
      expect(dbm.isSubset(a, 0, c, 0, dim)).toBe(dbm.equals(a, 0, c, 0, dim));
    });
  });

  test("intersection", () => {
    check(pair, ([dim, extra, other, , seed]) => {
      const [a, b] = [
        [...nonNegative(dim), ...extra],
        [...nonNegative(dim), ...other],
      ];
      const [z, w] = [build(a, dim), build(b, dim)];
      const possible = isSolvable([...a, ...b], dim);
      if (possible) expect(dbm.mayIntersect(z, 0, w, 0, dim)).toBe(true);
      expect(dbm.intersect(z, 0, w, 0, dim)).toBe(possible);
      expect(dbm.isEmpty(z, 0)).toBe(!possible);
      if (possible) expectZone(z, { dim, seed, list: a }, (v) => holds(a, v) && holds(b, v));
    });
  });
});

test("hull: closed, around both, and every entry is that of one of them", () => {
  const pair = fc
    .integer({ min: 2, max: 4 })
    .chain((dim) => fc.tuple(fc.constant(dim), someConstraints(dim, 3), someConstraints(dim, 3)));
  check(pair, ([dim, p, q]) => {
    const [a, b] = [build(p, dim), build(q, dim)];
    const z = a.slice();
    dbm.hull(z, 0, b, 0, dim);
    expectClosed(z, dim);
    expect(dbm.isSubset(a, 0, z, 0, dim) && dbm.isSubset(b, 0, z, 0, dim)).toBe(true);
    expect(z.every((bound, k) => bound === a[k] || bound === b[k])).toBe(true);
  });
});

describe("the fewest constraints", () => {
  test("they close back to the zone, and none of them can be left out", () => {
    check(sample, (s) => {
      const z = build(s.list, s.dim);
      const few = minimalConstraints(z, 0, s.dim);
      for (let left = -1; left < few.length / 3; left++) {
        const w = dbm.newUniversal(s.dim);
        for (let k = 0; k < few.length; k += 3) {
          if (k !== 3 * left) expect(dbm.constrain(w, 0, s.dim, few[k]!, few[k + 1]!, few[k + 2]!)).toBe(true);
        }
        expect(dbm.equals(w, 0, z, 0, s.dim)).toBe(left < 0);
      }
    });
  });
  test("so do those with x >= 0 among them, where nothing is promised, row by row", () => {
    check(sample, (s) => {
      const z = build(s.list, s.dim);
      const few = minimalGraph(z, 0, s.dim);
      const rows = Array.from({ length: few.length / 3 }, (_, k) => few[3 * k]! * s.dim + few[3 * k + 1]!);
      expect(rows).toEqual(rows.toSorted((a, b) => a - b));
      for (let left = -1; left < rows.length; left++) {
        const w = dbm.newUniversal(s.dim);
        w.fill(INF);
        for (let i = 0; i < s.dim; i++) w[i * s.dim + i] = le(0);
        for (let k = 0; k < few.length; k += 3) {
          if (k !== 3 * left) expect(dbm.constrain(w, 0, s.dim, few[k]!, few[k + 1]!, few[k + 2]!)).toBe(true);
        }
        expect(dbm.equals(w, 0, z, 0, s.dim)).toBe(left < 0);
      }
    });
  });
});

describe("points", () => {
  const toPoint = (v: Points) => v.map((n) => rationals.rational(n, SCALE));

  test("a picked point is in the zone", () => {
    check(sample, (s) => {
      const z = build(s.list, s.dim);
      const p = point.pickPoint(z, 0, s.dim);
      // Scale by all denominators (powers of two) to whole numbers and ask the constraints.
      const unit = p.reduce((product, v) => product * v.d, 1n);
      const whole = p.map((v) => Number(v.n * (unit / v.d)));
      const scaled = s.list.map((e) => ({ ...e, c: (e.c * Number(unit)) / SCALE }));
      expect(holds(scaled, whole)).toBe(true);
      expect(point.containsPoint(z, 0, s.dim, p)).toBe(true);
    });
  });

  test("containsPoint, delaysInto and the simplest delay agree with trying", () => {
    check(
      sample.chain((s) =>
        fc.tuple(
          fc.constant(s),
          fc.array(fc.nat(LIMIT * SCALE), { minLength: s.dim, maxLength: s.dim }),
          fc.array(fc.boolean(), { minLength: s.dim, maxLength: s.dim }),
        ),
      ),
      ([s, values, flags]) => {
        const z = build(s.list, s.dim);
        const v = values.map((n, i) => (i === 0 ? 0 : n));
        expect(point.containsPoint(z, 0, s.dim, toPoint(v))).toBe(holds(s.list, v));
        const stopped = flags[0] ? undefined : Uint8Array.from(flags, (f) => (f ? 1 : 0));
        const interval = point.delaysInto(z, 0, s.dim, toPoint(v), stopped);
        // Twice as fine as the point, so that open intervals between its ends are met.
        const fine = s.list.map((e) => ({ ...e, c: e.c * 2 }));
        const twice = v.map((n) => 2 * n);
        let some = false;
        for (let d = 0; d <= 2 * FAR * SCALE; d++) {
          const inside = holds(fine, later(twice, d, stopped));
          some ||= inside;
          const t = rationals.rational(d, 2 * SCALE);
          const one = { low: t, lowStrict: false, high: t, highStrict: false };
          expect(interval !== null && !point.isNothing(point.meet(interval, one))).toBe(inside);
        }
        expect(interval !== null).toBe(some);
        if (interval === null) return;
        const d = point.simplest(interval);
        expect(point.containsPoint(z, 0, s.dim, point.delayed(toPoint(v), d, stopped))).toBe(true);
      },
    );
  });
});

test("the entries of a zone are what it says", () => {
  check(sample, (s) => {
    const z = build(s.list, s.dim);
    for (const { x, y, c, strict } of entriesOf(z, s.dim)) {
      if (x === y) continue;
      const b = dbm.bounds(z, 0, s.dim, x, y);
      expect([b.high, b.highStrict]).toEqual([c, strict]);
      const mirrored = dbm.bounds(z, 0, s.dim, y, x);
      expect([mirrored.low, mirrored.lowStrict]).toEqual([0 - c, strict]);
    }
  });
});
