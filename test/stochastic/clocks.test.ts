import { describe } from "vitest";
import { at, type Case, exactly, one } from "./exact.ts";

/** Clocks, rates and costs; how long a run lasts; when a path is decided and what an extreme is. */

const { exp } = Math;
const waiting = "state A; init A;";

const costs: readonly Case[] = [
  [
    "a negative rate",
    one(
      "clock x; state A { x <= 3 && cost' == -2 }, B { cost' == 0 }; init A; trans A -> B { guard x >= 3; };",
      "clock cost;",
    ),
    "E[<=5; 20](min: cost)",
    -6,
  ],
  [
    "a rate that is drawn",
    one(
      "int k; state S, A { cost' == k }; branchpoint b; commit S; init S; trans S -> b {}, b -> A { assign k = 1; probability 1; }, b -> A { assign k = 3; probability 1; };",
      "clock cost;",
    ),
    "E[<=10; 500](max: cost)",
    20,
  ],
  [
    "a cost for each that waits, over a Poisson process",
    one("int n; state A { cost' == n ; 2}; init A; trans A -> A { assign n++; };", "clock cost;"),
    "E[<=3; 500](max: cost)",
    9,
  ],
  [
    "two processes that agree on a rate",
    `clock cost; process P() { state A { cost' == 2 }; init A; } process Q() { int k = 2; state A { cost' == k }; init A; } system P, Q;`,
    "E[<=5; 5](max: cost)",
    10,
  ],
  ["a rate of a half", one("state A { cost' == 0.5 }; init A;", "clock cost;"), "E[<=5; 5](max: cost)", 2.5],
  [
    "a rate that another process changes",
    `clock cost; int k = 1; process P() { state A { cost' == k }; init A; } ${at(4, "k = 5")} system P, Q;`,
    "E[<=6; 5](max: cost)",
    14,
  ],
  [
    "a stopwatch of the time in a location",
    one("state A { c' == 1 ; 1}, B { c' == 0 }; init A; trans A -> B {};", "clock c;"),
    "E[<=2; 500](max: c)",
    1 - exp(-2),
  ],
  [
    "a rate under a condition",
    one(
      "int p; clock y; state A { (p == 0 || x' == 0) && y <= 3 }, B { p == 0 || x' == 0 }; init A; trans A -> B { guard y >= 3; assign p = 1; };",
      "clock x;",
    ),
    "E[<=10; 5](max: x)",
    3,
  ],
  [
    "rates under a quantifier",
    one("state A { forall (i : int[0,2]) c[i]' == i + 1 }; init A;", "clock c[3];"),
    "E[<=4; 5](max: c[0] + 10 * c[1] + 100 * c[2])",
    4 + 80 + 1200,
  ],
  [
    "a rate in parentheses of a function",
    one("int f(int a) { return a * a; } int n = 3; state A { cost' == f(n) }; init A;", "clock cost;"),
    "E[<=2; 5](max: cost)",
    18,
  ],
  ["a clock with an initial value", one(waiting, "clock x = 2.5;"), "E[<=10; 5](max: x)", 12.5],
  [
    "a clock set to another and beyond",
    `clock x, t; process P() { state A; init A; } ${at(3, "x = t + 2.0")} system P, Q;`,
    "E[<=10; 5](max: x)",
    12,
  ],
  [
    "a clock below zero, as a velocity may be",
    one("clock x; state A { x <= 1 }, B; init A; trans A -> B { guard x >= 1; assign y = -4; };", "clock y;"),
    "E[<=2; 5](min: y)",
    -4,
  ],
  [
    "a clock kept in a double",
    `clock t; double d = 0.0; process P() { clock x; state A { x <= 4 }, B; init A; trans A -> B { assign d = t; }; } system P;`,
    "E[<=10; 500](max: d)",
    2,
  ],
  [
    "a clock in a struct and one in an array of the process",
    one(
      "typedef struct { clock x; int n; } S; S s; clock a[2]; state A { s.x <= 3 }, B { a[1]' == 2 }; init A; trans A -> B { guard s.x >= 3; assign a[1] = 0; };",
    ),
    "E[<=5; 5](max: P.a[1] + 10 * P.a[0] + 100 * P.s.x)",
    // At the end: 4 + 50 + 500.
    554,
  ],
];

