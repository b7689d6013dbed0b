import { describe, expect, test } from "vitest";
import { exactProbability, provenProbability } from "../../src/stochastic/index.ts";
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
    ["Pr[<=10](<> P.B)", undefined],
    ["Pr[<=10](<> P.A && P.x > 5)", 0],
    ["Pr[<=10](P.A U P.C)", undefined],
  ])("%s: %s", (asked, proven) => {
    const { model, checked } = prepare(gate, asked);
    expect(finish(provenProbability(model, checked, {}))).toBe(proven);
  });

  test("nothing of what it cannot read", () => {
    const { model, checked } = prepare(
      one("double d; state A {; 1}, B; init A; trans A -> B { guard d > 1.0; };"),
      "Pr[<=1](<> P.B)",
    );
    expect(finish(provenProbability(model, checked, {}))).toBeUndefined();
  });
});

function finish<T>(turns: Generator<unknown, T>): T {
  for (;;) {
    const { done, value } = turns.next();
    if (done) return value;
  }
}
