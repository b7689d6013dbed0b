import { describe, expect, it } from "vitest";
import { faults, modelOf } from "./faults.ts";

const globals =
  "int g; const int K = 2; clock x; chan c, cs[3]; int arr[3]; const int fixed[3] = {1, 2, 3}; typedef int[0,2] id; typedef scalar[2] who; struct { int f; } s; urgent chan u; broadcast chan b; int two() { return 2; }";
const body = "{ state A; init A; }";
const made = (parameters: string, args: string) =>
  faults(`${globals} process T(${parameters}) ${body} P = T(${args}); system P;`);
const free = (parameters: string, locals = "") =>
  faults(`${globals} process T(${parameters}) { ${locals} state A; init A; } system T;`);

describe("arguments", () => {
  it.each([
    ["", "", []],
    ["int n", "3", []],
    ["int n", "two() + K", []],
    ["int n", "g", ["incompatible-argument: g"]],
    ["const int n", "g", ["incompatible-argument: g"]],
    ["int &n", "g", []],
    ["int &n", "arr[K]", []],
    ["int &n", "arr[g]", ["incompatible-argument: arr[g]"]],
    ["int &n", "s.f", []],
    ["int &n", "K", ["incompatible-argument: K"]],
    ["int &n", "g + 1", ["incompatible-argument: g + 1"]],
    ["const int &n", "K", []],
    ["const int &n", "g", ["incompatible-argument: g"]],
    ["id &n", "g", ["incompatible-argument: g"]],
    ["clock &t", "x", []],
    ["clock t", "x", ["incompatible-argument: x"]],
    ["chan &d", "cs[1]", []],
    ["chan d", "c", ["incompatible-argument: c"]],
    ["urgent chan &d", "c", []],
    ["chan &d", "u", ["incompatible-argument: u"]],
    ["broadcast chan &d", "b", []],
    ["const int a[3]", "fixed", []],
    ["int &a[3]", "arr", []],
    ["int &a[2]", "arr", ["incompatible-argument: arr"]],
    ["int n", "", ["too-few-template-arguments: P = T();"]],
    ["", "1", ["too-many-template-arguments: P = T(1);"]],
    ["int n", "g++", ["side-effect: g++"]],
    ["int n", "missing", ["unknown-identifier: missing"]],
  ])("T(%s) given (%s)", (parameters, args, expected) => {
    expect(made(parameters, args)).toEqual(expected);
  });

  it("pass through partial instances", () => {
    expect(
      faults(`${globals} process T(const id i, int &n) ${body} Q(const id k) = T(k, g); R = Q(1); system R;`),
    ).toEqual([]);
    expect(faults(`${globals} process T(const id i) ${body} Q(id k) = T(k); system Q;`)).toEqual([
      "incompatible-argument: k",
    ]);
  });
});

describe("free parameters", () => {
  it.each([
    ["id i", "", []],
    ["const id i, who w", "", []],
    ["int[0,K] i", "int[0,3] v;", []],
    ["const id i", "int[0,i] v = i;", []],
    ["int i", "", ["free-parameter-type: i"]],
    ["bool i", "", ["free-parameter-type: i"]],
    ["const int i", "", ["free-parameter-type: i"]],
    ["double i", "", ["free-parameter-type: i"]],
    ["id &i", "", ["free-parameter-type: i"]],
    ["const id i", "int v[i + 1];", ["free-parameter-size: i"]],
    ["const id i", "const int size = i + 1; int v[size];", ["free-parameter-size: i"]],
    ["const id i", "typedef scalar[i + 2] mine;", ["free-parameter-size: i"]],
    ["id i", "int v[i];", ["not-computable: i"]],
  ])("T(%s) { %s }", (parameters, locals, expected) => {
    expect(free(parameters, locals)).toEqual(expected);
  });

  it("of instances depend on what their arguments decide", () => {
    const text = (args: string) =>
      `typedef int[1,3] size; process T(const int n, const int m) { int v[n]; state A; init A; } Q(const size k) = T(${args}); system Q;`;
    expect(faults(text("2, k"))).toEqual([]);
    expect(faults(text("k, 2"))).toEqual(["free-parameter-size: k"]);
  });
});

