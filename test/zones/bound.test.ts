import { expect, test } from "vitest";
import {
  add,
  BoundOverflow,
  constantOf,
  dbm,
  INF,
  isRepresentable,
  isStrict,
  LE_ZERO,
  LT_ZERO,
  le,
  lt,
  MAX_CONSTANT,
  negate,
  showBound,
} from "../../src/zones/index.ts";

test("a smaller number is a tighter bound", () => {
  const ordered = [lt(-MAX_CONSTANT), le(-3), lt(-2), le(-2), lt(0), le(0), lt(1), le(1), le(MAX_CONSTANT), INF];
  expect([...ordered].sort((a, b) => a - b)).toEqual(ordered);
  expect(new Set(ordered).size).toBe(ordered.length);
  expect([LE_ZERO, LT_ZERO]).toEqual([le(0), lt(0)]);
  // Every bound fits in an entry of a matrix.
  expect([...Int32Array.from(ordered)]).toEqual(ordered);
});

test.each([
  [le(2), le(3), le(5)],
  [le(2), lt(3), lt(5)],
  [lt(2), lt(3), lt(5)],
  [lt(-2), le(-3), lt(-5)],
  [le(-2), le(2), le(0)],
  [le(2), INF, INF],
  [INF, lt(-7), INF],
  [INF, INF, INF],
])("add(%i, %i) = %i", (a, b, sum) => {
  expect(add(a, b)).toBe(sum);
  expect(add(b, a)).toBe(sum);
});

test.each([
  [le(3), lt(-3)],
  [lt(3), le(-3)],
  [le(0), lt(0)],
  [lt(-5), le(5)],
])("the complement of %i is %i, and back", (a, b) => {
  expect(negate(a)).toBe(b);
  expect(negate(b)).toBe(a);
});

test.each([
  [le(3), 3, false, "<=3"],
  [lt(3), 3, true, "<3"],
  [le(-3), -3, false, "<=-3"],
  [lt(-3), -3, true, "<-3"],
  [le(MAX_CONSTANT), MAX_CONSTANT, false, "<=1073741822"],
  [lt(-MAX_CONSTANT), -MAX_CONSTANT, true, "<-1073741822"],
])("%i is read as constant %i, strict %s, %s", (b, constant, strict, text) => {
  expect([constantOf(b), isStrict(b), showBound(b)]).toEqual([constant, strict, text]);
});

test("infinity as text", () => expect(showBound(INF)).toBe("<inf"));

test("constants that fit", () => {
  expect([0, MAX_CONSTANT, -MAX_CONSTANT].map(isRepresentable)).toEqual([true, true, true]);
  expect([MAX_CONSTANT + 1, -MAX_CONSTANT - 1, 0.5, Number.NaN, Infinity].map(isRepresentable)).toEqual([
    false,
    false,
    false,
    false,
    false,
  ]);
});

test("sums that do not fit are refused, never wrapped or rounded", () => {
  const c = MAX_CONSTANT;
  expect(() => add(le(c), le(c))).toThrow(BoundOverflow);
  expect(() => add(lt(-c), le(-c))).toThrow(BoundOverflow);
  // x <= c and y <= x + c: the bound on y does not fit.
  const above = dbm.newUniversal(3);
  expect(dbm.constrain(above, 0, 3, 2, 1, le(c))).toBe(true);
  expect(() => dbm.constrain(above, 0, 3, 1, 0, le(c))).toThrow(BoundOverflow);
  // x >= c and y >= x + c.
  const below = dbm.newUniversal(3);
  expect(dbm.constrain(below, 0, 3, 1, 2, le(-c))).toBe(true);
  expect(() => dbm.constrain(below, 0, 3, 0, 1, le(-c))).toThrow(BoundOverflow);
  const open = dbm.newUniversal(3);
  open[2 * 3 + 1] = le(c);
  open[3] = le(c);
  expect(() => dbm.close(open, 0, 3)).toThrow(BoundOverflow);
  const moved = dbm.newZero(2);
  dbm.reset(moved, 0, 2, 1, c);
  expect(() => dbm.shift(moved, 0, 2, 1, 1, c)).toThrow(BoundOverflow);
});

test("constants as large as they may be, without sums, are exact", () => {
  const c = MAX_CONSTANT;
  const z = dbm.newUniversal(2);
  expect(dbm.constrain(z, 0, 2, 0, 1, le(-c))).toBe(true);
  expect(dbm.constrain(z.slice(), 0, 2, 1, 0, le(c))).toBe(true);
  expect(dbm.constrain(z.slice(), 0, 2, 1, 0, lt(c))).toBe(false);
});
