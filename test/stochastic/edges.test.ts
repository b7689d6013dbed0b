import { describe } from "vitest";
import { at, type Case, exactly, one } from "./exact.ts";

/** Which edge is taken: branches, ties, selects, urgent and committed locations, synchronisation. */

const { exp } = Math;

const branches: readonly Case[] = [
  [
    "a branch point behind a branch point",
    one(
      "state A, B, C, D; branchpoint b, c; init A; trans A -> b {}, b -> B { probability 1; }, b -> c { probability 3; }, c -> C { probability 1; }, c -> D { probability 2; };",
    ),
    "Pr[<=100](<> P.D)",
    0.5,
  ],
  [
    "weights that are expressions",
    one(
      "int n = 2; int w[2] = {5, 1}; state A, B, C; branchpoint b; init A; trans A -> b {}, b -> B { probability n + 1; }, b -> C { probability w[n - 1]; };",
    ),
    "Pr[<=100](<> P.B)",
    0.75,
  ],
  [
    "weights that are doubles",
    one(
      "state A, B, C; branchpoint b; init A; trans A -> b {}, b -> B { probability 0.3; }, b -> C { probability 0.2; };",
    ),
    "Pr[<=100](<> P.B)",
    0.6,
  ],
  [
    "a weight that is a clock",
    one(
      "clock x; state A { x <= 3 }, B, C; branchpoint b; init A; trans A -> b { guard x >= 3; }, b -> B { probability x; }, b -> C { probability 1; };",
    ),
    "Pr[<=100](<> P.B)",
    0.75,
  ],
  [
    "updates of the edge in come before those of the edge out",
    one(
      "state A, B; branchpoint b; init A; trans A -> b { assign m = 7; }, b -> B { assign n = m * 2; probability 1; };",
      "int m, n;",
    ),
    "E[<=100; 50](max: n)",
    14,
  ],
  [
    "weights are those of the state before any update",
    one(
      "int w = 1; state A, B, C; branchpoint b; init A; trans A -> b { assign w = 0; }, b -> B { probability w; }, b -> C { probability 1; };",
    ),
    "Pr[<=100](<> P.B)",
    0.5,
  ],
  [
    "a branch that leads back slows a rate down",
    one(
      "state A {; 1}, B; branchpoint b; init A; trans A -> b {}, b -> B { probability 1; }, b -> A { probability 3; };",
    ),
    "Pr[<=4](<> P.B)",
    1 - exp(-1),
  ],
  [
    "an edge through a branch point is one step",
    one(
      "state A; branchpoint b; init A; trans A -> b {}, b -> A { assign n++; probability 1; }, b -> A { assign n++; probability 1; };",
      "int n;",
    ),
    "E[#<=3; 50](max: n)",
    3,
  ],
  [
    "a way whose target is forbidden is not taken",
    one(
      "int n; state A, B { n == 1 }, C; branchpoint b; init A; trans A -> b {}, b -> B { probability 1; }, b -> C { probability 1; };",
    ),
    "Pr[<=100; 200](<> P.B)",
    0,
  ],
  [
    "a throw of a die by a branch point with updates",
    one(
      "state A {; 1}; branchpoint b; init A; trans A -> b { guard n < 3; assign n++; }, b -> A { assign s += 1; probability 1; }, b -> A { assign s += 4; probability 2; };",
      "int n, s;",
    ),
    "E[<=100](max: s)",
    9,
  ],
];

const point = (name: string, edges: string, more = "") =>
  `process ${name}() { clock x; state A { x <= 1 }, B${more}; init A; trans ${edges}; }`;
const ties: readonly Case[] = [
  [
    "between three processes, whatever number of edges they have",
    `${point("P", "A -> B { guard x >= 1; }, A -> C { guard x >= 1; }, A -> D { guard x >= 1; }", ", C, D")}
     ${point("Q", "A -> B { guard x >= 1; }")} ${point("R", "A -> B { guard x >= 1; }, A -> C { guard x >= 1; }", ", C")} system P, Q, R;`,
    "Pr[<=2](<> Q.B && P.A && R.A)",
    1 / 3,
  ],
  [
    "the last of three in the order of the system line is first as often",
    `${point("P", "A -> B { guard x >= 1; }")} ${point("Q", "A -> B { guard x >= 1; }")} ${point("R", "A -> B { guard x >= 1; }")} system P, Q, R;`,
    "Pr[<=2](<> R.B && P.A && Q.A)",
    1 / 3,
  ],
  [
    "an order of three",
    `int s; ${["P", "Q", "R"].map((name, i) => point(name, `A -> B { guard x >= 1; assign s = s * 4 + ${i + 1}; }`)).join(" ")} system P, Q, R;`,
    "Pr[<=2](<> s == 54)",
    1 / 6,
  ],
  [
    "between urgent processes",
    `${["P", "Q"].map((name) => `process ${name}() { state A, B; urgent A; init A; trans A -> B {}; }`).join(" ")} system P, Q;`,
    "Pr[<=0](<> P.B && Q.A)",
    0.5,
  ],
  [
    "between committed processes, whatever number of edges they have",
    `process P() { state A, B; commit A; init A; trans A -> B {}, A -> B {}, A -> B {}; }
     process Q() { state A, B; commit A; init A; trans A -> B {}; } system P, Q;`,
    "Pr[<=0](<> P.B && Q.A)",
    0.5,
  ],
  [
    "between urgent senders",
    `urgent broadcast chan c; ${["P", "Q", "R"].map((name) => `process ${name}() { state A, B; init A; trans A -> B { sync c!; }; }`).join(" ")} system P, Q, R;`,
    "Pr[<=0](<> Q.B && P.A && R.A)",
    1 / 3,
  ],
];

