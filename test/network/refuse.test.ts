import { describe, expect, test } from "vitest";
import { open } from "../../src/index.ts";

/** What the checker accepts, because UPPAAL's does, and symbolic verification must refuse rather than misread. */
const step = (declarations: string, labels: string) =>
  `${declarations} process P() { state S, T; init S; trans S -> T { ${labels} }; } system P;`;

describe("refused with a code", () => {
  test.each([
    ["clock-value", step("clock x = 2.5;", "")],
    ["clock-value", step("clock x, y;", "assign x = 2 * y;")],
    ["not-symbolic", step("int n; void __ON_CONSTRUCT__() { n = 1; }", "")],
    ["not-symbolic", "process P() { int n; void __ON_BEGIN__() { n = 1; } state S; init S; } system P;"],
    ["not-symbolic", step("int x; void f(int& a) { a++; }", "assign f(x = 3);")],
    ["not-symbolic", step("int x; void f(int& a) { a++; }", "assign f(++x);")],
    ["not-symbolic", step("int x, y; bool p; void f(int& a) { a++; }", "assign f(p ? x : y);")],
    ["not-symbolic", step("chan a, b;", "guard a == b;")],
    ["not-symbolic", step("double d = 1.5;", "guard d > 1.0;")],
    ["clock-term", step("clock x;", "guard 2 * x < 3;")],
    ["clock-term", step("hybrid clock h;", "guard h >= 2;")],
    ["local-clock", step("int n; int f() { clock x; return 1; }", "assign n = f();")],
    ["imported-function", step('import "lib" { int g(int a); }; int n;', "assign n = g(1);")],
    ["too-many-processes", "process P(const int[0,1000] a, const int[0,1000] b) { state S; init S; } system P;"],
    ["no-location", "process P() { } process Q() { state S; init S; } system P, Q;"],
    [
      "branch-cycle",
      "process P() { state S; branchpoint A, B; init S; trans S -> A { }, A -> B { }, B -> A { }; } system P;",
    ],
  ])("%s: %s", (code, text) => {
    const model = open(text);
    expect(model.network).toBeUndefined();
    expect(model.diagnostics.filter((d) => d.severity === "error").map((d) => d.code)).toContain(code);
  });

  test("hooks that change nothing are left alone", () => {
    expect(open(step("int n; void __ON_BEGIN__() { int local; local = n; }", "")).network).toBeDefined();
  });
});

describe("a process that is not there", () => {
  const text =
    "int v = 7; process P(const int[0,2] i, const int[5,6] j) { int n = i; int f() { return n; } state S; init S; } system P;";
  test.each([
    ["E<> P(v, 5).S", "index 7 is outside 0 to 2"],
    ["E<> P(0, v).n == 0", "index 7 is outside 5 to 6"],
    ["E<> P(v - 6, v).f() == 0", "index 7 is outside 5 to 6"],
    ["A[] forall (i : int[0,3]) P(i, 5).S", "index 3 is outside 0 to 2"],
  ])("%s: %s", (query, reason) => {
    const model = open(text);
    for (const compiled of [true, false])
      expect(model.verify(query, { compiled })).toMatchObject({ outcome: "fault", reason });
  });
});
