import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { next } from "../../src/stochastic/interpret/mitl.ts";
import { at, isBefore, type Moment } from "../../src/stochastic/interpret/moment.ts";
import { both, either, type Signal, type Span, signal, until, without } from "../../src/stochastic/interpret/signal.ts";
import { meanOf, sample } from "./sample.ts";

const { exp } = Math;
const once = "process P() { state A {; 1}, B; init A; trans A -> B {}; } system P;";
const twice = "process P() { state A {; 1}, B {; 1}, C; init A; trans A -> B {}, B -> C {}; } system P;";
/** Beside it somebody tries in vain, which is no transition. */
const beside = twice.replace(
  "system P",
  "process Q() { clock y = 1.0; state A {; 20}, B { y <= 0 }; init A; trans A -> B {}; } system P, Q",
);
const three = "process Q(const int[0,2] i) { state A {; 1}, B; init A; trans A -> B {}; } system Q;";
const clock = "process P() { clock x; state A; init A; } system P;";
const ticks =
  "process P() { clock x; state A { x <= 1 }, B { x <= 1 }; init A; trans A -> B { guard x >= 1; assign x = 0; }, B -> A { guard x >= 1; assign x = 0; }; } system P;";

describe("formulas with exact answers", () => {
  test.each<[string, string, number]>([
    [once, "Pr (<>[0,1] P.B)", 1 - exp(-1)],
    [once, "Pr ([][0,1] P.A)", exp(-1)],
    [once, "Pr (P.A U[1,2] P.B)", exp(-1) - exp(-2)],
    [once, "Pr ((<>[0,1] P.B) || ([][0,2] P.A))", 1 - exp(-1) + exp(-2)],
    [twice, "Pr (P.A U[0,100] (P.B U[1,100] P.C))", exp(-1)],
    [twice, "Pr (X P.B)", 1],
    [twice, "Pr (X P.C)", 0],
    [beside, "Pr (X (X P.C))", 1],
    [clock, "Pr (<>[0,5] P.x > 5)", 0],
    [clock, "Pr (<>[0,5] P.x >= 5)", 1],
    [clock, "Pr ([][0,4] (<>[0,1] P.x >= 5))", 0],
    [clock, "Pr ([][4,6] (<>[0,1] P.x >= 5))", 1],
    [ticks, "Pr ([][0,20] (<>[0,1] P.B))", 1],
    [ticks, "Pr ([][0,20] (<>[0,1] P.x > 2))", 0],
    [once, "Pr (P.B R[0,2] P.A)", exp(-2)],
    [three, "Pr ([][0,0] forall (i : int[0,2]) (<>[0,1] Q(i).B))", (1 - exp(-1)) ** 3],
    [three, "Pr ([][0,0] exists (i : int[0,2]) ([][0,1] Q(i).A))", 1 - (1 - exp(-1)) ** 3],
  ])("%#: %s %s", (model, query, exact) => {
    const { mean, error } = meanOf(sample(model, query, 2000), "success");
    if (error === 0) expect(mean).toBe(exact);
    else expect(Math.abs(mean - exact) / error).toBeLessThan(4);
  });
});

/** `[1,3) (4,5]` and the like, with times from 0 on. */
function read(text: string): Signal {
  return signal(
    [...text.matchAll(/([[(])(\d+),(\d+|oo)([\])])/g)].map(([, open, from, to, close]) => ({
      start: { time: Number(from), open: open === "(" },
      end: { time: to === "oo" ? Infinity : Number(to), open: close === "]" },
    })),
  );
}

function show(of: Signal): string {
  return of
    .map(
      ({ start, end }) =>
        `${start.open ? "(" : "["}${start.time},${end.time === Infinity ? "oo" : end.time}${end.open ? "]" : ")"}`,
    )
    .join(" ");
}

