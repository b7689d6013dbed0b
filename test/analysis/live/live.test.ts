import { describe, expect, test } from "vitest";
import { elementName, explainFact, type Liveness, liveVariables } from "../../../src/analysis/index.ts";
import { check, checkQuery } from "../../../src/model/index.ts";
import { instantiate, instantiateQuery, type NetworkQuery } from "../../../src/network/index.ts";
import { Fragment, parseQuery, parseXta } from "../../../src/syntax/index.ts";

/** What matters at each location, as `P.L0: x y`; locations where nothing does are left out. */
function live(
  xta: string,
  queries: readonly string[] = [],
): { readonly table: readonly string[]; readonly facts: Liveness; readonly asked: readonly NetworkQuery[] } {
  const model = check(parseXta(xta).tree);
  expect(model.diagnostics.filter((d) => d.severity === "error")).toEqual([]);
  const { made } = instantiate(model);
  if (made === undefined) throw new Error("no network");
  const asked = queries.map((text) => {
    const { query } = parseQuery(Fragment.of(text));
    const ready = query === undefined ? undefined : instantiateQuery(made, checkQuery(model, query), text).query;
    if (ready === undefined) throw new Error(text);
    return ready;
  });
  const facts = liveVariables(made.network, { queries: asked });
  const names = (list: Iterable<number>): string =>
    [...list]
      .sort((a, b) => a - b)
      .map((x) => elementName(facts, x))
      .join(" ");
  const table = made.network.processes.flatMap((p) =>
    p.locations.flatMap((l) => {
      const text = names(facts.needs[p.index]![l.index]!.keys());
      return text === "" ? [] : [`${p.name}.${l.name}: ${text}`];
    }),
  );
  const everywhere = names(facts.everywhere.keys());
  return { table: [...(everywhere === "" ? [] : [`everywhere: ${everywhere}`]), ...table], facts, asked };
}

/** One process P with local variables. */
const one = (declarations: string, trans: string, states = "A, B, C"): string =>
  `process P() { ${declarations} state ${states}; init A; trans ${trans}; }\nsystem P;\n`;

interface Case {
  readonly name: string;
  readonly xta: string;
  readonly queries?: readonly string[];
  readonly expected: readonly string[];
}

const flows: readonly Case[] = [
  {
    name: "a guard uses at the source, an assignment ends it",
    xta: one("int[0,3] x;", "A -> B { select s : int[0,3]; assign x = s; }, B -> C { guard x > 1; }, C -> A { }"),
    expected: ["P.B: P.x"],
  },
  {
    name: "an invariant uses at its location",
    xta: one("int[0,3] x; clock c;", "A -> B { select s : int[0,3]; assign x = s; }", "A, B { c <= x }"),
    expected: ["P.A: P.c", "P.B: P.x P.c"],
  },
  {
    name: "copies are followed back",
    xta: one(
      "int[0,3] x, y, z;",
      "A -> B { select s : int[0,3]; assign x = s; }, B -> C { assign y = x, z = y; }, C -> A { guard y > 1; }",
    ),
    expected: ["P.B: P.x", "P.C: P.y"],
  },
  {
    name: "a dead assignment uses nothing",
    xta: one("int[0,3] x, y;", "A -> B { select s : int[0,3]; assign x = s; }, B -> A { assign y = x; }"),
    expected: [],
  },
  {
    name: "but one that may leave its range does",
    xta: one("int[0,3] x; int[0,2] y;", "A -> B { select s : int[0,3]; assign x = s; }, B -> A { assign y = x; }"),
    expected: ["P.B: P.x"],
  },
  {
    name: "and so does a division",
    xta: one("int[0,3] x, y;", "A -> B { select s : int[0,3]; assign x = s; }, B -> A { assign y = 3 / x; }"),
    expected: ["P.B: P.x"],
  },
  {
    name: "which cannot be by zero",
    xta: one("int[1,3] x; int[0,3] y;", "A -> B { select s : int[1,3]; assign x = s; }, B -> A { assign y = 3 / x; }"),
    expected: [],
  },
  {
    name: "the condition of an inline if",
    xta: one(
      "int[0,3] x, y, z;",
      "A -> B { select s : int[0,3]; assign x = s; }, B -> C { assign y = x > 1 ? z : 2; }, C -> A { guard y > 1; assign z = y; }",
    ),
    expected: ["P.A: P.z", "P.B: P.x P.z", "P.C: P.y"],
  },
  {
    name: "structs by field",
    xta: one(
      "struct { int[0,3] a; int[0,3] b; } s;",
      "A -> B { select k : int[0,3]; assign s.a = k, s.b = k; }, B -> A { guard s.a > 1; }",
    ),
    expected: ["P.B: P.s.a"],
  },
  {
    name: "array elements by constant index",
    xta: one(
      "int[0,3] a[3];",
      "A -> B { select k : int[0,3]; assign a[0] = k, a[1] = k; }, B -> A { guard a[1] > 1; }",
    ),
    expected: ["P.B: P.a[1]"],
  },
  {
    name: "by the range of the index",
    xta: one(
      "int[0,3] a[4]; int[1,2] i = 1;",
      "A -> B { select k : int[0,3]; assign a[0] = k, a[1] = k, a[2] = k, a[3] = k, i = 3 - i; }, B -> A { guard a[i] > 1; }",
    ),
    expected: ["P.A: P.i", "P.B: P.a[1] P.a[2] P.i"],
  },
  {
    name: "an array size that is an expression",
    xta: `const int N = 2;\n${one("int[0,3] a[N+1];", "A -> B { select k : int[0,N]; assign a[k] = 1; }, B -> A { guard a[N] > 0; assign a[N] = 0; }")}`,
    expected: ["P.A: P.a[2]", "P.B: P.a[2]"],
  },
  {
    name: "a clock that is set before it is compared",
    xta: one("clock x;", "A -> B { assign x = 0; }, B -> A { guard x > 2; }"),
    expected: ["P.B: P.x"],
  },
  {
    name: "the channel of an edge",
    xta: `chan c[2];\n${one("int[0,1] i;", "A -> B { select k : int[0,1]; assign i = k; }, B -> A { sync c[i]!; }")}`.replace(
      "system P",
      "process Q() { state D; init D; trans D -> D { select k : int[0,1]; sync c[k]?; }; }\nsystem P, Q",
    ),
    expected: ["P.B: P.i"],
  },
];

