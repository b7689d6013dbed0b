/** Laws of abstractions: what extrapolation adds, and what aLU covers, by the simulation between valuations itself. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  dbm,
  extraDiagonal,
  extraLU,
  extraM,
  extraPlusLU,
  extraPlusM,
  federation,
  isSubsumedLU,
  isSubsumedM,
  le,
  lt,
  splitByDiagonals,
} from "../../src/zones/index.ts";
import {
  type Constraint,
  eachPoint,
  holds,
  inLU,
  inUnits,
  inZone,
  isSolvable,
  nonNegative,
  type Points,
  SCALE,
  someConstraints,
} from "./pointwise.ts";
import { check } from "./seed.ts";

function build(list: readonly Constraint[], dim: number): Int32Array {
  const z = dbm.newUniversal(dim);
  for (const { x, y, c, strict } of list) dbm.constrain(z, 0, dim, x, y, strict ? lt(c) : le(c));
  return z;
}

/** Bounds for each clock from -1 (none) to 3; index 0 is 0. */
function someBounds(dim: number): fc.Arbitrary<Int32Array> {
  return fc
    .array(fc.integer({ min: -1, max: 3 }), { minLength: dim, maxLength: dim })
    .map((list) => Int32Array.from(list, (c, i) => (i === 0 ? 0 : c)));
}

const sample = fc.integer({ min: 2, max: 4 }).chain((dim) =>
  fc.record({
    dim: fc.constant(dim),
    seed: fc.nat(),
    list: someConstraints(dim, 5).map((list) => [...nonNegative(dim), ...list]),
    lower: someBounds(dim),
    upper: someBounds(dim),
  }),
);

/** The pointwise larger one: the M of two bounds. */
function most(lower: Int32Array, upper: Int32Array): Int32Array {
  return lower.map((l, i) => Math.max(l, upper[i]!));
}

const methods: [string, (z: Int32Array, dim: number, lower: Int32Array, upper: Int32Array) => boolean][] = [
  ["ExtraM", (z, dim, l, u) => extraM(z, 0, dim, most(l, u))],
  ["ExtraLU", (z, dim, l, u) => extraLU(z, 0, dim, l, u)],
  ["Extra+M", (z, dim, l, u) => extraPlusM(z, 0, dim, most(l, u))],
  ["Extra+LU", (z, dim, l, u) => extraPlusLU(z, 0, dim, l, u)],
];

describe("extrapolation", () => {
  for (const [name, extrapolate] of methods) {
    test(`${name} holds the zone, is closed, tells whether it changed, and again changes nothing`, () => {
      check(
        sample,
        ({ dim, list, lower, upper }) => {
          const z = build(list, dim);
          const wide = z.slice();
          const changed = extrapolate(wide, dim, lower, upper);
          expect(dbm.isSubset(z, 0, wide, 0, dim)).toBe(true);
          if (!changed) expect(wide).toEqual(z);
          const closed = wide.slice();
          dbm.close(closed, 0, dim);
          expect(closed).toEqual(wide);
          const again = wide.slice();
          extrapolate(again, dim, lower, upper);
          expect(again).toEqual(wide);
        },
        600,
      );
    });

    test(`${name} leaves finitely many zones: no entry beyond the bounds`, () => {
      check(
        sample,
        ({ dim, list, lower, upper }) => {
          const z = build(list, dim);
          extrapolate(z, dim, lower, upper);
          const limit = (dim - 1) * Math.max(...most(lower, upper));
          for (let k = 0; k < dim * dim; k++) {
            const i = Math.floor(k / dim);
            if (z[k] === 0x7fffffff || i === k % dim) continue;
            // Closing may put finite sums in place of infinity, each a path of bounds that were kept.
            expect(Math.abs(z[k]! >> 1)).toBeLessThanOrEqual(limit);
          }
        },
        300,
      );
    });

    test(`${name} adds only what aLU (or aM) allows`, () => {
      check(sample, ({ dim, seed, list, lower, upper }) => {
        const z = build(list, dim);
        const [l, u] = name.endsWith("M") ? [most(lower, upper), most(lower, upper)] : [lower, upper];
        extrapolate(z, dim, lower, upper);
        eachPoint(dim - 1, 8, seed, (v) => {
          if (inZone(z, dim, v) && !inLU(list, dim, v, l, u))
            expect.fail(`point ${v.map((n) => n / SCALE)} is too much`);
        });
      });
    });
  }

  test("from finer to coarser: ExtraM, then ExtraLU or Extra+M, then Extra+LU", () => {
    check(
      sample,
      ({ dim, list, lower, upper }) => {
        const [m, lu, plusM, plusLU] = methods.map(([, extrapolate]) => {
          const z = build(list, dim);
          extrapolate(z, dim, lower, upper);
          return z;
        });
        for (const [a, b] of [
          [m, lu],
          [m, plusM],
          [lu, plusLU],
          [plusM, plusLU],
        ]) {
          expect(dbm.isSubset(a!, 0, b!, 0, dim)).toBe(true);
        }
      },
      600,
    );
  });

  test("a clock without bounds is forgotten by Extra+LU", () => {
    check(sample, ({ dim, list, lower, upper }) => {
      const z = build(list, dim);
      lower[1] = upper[1] = -1;
      extraPlusLU(z, 0, dim, lower, upper);
      const w = z.slice();
      dbm.free(w, 0, dim, 1);
      expect(w).toEqual(z);
    });
  });
});

