import { describe, expect, test } from "vitest";
import { predeclared } from "../../src/model/builtin.ts";
import { check } from "../../src/model/index.ts";
import {
  build,
  type Dialect,
  DialectError,
  dialectOf,
  edit,
  Fragment,
  parseQuery,
  parseQueryFile,
  predeclaredWords,
  printXta,
  read,
  spliceTree,
  type UppaalSource,
  withModernNames,
} from "../../src/syntax/index.ts";

/** Which UPPAAL a file is for: found out, said once, fixed on demand; and what becomes of such a file when it is changed. */
function source(text: string, dialect?: Dialect): UppaalSource {
  const found = read(text, { name: text.startsWith("<") ? "m.xml" : "m.xta", ...(dialect ? { dialect } : {}) });
  if (found.format === "tck") throw new Error("not a model of UPPAAL");
  return found;
}

const codes = ({ diagnostics }: UppaalSource): string[] => diagnostics.map((d) => `${d.severity} ${d.code}`);
const body = "process P() { state S; init S; } system P;";
const three = `const N 3; clock x; int n; chan go;
process P(chan c; const k) { state A { x =< N, n >= 0 }, B; init A; trans A -> B { guard x >= k, n == 0; sync c!; assign n := 1; }; }
process Q { state S; init S; trans S -> S { sync go?; }; }
P1 := P(go, 2);
system P1, Q;
`;

const xmlOf = (value: string): string =>
  `<nta><declaration>int n = ${value};</declaration><template><name>P</name><location id="a"/><init ref="a"/></template><system>system P;</system></nta>`;

describe("which dialect a text is in", () => {
  const cases: [string, string, Dialect, readonly string[]][] = [
    ["nothing special", `int n; ${body}`, 5, []],
    ["a function that became built in", `int abs(int i) { return i < 0 ? -i : i; } ${body}`, 4, ["abs"]],
    ["a variable called like a quantifier", `int sum; void f() { sum += 1; } ${body}`, 4, ["sum"]],
    ["a process called like a statement", "process P() { state S; init S; } exit = P(); system exit;", 4, ["exit"]],
    ["several words", `int log, sum; int pow(int a, int b) { return a; } ${body}`, 4, ["log", "pow", "sum"]],
    ["a type that is now declared", `typedef int[-5,5] int32_t; int32_t n; ${body}`, 4, ["int32_t"]],
    ["the syntax of 3", three, 3, []],
    ["one line of 3", `clock x; process P() { state S { x =< 3 }; init S; } system P;`, 3, []],
  ];
  test.each(cases)("%s", (_, text, dialect, names) => {
    const found = source(text);
    expect([dialectOf(found.tree), found.tree.names ?? []]).toEqual([dialect, names]);
    expect(codes(found)).toEqual(dialect === 5 ? [] : ["warning old-dialect"]);
    expect(check(found.tree).diagnostics).toEqual([]);
    // Told so, it is not said again; told otherwise, it is refused.
    expect(codes(source(text, dialect))).toEqual([]);
    if (dialect !== 5) expect([...codes(source(text, 5)), ...check(source(text, 5).tree).diagnostics]).not.toEqual([]);
  });

  test("the warning stands where the word is", () => {
    const text = `/* sum */ int sum; ${body}`;
    const { span, message } = source(text).diagnostics[0]!;
    expect(text.slice(span.start, span.end)).toBe("sum");
    expect(span.start).toBe(14);
    expect(message).toContain("UPPAAL 4: 'sum' is a name here");
  });

  test("what is built in stays so where it is not a name of the file", () => {
    const found = source(`int sum; const int k = abs(-3); int[k,k] m = 3; ${body}`);
    expect(found.tree.names).toEqual(["sum"]);
    expect(check(found.tree).diagnostics).toEqual([]);
  });

  test.each([
    ["a fault beside", `int sum; int n = ; ${body}`],
    ["both a name and a quantifier", `int sum; int n = sum(i : int[0,2]) i; ${body}`],
    ["'location' has two meanings", `int location; ${body}`],
    ["a slip of 5", `int[0,2] n; typedef int[0,2] id_t; process P(const id_t i) { state S; init S } system P;`],
  ])("what no dialect takes is explained as by 5: %s", (_, text) => {
    expect(source(text).diagnostics).toEqual(source(text, 5).diagnostics);
    expect(codes(source(text))).toContain("error syntax-error");
  });

  test.each([
    ["one too many", `int n = abs(1, 2); ${body}`, ["error builtin-arguments"]],
    ["several", `int n = abs(1, 2) + fmax(1); ${body}`, ["error builtin-arguments", "error builtin-arguments"]],
    ["in XML", xmlOf("abs()"), ["error builtin-arguments"]],
    [
      "beside a slip",
      `int n = abs(1, 2) + abs() ${body}`,
      Array(2).fill("error builtin-arguments").concat("error syntax-error"),
    ],
    ["beside a name of 4", `int sum = abs(1, 2); ${body}`, ["warning old-dialect", "error builtin-arguments"]],
  ])("a built-in function with the wrong number of arguments is no word of 3: %s", (_, text, expected) => {
    const found = source(text);
    expect(found.tree.syntax).not.toBe("old");
    expect(codes(found)).toEqual(expected);
    const call = found.diagnostics.find((d) => d.code === "builtin-arguments")!;
    expect(call.message).toMatch(/^'abs' takes one argument, not [02]$/);
  });

  test("a faulty file of 3 is explained as one of 3", () => {
    const found = source(three.replace("n := 1", "n := "));
    expect(codes(found)).toEqual(["warning old-dialect", "error syntax-error"]);
    expect(found.diagnostics[1]!.message).toBe("expected an expression, found ';'");
  });

  test("names of XML elements", () => {
    const xml = `<nta><template><name>X</name><location id="a"><name>control</name></location><init ref="a"/></template>
<system>system X;</system><queries><query><formula>E&lt;&gt; X.control</formula></query></queries></nta>`;
    const found = source(xml);
    expect(found.tree.names).toEqual(["X", "control"]);
    expect(codes(found)).toEqual(["warning old-dialect"]);
    expect(found.queryDiagnostics).toEqual([]);
    expect(found.tree.queries[0]!.query?.kind).toBe("E<>");
    expect(codes(source(xml, 5))).toEqual(["error keyword-name", "error keyword-name"]);
  });

  test("the syntax knows the names that the model declares", () => {
    expect([...predeclared()].map(([name]) => name).sort()).toEqual([...predeclaredWords].sort());
  });
});

