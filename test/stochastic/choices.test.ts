import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { at, type Case, exactly, one } from "./exact.ts";
import { prepare, sample } from "./sample.ts";

/** What statistical model checking does where UPPAAL leaves it open: the table of docs/compatibility.md, by its ids. */

const { exp } = Math;

/** Every run goes through C, in no time. */
const passing = one("clock x; state A { x <= 1 }, C, B; commit C; init A; trans A -> C { guard x >= 1; }, C -> B {};");

const answers: readonly Case[] = [
  ["SM1", one("state A, B; init A; trans A -> B {};"), "Pr[<=1](<> P.B)", 1 - exp(-1)],
  [
    "SM2",
    one("clock x; state A { x <= 8 }, B, C; init A; trans A -> B { guard x <= 2; }, A -> C { guard x >= 6; };"),
    "Pr[<=10](<> P.B)",
    0.25,
  ],
  [
    "SM3",
    `process P() { clock x; state A { x <= 1 }, B; init A; trans A -> B { guard x >= 1; }, A -> B { guard x >= 1; }, A -> B { guard x >= 1; }; }
     process Q() { clock x; state A { x <= 1 }, B; init A; trans A -> B { guard x >= 1; }; } system P, Q;`,
    "Pr[<=2](<> Q.B && P.A)",
    0.5,
  ],
  ["SM4", one("state A, B, C; init A; trans A -> B {}, A -> C { select i : int[1,4]; };"), "Pr[<=100](<> P.B)", 0.2],
  [
    "SM5",
    `broadcast chan c; process P() { state A, B; commit A; init A; trans A -> B { sync c?; }; }
     process S() { state A, B; init A; trans A -> B { sync c!; }; } process T() { state A, B; init A; trans A -> B {}; } system T, S, P;`,
    "Pr[<=0; 100](<> P.B && T.A)",
    1,
  ],
  [
    "SM6",
    `process P() { state A, B; urgent A; init A; trans A -> B {}; }
     process Q() { clock x; state A { x <= 0 }, B; init A; trans A -> B {}; } system P, Q;`,
    "Pr[<=0](<> Q.B && P.A)",
    0.5,
  ],
  [
    "SM8",
    "urgent broadcast chan c; process S() { clock x; state A, B; init A; trans A -> B { guard x > 3; sync c!; }; } system S;",
    "Pr[<=4; 20](<> S.B && S.x < 3.001)",
    1,
  ],
  [
    "SM9",
    "urgent broadcast chan c; process S() { state A {; 1 }, B, C; init A; trans A -> B { sync c!; }, A -> C {}; } system S;",
    "Pr[<=0](<> S.C)",
    0.5,
  ],
  [
    "SM10",
    `broadcast chan c; process S() { state A, B; init A; trans A -> B { sync c!; }; }
     process R() { state A, B, C; init A; trans A -> B { sync c?; }, A -> C { sync c?; }; } system S, R;`,
    "Pr[<=100](<> R.B)",
    0.5,
  ],
  [
    "SM11",
    one(
      "int w = 3; state A, B, C; branchpoint b; init A; trans A -> b { assign w = 0; }, b -> B { probability w; }, b -> C { probability 1; };",
    ),
    "Pr[<=100](<> P.B)",
    0.75,
  ],
  [
    "SM12",
    `broadcast chan c; process S() { state A {; 1}, B; init A; trans A -> B { sync c!; }; }
     process R() { clock x; state A, B { x <= 1 }; init A; trans A -> B { sync c?; }, B -> A {}; } system S, R;`,
    "Pr[<=20](<> S.B)",
    1 - exp(-1),
  ],
  ["SM13", one("state A {; 1}; init A; trans A -> A {};", "clock t;"), "E[#<=3; 500](max: t)", 3],
  ["SM15", one("state A; init A;", "clock t;"), "Pr[<=5; 20](t < 2 U t >= 2)", 1],
  ["SM16", one("state A, B, C; commit B; init A; trans A -> B {}, B -> C {};"), "Pr[<=1000; 20](<> P.B)", 1],
  [
    "SM17",
    `chan c; process S() { state A {; 2}, B; init A; trans A -> B { sync c!; }; }
     process R() { state A {; 50}, B; init A; trans A -> B { sync c?; }; } system S, R;`,
    "Pr[<=1](<> R.B)",
    1 - exp(-2),
  ],
  [
    "SM19",
    one("clock x; state A { x <= 1 }, B; init A; trans A -> B { guard x >= 1; assign y = -4; };", "clock y;"),
    "E[<=2; 5](min: y)",
    -4,
  ],
  [
    "SM22",
    // Drawn at 0, with the rate of that moment, and again at 1, with the rate of that one.
    `clock v = 1.0; int n; process P() { state A { v' == v ; 1.0 * v }, B { v' == 0 }; init A; trans A -> B { guard n >= 0; }; } ${at(1, "n = 1")} system P, Q;`,
    "Pr[<=2](<> P.B)",
    1 - exp(-1 - exp(1)),
  ],
  [
    "SM23",
    one("state A { v' == -v && v >= 1 }, B { v' == 0 }; init A; trans A -> B { guard v <= 1; };", "clock v = 2.0;"),
    "Pr[<=1; 5](<> P.B)",
    1,
  ],
  [
    "SM26",
    `dynamic T(); int n; process T() { state A, B; urgent A; init A; trans A -> B { assign n++; }; }
     process P() { clock x; state A { x <= 2 }, B; init A; trans A -> B { guard x >= 2; assign spawn T(); }; } system P;`,
    "Pr[<=2; 20](<> n == 1)",
    1,
  ],
  [
    "SM28",
    `broadcast chan c; int s; before_update { s = s * 10 + 1 } after_update { s = s * 10 + 4 }
     process R() { state A, B; init A; trans A -> B { sync c?; assign s = s * 10 + 3; }; }
     process S() { state A, B; init A; trans A -> B { sync c!; assign s = s * 10 + 2; }; } system R, S;`,
    "E[<=100; 5](max: s)",
    1234,
  ],
  ["SM29", passing, "Pr ((<>[0,2] P.C) && ([][0,2] !P.C) && (!P.C U[0,2] P.B))", 1],
  ["SM30", passing, "Pr[<=2; 20](!P.C U P.B)", 0],
];