const bounds: readonly Case[] = [
  [
    "by a cost",
    one("state A { c' == 3 ; 1}, B { c' == 3 }; init A; trans A -> B {};", "clock c;"),
    "Pr[c<=6](<> P.B)",
    1 - exp(-2),
  ],
  [
    "by a clock that is reset once",
    `clock c, t; process P() { state A; init A; } ${at(2, "c = 0")} system P, Q;`,
    "E[c<=3; 5](max: t)",
    5,
  ],
  [
    "by a clock that stands for a while",
    `clock c, t; process P() { clock x; state A { x <= 4 && c' == 0 }, B; init A; trans A -> B { guard x >= 4; }; } system P;`,
    "E[c<=3; 5](max: t)",
    7,
  ],
  [
    "by steps, without the delay behind the last",
    one("state A {; 1}; init A; trans A -> A {};", "clock t;"),
    "E[#<=5; 500](max: t)",
    5,
  ],
  ["by no step", one("state A {; 1}; init A; trans A -> A {};", "clock t;"), "E[#<=0; 5](max: t)", 0],
  [
    "by steps that are never made",
    one("state A {; 1}, B; init A; trans A -> B { assign n++; };", "int n;"),
    "E[#<=5; 5](max: n)",
    1,
  ],
  [
    "by steps: the state behind the last one counts",
    one("int n; state A {; 1}; init A; trans A -> A { assign n++; };"),
    "Pr[#<=3; 20](<> P.n == 3)",
    1,
  ],
  [
    "by steps: the state behind one more does not",
    one("int n; state A {; 1}; init A; trans A -> A { assign n++; };"),
    "Pr[#<=3; 20](<> P.n == 4)",
    0,
  ],
  ["by time when nothing can happen", one(waiting, "clock t;"), "E[<=50; 5](max: t)", 50],
  [
    "an attempt that fails is no step",
    one(
      "clock x; state A { x <= 5 }, B, C; init A; trans A -> B { guard x <= 1; assign n++; }, A -> C { guard x >= 4; assign n++; };",
      "int n;",
    ),
    "E[#<=1; 100](max: n)",
    1,
  ],
  [
    "a bound that is an expression of constants",
    one("state A {; 1}, B; init A; trans A -> B {};", "const int N = 4;"),
    "Pr[<=(N - 2) / 2](<> P.B)",
    1 - exp(-1),
  ],
];

