/** Unions of zones, delays through them, and exact points: cases as text. */
import { describe, expect, test } from "vitest";
import {
  dbm,
  elapseInside,
  extraDiagonal,
  type Federation,
  federation,
  le,
  point,
  predT,
  rationals,
  showZone,
} from "../../src/zones/index.ts";
import { NAMES, parseZone } from "./text.ts";

const DIM = 3;
const parse = (text: string): Federation =>
  text === "none" ? [] : text.split(" | ").map((zone) => parseZone(zone, DIM));
const show = (f: Federation): string =>
  f.length === 0 ? "none" : f.map((z) => showZone(z, 0, DIM, NAMES)).join(" | ");

test.each([
  ["true", "x<=3", "x>3"],
  ["x<=3", "x<=3", "none"],
  ["x<=3", "true", "none"],
  ["x<=3", "y>7, x>4", "x<=3"],
  ["x<=4", "x>=1, x<2", "x<1 | x>=2, x<=4"],
  ["true", "x==1, y==1", "x<1 | x>1 | x==1, y<1 | x==1, y>1"],
  ["x<=4 | y>9", "x>=1, x<2 | x>3", "x<1 | x>=2, x<=3 | x<1, y>9 | x>=2, x<=3, y>9"],
  ["none", "x<3", "none"],
])("%s without %s is the set %s", (f, g, rest) => {
  const difference = federation.subtract(parse(f), parse(g), DIM);
  expect(federation.isSame(difference, parse(rest), DIM)).toBe(true);
});

test("subtraction makes no more pieces than facets that cut", () => {
  const b = parse("x>=1, x<=2, y>=1, y<=2")[0]!;
  expect(show(federation.subtractZone(parse("x<=4")[0]!, b, DIM)).split(" | ").length).toBe(4);
  expect(show(federation.subtractZone(parse("x<=2, y<=2")[0]!, b, DIM)).split(" | ").length).toBe(2);
});

test("zones covered by one are dropped by union, covered by several by reduce", () => {
  expect(show(federation.union(parse("x<=3"), parse("x<=2 | x<=4"), DIM))).toBe("x<=4");
  expect(show(federation.reduce(parse("x<=3 | x>=2 | x>=1, x<=4"), DIM))).toBe("x<=3 | x>=2");
  expect(federation.includesZone(parse("x<=3 | x>3"), parse("true")[0]!, DIM)).toBe(true);
  expect(federation.includesZone(parse("x<3 | x>3"), parse("true")[0]!, DIM)).toBe(false);
});

test("a federation of one zone, or of none", () => {
  const z = parseZone("x<2", DIM);
  expect(show(federation.ofZone(z, 0, DIM))).toBe("x<2");
  dbm.constrain(z, 0, DIM, 0, 1, le(-2));
  expect(federation.isNone(federation.ofZone(z, 0, DIM))).toBe(true);
});

describe("delays inside", () => {
  test.each([
    ["x==0, y==0", "x<=3", "y==x, x<=3"],
    ["x==0, y==0", "x<=3 | x>3, x<=5", "y==x, x<=5"],
    ["x==0, y==0", "x<3 | x>=3, x<=5", "y==x, x<=5"],
    ["x==0, y==0", "x<3 | x>3", "y==x, x<3"],
    ["x==0, y==0", "x<=3 | x>=4", "y==x, x<=3"],
    ["x==0, y==0", "x<=3 | x>=2, x<7", "y==x, x<7"],
    ["x==4, y==0", "x<3 | x>5", "none"],
    ["x==0, y==0", "x<1 | x==1 | x>1, y<2 | y>=2", "y==x"],
  ])("from %s inside %s reaches %s", (start, inside, reached) => {
    const f = elapseInside(parse(start), parse(inside), DIM);
    expect(federation.isSame(f, parse(reached), DIM)).toBe(true);
  });

  test.each([
    ["x>=5, y==x", "none", "y==x"],
    ["x>=5, y==x", "x>=2, x<=3", "y==x, x>3"],
    ["x>=5, y==x", "x>6", "y==x, x<=6"],
    ["x>=5, y==x", "x>=5", "none"],
    ["x>=5, y==x", "x>5", "y==x, x<=5"],
    ["x>=5, y==x", "x>=2, x<3 | x>7", "y==x, x>=3, x<=7"],
  ])("%s is reached past %s from %s", (good, bad, from) => {
    expect(federation.isSame(predT(parse(good), parse(bad), DIM), parse(from), DIM)).toBe(true);
  });
});

