import { describe, expect, it } from "vitest";
import { check, checkExpression, showType, type Type } from "../../src/model/index.ts";
import { Fragment, parseExpression, parseXta } from "../../src/syntax/index.ts";
import { declaring, faults } from "./faults.ts";

describe("types of variables", () => {
  it.each([
    ["urgent int beep;", ["prefix-urgent: urgent int"]],
    ["broadcast bool beep;", ["prefix-broadcast: broadcast bool"]],
    ["typedef clock timer; meta timer t;", ["prefix-meta: meta timer"]],
    ["meta chan beep;", ["const-or-meta-type: meta chan"]],
    ["string who;", ["string-not-const: string"]],
    ["struct { chan beep; } s;", ["struct-field-type: chan"]],
    ["struct { const int beep; } s;", ["const-field: const int"]],
    ["struct { int a[3]; double d; clock c; meta int m; } s;", []],
    ["int at[bool];", ["array-index-type: bool"]],
    ["int at[int[2,5]]; int[0,9] by[3][int[-1,1]];", []],
    ["double size = 3.0; int at[size];", ["integer-expected: size"]],
    ["int n; int at[n];", ["not-computable: n"]],
    ["const int n = 4; int[0,n*2] at[n+1];", []],
    ["int[0,2.5] n;", ["integer-expected: 2.5"]],
    ["int[5,2] n;", ["empty-range: n"]],
    ["typedef int[5,2] never; bool f() { return exists (i : never) true; }", []],
    ["int at[-2];", ["array-size: -2"]],
    ["const int n = 6 / (3 - 3);", ["division-by-zero: (3 - 3)"]],
    ["void nothing;", ["void-variable: void"]],
    ["int n; typedef int[0,n] unused;", ["warning not-computable: n"]],
    ["int n; typedef int[0,n] used; used u;", ["not-computable: n"]],
  ])("%s", (text, expected) => {
    expect(faults(declaring(text))).toEqual(
      expected.map((e) => (e === "division-by-zero: (3 - 3)" ? "division-by-zero: 3 - 3" : e)),
    );
  });
});

describe("types that go together", () => {
  const assigning = (types: string) =>
    declaring(
      `const int N = 3; typedef int[0,2] id; typedef scalar[3] who; typedef scalar[3] other; ${types}; void f() { a = b; }`,
    );

  it.each([
    ["int a; bool b", true, true],
    ["int[0,3] a; int[5,9] b", true, true],
    ["int a[N]; int b[N]", true, true],
    ["int a[N]; int b[3]", true, false],
    ["int a[id]; int b[3]", true, false],
    ["int a[2]; int b[3]", false, false],
    ["int[0,3] a[2]; int b[2]", false, false],
    ["int[0,3] a[2]; int[0,N] b[2]", true, false],
    ["struct { int x; bool y; } a; struct { int x; bool y; } b", true, true],
    ["struct { int x; bool y; } a; struct { int x; bool z; } b", false, false],
    ["who a; who b", true, true],
    ["who a; other b", false, false],
    ["who a; int b", false, false],
    ["clock a; double b", true, true],
    ["double a; clock b", true, true],
    ["int a; clock b", false, false],
    ["int a; double b", false, false],
    ["chan a; chan b", true, true],
  ])("%s", (types, byValue, asWritten) => {
    const wanted = (fits: boolean) => (fits ? [] : ["incompatible-types: a = b"]);
    expect(faults(assigning(types))).toEqual(
      types.startsWith("chan") ? ["invalid-assignment: a = b"] : wanted(byValue),
    );
    if (!types.startsWith("chan")) expect(faults(assigning(types), { strict: true })).toEqual(wanted(asWritten));
  });
});