const faults: readonly (readonly [id: string, model: string, query: string, code: string])[] = [
  ["SM7", one("int n; state A, B; urgent A; init A; trans A -> B { guard n == 1; };"), "Pr[<=9](<> P.B)", "time-lock"],
  ["SM14", one("state A { c' == 0 }; init A;", "clock c;"), "E[c<=5; 3](max: c)", "unbounded"],
  [
    "SM18",
    "clock c; process P() { state A { c' == 1 }; init A; } process Q() { state A { c' == 2 }; init A; } system P, Q;",
    "E[<=5; 3](max: c)",
    "rates-differ",
  ],
  ["SM21", one("int k = -1; state A {; k }, B; init A; trans A -> B {};"), "Pr[<=9](<> P.B)", "rate"],
  [
    "SM24",
    `broadcast chan c; process P() { clock x; state A { x <= 1 }, B; init A; trans A -> B { sync c?; }; }
     process Q() { state A {; 1 : 1000000 }, B; init A; trans A -> B { sync c!; }; } system P, Q;`,
    "Pr[<=9](<> P.B)",
    "time-lock",
  ],
];

const refusals: readonly (readonly [id: string, model: string, says: RegExp])[] = [
  ["SM20", one("clock x; state A, B; init A; trans A -> B { guard x >= random(2.0); };"), /draw random numbers/],
  ["SM25", one("int m; int f() { return m; } int d = f(); state A, B; init A; trans A -> B {};"), /compile time/],
  [
    "SM27",
    one("state A, B; branchpoint b; init A; trans A -> b {}, b -> B { sync c!; probability 1; };", "broadcast chan c;"),
    /no synchronisation/,
  ],
];

describe("answers", () => exactly(answers));

describe("faults", () => {
  test.each(faults)("%s", (_, model, query, code) => {
    expect(sample(model, query, 3).fault?.code).toBe(code);
  });
});

describe("refusals", () => {
  test.each(refusals)("%s", (_, model, says) => {
    expect(() => prepare(model, "Pr[<=9](<> P.B)")).toThrow(says);
  });
});

test("every choice of the documentation is here, and no other", () => {
  const text = readFileSync(new URL("../../docs/compatibility.md", import.meta.url), "utf8");
  const written = [...text.matchAll(/^\| (SM\d+) \|/gm)].map(([, id]) => id ?? "");
  const tested = [...answers, ...faults, ...refusals].map(([id]) => id);
  const byNumber = (a: string, b: string) => Number(a.slice(2)) - Number(b.slice(2));
  expect(written).toEqual(tested.sort(byNumber));
});