const selects: readonly Case[] = [
  [
    "each value counts as an edge beside others",
    one("state A, B, C; init A; trans A -> B {}, A -> C { select i : int[0,2]; };"),
    "Pr[<=100](<> P.B)",
    0.25,
  ],
  [
    "two dice",
    one("state A, B; init A; trans A -> B { select i : int[1,6], j : int[1,6]; assign n = i + j; };", "int n;"),
    "Pr[<=100; 2000](<> n == 7)",
    1 / 6,
  ],
  [
    "values that a guard allows",
    one(
      "state A, B; init A; trans A -> B { select i : int[0,3], j : int[0,3]; guard i < j; assign n = i; };",
      "int n = 9;",
    ),
    "Pr[<=100](<> n == 0)",
    0.5,
  ],
  [
    "a clock guard with a selected value",
    one(
      "clock x; state A { x <= 4 }, B; init A; trans A -> B { select i : int[0,3]; guard x >= i + 1; assign n = i; };",
      "int n = 9;",
    ),
    // Uniform on [1,4]: one value, then two, then three.
    "Pr[<=100](<> n == 0)",
    (1 + 1 / 2 + 1 / 3) / 3,
  ],
  [
    "in a receiver",
    `broadcast chan c; int n = 9; process S() { state A, B; init A; trans A -> B { sync c!; }; }
     process R() { state A, B; init A; trans A -> B { select i : int[0,4]; sync c?; assign n = i; }; } system S, R;`,
    "Pr[<=100](<> n == 3)",
    0.2,
  ],
  [
    "in the index of a channel, with processes of a template with a free parameter",
    `broadcast chan c[4]; process S() { state A, B; init A; trans A -> B { select i : int[0,3]; sync c[i]!; }; }
     process R(const int[0,3] k) { state A, B; init A; trans A -> B { sync c[k]?; }; } system S, R;`,
    "Pr[<=100](<> R(2).B)",
    0.25,
  ],
  [
    "over a scalar set",
    `typedef scalar[4] S; S first; process P() { state A, B, C; init A; trans A -> B { select s : S; guard s == first; }, A -> C { select s : S; guard s != first; }; } system P;`,
    "Pr[<=100](<> P.B)",
    0.25,
  ],
];

