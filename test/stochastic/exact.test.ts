import { describe, expect, test } from "vitest";
import { exactProbability, provesProbability } from "../../src/stochastic/index.ts";
import { prepare } from "./sample.ts";

const { exp } = Math;

function solve(model: string, asked: string) {
  const { network, query } = prepare(model, asked);
  if (query.kind !== "probability") throw new Error("ask for a probability");
  return exactProbability(network, query, query.path);
}

const one = (body: string, declarations = "") => `${declarations} process P() { ${body} } system P;`;

describe("chains that are solved", () => {
  test.each<[string, string, string, number]>([
    ["one delay", one("state A {; 2}, B; init A; trans A -> B {};"), "Pr[<=1](<> P.B)", 1 - exp(-2)],
    ["always", one("state A {; 2}, B; init A; trans A -> B {};"), "Pr[<=1]([] P.A)", exp(-2)],
    [
      "two delays",
      one("state A {; 1}, B {; 1}, C; init A; trans A -> B {}, B -> C {};"),
      "Pr[<=1](<> P.C)",
      1 - 2 * exp(-1),
    ],
    [
      "branches, and states without time between",
      one(
        "state A {; 1}, B, C, D; branchpoint b; commit B; init A; trans A -> B {}, B -> b {}, b -> C { probability 3; }, b -> D { probability 1; };",
      ),
      "Pr[<=2](<> P.C)",
      0.75 * (1 - exp(-2)),
    ],
    [
      "edges and selects are equally likely",
      one("state A {; 1}, B; init A; trans A -> B { select i : int[1,4]; assign n = i; }, A -> A { };", "int n;"),
      "Pr[<=1000](<> n == 2)",
      0.25,
    ],
    [
      "receivers go along",
      `broadcast chan c; int n; process S() { state A {; 1}, B; init A; trans A -> B { sync c!; }; }
       process R() { state A, B; init A; trans A -> B { sync c?; assign n = 1; }; } system S, R;`,
      "Pr[<=1](<> n == 1)",
      1 - exp(-1),
    ],
    [
      "until is lost where neither holds",
      one("state A {; 1}, B {; 1}, C; init A; trans A -> B {}, B -> C {};"),
      "Pr[<=9](P.A U P.C)",
      0,
    ],
    [
      "clocks that nobody reads",
      one("clock x; state A {; 2}, B; init A; trans A -> B { assign x = 0; };"),
      "Pr[<=1](<> P.B)",
      1 - exp(-2),
    ],
  ])("%s", (_, model, query, exact) => {
    const solved = solve(model, query);
    expect(solved).toHaveProperty("probability");
    if ("probability" in solved) expect(solved.probability).toBeCloseTo(exact, 10);
  });
});

describe("what is no chain", () => {
  test.each<[string, string, string, string]>([
    [
      "an invariant",
      one("clock x; state A { x <= 1 }, B; init A; trans A -> B {};"),
      "Pr[<=1](<> P.B)",
      "a location has a deadline",
    ],
    [
      "a clock in a guard",
      one("clock x; state A {; 1}, B; init A; trans A -> B { guard x > 1; };"),
      "Pr[<=1](<> P.B)",
      "a guard reads a clock",
    ],
    [
      "a clock in the goal",
      one("clock x; state A {; 1}, B; init A; trans A -> B {};"),
      "Pr[<=1](<> P.x > 3)",
      "the query is about clocks",
    ],
    [
      "too many states",
      one("state A {; 1}; init A; trans A -> A { assign n++; };", "int[0,1000000] n;"),
      "Pr[<=1](<> n == 999999)",
      "there are more than 20000 states",
    ],
    [
      "a draw",
      one("double d; state A {; 1}, B; init A; trans A -> B { assign d = random(1.0); };"),
      "Pr[<=1](<> P.B)",
      "an update draws a random number",
    ],
    [
      "time that stands still for ever",
      one("state A; urgent A; init A; trans A -> A {};"),
      "Pr[<=1](<> P.A && false)",
      "states in which no time passes form a cycle",
    ],
  ])("%s", (_, model, query, reason) => expect(solve(model, query)).toEqual({ refused: reason }));
});