describe("types of operators", () => {
  const { tree } = parseXta(
    declaring(
      "int i; bool p; double d; clock x, y; chan c; typedef struct { int f; } Rec; Rec r, q; int a[4]; clock xs[3]; typedef scalar[2] S; S s, t;",
    ),
  );
  const model = check(tree);
  const typeOf = (text: string): string => {
    const { value } = parseExpression(Fragment.of(text));
    const { type, diagnostics } = checkExpression(model, value);
    return diagnostics.length > 0 ? diagnostics[0]!.code : (type as Type).kind;
  };

  it.each([
    ["i + p", "int"],
    ["x + i", "clock"],
    ["i + x", "clock"],
    ["x + p", "double"],
    ["x + y", "double"],
    ["x - y + i", "difference"],
    ["d + i", "double"],
    ["x - i", "clock"],
    ["i - x", "double"],
    ["x - y", "difference"],
    ["i - (x - y)", "difference"],
    ["i * p", "int"],
    ["i * x", "double"],
    ["i <? d", "double"],
    ["i ** 2", "int"],
    ["i % 2", "int"],
    ["d % 2", "unknown-type"],
    ["x & 1", "unknown-type"],
    ["p << 1", "int"],
    ["x < 3", "invariant"],
    ["x < y", "invariant"],
    ["x - y <= i", "invariant"],
    ["x < d", "invariant"],
    ["x > d", "guard"],
    ["x >= i", "invariant"],
    ["x < p", "guard"],
    ["x - y < p", "bool"],
    ["i < d", "bool"],
    ["2 * x < 5", "bool"],
    ["r < q", "unknown-type"],
    ["x == 3", "guard"],
    ["x == y", "guard"],
    ["x - y == 2", "guard"],
    ["r == q", "bool"],
    ["a == a", "bool"],
    ["s == t", "bool"],
    ["s == i", "unknown-type"],
    ["c == c", "bool"],
    ["x' == 1", "rate"],
    ["2.5 == x'", "rate"],
    ["x' > 1", "unknown-type"],
    ["x != 3", "constraint"],
    ["x != y", "bool"],
    ["x - y != 3", "constraint"],
    ["p && i", "bool"],
    ["p && x < 3", "invariant"],
    ["x == 3 && x < 5", "guard"],
    ["x' == 0 && x < 3", "rate"],
    ["x != 3 && p", "constraint"],
    ["x && p", "unknown-type"],
    ["p || x < 3", "invariant"],
    ["p || x == 3", "guard"],
    ["p || x' == 0", "rate"],
    ["x < 3 || x > 5", "constraint"],
    ["p imply x < 3", "invariant"],
    ["x < 3 imply p", "constraint"],
    ["p xor i", "bool"],
    ["p xor x < 3", "unknown-type"],
    ["!p", "bool"],
    ["!(x < 3)", "constraint"],
    ["!d", "unknown-type"],
    ["-x", "double"],
    ["-p", "int"],
    ["p ? x : 3", "double"],
    ["p ? i : p", "int"],
    ["p ? r : q", "struct"],
    ["p ? x < 3 : p", "conditional-types"],
    ["d ? 1 : 2", "conditional-condition"],
    ["forall (k : int[0,2]) xs[k] > 1", "invariant"],
    ["forall (k : int[0,2]) xs[k]' == 0", "rate"],
    ["exists (k : int[0,2]) xs[k] > 1", "constraint"],
    ["exists (k : int[0,2]) a[k] > 1", "bool"],
    ["sum (k : int[0,2]) a[k]", "int"],
    ["sum (k : int[0,2]) xs[k]", "double"],
    ["sum (k : int[0,2]) xs[k] > 1", "number-expected"],
    ["forall (k : bool) k", "quantifier-type"],
    ["forall (k : int[0,2]) d", "boolean-expected"],
    ["a[p]", "int"],
    ["a[d]", "index-type"],
    ["i[0]", "array-expected"],
    ["a[s]", "index-type"],
    ["abs(i)", "int"],
    ["abs(d)", "integer-expected"],
    ["fint(d)", "int"],
    ["sqrt(i)", "double"],
    ["pow(2, c)", "number-expected"],
    ["isnan(d)", "bool"],
    ["fmax(1)", "builtin-arguments"],
    ["i = p = 3", "int"],
    ["++i", "int"],
    ["i++ ++", "not-assignable"],
    ["p++", "integer-expected"],
    ["p += 1", "increment-type"],
    ["d -= 1", "compound-assignment"],
    ["p |= i", "bool"],
  ])("%s is %s", (text, expected) => {
    expect(typeOf(text)).toBe(expected);
  });
});

describe("showing types", () => {
  it("uses the words of the language", () => {
    const { tree } = parseXta(
      declaring(
        "const int N = 3; typedef scalar[N] who; int a; int[0,N] b[2][who]; urgent broadcast chan c; struct { bool on; clock t; } s; hybrid clock h;",
      ),
    );
    expect(check(tree).variables.map((v) => showType(v.type))).toEqual([
      "int",
      "int",
      "int[0,N][2][who]",
      "urgent broadcast chan",
      "struct { bool on; clock t; }",
      "hybrid clock",
    ]);
  });
});
