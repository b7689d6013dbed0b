import { describe, expect, test } from "vitest";
import { both, either, type Signal, signal, until, without } from "../../src/stochastic/interpret/signal.ts";
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