describe("queries", () => {
  const model = source(`int X; process control() { state Idle; init Idle; } system control;`);

  test("a name of the model is one in queries, said once", () => {
    expect(dialectOf(model.tree)).toBe(5);
    const { entries, diagnostics } = parseQueryFile(
      "E<> control.Idle\nA[] X == 0\nE<> control.Idle && X == 1\n",
      model,
    );
    expect(entries.map((e) => e.query?.kind)).toEqual(["E<>", "A[]", "E<>"]);
    expect(diagnostics.map((d) => [d.severity, d.message.includes("control"), d.message.includes("'X'")])).toEqual([
      ["warning", true, false],
      ["warning", false, true],
    ]);
  });

  test.each([
    ["no model", "E<> control.Idle", {}],
    ["5 is asked for", "E<> control.Idle", { ...model, dialect: 5 as const }],
    ["not a name of the model", "E<> strategy.Idle", model],
  ])("stays wrong: %s", (_, text, context) => {
    expect(parseQuery(Fragment.of(text), context).diagnostics[0]!.severity).toBe("error");
  });

  test("what 5 understands is what 5 understands", () => {
    const { query, diagnostics } = parseQuery(Fragment.of("A[] not deadlock"), source(`int deadlock; ${body}`));
    expect([query?.kind === "A[]" && query.formula.kind, diagnostics]).toEqual(["unary", []]);
  });

  test("comparisons of 3 in queries of a model of 3", () => {
    const old = source(three);
    expect(parseQuery(Fragment.of("A[] n =< 1"), old).diagnostics).toEqual([]);
    expect(parseQuery(Fragment.of("A[] n =< 1"), model).diagnostics[0]!.code).toBe("unknown-symbol");
  });
});

describe("for UPPAAL 5", () => {
  test("names that are taken change everywhere, and nothing else does", () => {
    const text = `int abs_; // abs\nint abs(int i) { return i; }\nprocess P() { state S; init S; trans S -> S { guard abs(1) == 1; }; }\nsystem P;`;
    const { source: modern, renamed } = withModernNames(source(text), "xta");
    expect([...renamed]).toEqual([["abs", "abs__"]]);
    expect(modern.text).toBe(text.replaceAll("abs(", "abs__("));
    expect([dialectOf(modern.tree), codes(modern)]).toEqual([5, []]);
  });

  test("in XML, queries too", () => {
    const xml = `<nta><declaration>int sum; // sum</declaration><template><name>X</name><location id="a"/><init ref="a"/></template>
<system>system X;</system><queries><query><formula>E&lt;&gt; sum &lt; 1 &amp;&amp; X._a</formula><comment>sum</comment></query></queries></nta>`;
    const { source: modern } = withModernNames(source(xml), "xml");
    const expected = xml.replace("int sum;", "int sum_;").replace("; sum ", "; sum_ ");
    expect(modern.text).toBe(
      expected.replace(">X<", ">X_<").replace("system X;", "system X_;").replace(" X._a", " X_._a"),
    );
    expect([...codes(modern), ...modern.queryDiagnostics]).toEqual([]);
  });

  test("a file of 3 is printed", () => {
    const { source: modern } = withModernNames(source(three.replaceAll("go", "select")), "xta");
    const again = source(printXta(modern.tree), 5);
    expect([...again.diagnostics, ...check(again.tree).diagnostics]).toEqual([]);
    expect(again.text).toContain("chan select_;");
    expect(again.text).toContain("x <= N && n >= 0");
  });
});

describe("changing a file of 3", () => {
  const file = source(three);
  const [template] = file.tree.templates;

  test("keeps it one of 3", () => {
    const text = edit(file)
      .addEdge(template!, build.edge("B", "A", { guard: "x > 1", update: "n = 0" }))
      .apply();
    expect(text).toContain(three.slice(0, 100));
    expect(dialectOf(source(text).tree)).toBe(3);
    expect(source(text, 3).tree.templates[0]!.edges).toHaveLength(2);
  });

  test.each([
    ["a selection", () => edit(file).addEdge(template!, build.edge("B", "A", { select: "i : int[0,1]" }))],
    [
      "a parameter by value",
      () =>
        edit(file).addTemplate(
          build.template("R", { parameters: "int i", locations: [build.location("S")], initial: "S" }),
        ),
    ],
    ["a query in the text", () => edit(file).addQuery(build.query("A[] true"))],
    [
      "declarations of 5",
      () =>
        spliceTree(file, {
          ...file.tree,
          declarations: [...file.tree.declarations, ...build.declarations("typedef int[0,2] id_t;")],
        }),
    ],
  ])("or is refused: %s", (_, act) => {
    expect(act).toThrow(DialectError);
  });
});
