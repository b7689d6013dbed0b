import { describe, expect, it } from "vitest";
import { declaring, faults, modelOf } from "./faults.ts";

describe("functions", () => {
  it.each([
    ["int f(int n) { if (n > 0) return 1; }", ["return-expected: }"]],
    ["int f(int n) { if (n > 0) return 1; else { n++; return n; } }", []],
    ["int f(int n) { do { return n; } while (n > 0); }", []],
    ["int f(int n) { while (n > 0) return n; }", ["return-expected: }"]],
    ["int f() { }", ["empty-body: }"]],
    ["int f() { return; }", ["return-value-missing: return;"]],
    ["void f() { return 3; }", ["return-value-in-void: 3"]],
    ["int f(int n) { return n > 0 ? f(n - 1) : 0; }", ["recursion: f(n - 1)"]],
    ["clock f() { clock x; return x; }", ["return-type: clock"]],
    ["const int f() { return 1; }", ["return-type: const int"]],
    ["typedef struct { int a; } Pair; Pair f() { Pair r = {1}; return r; }", []],
    ["bool f() { return 1.5; }", ["incompatible-argument: 1.5"]],
    ["void f() { chan c; }", ["local-type: chan"]],
    ["void f() { const int k; }", ["initialiser-required: k"]],
    ["int n; void f() { int k = n++; }", ["side-effect: n++"]],
    ["int n; int f() { int k = n; return k; }", []],
    ["void f(const int k) { k = 3; }", ["not-assignable: k"]],
    ["void f() { for (i : int[0,3]) i = 2; }", ["not-assignable: i"]],
    ["void f() { for (i : bool) ; }", ["loop-type: bool"]],
    ["void f(int n) { for (i : int[0,n]) ; }", ["not-computable: n"]],
    ["clock x; void f() { if (x < 3) x = 0; while (x) ; }", ["boolean-expected: x"]],
    ["int n; void f() { n == 3; n; 1; true; n++; }", ["warning no-effect: n == 3", "warning no-effect: n"]],
    [
      "int g(int a, bool b) { return a; } int n = g(1), m = g(1, true, 2);",
      ["too-few-arguments: g(1)", "too-many-arguments: g(1, true, 2)"],
    ],
    ["int n; assertOk() = Idle();", ["not-a-template: Idle"]],
    ["int n; void f() { assert n > 0; assert n++ > 0; }", ["side-effect: n++ > 0"]],
  ])("%s", (text, expected) => {
    expect(faults(declaring(text))).toEqual(expected);
  });

  it.each([
    ["int &p", "n", []],
    ["int &p", "n + 1", ["incompatible-argument: n + 1"]],
    ["int &p", "K", ["incompatible-argument: K"]],
    ["const int &p", "K", []],
    ["const int &p", "7", []],
    ["int &p", "small", ["incompatible-argument: small"]],
    ["int p", "small", []],
    ["int[0,3] &p", "small", []],
    ["int p[2]", "pair", []],
    ["int &p[2]", "pair", []],
    ["int &p[3]", "pair", ["incompatible-argument: pair"]],
    ["int p", "x", ["incompatible-argument: x"]],
    ["double p", "x", []],
    ["clock &p", "x", []],
    ["urgent chan &p", "plain", []],
    ["chan &p", "hot", ["incompatible-argument: hot"]],
    ["broadcast chan &p", "all", []],
    ["chan &p", "all", ["incompatible-argument: all"]],
  ])("an argument for %s: %s", (parameter, argument, expected) => {
    const text = declaring(
      `const int K = 2; int n, pair[2]; int[0,3] small; clock x; chan plain; urgent chan hot; broadcast chan all; void take(${parameter}) { } void give() { take(${argument}); }`,
    );
    expect(faults(text).filter((f) => !f.startsWith("warning no-effect"))).toEqual(expected);
  });

  it("knows what functions read and write, through others too", () => {
    const model = modelOf(
      declaring(
        "int a, b, c; int own() { int k = a; k++; return k; } void set(int &r) { r = own(); b = 1; } void all() { set(c); }",
      ),
    );
    const names = (set: ReadonlySet<{ name: string }>) => [...set].map((v) => v.name).sort();
    expect(model.functions.map((f) => [f.name, names(f.reads), names(f.writes)])).toEqual([
      ["own", ["a"], []],
      ["set", ["a"], ["b", "r"]],
      ["all", ["a", "c"], ["b", "c"]],
    ]);
  });

  it("uses nothing but constants in initialisers", () => {
    expect(faults(declaring("int n; int f() { return n; } int g() { return f() + 1; } int a = g();"))).toEqual([
      "not-computable: g()",
    ]);
    expect(
      faults(declaring("const int n = 2; int f() { return n; } int g() { return f() + 1; } int a = g();")),
    ).toEqual([]);
    expect(
      faults("process P(int n, const int k) { int a = k; int b = n; state A; init A; } Q = P(1, 2); system Q;"),
    ).toEqual(["not-computable: n"]);
  });
});

describe("initialisers", () => {
  it.each([
    ["const int a;", ["initialiser-required: a"]],
    ["chan c = 1;", ["initialiser-not-allowed: 1"]],
    ["typedef scalar[2] who; int at[who] = {1, 2};", ["initialiser-not-allowed: {1, 2}"]],
    ["int a = 2.5;", ["invalid-initialiser: 2.5"]],
    ["int a = {1};", ["invalid-initialiser: {1}"]],
    ["int a[2] = 3;", ["invalid-initialiser: 3"]],
    ["clock x = 2.5; double d = 1; bool b = 7;", []],
    ["struct { int a; int b; } s = {1};", ["incomplete-initialiser: {1}"]],
    ["struct { int a; int b; } s = {1, 2, 3};", ["too-many-elements: 3"]],
    ["struct { int a; int b; } s = {b: 2, 3};", ["too-many-elements: 3"]],
    ["struct { int a; int b; } s = {b: 2, a: 3};", []],
    ["struct { int a; int b; } s = {a: 2, a: 3, b: 1};", ["field-twice: 3"]],
    ["struct { int alpha; int b; } s = {alfa: 2, b: 1};", ["unknown-field: alfa"]],
    ["int a[2] = {first: 2, 1};", ["field-name-in-array: first"]],
    ["const int a[2] = {1, 2}; int b[2] = a;", []],
    ["int a = 1, b = a;", ["not-computable: a"]],
  ])("%s", (text, expected) => {
    expect(faults(declaring(text))).toEqual(expected);
  });
});