describe("the system line", () => {
  it.each([
    ["process T() { state A; init A; } system T, T;", ["not-a-template: T"]],
    ["process T() { state A; init A; } system Tt;", ["no-such-process: Tt"]],
    ["int n; process T() { state A; init A; } system n;", ["not-a-template: n"]],
    ["process T() { state A; init A; } P = T(); P = T(); system P;", ["duplicate-definition: P"]],
    ["process T() { state A; init A; } P = T(); Q = P(); system Q;", []],
    ["process T() { state A; init A; } P = T(); Q = T(); system P < Q; progress { P.A; Q.A : 3; }", []],
    [
      "clock x; process T() { state A; init A; } system T; progress { x; x < 3 : 1; }",
      ["progress-measure: x", "progress-guard: x < 3"],
    ],
    [
      "clock x; process T() { state A; init A; } system T; gantt { Row(i : int[0,2]) : i == 1 -> i, for (j : int[0,1]) x > j -> x; }",
      ["integer-expected: x"],
    ],
    [
      "process T() { state A; init A; } system T; gantt { Row(i : bool) : 3.5 -> 1; }",
      ["select-type: bool", "boolean-expected: 3.5"],
    ],
    ["chan a, b[2]; int n; chan priority a, b[0] < default < b[1]; process T() { state A; init A; } system T;", []],
    [
      "chan a, b[2]; int n; chan priority n < b[n]; process T() { state A; init A; } system T;",
      ["channel-expected: n", "not-computable: n"],
    ],
  ])("%s", (text, expected) => {
    expect(faults(text)).toEqual(expected);
  });

  it("makes instances of templates and keeps their order and priority", () => {
    const model = modelOf(
      "process T(const int[0,1] i) { state A; init A; } process U() { state A; init A; } P = T(1); system U, P < T;",
    );
    expect(
      model.system.map(({ instance, priority }) => [
        instance.name,
        instance.of.name,
        instance.parameters.length,
        instance.args.length,
        priority,
      ]),
    ).toEqual([
      ["U", "U", 0, 0, 0],
      ["P", "T", 0, 1, 0],
      ["T", "T", 1, 0, 1],
    ]);
  });
});

describe("dynamic templates", () => {
  it.each([
    [
      "dynamic D(int n); process D(int n) { state A; init A; trans A -> A { assign exit(); }; } process P() { state A; init A; trans A -> A { assign spawn D(3); }; } system P;",
      [],
    ],
    [
      "process D(int n) { state A; init A; } process P() { state A; init A; trans A -> A { assign spawn D(3); }; } system P;",
      ["spawn-not-dynamic: spawn D(3)"],
    ],
    [
      "dynamic D(int n); process P() { state A; init A; trans A -> A { assign spawn D(3); }; } system P;",
      ["spawn-undefined: spawn D(3)"],
    ],
    [
      "dynamic D(int n); process D(int n) { state A; init A; } process P() { state A; init A; trans A -> A { assign spawn D(); }; } system P;",
      ["spawn-arguments: spawn D()"],
    ],
    [
      "dynamic D(); process D() { state A; init A; } int n = spawn D(); process P() { state A; init A; } system P;",
      ["dynamic-initialiser: spawn D()"],
    ],
    [
      "dynamic D(); process D() { state A; init A; } void f() { int n; n = spawn D(); } process P() { state A; init A; } system P;",
      ["dynamic-in-function: spawn D()"],
    ],
    ["process P() { state A; init A; trans A -> A { assign exit(); }; } system P;", ["exit-not-dynamic: exit()"]],
    [
      "dynamic D(int n); process D(int m) { state A; init A; } process P() { state A; init A; } system P;",
      ["inconsistent-parameters: D"],
    ],
  ])("%s", (text, expected) => {
    expect(faults(text)).toEqual(expected);
  });
});