test("diagonals survive extrapolation", () => {
  // Above the bounds plain Extra+M forgets y - x <= 2, and a guard y - x > 2 would be taken wrongly (Bouyer 2004).
  const z = parseZone("x>=10, y-x<=2, y-x>1", DIM);
  const diagonals = Int32Array.of(2, 1, le(2));
  const [piece, ...others] = extraDiagonal(z, 0, DIM, Int32Array.of(0, 2, 3), diagonals);
  expect(showZone(piece!, 0, DIM, NAMES)).toBe("x>2, y>3, y-x<=2");
  expect(others.length).toBe(0);
});

describe("points", () => {
  test.each([
    ["true", "0 0"],
    ["x>0", "1 0"],
    ["x>0, x<1", "1/2 0"],
    ["x>0, x<1, y>x, y<1", "1/2 3/4"],
    ["x>=2, y-x>1", "2 4"],
    ["x==3, y<1, y>0", "3 1/2"],
  ])("in %s: %s", (zone, picked) => {
    const p = point.pickPoint(parseZone(zone, DIM), 0, DIM);
    expect(p.slice(1).map(rationals.showRational).join(" ")).toBe(picked);
  });

  const half = [rationals.ZERO, rationals.rational(1, 2), rationals.rational(1, 3)];
  test.each([
    ["x<=3", "[0, 5/2]"],
    ["x>1, y<=1", "(1/2, 2/3]"],
    ["x>=1", "[1/2, inf)"],
    ["x<y", "never"],
    ["x<=0", "never"],
    ["x>=1, y<1, x-y<1", "[1/2, 2/3)"],
  ])("delays of (1/2, 1/3) into %s: %s", (zone, expected) => {
    const i = point.delaysInto(parseZone(zone, DIM), 0, DIM, half);
    const text =
      i === null
        ? "never"
        : `${i.lowStrict ? "(" : "["}${rationals.showRational(i.low)}, ` +
          `${i.high === null ? "inf" : rationals.showRational(i.high)}${i.highStrict ? ")" : "]"}`;
    expect(text).toBe(expected);
  });

  test.each([
    [1, 2, true, 1, 1, true, "3/4"],
    [1, 3, true, 1, 2, true, "3/8"],
    [1, 3, false, 1, 3, false, "1/3"],
    [7, 3, true, null, 1, true, "3"],
    [2, 1, true, 3, 1, false, "3"],
  ])("the simplest number from %i/%i (strict %s) to %s/%i (strict %s) is %s", (ln, ld, ls, hn, hd, hs, expected) => {
    const high = hn === null ? null : rationals.rational(hn, hd);
    const i = { low: rationals.rational(ln, ld), lowStrict: ls, high, highStrict: hs };
    expect(rationals.showRational(point.simplest(i))).toBe(expected);
  });

  test("rationals are kept in lowest terms", () => {
    const { rational, plus, minus, compareRational, floor, showRational } = rationals;
    expect(rational(4, -6)).toEqual({ n: -2n, d: 3n });
    expect(plus(rational(1, 2), rational(1, 3))).toEqual(rational(5, 6));
    expect(minus(rational(1, 2), rational(1, 2))).toEqual(rationals.ZERO);
    expect(compareRational(rational(1, 3), rational(1, 2))).toBe(-1);
    expect([rational(7, 2), rational(-7, 2), rational(-4), rational(4)].map(floor)).toEqual([3n, -4n, -4n, 4n]);
    expect([rational(-7, 4), rational(6, 2)].map(showRational)).toEqual(["-7/4", "3"]);
  });
});