const urgency: readonly Case[] = [
  [
    "a chain of committed locations takes no time",
    one("state A, B, C, D; commit A, B, C; init A; trans A -> B {}, B -> C {}, C -> D {};", "clock t;"),
    "Pr[<=0; 50](<> P.D && t == 0)",
    1,
  ],
  [
    "what is committed is seen on the way",
    one("state A, B, C; commit B; init A; trans A -> B {}, B -> C {};"),
    "Pr[<=1000; 50](<> P.B)",
    1,
  ],
  [
    "an urgent location before the fastest other",
    `process P() { state A, B; urgent A; init A; trans A -> B {}; }
     process Q() { state A {; 1e9}, B; init A; trans A -> B {}; } system P, Q;`,
    "Pr[<=1; 200](<> P.A && Q.B)",
    0,
  ],
  [
    "a committed location that can only receive lets the sender go, nobody else",
    `broadcast chan c; process P() { state A, B; commit A; init A; trans A -> B { sync c?; }; }
     process S() { state A, B; init A; trans A -> B { sync c!; }; }
     process T() { state A, B; init A; trans A -> B {}; } system T, S, P;`,
    "Pr[<=0; 200](<> P.B && T.A)",
    1,
  ],
  [
    "an urgent location that can only receive lets others go, at once",
    `broadcast chan c; process P() { state A, B; urgent A; init A; trans A -> B { sync c?; }; }
     process S() { state A, B; init A; trans A -> B { sync c!; }; } system S, P;`,
    "Pr[<=0; 50](<> P.B)",
    1,
  ],
  [
    "urgent, and one waits for the data of another",
    `int n; process P() { state A, B; urgent A; init A; trans A -> B { guard n == 1; }; }
     process Q() { state A, B; urgent A; init A; trans A -> B { assign n = 1; }; } system P, Q;`,
    "Pr[<=0; 50](<> P.B)",
    1,
  ],
  [
    "nobody but a committed process, though it is another's moment",
    `int n; process P() { state A, B; commit A; init A; trans A -> B { guard n == 1; }, A -> B {}; }
     process Q() { clock x; state A { x <= 0 }, B; init A; trans A -> B { assign n = 1; }; } system Q, P;`,
    "Pr[<=0; 200](<> P.A && Q.B)",
    0,
  ],
  [
    "a committed receiver of a handshake",
    `chan c; process P() { state A, B; commit A; init A; trans A -> B { sync c?; }; }
     process S() { state A {; 1 : 1000 }, B, C; init A; trans A -> B { sync c!; }, A -> C {}; } system P, S;`,
    "Pr[<=0; 200](<> P.B)",
    1,
  ],
  [
    "an urgent sender with a strict guard sends right after",
    `urgent broadcast chan c; process S() { clock x; state A, B; init A; trans A -> B { guard x > 3; sync c!; }; } system S;`,
    "Pr[<=4; 50](<> S.B)",
    1,
  ],
  [
    "edges of an urgent location are equally likely",
    one("state A, B, C; urgent A; init A; trans A -> B {}, A -> C {};"),
    "Pr[<=0](<> P.B)",
    0.5,
  ],
  [
    "an urgent sender waits for its clock",
    `urgent broadcast chan c; clock t; process S() { clock x; state A, B { t' == 0 }; init A; trans A -> B { guard x >= 3; sync c!; }; } system S;`,
    "E[<=10; 20](max: t)",
    3,
  ],
  [
    "not sooner",
    `urgent broadcast chan c; process S() { clock x; state A, B; init A; trans A -> B { guard x >= 3; sync c!; }; } system S;`,
    "Pr[<=2; 50](<> S.B)",
    0,
  ],
  [
    "an urgent sender waits for data",
    `urgent broadcast chan c; int go; process S() { state A, B; init A; trans A -> B { guard go == 1; sync c!; }; }
     process Q() { clock y; state A { y <= 4 }, B; init A; trans A -> B { assign go = 1; }; } system S, Q;`,
    "Pr[<=1](<> S.B)",
    0.25,
  ],
  [
    "an urgent channel and a slower edge of the same location",
    `urgent broadcast chan c; process S() { clock x; state A {; 1}, B, C; init A; trans A -> B { guard x >= 1; sync c!; }, A -> C {}; } system S;`,
    // At 1 both edges are enabled, and the process that has to move takes either.
    "Pr[<=10](<> S.C)",
    1 - exp(-1) / 2,
  ],
  [
    "an urgent handshake waits for both",
    `urgent chan c; clock t; process S() { state A, B { t' == 0 }; init A; trans A -> B { sync c!; }; }
     process R() { clock x; state A { x <= 2 }, B, C; init A; trans A -> B { guard x >= 2; }, B -> C { sync c?; }; } system S, R;`,
    "E[<=10; 20](max: t)",
    2,
  ],
  [
    "who can only receive on an urgent channel forces nothing",
    `urgent broadcast chan c; process S() { state A {; 1}, B; init A; trans A -> B {}; }
     process R() { state A, B; init A; trans A -> B { sync c?; }; } system S, R;`,
    "Pr[<=1](<> S.B)",
    1 - exp(-1),
  ],
];