describe("signals", () => {
  test.each([
    ["[1,3) [2,5)", "[1,5)"],
    ["[1,3) (3,5)", "[1,3) (3,5)"],
    ["[1,3] (3,5)", "[1,5)"],
  ])("%s is %s", (text, expected) => expect(show(read(text))).toBe(expected));

  test("the rest", () => expect(show(without(read("[1,3) (4,5]")))).toBe("[0,1) [3,4] (5,oo)"));
  test("both", () => expect(show(both([read("[0,3)"), read("[2,5]")]))).toBe("[2,3)"));
  test("either", () => expect(show(either([read("[0,3)"), read("[2,5]")]))).toBe("[0,5]"));

  test.each([
    ["[0,10)", "[5,6]", 0, 2, "[3,6]"],
    ["[0,10)", "[5,6]", 1, 2, "[3,5]"],
    ["[4,10)", "[5,6]", 0, 2, "[4,6]"],
    ["[0,5)", "[5,6]", 0, 2, "[3,6]"],
    ["[0,4)", "[5,6]", 0, 2, "[5,6]"],
  ])("%s U %s in %d to %d: %s", (left, right, low, high, expected) =>
    expect(show(until(read(left), read(right), low, high))).toBe(expected),
  );
});

/** Few times, so that spans touch, begin and end together. */
const anyMoment = fc.record({ time: fc.integer({ min: 0, max: 12 }), open: fc.boolean() });
const anySignal = fc.array(fc.tuple(anyMoment, anyMoment), { maxLength: 8 }).map((pairs) =>
  signal(
    pairs.map(([a, b], k): Span => {
      const [start, end] = isBefore(a, b) ? [a, b] : [b, a];
      return { start, end: k === 0 && end.time > 10 ? { time: Infinity, open: false } : end };
    }),
  ),
);
/** Moments at which a signal may change, and between. */
const moments = Array.from({ length: 40 }, (_, k): Moment => ({ time: k / 2, open: false })).flatMap((moment) => [
  moment,
  { ...moment, open: true },
]);
const isTrue = (of: Signal, moment: Moment) =>
  of.some(({ start, end }) => !isBefore(moment, start) && isBefore(moment, end));

/** By the definition, span by span: every one of left with every one of right. */
function untilByPairs(left: Signal, right: Signal, low: number, high: number): Signal {
  const one = left.flatMap((l) => right.map((r) => until([l], [r], low, high)));
  return either([low === 0 ? right : [], ...one]);
}

describe("spans are gone through once", () => {
  test("until is what it is for each pair of spans", () => {
    const bounds = fc.tuple(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 5 }));
    fc.assert(
      fc.property(anySignal, anySignal, bounds, (left, right, [low, more]) => {
        expect(show(until(left, right, low, low + more))).toBe(show(untilByPairs(left, right, low, low + more)));
      }),
      { numRuns: 2000 },
    );
  });

  test("next is true where the formula is at the next transition", () => {
    const times = fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 10 }).map((all) => all.sort((a, b) => a - b));
    fc.assert(
      fc.property(anySignal, times, (of, jumps) => {
        const found = next(of, jumps);
        for (const moment of moments) {
          const coming = jumps.filter((time) => isBefore(moment, at(time)));
          const expected = coming.length > 0 && isTrue(of, at(coming[0]!));
          expect(isTrue(found, moment)).toBe(expected);
        }
      }),
      { numRuns: 500 },
    );
  });

  test.each<[string, (left: Signal, right: Signal, times: readonly number[]) => Signal]>([
    ["until", (left, right) => until(left, right, 0, 1)],
    ["next", (left, _, times) => next(left, times)],
  ])("%s looks at each a few times", (_, of) => {
    let looks = 0;
    const counted = (shift: number): Signal =>
      Array.from({ length: 1000 }, (_, k) => ({
        get start() {
          looks++;
          return at(2 * k + shift);
        },
        get end() {
          looks++;
          return at(2 * k + shift + 1);
        },
      }));
    of(
      counted(0),
      counted(0.5),
      Array.from({ length: 1000 }, (_, k) => 2 * k + 0.25),
    );
    expect(looks).toBeLessThan(100_000);
  });
});