describe("aLU", () => {
  // Few constants, so that the grid meets every region in which two zones and their bounds can differ.
  const pair = fc.integer({ min: 2, max: 3 }).chain((dim) =>
    fc.record({
      dim: fc.constant(dim),
      a: someConstraints(dim, 2).map((list) => [...nonNegative(dim), ...list]),
      b: someConstraints(dim, 2).map((list) => [...nonNegative(dim), ...list]),
      lower: someBounds(dim),
      upper: someBounds(dim),
    }),
  );

  test("isSubsumedLU: every point of a is simulated by one of b", () => {
    let [yes, no] = [0, 0];
    check(
      pair,
      ({ dim, a, b, lower, upper }) => {
        let inside = true;
        eachPoint(dim - 1, 10, 0, (v) => {
          inside &&= !holds(a, v) || inLU(b, dim, v, lower, upper);
        });
        expect(isSubsumedLU(build(a, dim), 0, build(b, dim), 0, dim, lower, upper)).toBe(inside);
        if (inside) yes++;
        else no++;
      },
      3000,
    );
    expect(Math.min(yes, no)).toBeGreaterThan(20);
  });

  test("isSubsumedLU with three clocks", () => {
    const three = fc.record({
      a: someConstraints(4, 1).map((list) => [...nonNegative(4), ...list]),
      b: someConstraints(4, 1).map((list) => [...nonNegative(4), ...list]),
      lower: someBounds(4),
      upper: someBounds(4),
    });
    check(
      three,
      ({ a, b, lower, upper }) => {
        let inside = true;
        const side = (4 * SCALE) / 2 + 1;
        for (let k = 0; k < side ** 3 && inside; k++) {
          const v = [0, 2 * (k % side), 2 * (Math.floor(k / side) % side), 2 * Math.floor(k / side ** 2)];
          inside = !holds(a, v) || inLU(b, 4, v, lower, upper);
        }
        const answer = isSubsumedLU(build(a, 4), 0, build(b, 4), 0, 4, lower, upper);
        // Beyond the cube of points the answer may still turn to no; a yes must never be wrong.
        if (answer) expect(inside).toBe(true);
        const near =
          a.every((e) => e.y !== 0 || e.c <= 4) && [1, 2, 3].every((x) => a.some((e) => e.x === x && e.y === 0));
        if (near) expect(answer).toBe(inside);
      },
      60,
    );
  });

  test("isSubsumedM: clock by clock equal or both above M", () => {
    check(
      pair,
      ({ dim, a, b, lower }) => {
        let inside = true;
        eachPoint(dim - 1, 10, 0, (v) => {
          inside &&= !holds(a, v) || isSolvable([...inUnits(b), ...sameUpTo(v, lower)], dim);
        });
        expect(isSubsumedM(build(a, dim), 0, build(b, dim), 0, dim, lower)).toBe(inside);
      },
      300,
    );
  });

  test("weaker than inclusion, as strong as Extra+LU at most, and transitive", () => {
    check(
      fc.tuple(pair, fc.nat()),
      ([{ dim, a, b, lower, upper }]) => {
        const [z, w] = [build(a, dim), build(b, dim)];
        if (dbm.isSubset(z, 0, w, 0, dim)) expect(isSubsumedLU(z, 0, w, 0, dim, lower, upper)).toBe(true);
        const wide = w.slice();
        extraPlusLU(wide, 0, dim, lower, upper);
        expect(isSubsumedLU(wide, 0, w, 0, dim, lower, upper)).toBe(true);
        if (dbm.isSubset(z, 0, wide, 0, dim)) expect(isSubsumedLU(z, 0, w, 0, dim, lower, upper)).toBe(true);
        const meet = z.slice();
        if (dbm.intersect(meet, 0, w, 0, dim) && isSubsumedLU(z, 0, meet, 0, dim, lower, upper)) {
          expect(isSubsumedLU(z, 0, w, 0, dim, lower, upper)).toBe(true);
        }
      },
      500,
    );
  });
});

