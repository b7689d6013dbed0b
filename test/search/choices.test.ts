import { describe, expect, test } from "vitest";
import { type Outcome, open, verify } from "../../src/index.ts";

/**
 * What the documentation of UPPAAL leaves open and Zonal had to choose; docs/compatibility.md says each choice in words,
 * under the same numbers. Every case is put to the compiled engine (where it can answer) and to the interpreter.
 */
function check(text: string, query: string, expected: Outcome): void {
  const model = open(text);
  expect(model.diagnostics.filter((d) => d.severity === "error")).toEqual([]);
  const asked = model.query(query);
  expect(asked.diagnostics).toEqual([]);
  const answers = [true, false].map((compiled) => verify(model.network!, asked.query!, { compiled }).outcome);
  expect(answers).toEqual([expected, expected]);
}

type Case = readonly [text: string, query: string, expected: Outcome];

/** One process P that can do one thing. */
const step = (declarations: string, labels: string) =>
  `${declarations} process P() { state S, T; init S; trans S -> T { ${labels} }; } system P;`;

/** x stands still in S; y does not. */
const stopwatch =
  "clock x, y; process P() { state S { x' == 0 }, T { x' == 0 }; init S; trans S -> T { guard y >= 2; }; } system P;";

/** In L with a = b = 0, s = 3 and t = 5 the edge is too late for b and too early for a. */
const hidden = `clock a, b, s, t;
  process P() {
    state A { a <= 10 }, B { s <= 10 && t' == 0 && a' == 0 && b' == 0 }, C { t <= 10 && s' == 0 && a' == 0 && b' == 0 }, L { s' == 0 && t' == 0 && b <= s }, D;
    init A;
    trans A -> B { assign b = 0, s = 0, t = 0; }, B -> C { }, C -> L { }, L -> D { guard a >= t && b <= s; }, D -> D { };
  } system P;`;

