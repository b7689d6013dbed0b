import { describe, expect, it } from "vitest";
import {
  equalTrees,
  Fragment,
  parseQuery,
  parseQueryFile,
  printQuery,
  printQueryFile,
} from "../../src/syntax/index.ts";
import { shape } from "./shape.ts";

function check(text: string, kind: string, shapes: readonly string[], printed = text): void {
  it(text, () => {
    const { query, diagnostics } = parseQuery(Fragment.of(text));
    expect(diagnostics).toEqual([]);
    if (query === undefined) throw new Error("no query");
    expect(query.kind === "other" ? `${query.family} ${query.shape}` : query.kind).toBe(kind);
    const exprs = "formula" in query ? [query.formula] : "left" in query ? [query.left, query.right] : query.exprs;
    expect(exprs.map(shape)).toEqual(shapes);
    expect(printQuery(query)).toBe(printed);
    expect(equalTrees(parseQuery(Fragment.of(printed)).query, query)).toBe(true);
  });
}

describe("symbolic queries", () => {
  check("A[] not deadlock", "A[]", ["(not deadlock)"]);
  check("E<>p", "E<>", ["p"], "E<> p");
  check("E[] forall (i : id_t) T(i).A && p", "E[]", ["(forall i (&& (. (call T i) A) p))"]);
  check("A<> p imply q or r", "A<>", ["(or (imply p q) r)"]);
  check("p --> q and r", "-->", ["p", "(and q r)"]);
  check("A[1] --> E[2]", "-->", ["([] A 1)", "([] E 2)"]);
  check("sup: x, y + 1", "sup", ["x", "(+ y 1)"]);
  check("inf{P.A}: x", "inf", ["x"]);
  check("bounds{P.A && q}: x", "bounds", ["x"]);
  check("sup > 3 --> inf", "-->", ["(> sup 3)", "inf"]);
  check("E<> p under S", "E<>", ["p"]);
  check("A[]\n  p\n  and q", "A[]", ["(and p q)"], "A[] p and q");
  check("A[] (p and A<> q)", "A[]", ["(and p (A<> q))"]);
  check("A[] (p && q && A<> (r or s))", "A[]", ["(&& (&& p q) (A<> (or r s)))"], "A[] (p && q && A<> r or s)");
});

describe("other queries", () => {
  check("A[p U q]", "until A[$ U $]", ["p", "q"]);
  check("control: A<> p", "control control: @", []);
  check("control: A[ p W q ]", "control control: @", [], "control: A[p W q]");
  check("E<> control: A<> p", "control E<> control: @", []);
  check("{x >= 1, P.A} control: A[] p", "control {$, $} control: @", ["(>= x 1)", "(. P A)"]);
  check("control_t*(u, 3): A<> p", "control control_t*($, $): @", ["u", "3"]);
  check("control_t*: A<> p", "control control_t*: @", []);
  check("strategy S = control: A[] p under T", "strategy strategy & = @", []);
  check("strategy S = minE(c + 1)[<=10] {P.A} -> {x, y} : <> p under T imitate V", "strategy strategy & = @", []);
  check("maxPr[#<=5]: <> p", "learning maxPr[#<=$]: <> $", ["5", "p"]);
  check('strategy S = loadStrategy {a} -> {b} ("f.json")', "strategy strategy & = @", []);
  check('saveStrategy("f.json", S)', "strategy saveStrategy($, &)", ['"f.json"']);
  check("Pr[<=10](<> p)", "SMC Pr[<=$](<> $)", ["10", "p"]);
  check("Pr[x<=10; 50]([] p) under S", "SMC Pr[$<=$; $]([] $)", ["x", "10", "50", "p"]);
  check("Pr[<=10](p U q) >= 0.5", "SMC Pr[<=$]($ U $) >= $", ["10", "p", "q", "0.5"]);
  check("Pr[<=1](<> p) under S >= Pr[<=2](<> q) under T", "SMC @ >= @", []);
  check("E[<=10; 5](max: x + 1)", "SMC E[<=$; $](max: $)", ["10", "5", "(+ x 1)"]);
  check("simulate[<=10; 3] {x, P.A} : 2 : p", "SMC simulate[<=$; $] {$, $} : $ : $", [
    "10",
    "3",
    "x",
    "(. P A)",
    "2",
    "p",
  ]);
  check("simulate 1 [<=10] {x}", "SMC simulate $ [<=$] {$}", ["1", "10", "x"]);
  check("Pr (p U[1,2] (X q))", "MITL Pr $", ["(U 1 2 p (X q))"]);
  check("sat: Chart", "LSC sat: &", []);
  check("refinement: A <= B", "ecdar refinement: $", ["(<= A B)"]);
});

