import { describe, expect, test } from "vitest";
import { check, checkQuery } from "../../src/model/index.ts";
import { instantiate, instantiateQuery } from "../../src/network/index.ts";
import { Fragment, parseQuery, read } from "../../src/syntax/index.ts";
import { type ReduceOptions, type Reduction, reduce } from "../../src/transform/index.ts";

function reduced(
  text: string,
  queries: readonly string[] = [],
  options: Partial<ReduceOptions> = {},
  name = "model.xta",
): Reduction {
  const source = read(text, { name });
  if (source.format === "tck") throw new Error("not a UPPAAL model");
  const model = check(source.tree);
  expect([...source.diagnostics, ...model.diagnostics].filter((d) => d.severity === "error")).toEqual([]);
  const { made } = instantiate(model);
  if (made === undefined) throw new Error("no network");
  const asked = queries.map((q) => {
    const { query } = parseQuery(Fragment.of(q));
    const ready = query === undefined ? undefined : instantiateQuery(made, checkQuery(model, query), q).query;
    if (ready === undefined) throw new Error(q);
    return ready;
  });
  return reduce(source, made, { queries: asked, ...options });
}

/** Lines that differ, as `- old` and `+ new`. Lines are never removed here, only changed or added. */
function changes(text: string, { text: after }: Reduction): readonly string[] {
  const [a, b] = [text.split("\n"), after.split("\n")];
  const out: string[] = [];
  let i = 0;
  for (const line of b) {
    if (line === a[i]) i++;
    else {
      if (a[i] !== undefined && !b.includes(a[i]!)) out.push(`- ${a[i++]!.trim()}`);
      out.push(`+ ${line.trim()}`);
    }
  }
  return out;
}

const one = (declarations: string, ...trans: readonly string[]): string =>
  `process P() {\n${declarations}\nstate A, B, C;\ninit A;\ntrans\n${trans.join(",\n")};\n}\nsystem P;\n`;
const pick = "A -> B { select s : int[0,3]; assign x = s; }";