const paths: readonly Case[] = [
  ["a goal in the first state", one("state A, B; init A; trans A -> B {};"), "Pr[<=0; 20](<> P.A)", 1],
  ["not always in the first state", one("int n = 1; state A; init A;"), "Pr[<=5; 20]([] P.n == 0)", 0],
  ["a goal at the bound", one(waiting, "clock t;"), "Pr[<=5; 20](<> t == 5)", 1],
  ["a goal at one moment of a delay", one(waiting, "clock t;"), "Pr[<=5; 20](<> t == 3)", 1],
  ["a goal right behind the bound", one(waiting, "clock t;"), "Pr[<=5; 20](<> t > 5)", 0],
  ["always up to the bound", one(waiting, "clock t;"), "Pr[<=5; 20]([] t <= 5)", 1],
  ["always, but for the bound", one(waiting, "clock t;"), "Pr[<=5; 20]([] t < 5)", 0],
  [
    "a window in time, and a location",
    one("state A {; 1}, B; init A; trans A -> B {};", "clock t;"),
    "Pr[<=5](<> t >= 1 && t <= 2 && P.A)",
    exp(-1),
  ],
  [
    "a window that is closed in time",
    one("state A {; 1}, B {; 1}, C; init A; trans A -> B {}, B -> C {};", "clock t;"),
    "Pr[<=5](<> t >= 2 && t <= 2 && P.B)",
    2 * exp(-2),
  ],
  [
    "a goal over a difference of clocks",
    `clock x, y; process P() { clock z; state A { z <= 4 }, B; init A; trans A -> B { assign y = 0; }; } system P;`,
    "Pr[<=10](<> x - y >= 2)",
    0.5,
  ],
  [
    "a goal over a sum of clocks",
    `clock x, y; process P() { clock z; state A { z <= 4 }, B; init A; trans A -> B { assign y = 0; }; } system P;`,
    // x + y is 2 t before, and 2 t - T behind the reset at T: at 4 it is 8 - T.
    "Pr[<=4](<> x + y >= 6)",
    0.75,
  ],
  ["a goal over a rated clock", one("state A { c' == 2 }; init A;", "clock c;"), "Pr[<=3; 20](<> c >= 6)", 1],
  ["until: the goal at once", one("state A; init A;"), "Pr[<=5; 20](false U P.A)", 1],
  ["until: left ends where the goal begins", one(waiting, "clock t;"), "Pr[<=5; 20](t < 2 U t >= 2)", 1],
  ["until: one moment between", one(waiting, "clock t;"), "Pr[<=5; 20](t < 2 U t > 2)", 0],
  ["until: no moment between", one(waiting, "clock t;"), "Pr[<=5; 20](t <= 2 U t > 2)", 1],
  [
    "until: left must hold long enough",
    one("state A {; 1}, B; init A; trans A -> B {};", "clock t;"),
    "Pr[<=5](P.A U t >= 1)",
    exp(-1),
  ],
  [
    "until: not reached at the bound",
    one("state A, B; init A; trans A -> B { guard false; };"),
    "Pr[<=5; 20](P.A U P.B)",
    0,
  ],
  [
    "an invariant over data stops a loop",
    one("int n; state A { n <= 3 ; 1}; init A; trans A -> A { assign n++; };"),
    "E[<=30; 10](max: P.n)",
    3,
  ],
  [
    "a hypothesis is about the same runs",
    one("state A {; 1}, B; init A; trans A -> B {};"),
    "Pr[<=1](<> P.B) >= 0.5",
    1 - exp(-1),
  ],
];

const extremes: readonly Case[] = [
  [
    "the largest of a count that falls again",
    `int n; ${at(1, "n = 5")} ${at(2, "n = 2", "R")} system Q, R;`,
    "E[<=10; 5](max: n)",
    5,
  ],
  ["the smallest counts the first state", `int n = 1; ${at(1, "n = 5")} system Q;`, "E[<=10; 5](min: n)", 1],
  ["a location is 0 or 1", one("state A {; 1}, B; init A; trans A -> B {};"), "E[<=1](max: P.B)", 1 - exp(-1)],
  ["the largest value inside a delay of what is no line", one(waiting, "clock x;"), "E[<=4; 3](max: x * (4 - x))", 4],
  ["a line that falls", one(waiting, "clock x;"), "E[<=4; 3](min: 10 - 2 * x)", 2],
  ["before an edge takes it away", `clock x; ${at(3, "x = 0")} system Q;`, "E[<=5; 5](max: x)", 3],
  [
    "a sum over processes",
    `process T(const int[1,3] i) { state A {; i}, B; init A; trans A -> B {}; } system T;`,
    "E[<=1; 1000](max: sum (i : int[1,3]) i * T(i).B)",
    1 - exp(-1) + 2 * (1 - exp(-2)) + 3 * (1 - exp(-3)),
  ],
];

describe("rates and costs", () => exactly(costs));
describe("bounds of runs", () => exactly(bounds));
describe("paths", () => exactly(paths));
describe("extremes", () => exactly(extremes));
