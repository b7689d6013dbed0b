/** Laws of unions of zones: set operations and delays agree with their definitions on points. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  dbm,
  elapseInside,
  type Federation,
  federation,
  justAfter,
  justBefore,
  le,
  lt,
  predT,
} from "../../src/zones/index.ts";
import {
  type Constraint,
  eachPoint,
  holds,
  inZone,
  later,
  nonNegative,
  type Points,
  SCALE,
  someConstraints,
  someValue,
} from "./pointwise.ts";
import { check } from "./seed.ts";

const LIMIT = 5;
const FAR = 12;

type Lists = readonly (readonly Constraint[])[];

const sample = fc.integer({ min: 2, max: 4 }).chain((dim) => {
  const lists = fc.array(
    someConstraints(dim, 3).map((list) => [...nonNegative(dim), ...list]),
    { maxLength: 3 },
  );
  return fc.record({ dim: fc.constant(dim), seed: fc.nat(), f: lists, g: lists, h: lists });
});

function build(lists: Lists, dim: number): Federation {
  return lists.map((list) => {
    const z = dbm.newUniversal(dim);
    for (const { x, y, c, strict } of list) dbm.constrain(z, 0, dim, x, y, strict ? lt(c) : le(c));
    return z;
  });
}

const inLists = (lists: Lists, v: Points) => lists.some((list) => holds(list, v));
const inside = (f: Federation, dim: number, v: Points) => f.some((z) => inZone(z, dim, v));

function expectPoints(f: Federation, dim: number, seed: number, isMember: (v: Points) => boolean): void {
  for (const z of f) {
    const closed = z.slice();
    expect(dbm.close(closed, 0, dim)).toBe(true);
    expect(closed).toEqual(z);
  }
  eachPoint(dim - 1, LIMIT, seed, (v) => {
    if (inside(f, dim, v) !== isMember(v)) {
      expect.fail(`point ${v.map((n) => n / SCALE)} should ${isMember(v) ? "" : "not "}be in the federation`);
    }
  });
}

describe("sets", () => {
  test("subtract: the points of f that are not in g, and arguments unchanged", () => {
    check(sample, ({ dim, seed, f, g }) => {
      const [a, b] = [build(f, dim), build(g, dim)];
      expectPoints(federation.subtract(a, b, dim), dim, seed, (v) => inLists(f, v) && !inLists(g, v));
      expect(a).toEqual(build(f, dim));
      expect(b).toEqual(build(g, dim));
    });
  });

  test("subtractZone: the pieces are disjoint", () => {
    check(sample, ({ dim, seed, f, g }) => {
      if (f.length === 0) return;
      const pieces = federation.subtract([build(f, dim)[0]!], build(g, dim), dim);
      eachPoint(dim - 1, LIMIT, seed, (v) => {
        const count = pieces.filter((p) => inZone(p, dim, v)).length;
        if (count !== (holds(f[0]!, v) && !inLists(g, v) ? 1 : 0)) expect.fail(`${count} pieces hold ${v}`);
      });
      for (const [i, p] of pieces.entries()) {
        for (const q of pieces.slice(i + 1)) expect(federation.meetZones(p, q, dim)).toBe(null);
      }
    });
  });

  test("union, intersection, complement, reduction", () => {
    check(sample, ({ dim, seed, f, g }) => {
      const [a, b] = [build(f, dim), build(g, dim)];
      expectPoints(federation.union(a, b, dim), dim, seed, (v) => inLists(f, v) || inLists(g, v));
      expectPoints(federation.intersect(a, b, dim), dim, seed, (v) => inLists(f, v) && inLists(g, v));
      expectPoints(federation.complement(a, dim), dim, seed, (v) => !inLists(f, v));
      const all = [...a, ...b, ...a];
      const reduced = federation.reduce(all, dim);
      expectPoints(reduced, dim, seed, (v) => inLists(f, v) || inLists(g, v));
      for (const z of reduced) {
        expect(
          federation.includesZone(
            reduced.filter((w) => w !== z),
            z,
            dim,
          ),
        ).toBe(false);
      }
    });
  });

  test("inclusion is exact: f is inside what covers it only together, and not inside what lacks a point", () => {
    let [yes, no] = [0, 0];
    check(
      sample,
      ({ dim, seed, f, g }) => {
        const [a, b] = [build(f, dim), build(g, dim)];
        const answer = federation.includes(b, a, dim);
        let lacks = false;
        eachPoint(dim - 1, 12, seed, (v) => {
          lacks ||= inLists(f, v) && !inLists(g, v);
        });
        // With three clocks only a sample is tried: a lacking point proves "no", none proves nothing.
        if (dim < 4) expect(answer).toBe(!lacks);
        else if (lacks) expect(answer).toBe(false);
        if (answer) yes++;
        else no++;
        const halves = federation.subtract(a, b, dim);
        expect(federation.isSame(federation.union(halves, federation.intersect(a, b, dim), dim), a, dim)).toBe(true);
      },
      300,
    );
    expect(Math.min(yes, no)).toBeGreaterThan(5);
  });
});

describe("delays", () => {
  test("up and down, also within an invariant", () => {
    check(
      sample,
      ({ dim, seed, f, g }) => {
        const a = build(f, dim);
        expectPoints(federation.up(a, dim), dim, seed, (v) => someValue(FAR, (d) => inLists(f, later(v, -d))));
        expectPoints(federation.down(a, dim), dim, seed, (v) => someValue(FAR, (d) => inLists(f, later(v, d))));
        if (g.length === 0) return;
        const [invariant] = build(g, dim);
        const keeps = (v: Points) => holds(g[0]!, v);
        expectPoints(
          federation.upWithin(a, invariant!, dim),
          dim,
          seed,
          (v) => keeps(v) && someValue(FAR, (d) => inLists(f, later(v, -d)) && keeps(later(v, -d))),
        );
        expectPoints(
          federation.downWithin(a, invariant!, dim),
          dim,
          seed,
          (v) => keeps(v) && someValue(FAR, (d) => inLists(f, later(v, d)) && keeps(later(v, d))),
        );
      },
      60,
    );
  });

  test("justBefore and justAfter: the next and the last instants are inside", () => {
    check(sample, ({ dim, seed, f }) => {
      for (const [k, z] of build(f, dim).entries()) {
        for (const [border, e] of [
          [justBefore(z, dim), 1],
          [justAfter(z, dim), -1],
        ] as const) {
          expectPoints(border === null ? [] : [border], dim, seed, (v) => holds(f[k]!, later(v, e)));
        }
      }
    });
  });

  test("elapseInside: inside at every instant of the delay", () => {
    check(
      sample,
      ({ dim, seed, f, g }) => {
        expectPoints(elapseInside(build(f, dim), build(g, dim), dim), dim, seed, (v) => {
          for (let d = 0; d <= FAR * SCALE && inLists(g, later(v, -d)); d++) if (inLists(f, later(v, -d))) return true;
          return false;
        });
      },
      300,
    );
  });

  test("elapseInside crosses borders in one direction only where time can", () => {
    // Strips of one clock with every combination of open and closed ends, so that borders meet often.
    const strip = fc.record({ low: fc.nat(3), length: fc.nat(2), open: fc.boolean(), openEnd: fc.boolean() });
    check(
      fc.tuple(fc.array(strip, { minLength: 1, maxLength: 5 }), fc.nat()),
      ([strips, seed]) => {
        const g = strips
          .map(({ low, length, open, openEnd }) => [
            ...nonNegative(3),
            { x: 0, y: 1, c: -low, strict: open },
            { x: 1, y: 0, c: low + length, strict: openEnd },
          ])
          .filter((list) => dbmOf(list) !== null);
        const f = [[...nonNegative(3), { x: 1, y: 0, c: 1, strict: false }]];
        expectPoints(elapseInside(build(f, 3), build(g, 3), 3), 3, seed, (v) => {
          for (let d = 0; d <= FAR * SCALE && inLists(g, later(v, -d)); d++) if (inLists(f, later(v, -d))) return true;
          return false;
        });
      },
      200,
    );
  });

  test("elapseInside with stopped clocks holds every point of the definition", () => {
    check(
      sample,
      ({ dim, seed, f, g }) => {
        const stopped = new Uint8Array(dim);
        stopped[1 + (seed % (dim - 1))] = 1;
        const reached = elapseInside(build(f, dim), build(g, dim), dim, stopped);
        eachPoint(dim - 1, LIMIT, seed, (v) => {
          let member = false;
          for (let d = 0; d <= FAR * SCALE && !member && inLists(g, later(v, -d, stopped)); d++) {
            member = inLists(f, later(v, -d, stopped));
          }
          if (member) expect(inside(reached, dim, v)).toBe(true);
          if (inside(reached, dim, v)) expect(inLists(g, v)).toBe(true);
        });
      },
      60,
    );
  });

  test("predT: good is reached, bad avoided until then", () => {
    check(
      sample,
      ({ dim, seed, f, g }) => {
        expectPoints(predT(build(f, dim), build(g, dim), dim), dim, seed, (v) => {
          for (let d = 0; d <= FAR * SCALE && !inLists(g, later(v, d)); d++) if (inLists(f, later(v, d))) return true;
          return false;
        });
      },
      300,
    );
  });
});

function dbmOf(list: readonly Constraint[]): Int32Array | null {
  const z = dbm.newUniversal(3);
  for (const { x, y, c, strict } of list) if (!dbm.constrain(z, 0, 3, x, y, strict ? lt(c) : le(c))) return null;
  return z;
}
