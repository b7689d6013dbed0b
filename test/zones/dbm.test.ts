/** Single zones as people write them: constraints and operations in, text out. */
import { describe, expect, test } from "vitest";
import {
  dbm,
  extraM,
  extraPlusLU,
  extraPlusM,
  INF,
  isSubsumedLU,
  le,
  lt,
  minimalConstraints,
  NO_BOUND,
  showZone,
} from "../../src/zones/index.ts";
import { NAMES, parseZone } from "./text.ts";

const [x, y] = [1, 2];
const DIM = 4;

function check(before: string, change: (z: Int32Array) => unknown, after: string): void {
  const z = parseZone(before, DIM);
  change(z);
  expect(showZone(z, 0, DIM, NAMES)).toBe(after);
}

describe("text", () => {
  test.each([
    ["", "true"],
    ["x<=3", "x<=3"],
    ["x>0", "x>0"],
    ["x>=2, x<5, y-x<2", "x>=2, x<5, y-x<2"],
    ["x==3", "x==3"],
    ["x-y>=2", "x-y>=2"],
    ["x-y<2, y-x<=3", "x-y<2, y-x<=3"],
    ["y-x==2, x>=1, x<=4", "y-x==2, x>=1, x<=4"],
    ["x-y==2, x<=4", "x-y==2, x<=4"],
    ["x==1, y==1", "x==1, y==1"],
    ["x==y, y==z, z<7", "y==x, z==x, x<7"],
    ["x<1, x>1", "false"],
    ["x<=3, y-x<=2, y<=9", "x<=3, y-x<=2"],
  ])("%s is shown as %s", (text, shown) => check(text, () => {}, shown));
});

