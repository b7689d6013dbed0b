import { expect, it } from "vitest";
import { model, single } from "./model.ts";

/** One test per line of "Where the semantics is open" in docs/compatibility.md, in its order. */
const idle = "state S; init S;";

it("starts variables at 0 or at the lower end", () => {
  const m = single("int[5,10] a; int[-3,3] b; int[-9,-4] c; typedef scalar[3] S; S s, t; bool d;", idle);
  expect(m.outcome("A[] a == 5 && b == 0 && c == -9 && !d && s == t")).toBe("satisfied");
});

it("wraps at 32 bits and truncates", () => {
  const m = single(
    "int n; int32_t a = 2147483647; int32_t b;",
    "state S, T; init S; trans S -> T { assign b = a + 1, n = -7 / 2; };",
  );
  expect(m.outcome("E<> P.T && b == -2147483647 - 1 && n == -3")).toBe("satisfied");
});

it("evaluates left to right and stops early", () => {
  const m = single(
    "int n = 1; int f(int a, int b) { return 10 * a + b; }",
    "state S, T; init S; trans S -> T { assign n = f(n++, n++); };",
  );
  expect(m.outcome("E<> P.T && n == 12")).toBe("satisfied");
  const z = single(
    "int n; bool b;",
    "state S, T; init S; trans S -> T { guard n == 0 || 1 / n > 0; assign b = n != 0 && 1 / n > 0; }, S -> T { guard n != 0 imply 1 / n > 0; };",
  );
  expect(z.outcome("A[] !b")).toBe("satisfied");
});

it("stops time before an urgent synchronisation with a strict guard", () => {
  const m = model(`urgent broadcast chan c; clock x;
    process A() { state S, T; init S; trans S -> T { guard x > 5; sync c!; }; } system A;`);
  expect(m.outcome("E<> x == 5")).toBe("satisfied");
  expect(m.outcome("E<> x > 5")).toBe("violated");
  expect(m.outcome("A[] deadlock")).toBe("satisfied");
});

it("takes the default priority for the lowest", () => {
  const m = model(`chan a; chan priority a; int n;
    process A() { state S; init S; trans S -> S { sync a!; assign n = 1; }, S -> S { assign n = 2; }; }
    process B() { state S; init S; trans S -> S { sync a?; }; } system A, B;`);
  expect(m.outcome("E<> n == 2")).toBe("violated");
});

it("runs the update of the edge into a branch point first", () => {
  const m = single(
    "int n = 1;",
    "state S, T; branchpoint B; init S; trans S -> B { assign n = n * 10 + 2; }, B -> T { assign n = n * 10 + 3; probability 1; }, B -> S { assign n = 7; probability 0; };",
  );
  expect(m.outcome("E<> P.T && n == 123")).toBe("satisfied");
  expect(m.outcome("E<> P.S && n == 7")).toBe("satisfied");
});

it("lets any location stop a clock", () => {
  const m = model(`clock x;
    process A() { state S { x' == 0 }; init S; }
    process B() { state S { x' == 1 }; init S; } system A, B;`);
  expect(m.outcome("E<> x > 0")).toBe("violated");
});

it("follows copies of clocks", () => {
  const m = single(
    "clock x, y;",
    "state S, T, U; init S; trans S -> T { guard x == 4; assign y = x + 3, x = 0; }, T -> U { guard y == 9; };",
  );
  expect(m.outcome("A[] P.U imply x >= 2")).toBe("satisfied");
  expect(m.outcome("E<> P.U && x == 2")).toBe("satisfied");
  const below = single("clock x;", "state S; init S; trans S -> S { assign x = x - 1; };");
  expect(below.ask("E<> false").fault?.kind).toBe("negative-clock");
});

it("keeps the value of meta variables", () => {
  const m = single("meta int t;", "state S, T, U; init S; trans S -> T { assign t = 4; }, T -> U { guard t == 4; };");
  expect(m.outcome("E<> P.U")).toBe("satisfied");
});

it("has no state if the initial one violates an invariant", () => {
  const m = single("int n;", "state S { n == 1 }; init S;");
  const outcomes = ["E<> true", "E[] true", "A[] false", "A<> false", "true --> false"].map((q) => m.outcome(q));
  expect(outcomes).toEqual(["violated", "violated", "satisfied", "satisfied", "satisfied"]);
});

it("is not sure of anything alive with stopped clocks", () => {
  const m = single("clock x;", "state S { x' == 0 }, T; init S; trans S -> T { guard x == 0; };");
  expect(m.outcome("A<> P.T")).toBe("maybe_violated");
  expect(m.outcome("E[] P.S")).toBe("maybe_satisfied");
});

it("lets the last parameter of a process set run fastest", () => {
  const m = model("process P(int[0,1] i, int[0,2] j) { state S; init S; } system P;");
  expect(m.network.processes.map((p) => p.args.join(""))).toEqual(["00", "01", "02", "10", "11", "12"]);
});

it("evaluates guards only where they matter", () => {
  const committed = model(`int n;
    process A() { state S, T; commit S; init S; trans S -> T { assign n = 1; }; }
    process B() { state S; init S; trans S -> S { guard 1 / n > 0; }; } system A, B;`);
  expect(committed.outcome("E<> false")).toBe("violated");
  const silent = model(`chan c; int n;
    process A() { state S; init S; trans S -> S { guard n == 1; sync c!; }; }
    process B() { state S; init S; trans S -> S { guard 1 / n > 0; sync c?; }; } system A, B;`);
  expect(silent.outcome("E<> false")).toBe("violated");
});