const cases: Readonly<Record<string, readonly Case[]>> = {
  "1 a variable without an initialiser is 0, or the lower end of a range without 0": [
    [
      step("int[5,10] a; int[-9,-3] b; int[-1,1] c; int[2,3] d[2];", ""),
      "A[] a == 5 && b == -9 && c == 0 && d[1] == 2",
      "satisfied",
    ],
    [step("int r; int f() { int[5,10] local; return local; }", "assign r = f();"), "E<> r == 5", "satisfied"],
  ],
  "2 scalar variables all start with the same element": [
    [step("typedef scalar[3] S3; S3 a, b;", ""), "A[] a == b", "satisfied"],
    [step("typedef scalar[3] S3; S3 a;", ""), "E<> exists (i : S3) i != a", "satisfied"],
  ],
  "3 integers wrap at 32 bits": [
    [step("int32_t n = INT32_MAX;", "assign n = n + 1;"), "E<> P.T && n == INT32_MIN", "satisfied"],
    [step("int32_t n = 65536, m = 1;", "assign m = n * n;"), "E<> P.T && m == 0", "satisfied"],
    [step("const int MORE = INT32_MAX + 1;", "guard MORE < 0;"), "E<> P.T", "satisfied"],
  ],
  "4 operands are evaluated from left to right, and && || imply ?: only as far as needed": [
    [step("int a[3]; int i = 5;", "guard i < 3 && a[i] > 0;"), "E<> P.T", "violated"],
    [step("int a[3]; int i = 5;", "guard i >= 3 || a[i] > 0;"), "E<> P.T", "satisfied"],
    [step("int a[3]; int i = 5;", "guard i < 3 imply a[i] > 0;"), "E<> P.T", "satisfied"],
    [step("int a[3]; int i = 5;", "guard (i < 3 ? a[i] : 7) == 7;"), "E<> P.T", "satisfied"],
    [step("int a[3]; int i = 5;", "guard (i < 3) & (a[i] > 0);"), "E<> P.T", "fault"],
    [
      step("int i, r; int next() { i = i + 1; return i; }", "assign r = 10 * next() + next();"),
      "E<> r == 12",
      "satisfied",
    ],
    [
      step(
        "int i, r; int next() { i = i + 1; return i; } int f(int a, int b) { return 10 * a + b; }",
        "assign r = f(next(), next());",
      ),
      "E<> r == 12",
      "satisfied",
    ],
    [
      step("int i, a[4]; int next() { i = i + 1; return i; }", "assign a[next()] = next();"),
      "E<> a[1] == 2",
      "satisfied",
    ],
  ],
  "5 time stops at the first instant at which a clock guard enables an urgent synchronisation": [
    [urgent("x >= 3", "true"), "A[] P.S imply x <= 3", "satisfied"],
    [urgent("x >= 3", "true"), "A<> P.T", "satisfied"],
    [urgent("x <= 3", "x >= 1"), "E<> P.S && x > 1", "violated"],
    // There is no first instant after 3: time stands still at 3, and the edge is never taken.
    [urgent("x > 3", "true"), "E<> P.S && x == 3", "satisfied"],
    [urgent("x > 3", "true"), "E<> P.T", "violated"],
  ],
  "6 the default priority is the lowest where it is not listed": [
    [prioritised("chan priority a;"), "E<> n != 0 && n != 1", "violated"],
    [prioritised("chan priority a;"), "E<> n == 1", "satisfied"],
    [prioritised("chan priority a < default;"), "E<> n == 1", "violated"],
    [prioritised("chan priority a < default;"), "E<> n == 2", "satisfied"],
    [prioritised("chan priority a < default;"), "E<> n == 3", "satisfied"],
  ],
  "7 at a branch point the incoming edge's update comes first; a weight of 0 forbids nothing": [
    [
      "int n = 1; process P() { state S, T; branchpoint B; init S; trans S -> B { assign n = n * 3; }, B -> T { assign n = n + 4; probability 0; }; } system P;",
      "E<> n == 7",
      "satisfied",
    ],
    [
      "int n = 1; process P() { state S, T; branchpoint B; init S; trans S -> B { assign n = n * 3; }, B -> T { assign n = n + 4; }; } system P;",
      "E<> n == 15",
      "violated",
    ],
  ],
  "8 a clock stands still if any invariant stops it": [
    [
      "clock x; process P() { state S { x' == 0 }; init S; } process Q() { state S { x' == 1 }; init S; } system P, Q;",
      "E<> x > 0",
      "violated",
    ],
    ["clock x; process P() { state S { x' == 1 && x' == 0 }; init S; } system P;", "E<> x > 0", "violated"],
    ["clock x; int n = 2; process P() { state S { x' == n }; init S; } system P;", "E<> x > 0", "fault"],
  ],
  "9 clocks copied from clocks are exact, also shifted; below zero is a fault": [
    [
      "clock x, y; process P() { state S { x <= 5 }, T; init S; trans S -> T { guard x >= 2; assign y = x - 2; }; } system P;",
      "A[] P.T imply x == y + 2",
      "satisfied",
    ],
    [
      "clock x, y; process P() { state S { x <= 5 }, T; init S; trans S -> T { assign y = x; }; } system P;",
      "A[] P.T imply x == y",
      "satisfied",
    ],
    [
      "clock x, y; process P() { state S { x <= 5 }, T; init S; trans S -> T { assign y = x - 2; }; } system P;",
      "E<> P.T",
      "fault",
    ],
  ],
  "10 a meta variable keeps its value, but does not tell states apart: the one found first stays": [
    [
      "meta int m; process P() { state A, B, C; init A; trans A -> B { assign m = 7; }, B -> C { guard m == 7; }; } system P;",
      "E<> P.C",
      "satisfied",
    ],
    [
      "meta int m; process P() { state A, B, C; init A; trans A -> B { assign m = 7; }, A -> B { assign m = 8; }, B -> C { guard m == 8; }; } system P;",
      "E<> P.C",
      "violated",
    ],
  ],
  "11 an initial state that violates an invariant does not exist: nothing is reachable": [
    ["clock x; process P() { state S { x >= 1 }; init S; } system P;", "E<> true", "violated"],
    ["clock x; process P() { state S { x >= 1 }; init S; } system P;", "A[] false", "satisfied"],
    ["int n; process P() { state S { n == 1 }; init S; } system P;", "E<> true", "violated"],
    ["int n; process P() { state S { n == 1 }; init S; } system P;", "A<> false", "satisfied"],
  ],
  "12 stopped clocks make what was found a MAY, and what was not found sure": [
    [stopwatch, "E<> P.T", "maybe_satisfied"],
    [stopwatch, "A[] P.S", "maybe_violated"],
    [stopwatch, "A[] x <= y", "satisfied"],
    [stopwatch, "E<> x > y", "violated"],
    // Maximal paths of the approximation may end elsewhere.
    [stopwatch, "A<> P.T", "maybe_violated"],
    [stopwatch, "A<> y >= 1", "maybe_satisfied"],
    // Comparisons of a standing with a running clock hide deadlocks from zones.
    [hidden, "E<> deadlock && P.L && a == 0 && b == 0 && s == 3 && t == 5", "maybe_violated"],
  ],
  "13 members of a process set are ordered by their first parameter, then by the next": [
    [
      `int k, seen[6]; broadcast chan c;
      process R(const int[0,1] a, const int[0,2] b) { state S; init S; trans S -> S { sync c?; assign seen[k] = 10 * a + b, k++; }; }
      process M() { state S, E; init S; trans S -> E { sync c!; }; } system R, M;`,
      "E<> k == 6 && seen[0] == 0 && seen[1] == 1 && seen[2] == 2 && seen[3] == 10 && seen[4] == 11 && seen[5] == 12",
      "satisfied",
    ],
  ],
  "14 before_update, the sender, the receivers in the order of the system line, after_update": [
    [
      `int k, seen[5]; broadcast chan c; void note(int v) { seen[k] = v; k = k + 1; } before_update { note(1) } after_update { note(5) }
      process R(const int[3,4] v) { state S; init S; trans S -> S { sync c?; assign note(v); }; }
      process M() { state S, E; init S; trans S -> E { sync c!; assign note(2); }; } system R, M;`,
      "E<> k == 5 && forall (i : int[0,4]) seen[i] == i + 1",
      "satisfied",
    ],
    [
      "int k; before_update { k = k + 1 } process M() { state S, E; init S; trans S -> E { guard k == 0; }; } system M;",
      "E<> M.E && k == 1",
      "satisfied",
    ],
  ],
  "15 a fault in a guard counts unless a committed location elsewhere forbids the edge for itself; one in an update only if the transition is possible":
    [
      [blocked("guard a[i] == 0;"), "E<> P.T", "satisfied"],
      [blocked("assign a[i] = 0;"), "E<> P.T", "satisfied"],
      [blocked("guard a[i] == 0; sync c!;"), "E<> P.T", "fault"],
      [blocked("sync c!; assign a[i] = 0;"), "E<> P.T", "satisfied"],
      // Nobody receives: the sender's guard is looked at all the same. Nobody sends: the receiver's is not.
      [step("chan c; int a[2]; int i = 5;", "guard a[i] == 0; sync c!;"), "E<> P.T", "fault"],
      [step("chan c; int a[2]; int i = 5;", "guard a[i] == 0; sync c?;"), "E<> P.T", "violated"],
      // Priorities are weighed afterwards.
      [
        "int a[2]; int i = 5; process P() { state S, T; init S; trans S -> T { guard a[i] == 0; }; } process H() { state S, T; init S; trans S -> T { assign i = 0; }; } system P < H;",
        "E<> P.T",
        "fault",
      ],
      // Data are looked at before clocks.
      [
        "clock x; int a[2]; int i = 5; process P() { state S { x <= 1 }, T; init S; trans S -> T { guard x > 2 && a[i] == 0; }; } system P;",
        "E<> P.T",
        "fault",
      ],
      [
        "clock x; int a[2]; int i = 5; process P() { state S { x <= 1 }, T; init S; trans S -> T { guard x > 2; assign a[i] = 0; }; } system P;",
        "E<> P.T",
        "violated",
      ],
      // A search that ends before it comes to the fault does not see it.
      [step("int a[2]; int i = 5;", "guard a[i] == 0;"), "E<> P.S", "satisfied"],
      [step("int a[2]; int i = 5;", "guard a[i] == 0;"), "A[] P.S", "fault"],
      // A fault of the query is one, too.
      [step("int a[2]; int i = 5;", ""), "E<> a[i] == 0", "fault"],
      [step("int a[2]; int i = 0;", "assign i = 5;"), "E<> a[i] == 1", "fault"],
    ],
};