describe("resets", () => {
  test("behind the last use, and after dead assignments", () => {
    const text = one("int[0,3] x;", pick, "B -> C { guard x > 1; }", "C -> A { assign x = 2; }");
    const result = reduced(text);
    expect(changes(text, result)).toEqual([
      "- B -> C { guard x > 1; },",
      "+ B -> C { guard x > 1; assign x = 0; },",
      "- C -> A { assign x = 2; };",
      "+ C -> A { assign x = 2, x = 0; };",
    ]);
    expect(result.resets.map((r) => [r.template, r.source, r.target, r.variable, r.value, r.rule])).toEqual([
      ["P", "B", "C", "x", "0", "used"],
      ["P", "C", "A", "x", "0", "changed"],
    ]);
  });
  test("none where the model has one", () => {
    const text = one("int[0,3] x; clock c;", pick, "B -> C { guard x > 1; assign x = 0; }", "C -> A { }");
    expect(reduced(text).text).toBe(text);
    const called = one(
      "int[0,3] x; void clear() { x = 1; x = 0; }",
      pick,
      "B -> C { guard x > 1; assign clear(); }",
      "C -> A { }",
    );
    expect(reduced(called).text).toBe(called);
  });
  test("to initial values, where 0 is none", () => {
    const text = one(
      "int[2,5] x = 3; int[2,5] y; bool b = true;",
      "A -> B { select s : int[2,5]; assign x = s, y = s, b = s > 3; }",
      "B -> C { guard x > y && b; }",
    );
    expect(changes(text, reduced(text))).toContain("+ B -> C { guard x > y && b; assign x = 3, y = 2, b = true; };");
  });
  test("clocks, where nothing compares them any more", () => {
    const text = one(
      "clock x, y;",
      "A -> B { assign x = 0, y = 0; }",
      "B -> C { guard x > 2; }",
      "C -> A { guard y > 3; }",
    );
    expect(reduced(text).resets.map((r) => `${r.source} ${r.target} ${r.variable}`)).toEqual(["B C x", "C A y"]);
  });
  test("what a query looks at stays", () => {
    const text = one("int[0,3] x;", pick, "B -> C { guard x > 1; }", "C -> A { }");
    expect(reduced(text, ["A[] P.x < 4"]).text).toBe(text);
    expect(reduced(text, ["A[] P.C imply P.x < 4"]).resets.map((r) => r.source)).toEqual(["C"]);
    expect(reduced(text, [], { keepAll: true }).text).toBe(text);
  });
  test("fields and elements", () => {
    const text = one(
      "struct { int[0,3] a; int[0,3] b; } s; int[0,3] l[2] = {1, 2};",
      "A -> B { select k : int[0,3]; assign s.a = k, s.b = k, l[0] = k, l[1] = k; }",
      "B -> C { guard s.a > l[1]; }",
      "C -> A { guard s.b > l[0]; }",
    );
    expect(
      reduced(text)
        .resets.map((r) => `${r.source} ${r.variable}=${r.value}`)
        .sort(),
    ).toEqual(["B l[1]=2", "B s.a=0", "C l[0]=1", "C s.b=0"]);
    expect(changes(text, reduced(text)).filter((l) => l.startsWith("+"))).toEqual([
      "+ B -> C { guard s.a > l[1]; assign s.a = 0, l[1] = 2; },",
      "+ C -> A { guard s.b > l[0]; assign s.b = 0, l[0] = 1; };",
    ]);
  });
  test("a large array by a generated function", () => {
    const text = one(
      "int[0,3] a[3][4];",
      "A -> B { select k : int[0,3]; assign a[k % 3][k] = 1; }",
      "B -> C { guard exists (i : int[0,2]) exists (j : int[0,3]) a[i][j] > 0; }",
      "C -> C { }",
    );
    const result = reduced(text);
    expect(result.functions).toEqual(["reset_a"]);
    expect(result.text).toContain(
      "void reset_a() {\n    for (i0 : int[0, 2]) {\n        for (i1 : int[0, 3]) {\n            a[i0][i1] = 0;\n        }\n    }\n}",
    );
    expect(result.text).toContain("a[i][j] > 0; assign reset_a(); }");
    expect(result.resets).toMatchObject([{ variable: "a", value: "0" }]);
  });
  test("with different initial values, element by element", () => {
    const text = one(
      "int[0,9] a[6] = {1, 1, 1, 2, 3, 4};",
      "A -> B { select k : int[0,5]; assign a[k] = 7; }",
      "B -> C { guard exists (i : int[0,5]) a[i] > 6; }",
      "C -> C { }",
    );
    expect(reduced(text).text).toContain("    a[0] = 1;\n    a[1] = 1;\n    a[2] = 1;\n    a[3] = 2;");
  });
  test("a select of the same name hides the variable", () => {
    const text = one("int[0,3] x;", pick, "B -> C { select x : int[0,1]; guard big(x); }", "C -> A { }").replace(
      "int[0,3] x;",
      "int[0,3] x; bool big(int k) { return x > k; }",
    );
    const { text: after } = reduced(text);
    expect(after).toContain("void reset_x() {\n    x = 0;\n}");
    expect(after).toContain("guard big(x); assign reset_x(); }");
  });
  test("several processes: dead for all of them", () => {
    const text = `typedef int[0,1] id_t;\nprocess T(const id_t id) {\nint[0,3] x = id + 1;\nstate A, B, C;\ninit A;\ntrans\nA -> B { select s : int[0,3]; assign x = s; },\nB -> C { guard x > 1; },\nC -> A { guard id == 0 || x > 2; };\n}\nsystem T;\n`;
    // Process 1 still uses x at C; where both are done, each gets its own initial value back.
    expect(changes(text, reduced(text))).toEqual([
      "- C -> A { guard id == 0 || x > 2; };",
      "+ C -> A { guard id == 0 || x > 2; assign x = id + 1; };",
    ]);
  });
  test("not what a dead variable that stays is computed from: it could take new values", () => {
    // Only process 1 computes y from g, and only that of process 0 is looked at; no edge can reset one and not the other.
    const text = `int[0,3] g;\nprocess T(const int[0,1] id) {\nint[0,3] y;\nstate A;\ninit A;\ntrans\nA -> A { guard id == 1; assign y = g; },\nA -> A { guard id == 0; assign y = 3 - y; };\n}\nprocess W() { state A; init A; trans A -> A { select s : int[0,3]; assign g = s; }; }\nsystem T, W;\n`;
    expect(reduced(text).resets.map((r) => `${r.template} ${r.variable}`)).toEqual(["T y", "T y", "W g"]);
    const { resets, skipped } = reduced(text, ["A[] T(0).y < 4"]);
    expect({ resets, skipped }).toEqual({
      resets: [],
      skipped: [
        {
          variable: "g",
          why: "T(1).y is computed from it, which is dead as well but cannot be reset, and could take new values",
        },
      ],
    });
  });
  test("by reference", () => {
    const text = `int[0,3] r0, r1 = 0;\nprocess T(int[0,3] &r) {\nstate A, B;\ninit A;\ntrans\nA -> B { select s : int[0,3]; assign r = s; },\nB -> A { guard r > 1; };\n}\nP0 = T(r0);\nP1 = T(r1);\nsystem P0, P1;\n`;
    expect(changes(text, reduced(text))).toEqual([
      "- B -> A { guard r > 1; };",
      "+ B -> A { guard r > 1; assign r = 0; };",
    ]);
    // Both name one variable: no edge can know when both are done with it.
    expect(reduced(text.replace("T(r1)", "T(r0)")).resets).toEqual([]);
  });
});

const passing = (kind: string, use: string): string =>
  `${kind} z;\nint[0,3] v, w;\nprocess Q() {\nint[0,3] a;\nstate A;\ninit A;\ntrans\nA -> A { select s : int[0,3]; sync z!; assign v = s; };\n}\nprocess P(const int[0,1] id) {\nint[0,3] b;\nstate A, B;\ninit A;\ntrans\nA -> B { sync z?; assign b = v; },\nB -> A { guard ${use}; };\n}\nsystem Q, P;\n`;