const receivers: readonly Case[] = [
  [
    "sender first, then in the order of the system line",
    `broadcast chan c; int a; process S() { state A, B; init A; trans A -> B { sync c!; assign a = 1; }; }
     process R(const int k) { state A, B; init A; trans A -> B { sync c?; assign a = a * 10 + k; }; }
     R1 = R(1); R2 = R(2); system R2, S, R1;`,
    "Pr[<=100; 50](<> a == 121)",
    1,
  ],
  [
    "two receiving edges are equally likely",
    `broadcast chan c; process S() { state A, B; init A; trans A -> B { sync c!; }; }
     process R() { state A, B, C; init A; trans A -> B { sync c?; }, A -> C { sync c?; }; } system S, R;`,
    "Pr[<=100](<> R.B)",
    0.5,
  ],
  [
    "nobody receives from itself",
    `broadcast chan c; process S() { state A, B, C; init A; trans A -> B { sync c!; }, A -> C { sync c?; }; } system S;`,
    "Pr[<=100; 200](<> S.C)",
    0,
  ],
  [
    "a receiver with a clock guard",
    `broadcast chan c; process S() { clock x; state A { x <= 4 }, B; init A; trans A -> B { sync c!; }; }
     process R() { clock x; state A, B; init A; trans A -> B { guard x >= 2; sync c?; }; } system S, R;`,
    "Pr[<=100](<> R.B)",
    0.5,
  ],
  [
    "a receiver that may not go where it must forbids the sender",
    `broadcast chan c; process S() { state A {; 1}, B; init A; trans A -> B { sync c!; }; }
     process R() { clock x; state A, B { x <= 1 }; init A; trans A -> B { sync c?; }, B -> A {}; } system S, R;`,
    "Pr[<=50](<> S.B)",
    1 - exp(-1),
  ],
  [
    "an edge whose target is forbidden does not count",
    one("clock x; state A { x <= 2 }, B { x <= 1 }, C; init A; trans A -> B {}, B -> C {}, A -> C {};"),
    "Pr[<=100](<> P.B)",
    0.25,
  ],
  [
    "a handshake takes the rate of the sender",
    `chan c; process S() { state A {; 2}, B; init A; trans A -> B { sync c!; }; }
     process R() { state A {; 50}, B; init A; trans A -> B { sync c?; }; } system S, R;`,
    "Pr[<=1](<> R.B && S.B)",
    1 - exp(-2),
  ],
  [
    "a handshake waits for a receiver",
    `chan c; process S() { state A {; 1}, B; init A; trans A -> B { sync c!; }; }
     process R() { clock y; state A { y <= 2 }, B, C; init A; trans A -> B { guard y >= 2; }, B -> C { sync c?; }; } system S, R;`,
    "Pr[<=3](<> R.C)",
    1 - exp(-1),
  ],
  [
    "updates of a handshake: sender, then receiver",
    `chan c; int a; process S() { state A, B; init A; trans A -> B { sync c!; assign a = 3; }; }
     process R() { state A, B; init A; trans A -> B { sync c?; assign a = a * 10 + 1; }; } system R, S;`,
    "Pr[<=100; 50](<> a == 31)",
    1,
  ],
  [
    "the first of four equal processes",
    `process T(const int[0,3] i) { state A {; 1}, B; init A; trans A -> B { assign n++, first = n == 1 ? i : first; }; } system T;`.replace(
      /^/,
      "int n; int first = -1; ",
    ),
    "Pr[<=100](<> first == 2)",
    0.25,
  ],
  [
    "all of four equal processes",
    `process T(const int[0,3] i) { state A {; 1}, B; init A; trans A -> B {}; } system T;`,
    "Pr[<=1](<> forall (i : int[0,3]) T(i).B)",
    (1 - exp(-1)) ** 4,
  ],
  [
    "two of four equal processes",
    `process T(const int[0,3] i) { state A {; 1}, B; init A; trans A -> B {}; } system T;`,
    "Pr[<=1](<> (sum (i : int[0,3]) T(i).B) >= 2)",
    1 - exp(-4) - 4 * (1 - exp(-1)) * exp(-3),
  ],
  [
    "some process of two parameters",
    `process T(const int[0,1] i, const int[1,2] j) { state A {; j}, B; init A; trans A -> B { guard i == 1; }; } system T;`,
    "Pr[<=1](<> exists (i : int[0,1]) exists (j : int[1,2]) T(i, j).B)",
    1 - exp(-3),
  ],
];

const around: readonly Case[] = [
  [
    "before_update and after_update are run in every step",
    `int b, a; before_update { b++ } after_update { a += 2 } process P() { state A {; 1}; init A; trans A -> A {}; } system P;`,
    "E[#<=5; 20](max: 100 * b + a)",
    510,
  ],
  [
    "before all updates, after all updates",
    `broadcast chan c; int s; before_update { s = s * 10 + 1 } after_update { s = s * 10 + 4 }
     process R() { state A, B; init A; trans A -> B { sync c?; assign s = s * 10 + 3; }; }
     process S() { state A, B; init A; trans A -> B { sync c!; assign s = s * 10 + 2; }; } system R, S;`,
    "E[<=100; 20](max: s)",
    1234,
  ],
  [
    "a meta variable carries data from sender to receiver",
    `broadcast chan c; meta int m; int got; process S() { state A, B; init A; trans A -> B { sync c!; assign m = 5; }; }
     process R() { state A, B; init A; trans A -> B { sync c?; assign got = m; }; } system S, R;`,
    "E[<=100; 20](max: got)",
    5,
  ],
  [
    "a moment before another's, by a hair",
    `int s; ${at(3, "s = s * 10 + 1")} ${at(3.0000001, "s = s * 10 + 2", "R")} system R, Q;`,
    "E[<=4; 50](max: s)",
    12,
  ],
];

describe("branch points", () => exactly(branches));
describe("ties", () => exactly(ties));
describe("selects", () => exactly(selects));
describe("urgent and committed", () => exactly(urgency));
describe("receivers and partners", () => exactly(receivers));
describe("around updates", () => exactly(around));