function urgent(send: string, receive: string): string {
  return `urgent chan c; clock x; process P() { state S, T; init S; trans S -> T { guard ${send}; sync c!; }; }
    process Q() { state S; init S; trans S -> S { guard ${receive}; sync c?; }; } system P, Q;`;
}

function prioritised(priority: string): string {
  return `chan a, b; ${priority} int n;
    process P() { state S, T; init S; trans S -> T { sync a!; assign n = 1; }, S -> T { sync b!; assign n = 2; }, S -> T { assign n = 3; }; }
    process Q() { state S; init S; trans S -> S { sync a?; }, S -> S { sync b?; }; } system P, Q;`;
}

/** P beside a process in a committed location, which first sets `i` right. */
function blocked(labels: string): string {
  return `chan c; int a[2]; int i = 5; process C() { state S, T; commit S; init S; trans S -> T { assign i = 0; }; }
    process P() { state S, T; init S; trans S -> T { ${labels} }; } process Q() { state S, T; init S; trans S -> T { sync c?; }; } system C, P, Q;`;
}

describe.each(Object.entries(cases))("%s", (_choice, list) => {
  test.each(list)("%s: %s", check);
});

test("11 the verdict says so", () => {
  const model = open("clock x; process P() { state S { x >= 1 }; init S; } system P;");
  for (const query of ["E<> true", "A[] false", "A<> false", "true --> false", "sup: x"]) {
    for (const compiled of [true, false]) expect(model.verify(query, { compiled }).reason).toMatch(/no initial state/);
  }
  expect(
    open("clock x; process P() { state S { x <= 1 }; init S; } system P;").verify("A[] x <= 1").reason,
  ).toBeUndefined();
});

test("large values that only running shows are no fault of the compiled engine's", () => {
  const model = (value: string) => step(`clock x; int32_t n = ${value};`, "assign x = n;");
  check(model("1000000000"), "E<> P.T && x == 1000000000", "satisfied");
  check(model("1000000000"), "E<> P.T", "satisfied");
  check(model("2000000000"), "E<> P.T", "fault");
});

test("15 the report of a fault names what was at fault", () => {
  const model = open(step("int a[2]; int i = 0;", "assign i = 5;"));
  for (const compiled of [true, false]) {
    const { fault } = model.verify("E<> a[i] == 1", { compiled });
    expect(fault).toMatchObject({ kind: "index", origin: { file: "query" } });
    expect(fault?.edge).toBeUndefined();
  }
});