describe("value passing", () => {
  test("the receiver resets", () => {
    const text = passing("chan", "b > 1");
    expect(changes(text, reduced(text)).filter((l) => l.startsWith("+"))).toEqual([
      "+ A -> B { sync z?; assign b = v, v = 0; },",
      "+ B -> A { guard b > 1; assign b = 0; };",
    ]);
  });
  test("over a broadcast channel the variable becomes meta, apart from its neighbours", () => {
    const text = passing("broadcast chan", "b > 1");
    const result = reduced(text);
    expect(result.meta).toEqual([{ variable: "v", channel: "z" }]);
    expect(changes(text, result).slice(0, 3)).toEqual(["- int[0,3] v, w;", "+ int[0,3] w;", "+ meta int[0,3] v;"]);
  });
  test("neither if it is read elsewhere, too", () => {
    expect(reduced(passing("broadcast chan", "b > v")).meta).toEqual([]);
    expect(reduced(passing("chan", "b > v")).resets.map((r) => r.variable)).toEqual(["b"]);
  });
});

describe("files", () => {
  const xml = `<?xml version="1.0" encoding="utf-8"?>
<nta>
  <declaration>int[0,3] g;</declaration>
  <template>
    <name>P</name>
    <location id="a" x="0" y="0"/><location id="b" x="100" y="0"/><branchpoint id="c" x="150" y="0"/>
    <init ref="a"/>
    <transition><source ref="a"/><target ref="b"/><label kind="select">s : int[0,3]</label><label kind="assignment" x="3" y="4"> (g = s) /* chosen */ </label></transition>
    <transition><source ref="b"/><target ref="c"/><label kind="guard">g &gt; 1</label></transition>
    <transition><source ref="c"/><target ref="a"/><label kind="probability">1</label></transition>
    <transition><source ref="c"/><target ref="b"/><label kind="assignment"><![CDATA[g = 3,
g = g & 2]]></label></transition>
  </template>
  <system>system P;</system>
</nta>
`;
  test("XML: labels grow, everything else stays; behind a branch point the way out resets", () => {
    const { text } = reduced(xml, [], {}, "model.xml");
    const lines = text.split("\n");
    const before = xml.split("\n");
    const changed = lines.filter((l, i) => l !== before[i]).map((l) => l.replace(/x="-?\d+" y="-?\d+"/, "PLACE"));
    expect(changed).toEqual([
      `    <transition><source ref="c"/><target ref="a"/><label kind="assignment" PLACE>g = 0</label><label kind="probability">1</label></transition>`,
    ]);
  });
  test("a label in parentheses, and one with a comment", () => {
    const text = one(
      "int[0,3] x, y;",
      "A -> B { select s : int[0,3]; assign x = s, (y = s) /* not used */; }",
      "B -> A { guard x > 1; }",
    );
    expect(reduced(text).text).toContain("x = s, (y = s), y = 0 /* not used */;");
  });
  test("line ends stay as they are", () => {
    const text = one("int[0,3] x;", pick, "B -> A { guard x > 1; }").replaceAll("\n", "\r\n");
    expect(reduced(text).text).toBe(text.replace("guard x > 1; }", "guard x > 1; assign x = 0; }"));
  });
  test("old syntax", () => {
    const source = read(
      "int x; process P { state A, B; init A; trans A -> B { assign x:=2; }, B -> A { guard x > 1; }; } system P;",
      { name: "m.ta", dialect: 3 },
    );
    if (source.format === "tck") throw new Error("not old syntax");
    const { made } = instantiate(check(source.tree));
    if (made === undefined) throw new Error("no network");
    expect(reduce(source, made, { queries: [] }).text).toContain("guard x > 1; assign x := 0; }");
  });
});

describe("substitution", () => {
  const label = (assign: string, guard = "a > 0"): string =>
    one(
      "int[0,7] a, b, c; int[0,7] t[8] = {1, 2, 3, 4, 5, 6, 7, 0}; int f(int v) { return v + b; } void w() { c = 1; }",
      `A -> B { select s : int[0,3]; assign c = s; }`,
      `B -> C { assign ${assign}; }`,
      `C -> A { guard ${guard}; assign t[a] = a; }`,
    );
  const after = (assign: string): string =>
    /B -> C \{(?: assign (.*?);)? \}/.exec(reduced(label(assign), [], { substitute: true }).text)?.[1] ?? "";
  test.each([
    ["b = c + 2, a = t[b]", "a = t[c + 2], c = 0"],
    ["b = c + 2, a = t[b] + b * 2", "a = t[c + 2] + (c + 2) * 2, c = 0"],
    ["b = 3", ""],
    ["b = c, c = a, a = b + c", "b = c, a = b + a, b = 0, c = 0"],
    ["b = c, a = f(1)", "b = c, a = f(1), b = 0, c = 0"],
    ["b = c, w(), a = b", "b = c, w(), a = b, b = 0, c = 0"],
    ["b = c + 6, a = b % 8", "b = c + 6, a = b % 8, b = 0, c = 0"],
  ])("%s", (assign, expected) => {
    expect(after(assign)).toBe(expected);
  });
});
