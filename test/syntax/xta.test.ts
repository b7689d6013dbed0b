import { describe, expect, it } from "vitest";
import {
  equalTrees,
  Fragment,
  parseDeclarations,
  parseGuard,
  parseParameters,
  parseStatement,
  parseSync,
  parseXta,
  printDeclarations,
  printParameters,
  printStatement,
  printSync,
  printXta,
} from "../../src/syntax/index.ts";
import { shape } from "./shape.ts";

describe("declarations are printed as they were read", () => {
  const check = (text: string, printed = text): void => {
    it(text, () => {
      const { value, diagnostics } = parseDeclarations(Fragment.of(text));
      expect(diagnostics).toEqual([]);
      expect(printDeclarations(value).trimEnd()).toBe(printed);
    });
  };
  check("int a, b[3], c[2][int[0,3]] = {{1, 2}, {3, 4}};");
  check("const int[0,N - 1] k = 2;");
  check("urgent broadcast chan go[id_t];");
  check("hybrid clock h;");
  check("meta bool seen[scalar[3]];");
  check('const string file = "x.so";');
  check("typedef struct { int a, b[2]; id_t c; } S, T[3];");
  check("S s = {a: 1, {2, 3}, c: 4};");
  check("int x := 3;", "int x = 3;");
  check("chan priority a, b[0][i] < default < c;");
  check("before_update { a = 1, b++ }");
  check("dynamic T(int n, broadcast chan &c);");
  check("P = T();");
  check("Q(const id_t i, int &x[3]) = T(i, x, 2 + 1);");
  check('import "m.so" { f = int g(int x); };', 'import "m.so" {\n  f = int g(int x);\n};');
  check("void f() { }");
  check("id_t f(const S &s) {\n  int i = 0;\n  return s.a;\n}");
  check("int A; int sup, U;", "int A;\nint sup, U;");
});

describe("statements are printed as they were read", () => {
  const check = (text: string): void => {
    it(text.replaceAll("\n", " "), () => {
      const { value, diagnostics } = parseStatement(Fragment.of(text));
      expect(diagnostics).toEqual([]);
      expect(printStatement(value)).toBe(text);
    });
  };
  check(";");
  check("if (a, b)\n  c = 1;\nelse if (d)\n  ;\nelse {\n  f();\n}");
  check("if (a)\n  if (b)\n    c = 1;\n  else\n    c = 2;");
  check("while (i < 3) {\n  i++;\n}");
  check("do {\n  i++;\n} while (i < 3);");
  check("do\n  i++;\nwhile (i < 3);");
  check("for (i = 0, j = 0; i < 3; i++)\n  a[i] = j;");
  check("for (i : int[0,3])\n  n += a[i];");
  check("{\n  typedef int T;\n  T x;\n  assert x == 0;\n  return;\n}");
  check("switch(x);");
});

describe("synchronisations", () => {
  const check = (text: string, channel: string, direction: string, printed = text): void => {
    it(text, () => {
      const { value, diagnostics } = parseSync(Fragment.of(text));
      expect(diagnostics).toEqual([]);
      expect([shape(value.channel), value.direction, printSync(value)]).toEqual([channel, direction, printed]);
    });
  };
  check("c!", "c", "!");
  check("c[i + 1]?", "([] c (+ i 1))", "?");
  check("c ? ", "c", "?", "c?");
  check("c", "c", "");
  check("(p ? c : d)?", "(? p c d)", "?");
  check("p ? c : d", "(? p c d)", "");
  check("p ? c : d ?", "(? p c d)", "?", "(p ? c : d)?");
});

const trainGate = `clock t; chan appr[3];
process Train(const int id) {
  clock x; int f() { return 1; }
  state Safe { ; 2 : 3 }, Cross { x <= 5; 1 }, Wait { x < 3 && t' == 0 }, Start;
  branchpoint B;
  commit Start; urgent Safe, Wait; commit Cross;
  init Safe;
  trans Safe -> Cross { select i : int[0,1], j : id_t; guard x > i; sync appr[id]!; assign x = 0, f(); },
    -u-> Safe { },
    -> B { guard true; },
    B -> Safe { probability 3; };
}
int late;
process Gate() { }
T0 = Train(0);
system T0 < Gate, Other;
progress { late; t > 3 : late + 1; }
gantt { G(i : int[0,1]) : for (j : id_t) T0.Safe -> 1, late > 0 -> 2; H : true -> 0; }
query { A[] not deadlock }
`;