describe("what a symbolic search proves", () => {
  const gate = `process P() { clock x; state A { x <= 5 }, B, C; init A; trans A -> B { guard x >= 3; }, B -> C { guard x < 2; }; } system P;`;
  test.each<[string, 0 | 1 | undefined]>([
    ["Pr[<=10](<> P.C)", 0],
    ["Pr[<=10]([] !P.C)", 1],
    ["Pr[<=10](<> P.A && P.x > 5)", 0],
    ["Pr[#<=10](<> P.C)", 0],
    ["Pr[<=10](P.A U P.C)", 0],
    ["Pr[<=10](P.A U P.B)", undefined],
    // It is left by 5, and not before 3.
    ["Pr[<=10](<> P.B)", 1],
    ["Pr[<=10]([] P.A)", 0],
    ["Pr[<=5](<> P.B)", 1],
    ["Pr[<=4](<> P.B)", undefined],
    ["Pr[<=3](<> P.B)", undefined],
    ["Pr[<=2](<> P.B)", 0],
    ["Pr[<=2]([] P.A)", 1],
    ["Pr[#<=10](<> P.B)", undefined],
    ["Pr[<=10](<> P.x >= 3)", 1],
    ["Pr[<=2](<> P.x >= 3)", 0],
  ])("%s: %s", (asked, proven) => expect(proves(gate, asked)).toBe(proven));

  const racing = (guard: string, more = "") =>
    `urgent broadcast chan c; ${more} process P() { clock x; state A, B; init A; trans A -> B { guard ${guard}; sync c!; }; } system P;`;
  test.each<[string, string, string, 0 | 1 | undefined]>([
    // A run takes the urgent edge where x > 5 begins; zones have no such moment, and time stops.
    ["an urgent edge whose guard has no first moment", racing("x > 5"), "Pr[<=9](<> P.B)", undefined],
    [
      "one in another process",
      racing("x > 5").replace(
        "system P;",
        "process Q() { clock y; state A { y <= 8 }, B; init A; trans A -> B { guard y >= 8; }; } system P, Q;",
      ),
      "Pr[<=9](<> Q.B)",
      undefined,
    ],
    ["an urgent edge without clocks", racing("n == 0", "int n;"), "Pr[<=9](<> P.B)", 1],
    // Zones take states that differ in m for one, and keep the first.
    [
      "meta variables",
      one(
        "clock x; state A { x <= 5 }, B, C; init A; trans A -> B { assign m = 0; }, A -> B { assign m = 1; }, B -> C { guard m == 1; };",
        "meta int m;",
      ),
      "Pr[<=99](<> P.C)",
      undefined,
    ],
    [
      "doubles",
      one("double d; state A {; 1}, B; init A; trans A -> B { guard d > 1.0; };"),
      "Pr[<=1](<> P.B)",
      undefined,
    ],
    ["rates", one("clock x; state A { x' == 2 && x <= 4 }, B; init A; trans A -> B {};"), "Pr[<=9](<> P.B)", undefined],
    // Nothing forces it to move, though every run moves in time.
    ["what is not forced", one("state A {; 1}, B; init A; trans A -> B {};"), "Pr[<=9999](<> P.B)", undefined],
    // It can stay for ever in rounds without time; no run does.
    [
      "rounds in no time",
      one("clock x; state A { x <= 1 }, B; init A; trans A -> A {}, A -> B {};"),
      "Pr[<=9](<> P.B)",
      undefined,
    ],
  ])("%s", (_, model, asked, proven) => expect(proves(model, asked)).toBe(proven));

  /** The probability that is proven. */
  function proves(text: string, asked: string): 0 | 1 | undefined {
    const { model, checked, query } = prepare(text, asked);
    if (query.kind !== "probability") throw new Error("ask for a probability");
    return ([0, 1] as const).find((value) => finish(provesProbability(model, checked, query.path, value, {})));
  }
});

function finish<T>(turns: Generator<unknown, T>): T {
  for (;;) {
    const { done, value } = turns.next();
    if (done) return value;
  }
}
