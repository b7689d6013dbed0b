import { describe, expect, test } from "vitest";
import { meanOf, sample } from "./sample.ts";

/**
 * Models with exact answers. Each entry: what it shows, the model, the query, the exact answer. An estimate of N runs with a
 * fixed seed must be within four standard errors; an answer of 0 or 1, or a value that does not vary, must be met exactly.
 */
const RUNS = 4000;
const { exp } = Math;

type Case = readonly [shows: string, model: string, query: string, exact: number];

const one = (body: string, declarations = "") => `${declarations} process P() { ${body} } system P;`;

const cases: readonly Case[] = [
  ["an exponential delay", one("state A {; 2}, B; init A; trans A -> B {};"), "Pr[<=1](<> P.B)", 1 - exp(-2)],
  ["a rate as a ratio", one("state A {; 1 : 4}, B; init A; trans A -> B {};"), "Pr[<=2](<> P.B)", 1 - exp(-0.5)],
  ["a missing rate is 1", one("state A, B; init A; trans A -> B {};"), "Pr[<=1](<> P.B)", 1 - exp(-1)],
  [
    "an exponential delay after the guard becomes true",
    one("clock x; state A {; 1}, B; init A; trans A -> B { guard x >= 2; };"),
    "Pr[<=3](<> P.B)",
    1 - exp(-1),
  ],
  [
    "a uniform delay up to the invariant",
    one("clock x; state A { x <= 10 }, B; init A; trans A -> B {};"),
    "Pr[<=3](<> P.B)",
    0.3,
  ],
  [
    "a uniform delay from the first enabled moment",
    one("clock x; state A { x <= 10 }, B; init A; trans A -> B { guard x >= 6; };"),
    "Pr[<=7](<> P.B)",
    0.25,
  ],
  [
    "a point interval",
    one("clock x; state A { x <= 5 }, B; init A; trans A -> B { guard x >= 5; };"),
    "Pr[<=5](<> P.B)",
    1,
  ],
  ["two edges are equally likely", one("state A, B, C; init A; trans A -> B {}, A -> C {};"), "Pr[<=100](<> P.B)", 0.5],
  [
    "weights at a branch point",
    one("state A, B, C; branchpoint b; init A; trans A -> b {}, b -> B { probability 3; }, b -> C { probability 1; };"),
    "Pr[<=100](<> P.B)",
    0.75,
  ],
  [
    "a weight of 0 is never taken",
    one("state A, B, C; branchpoint b; init A; trans A -> b {}, b -> B { probability 0; }, b -> C { probability 1; };"),
    "Pr[<=100](<> P.B)",
    0,
  ],
  [
    "a race of two exponentials",
    "process P() { state A {; 1}, B; init A; trans A -> B {}; } process Q() { state A {; 3}, B; init A; trans A -> B {}; } system P, Q;",
    "Pr[<=1000](<> P.B && Q.A)",
    0.25,
  ],
  [
    "a tie is between processes, not between edges",
    `process P() { clock x; state A { x <= 1 }, B, C; init A; trans A -> B { guard x >= 1; }, A -> C { guard x >= 1; }; }
     process Q() { clock x; state A { x <= 1 }, B; init A; trans A -> B { guard x >= 1; }; } system P, Q;`,
    "Pr[<=2](<> P.A && Q.B)",
    0.5,
  ],
  [
    "the sum of two uniforms",
    one("clock x; state A { x <= 1 }, B { x <= 1 }, C; init A; trans A -> B { assign x = 0; }, B -> C {};"),
    "Pr[<=1](<> P.C)",
    0.5,
  ],
  [
    "select values are equally likely",
    one("state A, B; init A; trans A -> B { select i : int[0,9]; guard i != 3; assign n = i; };", "int n;"),
    "Pr[<=100](<> P.B && n < 3)",
    1 / 3,
  ],
  [
    "broadcast receivers go along, in the order of the system line",
    `broadcast chan c; int a; int b;
     process S() { state A {; 1}, B; init A; trans A -> B { sync c!; assign a = 1; }; }
     process R() { state A, B; init A; trans A -> B { sync c?; assign b = a * 2; }; } system R, S;`,
    "Pr[<=100](<> R.B && S.B && b == 2)",
    1,
  ],
  [
    "receivers' guards are evaluated before any update",
    `broadcast chan c; int a;
     process S() { state A {; 1}, B; init A; trans A -> B { sync c!; assign a = 1; }; }
     process R() { state A, B; init A; trans A -> B { guard a == 0; sync c?; }; } system S, R;`,
    "Pr[<=100](<> R.B)",
    1,
  ],
  [
    "an urgent channel leaves no time",
    `urgent broadcast chan c; process S() { state A {; 1}, B; init A; trans A -> B { sync c!; }; } system S;`,
    "Pr[<=0](<> S.B)",
    1,
  ],
  [
    "committed before urgent, nothing delayed",
    `process P() { state A, B; commit A; init A; trans A -> B {}; }
     process Q() { state A, B; urgent A; init A; trans A -> B {}; } system P, Q;`,
    "Pr[<=0](<> P.A && Q.B)",
    0,
  ],
  ["a goal met during a delay", one("clock x; state A; init A;", ""), "Pr[<=10](<> P.x >= 9)", 1],
  ["a goal beyond the bound", one("clock x; state A; init A;"), "Pr[<=10](<> P.x > 10)", 0],
  [
    "always is the negation of eventually not",
    one("state A {; 1}, B; init A; trans A -> B {};"),
    "Pr[<=1]([] P.A)",
    exp(-1),
  ],
  [
    "until: neither before the goal is a failure",
    one("state A {; 1}, B {; 1}, C; init A; trans A -> B {}, B -> C {};"),
    "Pr[<=100](P.A U P.C)",
    0,
  ],
  [
    "until: the left side holds long enough",
    one("state A {; 1}, C; init A; trans A -> C {};"),
    "Pr[<=1](P.A U P.C)",
    1 - exp(-1),
  ],
  ["a bound in steps", one("state A {; 1}; init A; trans A -> A { assign n++; };", "int n;"), "E[#<=7; 10](max: n)", 7],
  [
    "a bound by a clock with a rate",
    one("state A { c' == 2 ; 1}; init A; trans A -> A { assign n++; };", "clock c; int n; "),
    "E[c<=20; 10](max: n)",
    10,
  ],
  [
    "a cost that grows with its rate",
    one(
      "clock x; state A { x <= 4 && cost' == 3 }, B { cost' == 0 }; init A; trans A -> B { guard x >= 4; };",
      "clock cost; ",
    ),
    "E[<=10; 10](max: cost)",
    12,
  ],
  [
    "a bound reached by a rated clock",
    one("clock x; state A { x <= 6 && x' == 3 }, B; init A; trans A -> B { guard x >= 6; };"),
    "Pr[<=2](<> P.B)",
    1,
  ],
  [
    "an expectation over the whole run",
    one("int n; state A {; 2}; init A; trans A -> A { assign n++; };", ""),
    "E[<=10; 10](max: P.n)",
    20,
  ],
  [
    "a custom delay from a random function",
    one(
      "clock x; double d = 0.0; state S, A { x <= d }, B; commit S; init S; trans S -> A { assign d = random(4.0); }, A -> B { guard x >= d; };",
    ),
    "Pr[<=1](<> P.B)",
    0.25,
  ],
  [
    "a delay is drawn again after another process changes the guard",
    `clock x; int open;
     process P() { state A { x <= 10 }, B; init A; trans A -> B { guard open == 1; }; }
     process Q() { clock y; state A { y <= 5 }, B; init A; trans A -> B { guard y >= 5; assign open = 1; }; } system P, Q;`,
    "Pr[<=7](<> P.B)",
    0.4,
  ],
  ["an exponential flow", one("state A { v' == v }; init A;", "clock v = 1.0; "), "E[<=1; 10](max: v)", exp(1)],
  [
    "a flow meets a level",
    one("state A { v' == v }; init A;", "clock v = 1.0; "),
    `Pr[<=1](<> v >= ${exp(1) - 1e-6})`,
    1,
  ],
  [
    "handshake with one ready partner",
    `chan c; process S() { state A {; 1}, B; init A; trans A -> B { sync c!; }; }
     process R() { state A {; 1}, B, C; init A; trans A -> B {}, B -> C { sync c?; }; } system S, R;`,
    "Pr[<=1](<> R.C)",
    1 - exp(-1) - exp(-1),
  ],
  [
    "each value of a select behind a branch point is a way with a weight of its own",
    one(
      "const int w[4] = {4, 2, 1, 1}; int[0,3] k; state A, B; branchpoint b; init A; trans A -> b {}, b -> B { select i : int[0,3]; assign k = i; probability w[i]; };",
    ),
    "E[<=1000; 10](max: P.k)",
    7 / 8,
  ],
  [
    "guards of a select behind a branch point",
    one(
      "int n; state A, B; branchpoint b; init A; trans A -> b {}, b -> B { select i : int[1,2], j : int[1,2]; guard i != j; assign n = 3 * i + j; probability i; };",
    ),
    "E[<=1000; 10](max: P.n)",
    19 / 3,
  ],
  [
    "an initial value that is drawn",
    one(
      "double f(double most) { return random(most); } clock x; double d = f(4.0); state A { x <= d }, B; init A; trans A -> B { guard x >= d; };",
    ),
    "Pr[<=1](<> P.B)",
    0.25,
  ],
  [
    "initial values that are drawn, in an array and in the declarations of the system",
    one(
      "state A; init A;",
      "int dice() { return 1 + fint(random(6)); } int[1,6] d[2] = {dice(), dice()}; const int e = dice();",
    ),
    "Pr[<=1](<> d[0] + d[1] == 7 && e <= 3)",
    1 / 12,
  ],
  [
    "spawned processes take part",
    `dynamic T(const int k); int n;
     process T(const int k) { state A {; 1}, B; init A; trans A -> B { assign n += k, exit(); }; }
     process P() { state A, B; commit A; init A; trans A -> B { assign spawn T(1), spawn T(2); }; } system P;`,
    "E[<=1000; 10](max: n)",
    3,
  ],
];

describe("exact answers", () => {
  test.each(cases)("%s", (_, model, query, exact) => {
    const batch = sample(model, query, RUNS);
    const { mean, error } = meanOf(batch, query.startsWith("E") ? "value" : "success");
    if (error < 1e-9) expect(mean).toBeCloseTo(exact, 8);
    else expect(Math.abs(mean - exact) / error).toBeLessThan(4);
  });
});