const functions: readonly Case[] = [
  {
    name: "a function with an early return",
    xta: `int m(int a, int b) { if (a > b) return a; return b; }\n${one("int[0,3] x, y, z;", "A -> B { select k : int[0,3]; assign x = k, y = 3 - k; }, B -> C { assign z = m(x, y); }, C -> A { guard z > 1; }")}`,
    expected: ["P.B: P.x P.y", "P.C: P.z"],
  },
  {
    name: "nested calls, each for its own result",
    xta: `int f(int a, int b) { return a; }\nint g(int a, int b) { return f(b, a); }\n${one("int[0,3] x, y, z;", "A -> B { select k : int[0,3]; assign x = k, y = k; }, B -> C { assign z = g(x, y); }, C -> A { guard z > 1; }")}`,
    expected: ["P.B: P.y", "P.C: P.z"],
  },
  {
    name: "a reference parameter",
    xta: `void set(int[0,3] &a, int[0,3] b) { a = b; }\n${one("int[0,3] x, y, z;", "A -> B { select k : int[0,3]; assign x = k, z = k; }, B -> C { assign set(y, x); }, C -> A { guard y > 1; }")}`,
    expected: ["P.B: P.x", "P.C: P.y"],
  },
  {
    name: "the thesis's loop: a = b; b = c",
    xta: one(
      "int[0,3] a, b, c, n; void run() { int i = 0; while (i < n) { a = b; b = c; i++; } }",
      "A -> B { select k : int[0,3]; assign a = k, b = k, c = k, n = k; }, B -> C { assign run(); }, C -> A { guard a > 1; assign b = 0, c = 0; }",
    ),
    expected: ["P.B: P.a P.b P.c P.n", "P.C: P.a"],
  },
  {
    name: "a loop that overwrites all elements",
    xta: one(
      "int[0,3] a[3]; void clear() { for (i : int[0,2]) a[i] = 0; }",
      "A -> B { select k : int[0,2]; assign a[k] = 1; }, B -> C { assign clear(); }, C -> A { guard a[1] == 0; }",
    ),
    expected: ["P.C: P.a[1]"],
  },
];