describe("operations", () => {
  test.each<[string, (z: Int32Array) => unknown, string]>([
    ["x==0, y==0, z==0", (z) => dbm.up(z, 0, DIM), "y==x, z==x"],
    ["x>=2, y==5", (z) => dbm.down(z, 0, DIM), "y<=5, y-x<=3"],
    ["x==2, y==5", (z) => dbm.reset(z, 0, DIM, x, 0), "x==0, y==5"],
    ["x<=2, y==5", (z) => dbm.reset(z, 0, DIM, y, 7), "y==7, x<=2"],
    ["x<=2, y>x", (z) => dbm.copyClock(z, 0, DIM, x, y), "y==x, x>0"],
    ["x>1, x<2", (z) => dbm.shift(z, 0, DIM, x, x, 3), "x>4, x<5"],
    ["x>1, x<3", (z) => dbm.shift(z, 0, DIM, x, x, -2), "x<1"],
    ["x<3", (z) => dbm.shift(z, 0, DIM, y, x, -3), "false"],
    ["x<=2, y>x", (z) => dbm.free(z, 0, DIM, x), "y>0"],
    ["x<=2, y-x<1", (z) => dbm.resetInverse(z, 0, DIM, x, 1), "y<2"],
    ["x<=2", (z) => dbm.resetInverse(z, 0, DIM, x, 3), "false"],
    ["x==2, y<1", (z) => dbm.copyInverse(z, 0, DIM, x, y), "false"],
    ["x==2, y<=2", (z) => dbm.copyInverse(z, 0, DIM, x, y), "y==2"],
    ["x>=2, y<1", (z) => dbm.shiftInverse(z, 0, DIM, x, y, 2), "y<1"],
    ["x>=2, y<1", (z) => dbm.shiftInverse(z, 0, DIM, x, x, 3), "y<1"],
    ["x>1, y-x<2", (z) => dbm.intersect(z, 0, parseZone("y>=3, x<=1", DIM), 0, DIM), "false"],
    ["x==1, y==1", (z) => dbm.upExcept(z, 0, DIM, Uint8Array.of(0, 1, 0, 1)), "x==1, y>=1"],
    ["x==3, y==1, z==1", (z) => dbm.downExcept(z, 0, DIM, Uint8Array.of(0, 1, 0, 0)), "x==3, z==y, y<=1"],
  ])("from %s", (before, change, after) => check(before, change, after));

  test("an unbounded zone can wait for ever, a bounded one cannot", () => {
    expect(dbm.isUnbounded(parseZone("x>3", DIM), 0, DIM)).toBe(true);
    expect(dbm.isUnbounded(parseZone("x<3", DIM), 0, DIM)).toBe(false);
    expect(dbm.isUnbounded(parseZone("x<3", DIM), 0, DIM, Uint8Array.of(0, 1, 0, 0))).toBe(true);
    expect(dbm.isUnbounded(dbm.newZero(1), 0, 1)).toBe(true);
  });

  test("without clocks there is one zone", () => {
    const z = dbm.newUniversal(1);
    expect([...z]).toEqual([le(0)]);
    dbm.up(z, 0, 1);
    dbm.down(z, 0, 1);
    expect(dbm.close(z, 0, 1) && dbm.equals(z, 0, dbm.newZero(1), 0, 1)).toBe(true);
    expect(extraPlusM(z, 0, 1, Int32Array.of(0))).toBe(false);
    expect(isSubsumedLU(z, 0, z, 0, 1, Int32Array.of(0), Int32Array.of(0))).toBe(true);
  });

  test("bounds of a clock and of a difference", () => {
    const z = parseZone("x>1, x<=4, y-x==2", DIM);
    expect(dbm.bounds(z, 0, DIM, x)).toEqual({ low: 1, lowStrict: true, high: 4, highStrict: false });
    expect(dbm.bounds(z, 0, DIM, y)).toEqual({ low: 3, lowStrict: true, high: 6, highStrict: false });
    expect(dbm.bounds(z, 0, DIM, y, x)).toEqual({ low: 2, lowStrict: false, high: 2, highStrict: false });
    expect(dbm.bounds(z, 0, DIM, 3)).toEqual({ low: 0, lowStrict: false, high: Infinity, highStrict: true });
  });

  test("relation", () => {
    const [small, large] = [parseZone("x<=3, y>1", DIM), parseZone("x<=3", DIM)];
    const beside = parseZone("y>2", DIM);
    expect(dbm.relation(small, 0, large, 0, DIM)).toBe(dbm.SUBSET);
    expect(dbm.relation(large, 0, small, 0, DIM)).toBe(dbm.SUPERSET);
    expect(dbm.relation(large, 0, large.slice(), 0, DIM)).toBe(dbm.EQUAL);
    expect(dbm.relation(large, 0, beside, 0, DIM)).toBe(dbm.INCOMPARABLE);
  });

  test("hashes of many different zones hardly ever collide", () => {
    const seen = new Set<number>();
    for (let a = 0; a < 20; a++) {
      for (let b = 0; b < 20; b++) {
        for (const strict of [0, 1]) {
          const z = parseZone("", DIM);
          dbm.constrain(z, 0, DIM, x, 0, 2 * (a + 20) + strict);
          dbm.constrain(z, 0, DIM, 0, y, 2 * -b + 1);
          seen.add(dbm.hash(z, 0, DIM));
        }
      }
    }
    expect(seen.size).toBeGreaterThan(797);
  });
});

describe("the fewest constraints", () => {
  test.each([
    ["", 0],
    ["x<=3", 1],
    ["x==3", 2],
    ["x==0", 1],
    ["x==1, y==2, z==3", 4],
    ["x==y, y==z", 3],
    ["x<=3, y-x<=2, y<=9", 2],
    ["x-z==3", 2],
  ])("%s needs %i", (text, count) => {
    expect(minimalConstraints(parseZone(text, DIM), 0, DIM).length / 3).toBe(count);
  });
});