describe("what is no query", () => {
  const refuse = (text: string, message: string): void => {
    it(text, () => expect(parseQuery(Fragment.of(text)).diagnostics.map((d) => d.message)).toEqual([message]));
  };
  refuse("p", "expected '-->' or a path operator, found end of text");
  refuse("A[] A<> p", "expected an expression, found 'A<>'");
  refuse("E<> (p and A<> q)", "expected an expression, found 'A<>'");
  refuse("A[] (p imply A<> q)", "expected an expression, found 'A<>'");
  refuse("sup:", "expected an expression, found end of text");
  refuse("A[]+ p", "expected an expression, found 'A[]+'");
  refuse("E<> p --> q", "expected the end of the text, found '-->'");
  refuse("Pr[<=3](<> p) > 0.5", "expected '>=' or '<=', found '>'");
  refuse("Pr[<3](<> p)", "expected '<=', found '<'");
  refuse("Pr[<=3](<> p) >= 1", "expected a number with a decimal point, found '1'");
  refuse("minE[<=3]: <> p", "expected '(' and a cost after 'minE', found '['");
  refuse("simulate[<=10; n] {x}", "expected a number of runs, found 'n'");
  refuse("simulate[<=10] {x} : p : q", "expected the end of the text, found ':'");
  refuse("strategy S = A[] p", "expected a control or learning query, found 'A[]'");
  it("nothing", () => expect(parseQuery(Fragment.of(" // only a comment"))).toEqual({ diagnostics: [] }));
});

const file = `//This file was generated from (Academic) UPPAAL 4.1

/* unrelated */

/*
safe
*/
A[] not \\
  deadlock
//NO_QUERY

// one
// two
E<> p /* inside */ and q // EXPECT:F
/* EXPECT:MT,10MB,3S */
A[] x ) y
sup: x
/* EXPECT:0.5 */
/*
heading
*/
//NO_QUERY
`;

describe("query files", () => {
  const { entries, diagnostics } = parseQueryFile(file);
  it("are cut into queries", () => {
    expect(entries.map((e) => [e.query?.kind, e.text, e.comment])).toEqual([
      ["A[]", "A[] not \\\n  deadlock", "safe"],
      [undefined, "", undefined],
      ["E<>", "E<> p /* inside */ and q", "one\ntwo"],
      ["A[]", "A[] x ) y", undefined],
      ["sup", "sup: x", undefined],
      [undefined, "", "heading"],
    ]);
    for (const e of entries) expect(file.slice(e.start, e.end)).toBe(e.text);
  });
  it("say what is expected", () => {
    expect(entries.map((e) => e.expect?.outcome ?? e.expect?.value)).toEqual([
      undefined,
      undefined,
      "maybe_true",
      undefined,
      "0.5",
      undefined,
    ]);
    expect(entries[2]!.expect?.resources).toEqual([
      { type: "memory", value: "10", unit: "MB" },
      { type: "time", value: "3", unit: "S" },
    ]);
  });
  it("point at the fault", () => {
    expect(diagnostics.map((d) => [d.message, file.slice(d.span.start, d.span.start + 3)])).toEqual([
      ["expected the end of the text, found ')'", ") y"],
    ]);
  });
  it("are the same when printed and read again", () => {
    const again = parseQueryFile(printQueryFile(entries)).entries;
    expect(again.map((e) => [e.comment, e.expect?.outcome, e.expect?.value])).toEqual(
      entries.map((e) => [e.comment, e.expect?.outcome, e.expect?.value]),
    );
    expect(
      equalTrees(
        again.map((e) => e.query),
        entries.map((e) => e.query),
      ),
    ).toBe(true);
  });
  it("refuse an expectation that says nothing, or is that of no query", () => {
    const faultsOf = (text: string) =>
      parseQueryFile(text).diagnostics.map(({ message, span }) => [message, text.slice(span.start, span.end)]);
    expect(faultsOf("E<> p\n/* EXPECT:T,[0.4,0.6],3S,soon,4 parsecs */")).toEqual([
      ["'soon' says nothing about what is expected", "soon"],
    ]);
    expect(faultsOf("E<> p // EXPECT:t,5XB")).toEqual([["'5XB' says nothing about what is expected", "5XB"]]);
    expect(faultsOf("// EXPECT:T\nE<> p")).toEqual([["there is no query in front of this expectation", "// EXPECT:T"]]);
  });
  it("may have CRLF and an open comment", () => {
    expect(parseQueryFile("E<> p\r\nA[] \\\r\n q\r\n").entries.map((e) => e.query?.kind)).toEqual(["E<>", "A[]"]);
    expect(parseQueryFile("E<> p\n/* x").diagnostics.map((d) => d.code)).toEqual(["comment-not-closed"]);
  });
});