const networks: readonly Case[] = [
  {
    name: "value passing over a binary channel",
    xta: `chan z; int[0,3] v;\nprocess Q() { int[0,3] a; state Q1, Q2; init Q1; trans Q1 -> Q2 { select k : int[0,3]; assign a = k; }, Q2 -> Q1 { sync z!; assign v = a; }; }\nprocess P() { int[0,3] b; state P1, P2; init P1; trans P1 -> P2 { sync z?; assign b = v; }, P2 -> P1 { guard b > 0; }; }\nsystem Q, P;\n`,
    expected: ["Q.Q2: Q.a", "P.P2: P.b"],
  },
  {
    name: "not if one sender leaves it alone",
    xta: `chan z; int[0,3] v;\nprocess Q() { state Q1, Q2; init Q1; trans Q1 -> Q2 { select k : int[0,3]; sync z!; assign v = k; }, Q2 -> Q1 { sync z!; }; }\nprocess P() { int[0,3] b; state P1, P2; init P1; trans P1 -> P2 { sync z?; assign b = v; }, P2 -> P1 { guard b > 0; }; }\nsystem Q, P;\n`,
    expected: ["P.P1: v", "P.P2: v P.b"],
  },
  {
    name: "over a broadcast channel",
    xta: `broadcast chan z; int[0,3] v;\nprocess Q() { int[0,3] a; state Q1, Q2; init Q1; trans Q1 -> Q2 { select k : int[0,3]; assign a = k; }, Q2 -> Q1 { sync z!; assign v = a; }; }\nprocess P() { int[0,3] b; state P1, P2; init P1; trans P1 -> P2 { sync z?; assign b = v; }, P2 -> P1 { guard b > 0; }; }\nsystem Q, P;\n`,
    expected: ["Q.Q2: Q.a", "P.P2: P.b"],
  },
  {
    name: "what another process makes of a global",
    xta: `int[0,3] g;\nprocess Q() { int[0,3] a; state Q1, Q2; init Q1; trans Q1 -> Q2 { select k : int[0,3]; assign a = k; }, Q2 -> Q1 { assign g = a; }; }\nprocess P() { state P1, P2; init P1; trans P1 -> P2 { }, P2 -> P1 { guard g > 0; assign g = 0; }; }\nsystem Q, P;\n`,
    expected: ["Q.Q2: Q.a", "P.P1: g", "P.P2: g"],
  },
  {
    name: "an edge that cannot be taken uses nothing",
    xta: one(
      "int[0,3] x; bool never;",
      "A -> B { select s : int[0,3]; assign x = s; }, B -> C { guard never && x > 1; }, B -> A { }",
    ),
    expected: [],
  },
  {
    name: "references to different variables",
    xta: `int[0,3] r0, r1;\nprocess T(int[0,3] &r) { state A, B; init A; trans A -> B { select k : int[0,3]; assign r = k; }, B -> A { guard r > 1; }; }\nP0 = T(r0); P1 = T(r1);\nsystem P0, P1;\n`,
    expected: ["P0.B: r0", "P1.B: r1"],
  },
  {
    name: "a parameter by value that is not written is as good as a constant",
    xta: `int[0,3] v[2];\nvoid put(int i, int k) { v[i] = k; }\nprocess T(int u) { state A, B; init A; trans A -> B { select k : int[0,3]; assign put(u, k); }, B -> A { guard v[u] > 1; }; }\nP0 = T(0); P1 = T(1);\nsystem P0, P1;\n`,
    expected: ["P0.B: v[0]", "P1.B: v[1]"],
  },
  {
    name: "a hook reads everywhere",
    xta: `int[0,3] g, h;\nafter_update { h = g }\n${one("", "A -> B { select k : int[0,3]; assign g = k; }, B -> A { guard h > 1; }")}`,
    expected: ["everywhere: g", "P.A: h", "P.B: h"],
  },
];

const plain = one(
  "int[0,3] x, y;",
  "A -> B { select s : int[0,3]; assign x = s, y = s; }, B -> C { }, C -> A { assign x = 0, y = 0; }",
);
const properties: readonly Case[] = [
  { name: "a plain variable everywhere", xta: plain, queries: ["A[] P.x < 4"], expected: ["everywhere: P.x"] },
  { name: "imply", xta: plain, queries: ["A[] P.C imply P.x > 1"], expected: ["P.B: P.x", "P.C: P.x"] },
  { name: "not or", xta: plain, queries: ["A[] !P.C || P.x > 1"], expected: ["P.B: P.x", "P.C: P.x"] },
  { name: "and, in either order", xta: plain, queries: ["E<> P.x > 1 && P.C"], expected: ["P.B: P.x", "P.C: P.x"] },
  {
    name: "several queries",
    xta: plain,
    queries: ["A[] P.B imply P.x > 1", "E<> P.C && P.y > 1"],
    expected: ["P.B: P.x P.y", "P.C: P.y"],
  },
  { name: "leads to", xta: plain, queries: ["P.B && P.x > 1 --> P.A"], expected: ["P.B: P.x"] },
  { name: "deadlock looks at nothing", xta: plain, queries: ["A[] not deadlock"], expected: [] },
  { name: "sup where its condition can hold", xta: plain, queries: ["sup{P.B}: P.x"], expected: ["P.B: P.x"] },
  { name: "true", xta: plain, queries: ["A[] true"], expected: [] },
  {
    name: "quantifiers over processes",
    xta: `typedef int[0,1] id_t; process T(const id_t id) { int[0,3] x; state A, B; init A; trans A -> B { select s : int[0,3]; assign x = s; }, B -> A { }; }\nsystem T;\n`,
    queries: ["A[] forall (i : id_t) T(i).B imply T(i).x > 0"],
    expected: ["T(0).B: T(0).x", "T(1).B: T(1).x"],
  },
];

describe.each<readonly [string, readonly Case[]]>([
  ["flow", flows],
  ["functions", functions],
  ["networks", networks],
  ["properties", properties],
])("live variables: %s", (_, cases) => {
  test.each(cases)("$name", ({ xta, queries, expected }) => {
    expect(live(xta, queries ?? []).table).toEqual(expected);
  });
});

test("the chain of uses is told", () => {
  const { facts, asked } = live(flows[2]!.xta);
  const [fact] = facts.needs[0]![1]!.values();
  expect(explainFact(facts, fact!, asked)).toEqual([
    "P.x matters at P.B: P: B -> C computes P.y from it",
    "P.y matters at P.C: the guard of P: C -> A uses it",
  ]);
});