describe("extrapolation", () => {
  const of = (...list: number[]) => Int32Array.of(0, ...list);
  const none = NO_BOUND;

  test.each<[string, Int32Array, Int32Array, string]>([
    // Below the bounds nothing changes.
    ["x>=1, x<=2, y-x==1, z==0", of(5, 5, 5), of(5, 5, 5), "y-x==1, z==0, x>=1, x<=2"],
    // An upper bound above L is lost, a lower bound above U falls to it.
    ["x>=1, x<=7", of(3, 3, 3), of(9, 9, 9), "x>=1"],
    ["x>=7, x<=8", of(9, 9, 9), of(3, 3, 3), "x>3, x<=8"],
    // Without bounds a clock is forgotten, and so are its differences.
    ["x==7, y==8, z==9", of(9, none, none), of(9, none, none), "x==7"],
    // Above L in the whole zone: no difference of x matters any more.
    ["x>=7, x<=8, y-x==1", of(6, 20, 20), of(6, 20, 20), "x>6, y>=8, y<=9"],
    // Only lower bounds are compared: the upper ones stay.
    ["x>=2, x<=3", of(5, none, none), of(none, none, none), "x<=3"],
  ])("Extra+LU of %s", (before, lower, upper, after) => {
    check(before, (z) => extraPlusLU(z, 0, DIM, lower, upper), after);
  });

  test("Extra+M forgets differences that ExtraM keeps", () => {
    // x - y <= 0 and y - x <= 1 are within the bounds for ExtraM, and give back both bounds of x when it is closed.
    const bound = of(2, 5, 5);
    check("x>=3, y==4, x<=4", (z) => extraPlusM(z, 0, DIM, bound), "y==4, x>2");
    check("x>=3, y==4, x<=4", (z) => extraM(z, 0, DIM, bound), "y==4, x>=3, x<=4");
  });

  test("row 0 is read before it is written", () => {
    // If x's lower bound were relaxed first, its row would be kept, and with it y - x and x - y.
    const z = parseZone("x>=10, x<=12, y-x==1", DIM);
    extraPlusLU(z, 0, DIM, of(none, none, none), of(none, none, none));
    expect(z).toEqual(dbm.newUniversal(DIM));
  });
});

test("aLU covers what inclusion and Extra+LU do not", () => {
  // With x only ever compared from above at 5, and y not at all, any larger x can do no more than a smaller one.
  const [lower, upper] = [Int32Array.of(0, NO_BOUND, NO_BOUND, NO_BOUND), Int32Array.of(0, 5, NO_BOUND, NO_BOUND)];
  const covers = (small: string, large: string) =>
    isSubsumedLU(parseZone(small, DIM), 0, parseZone(large, DIM), 0, DIM, lower, upper);
  expect(covers("x==3", "x==2")).toBe(true);
  expect(covers("x==2", "x==3")).toBe(false);
  expect(covers("x==7, y==1", "x==9, y==0")).toBe(true);
  expect(covers("x>=4", "x<=4")).toBe(true);
});

test.each([
  // y is compared from below at 2, x from above at 5. A point of a near x = 1 needs y' - x' just above 2 - 1 in b.
  ["x>1", "y-x<=1", true],
  ["x>1", "y-x<1", true],
  ["x>=1", "y-x<=1", false],
  ["x>=1", "y-x<2", true],
  ["x>1", "y-x<=0", false],
  ["x>1, y-x<=0", "y-x<=0", true],
  ["x>=5", "y-x<=-3", false],
  ["x>5", "y-x<=-3", true],
])("at the borders of aLU: %s inside that of %s is %s", (a, b, answer) => {
  const [lower, upper] = [Int32Array.of(0, NO_BOUND, 2, NO_BOUND), Int32Array.of(0, 5, NO_BOUND, NO_BOUND)];
  expect(isSubsumedLU(parseZone(a, DIM), 0, parseZone(b, DIM), 0, DIM, lower, upper)).toBe(answer);
});

test("constraining with no bound changes nothing", () => {
  const z = parseZone("x<3", DIM);
  const w = z.slice();
  expect(dbm.constrain(z, 0, DIM, y, x, INF)).toBe(true);
  expect(z).toEqual(w);
  expect(dbm.satisfies(z, 0, DIM, 0, x, lt(-3))).toBe(false);
  expect(dbm.satisfies(z, 0, DIM, 0, x, lt(-2))).toBe(true);
});