describe("models", () => {
  const { tree, diagnostics } = parseXta(trainGate);
  const [train] = tree.templates;
  it("have no fault", () => expect(diagnostics).toEqual([]));
  it("keep the order of templates and declarations", () => {
    expect(tree.declarations.map((d) => d.kind)).toEqual(["variables", "variables"]);
    expect(tree.templates.map((t) => t.name.name)).toEqual(["Train"]);
    expect(tree.systemDeclarations.map((d) => d.kind)).toEqual(["variables", "template", "instantiation"]);
    expect(tree.system?.groups.map((g) => g.map((n) => n.name))).toEqual([["T0"], ["Gate", "Other"]]);
  });
  it("keep locations", () => {
    expect(
      train!.locations.map((l) => [l.id, l.urgent, l.committed, l.rate?.value.length ?? 0, Boolean(l.invariant)]),
    ).toEqual([
      ["Safe", true, false, 2, false],
      ["Cross", false, true, 1, true],
      ["Wait", true, false, 0, true],
      ["Start", false, true, 0, false],
    ]);
    expect([train!.initial?.name, train!.branchpoints.map((b) => b.id)]).toEqual(["Safe", ["B"]]);
  });
  it("keep edges", () => {
    expect(
      train!.edges.map((e) => [
        e.source.name,
        e.target.name,
        e.controllable,
        Object.keys(e).filter((k) => ["select", "guard", "sync", "update", "probability"].includes(k)),
      ]),
    ).toEqual([
      ["Safe", "Cross", true, ["select", "guard", "sync", "update"]],
      ["Safe", "Safe", false, []],
      ["Safe", "B", true, ["guard"]],
      ["B", "Safe", true, ["probability"]],
    ]);
    const guard = train!.edges[0]!.guard;
    expect(trainGate.slice(guard?.start, guard?.end)).toBe("guard x > i;");
  });
  it("keep progress, gantt and queries", () => {
    expect(tree.progress.map((m) => Boolean(m.guard))).toEqual([false, true]);
    expect(tree.gantt.map((r) => [r.name.name, r.binders.length, r.entries.length])).toEqual([
      ["G", 1, 2],
      ["H", 0, 1],
    ]);
    expect(tree.queries.map((q) => [q.text, q.query?.kind])).toEqual([["A[] not deadlock", "A[]"]]);
  });
  it("are the same when printed and read again", () => {
    const again = parseXta(printXta(tree));
    expect(again.diagnostics).toEqual([]);
    expect(equalTrees({ ...again.tree, queries: [] }, { ...tree, queries: [] })).toBe(true);
  });
});

describe("old syntax", () => {
  it("is read into the same tree and printed anew", () => {
    const text = `const N 3, M 4;
int x;
process P(clock y, z; const k, l; int [0,5] n) { clock w; const K 2; state A { y =< N, w<2 }, B; init A; trans A -> B { guard x == 1, z => k; sync c?; assign x := 2; }; }
process Q { state S; init S; }
P1 := P(a, b, 1, 2, x);
system P1, Q;
`;
    const { tree, diagnostics } = parseXta(text, { syntax: "old" });
    expect(diagnostics).toEqual([]);
    expect(printXta(tree)).toBe(`const int N = 3, M = 4;
int x;

process P(clock &y, clock &z, const int k, const int l, int[0,5] &n) {
  clock w;
  const int K = 2;
  state
    A { y <= N && w < 2 },
    B;
  init A;
  trans
    A -> B { guard x == 1 && z >= k; sync c?; assign x = 2; };
}

process Q() {
  state
    S;
  init S;
}

P1 = P(a, b, 1, 2, x);
system P1, Q;
`);
  });
  it("knows commas in guards and groups of parameters", () => {
    expect(shape(parseGuard(Fragment.of("a == 1, b == 2, c"), { syntax: "old" }).value)).toBe(
      "(&& (&& (== a 1) (== b 2)) c)",
    );
    expect(printParameters(parseParameters(Fragment.of("chan a, b; const n"), { syntax: "old" }).value)).toBe(
      "chan &a, chan &b, const int n",
    );
  });
  for (const text of ["typedef int T;", "int f() { return 1; }", "meta int z;", "const int A = 3;"]) {
    it(`has no ${text}`, () => {
      expect(parseDeclarations(Fragment.of(text), { syntax: "old" }).diagnostics).toHaveLength(1);
    });
  }
});

it("unnamed locations are called by their id in XTA", () => {
  const { tree } = parseXta("process P() { state A, B; init A; trans A -> B { }; } system P;");
  const [template] = tree.templates;
  const locations = [
    { ...template!.locations[0]!, id: "id0", name: undefined },
    {
      ...template!.locations[1]!,
      id: "id1",
      name: { ...template!.locations[1]!.name, kind: "name" as const, start: 0, end: 0, name: "select" },
    },
  ];
  const name = (text: string) => ({ kind: "name" as const, start: 0, end: 0, name: text });
  const renamed = {
    ...template!,
    locations,
    initial: name("id0"),
    edges: [{ ...template!.edges[0]!, source: name("id0"), target: name("id1") }],
  };
  expect(printXta({ ...tree, templates: [renamed] })).toContain(
    "state\n    _id0,\n    select_;\n  init _id0;\n  trans\n    _id0 -> select_ { };",
  );
});
