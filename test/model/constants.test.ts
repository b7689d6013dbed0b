import { describe, expect, it } from "vitest";
import { evaluateConstant, initialValue, type Value } from "../../src/model/index.ts";
import { declaring, faults, modelOf } from "./faults.ts";

/** The starting values of the variables whose names begin with `v`. */
function values(text: string): unknown[] {
  const model = modelOf(declaring(text));
  expect(model.diagnostics.filter((d) => d.severity === "error")).toEqual([]);
  return model.variables.filter((v) => v.name.startsWith("v")).map((v) => initialValue(model, v, new Map()));
}

describe("values at compile time", () => {
  it.each([
    ["const int v = 2147483647 + 1;", [-2147483648]],
    ["const int v = -7 / 2, v2 = -7 % 2, v3 = 7 / -2;", [-3, -1, -3]],
    ["const int v = 2 ** 10 + 3 ** 2 ** 2, v2 = -2 ** 2;", [1024 + 81, 4]],
    ["const int v = 1 << 4 | 3 ^ 1, v2 = 7 & 12, v3 = -8 >> 1;", [18, 4, -4]],
    ["const bool v = 5, v2 = 5 == true, v3 = 3 < 2 || 1 imply 0;", [1, 0, 0]],
    ["const double v = 7 / 2.0, v2 = 2.0 ** -1, v3 = sqrt(16) + ln(1);", [3.5, 0.5, 4]],
    ["const int v = fint(3.99) + abs(-4) + (5 <? 2) + (5 >? 2);", [14]],
    ["const double v = tgamma(5), v2 = erf(0) + lgamma(1), v3 = nextafter(0, 1);", [24, 0, 5e-324]],
    ["const double v = fma(0.1, 10, -1), v2 = erfc(0);", [5.551115123125783e-17, 1]],
    ["const int v = fpclassify(0) + ilogb(8.5); const double v2 = ldexp(3, -1075);", [5, 1e-323]],
    ["const int a[3] = {1, 2, 3}; const int v = a[1] * a[2], v2[3] = a;", [6, [1, 2, 3]]],
    ["const struct { int x; bool y; } s = { y: true, x: 4 }; const int v = s.x + s.y;", [5]],
    [
      "const int v = forall (i : int[0,3]) i < 4, v2 = exists (i : int[0,3]) i == 7, v3 = sum (i : int[1,4]) i * i;",
      [1, 0, 30],
    ],
    ["int fact(int n) { int r = 1; while (n > 1) { r *= n; n--; } return r; } const int v = fact(5);", [120]],
    [
      "int count(int n) { int i, c = 0; for (i = 0; i < n; i++) if (i % 3 == 0) c++; return c; } int v = count(10);",
      [4],
    ],
    [
      "void swap(int &a, int &b) { int t = a; a = b; b = t; } int f() { int x[2] = {1, 9}; swap(x[0], x[1]); return x[0] * 10 + x[1]; } int v = f();",
      [91],
    ],
    [
      "int f() { int a[int[1,3]]; for (i : int[1,3]) a[i] = i * i; do { a[3]--; } while (a[3] > 5); return a[1] + a[2] + a[3]; } int v = f();",
      [10],
    ],
    ["typedef int[3,9] big; big v; int[-4,-2] v2; bool v3[2];", [3, -4, [0, 0]]],
    ["const int v = INT16_MAX + UINT8_MAX;", [32767 + 255]],
    ["const int zero = 0; const bool v = zero == 0 || 1 / zero > 1;", [1]],
  ])("%s", (text, expected) => {
    expect(values(text)).toEqual(expected);
  });

  it.each([
    ["int[0,3] a = 7;", ["initialiser-range: 7"]],
    ["int a[2] = {1, 2, 3};", ["initialiser-length: {1, 2, 3}"]],
    ["struct { int a[2]; } s = {{1}};", ["initialiser-length: {1}"]],
    ["const int zero = 0; const int a = 4 % zero;", ["division-by-zero: zero"]],
    ["const int a = 1 << -3;", ["negative-shift: -3"]],
    ["const int t[2] = {1, 2}; const int a = t[2];", ["index-out-of-range: 2"]],
    ["int f(int[0,3] n) { return n; } const int a = f(4);", ["initialiser-range: 4"]],
    ["int f() { while (true) { } return 1; } const int a = f();", ["warning evaluation-limit: { }"]],
    ["int f() { assert 1 > 2; return 1; } const int a = f();", ["failed-assert: assert 1 > 2;"]],
    ["clock x = -2;", ["negative-clock: -2"]],
    ["const int a = 1 / 0; const int b = a + 1; int c[a];", ["division-by-zero: 0"]],
    ["int n; void f() { n = n / 0; }", ["warning division-by-zero: 0"]],
  ])("%s", (text, expected) => {
    expect(
      faults(declaring(text))
        .filter((f) => !f.startsWith("warning") || expected[0]!.startsWith("warning"))
        .slice(0, 1),
    ).toEqual(expected);
  });

  it("takes the values of parameters", () => {
    const model = modelOf(
      "const int N = 4; process P(const int[0,3] id, const int w[2]) { const int mine = id * N + w[1]; int[0,id] v = id; state A; init A; } system P;",
    );
    const { parameters, variables } = model.templates[0]!;
    const bindings = new Map<(typeof parameters)[number], Value>([
      [parameters[0]!, 3],
      [parameters[1]!, [5, 6]],
    ]);
    expect(variables.map((v) => initialValue(model, v, bindings))).toEqual([18, 3]);
    const range = variables[1]!.type;
    if (range.kind !== "int" || range.high?.expr === undefined) throw new Error("a range was expected");
    expect(range.high.value).toBeUndefined();
    expect(evaluateConstant(model, range.high.expr, bindings)).toBe(3);
    expect(evaluateConstant(model, range.high.expr, new Map())).toMatchObject({
      kind: "fault",
      code: "not-computable",
    });
  });
});