/** The valuations that agree with v clock by clock, or are above M as v is. */
function sameUpTo(v: Points, bound: Int32Array): Constraint[] {
  return v.flatMap((value, x): Constraint[] => {
    if (x === 0) return [];
    const m = bound[x]! < 0 ? -1 : bound[x]! * SCALE;
    if (value > m) return [{ x: 0, y: x, c: -m, strict: true }];
    return [
      { x: 0, y: x, c: -value, strict: false },
      { x, y: 0, c: value, strict: false },
    ];
  });
}

describe("diagonals", () => {
  const diagonal = sample
    .filter((s) => s.dim > 2)
    .chain((s) =>
      fc.record({
        s: fc.constant(s),
        diagonals: fc
          .array(
            fc.record({
              x: fc.integer({ min: 1, max: s.dim - 1 }),
              y: fc.integer({ min: 1, max: s.dim - 1 }),
              c: fc.integer({ min: -3, max: 3 }),
              strict: fc.boolean(),
            }),
            { maxLength: 3 },
          )
          .map((list) => list.filter((e) => e.x !== e.y)),
      }),
    );
  const encode = (list: readonly Constraint[]) =>
    Int32Array.from(list.flatMap(({ x, y, c, strict }) => [x, y, strict ? lt(c) : le(c)]));

  test("the pieces are disjoint, make up the zone, and lie on one side of every diagonal", () => {
    check(diagonal, ({ s: { dim, seed, list }, diagonals }) => {
      const pieces = splitByDiagonals(build(list, dim), 0, dim, encode(diagonals));
      eachPoint(dim - 1, 8, seed, (v) => {
        const count = pieces.filter((p) => inZone(p, dim, v)).length;
        if (count !== (holds(list, v) ? 1 : 0)) expect.fail(`${count} pieces hold ${v}`);
      });
      for (const p of pieces) {
        for (const d of diagonals) {
          const below = federation.constrained([p], d.x, d.y, d.strict ? lt(d.c) : le(d.c), dim);
          expect(below.length === 0 || dbm.equals(below[0]!, 0, p, 0, dim)).toBe(true);
        }
      }
    });
  });

  test("extrapolated: nothing is lost, and what is gained has its like on the same side of every diagonal", () => {
    check(diagonal, ({ s: { dim, seed, list, lower }, diagonals }) => {
      const z = build(list, dim);
      // Clocks set to zero turn x - y < c into x < c or y > -c.
      const bound = lower.slice();
      for (const { x, y, c } of diagonals) {
        bound[x] = Math.max(bound[x]!, c);
        bound[y] = Math.max(bound[y]!, -c);
      }
      const pieces = extraDiagonal(z, 0, dim, bound, encode(diagonals));
      expect(federation.includesZone(pieces, z, dim)).toBe(true);
      eachPoint(dim - 1, 8, seed, (v) => {
        if (!pieces.some((p) => inZone(p, dim, v))) return;
        const sides = diagonals.map(
          (d): Constraint => (holds([d], v) ? d : { x: d.y, y: d.x, c: -d.c, strict: !d.strict }),
        );
        const like = [...inUnits([...list, ...sides]), ...sameUpTo(v, bound)];
        if (!isSolvable(like, dim)) expect.fail(`point ${v.map((n) => n / SCALE)} has no like in the zone`);
      });
    });
  });

  test("without diagonals it is Extra+M", () => {
    check(sample, ({ dim, list, lower }) => {
      const z = build(list, dim);
      const [piece] = extraDiagonal(z, 0, dim, lower, new Int32Array(0));
      extraPlusM(z, 0, dim, lower);
      expect(piece).toEqual(z);
    });
  });
});
