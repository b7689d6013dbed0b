import { describe, expect, it } from "vitest";
import { model, single } from "../search/model.ts";

const step = (update: string, declarations: string) =>
  single(declarations, `state S, T; init S; trans S -> T { assign ${update}; };`).ask("E<> false");

describe("run-time faults", () => {
  it.each([
    ["range", "n = 7", "int[0,5] n;"],
    ["range", "n = f(9)", "int n; int f(int[0,3] a) { return a; }"],
    ["range", "n = f(9)", "int n; int[0,3] f(int a) { return a; }"],
    ["index", "a[n] = 1", "int a[3]; int n = 3;"],
    ["division", "n = 1 / m", "int n; int m = 0;"],
    ["division", "n = 1 % m", "int n; int m = 0;"],
    ["shift", "n = 1 << m", "int n; int m = -1;"],
    ["negative-clock", "x = m", "clock x; int m = -1;"],
    ["endless", "f()", "int n; void f() { while (true) { n = 1 - n; } }"],
  ])("%s: %s", (kind, update, declarations) => {
    const { outcome, fault } = step(update, declarations);
    expect(outcome).toBe("fault");
    expect(fault?.kind).toBe(kind);
    expect(fault?.edge).toMatchObject({ process: "P", source: "S", target: "T" });
    expect(fault?.state).toContain("P.S");
  });

  it("do not happen where the guard forbids", () => {
    const m = single("int[0,5] n = 5;", "state S; init S; trans S -> S { guard n < 5; assign n++; };");
    expect(m.outcome("A[] n == 5")).toBe("satisfied");
  });

  it("happen in queries, too", () => {
    const m = single("int a[3]; int n = 3;", "state S; init S;");
    expect(m.ask("E<> a[n] == 1").fault?.kind).toBe("index");
  });

  it("short-circuit keeps them away", () => {
    const m = single("int a[3]; int n = 3;", "state S; init S;");
    expect(m.outcome("E<> n < 3 && a[n] == 1")).toBe("violated");
  });
});

describe("the state and the edge of a fault", () => {
  const bump =
    "int z; int a[2]; clock x; process P() { state A, B; init A; trans A -> B { assign z = 2; }; } system P;";
  it.each([
    // Of a query: the state that it was asked of.
    [bump, "E<> a[z] == 7", "P.B z=2 a[0]=0 a[1]=0", undefined],
    [bump, "sup: a[z]", "P.B z=2 a[0]=0 a[1]=0", undefined],
    [bump, "E<> x > a[z] && P.B", "P.B z=2 a[0]=0 a[1]=0", undefined],
    [bump, "P.B --> a[z] == 3", "P.B z=2 a[0]=0 a[1]=0", undefined],
    [bump, "E<> 1 / z == 1", "P.A z=0 a[0]=0 a[1]=0", undefined],
    // Of an invariant: the state that was left, and the edge of the sender.
    [
      "int z; process P() { state A, B { 10 / z > 0 }; init A; trans A -> B { }; } system P;",
      "E<> P.B",
      "P.A z=0",
      "P.A",
    ],
    ["int z; process P() { state A { 10 / z > 0 }; init A; } system P;", "E<> P.A", "P.A z=0", undefined],
    [
      `int z; chan c, d; process P() { state A, B { 10 / z > 0 }; init A; trans A -> B { sync c!; }; }
       process Q() { state A; init A; trans A -> A { sync c?; }; }
       process R() { state A; init A; trans A -> A { sync d!; }; } system P, Q, R;`,
      "E<> P.B",
      "P.A Q.A R.A z=0",
      "P.A",
    ],
    // Of a guard that decides whether time may pass: the state in which it would.
    [
      `int z; urgent chan c[2]; process P() { state A, B; init A; trans A -> B { assign z = 2; }, B -> A { sync c[z]!; }; }
       process Q() { state A; init A; trans A -> A { sync c[0]?; }; } system P, Q;`,
      "E<> z == 3",
      "P.B Q.A z=2",
      "P.B",
    ],
  ])("%s %s", (text, query, state, edge) => {
    for (const compiled of [true, false]) {
      const { fault } = model(text).ask(query, { compiled, reduce: false });
      expect(fault?.state).toBe(state);
      expect(fault?.edge && `${fault.edge.process}.${fault.edge.source}`).toBe(edge);
    }
  });
});

describe("the state of a fault with many variables", () => {
  const text = (updates: string) =>
    `int a[1000]; int n = 1; void fill(int k) { int i; for (i = 0; i < k; i++) a[i] = 7; }
     process P() { state A, B; init A; trans A -> B { assign ${updates}; }, B -> B { assign a[n] = 1 / (n - 1); }; } system P;`;
  it.each([
    ["a[3] = 4", "P.B a[3]=4 (1000 other variables as at the start)"],
    [
      "fill(250)",
      `${Array.from({ length: 200 }, (_, i) => ` a[${i}]=7`).join("")} (and 50 more that have changed) (751 other`,
    ],
  ])("%s", (updates, expected) => {
    for (const compiled of [true, false]) {
      const { fault } = model(text(updates)).ask("A[] n < 5", { compiled, reduce: false });
      expect(fault?.state).toContain(expected);
    }
  });
});

describe("functions", () => {
  it.each([
    ["f(1, f(2, 3))", "int f(int a, int b) { return 10 * a + b; }", 33],
    ["f(f(1, 2), 3)", "int f(int a, int b) { return 10 * a + b; }", 123],
    ["f(5)", "int f(int n) { int i; int s = 0; for (i = 1; i <= n; i++) s += i; return s; }", 15],
    ["f(5)", "int f(int n) { int s = 0; while (n > 0) { if (n == 2) return s; s += n; n--; } return 0; }", 12],
    ["f()", "int a[3] = {1, 2, 4}; int f() { int s = 0; for (i : int[0,2]) s += a[i]; return s; }", 7],
    [
      "f()",
      "void swap(int &a, int &b) { int c = a; a = b; b = c; } int f() { int p = 1; int q = 2; swap(p, q); return 10 * p + q; }",
      21,
    ],
    [
      "f()",
      "typedef struct { int a; int b; } T; T g(int n) { T t = {n, n + 1}; return t; } int f() { return g(1) == g(1) && g(1) != g(2); }",
      1,
    ],
    ["-7 / 2 * 100 + -7 % 2", "", -301],
    ["(3 > 2 ? 5 : 6) + (1 << 4) + (5 ^ 1) + (6 & 3) + (2 <? 1) + (2 >? 1)", "", 5 + 16 + 4 + 2 + 1 + 2],
    ["sum (i : int[1,4]) i * i", "", 30],
  ])("%s", (expression, declarations, value) => {
    const m = single(`int n; ${declarations}`, `state S, T; init S; trans S -> T { assign n = ${expression}; };`);
    expect(m.outcome(`A[] P.T imply n == ${value}`)).toBe("satisfied");
  });
});
