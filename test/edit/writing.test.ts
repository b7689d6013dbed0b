import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  applyEdits,
  calledBy,
  callersOf,
  equalTrees,
  fieldAt,
  formatPage,
  functionAt,
  hasErrors,
  hintsOf,
  modelPage,
  type Page,
  refactoringsAt,
} from "../../src/index.ts";
import { askEverything, askOfTheWhole } from "./everything.ts";

/** Formatting, hints, calls, fields and refactorings of models. */
const xta = `const int N = 2 + 1; int  spare;
typedef struct { int deep; bool on; } box_t;
box_t box;
clock x, y;
int one() { return 1; }
int two(int a){ // keeps its comment
return one() +   one(); }
process P() { state A { x <= 2 * N }, B; init A; trans A -> B { guard y >= 7 && x > N; assign box.deep = two(1); }; }
process Q() { state C; init C; }
system P;
`;
const page = (text: string, name = "m.xta"): Page => modelPage(text, name)!;
const formatted = (text: string, name?: string): string => applyEdits(text, formatPage(page(text, name)));
const files = readdirSync("examples").filter((name) => /\.(xml|xta)$/.test(name));

describe("formatting", () => {
  test("writes declarations as the printer does, and leaves those with comments", () => {
    const text = formatted(xta);
    expect(text).toContain("const int N = 2 + 1; int spare;\n");
    expect(text).toContain("int one() {\n  return 1;\n}\n");
    expect(text).toContain("int two(int a){ // keeps its comment\nreturn one() +   one(); }");
  });

  test("in XML spells characters out, and not in CDATA", () => {
    const model = (inside: string): string =>
      `<nta><declaration>${inside}</declaration><template><name>P</name><location id="a"/><init ref="a"/></template><system>system P;</system></nta>`;
    expect(formatted(model("bool  b = 1&lt;2;"), "m.xml")).toBe(model("bool b = 1 &lt; 2;"));
    expect(formatted(model("<![CDATA[bool  b = 1<2;]]>"), "m.xml")).toBe(model("<![CDATA[bool b = 1 < 2;]]>"));
  });

  test("twice is once, and the tree stays the same", () => {
    for (const name of files) {
      const text = readFileSync(`examples/${name}`, "utf8");
      const once = formatted(text, name);
      expect(formatPage(page(once, name)), name).toEqual([]);
      expect(equalTrees(page(once, name).source!.tree, page(text, name).source!.tree), name).toBe(true);
    }
  });
});

test("hints tell the values of constants and the greatest bounds of clocks", () => {
  const shown = hintsOf(page(xta)).map(({ at, text }) => `${/\w+$/.exec(xta.slice(0, at))?.[0]} ${text}`);
  expect(shown).toEqual(["x ≤ 6", "y ≤ 7", "N = 3", "N = 3"]);
});

test("calls: from functions and from labels, and to functions", () => {
  const here = page(xta);
  const one = functionAt(here, xta.indexOf("one()"))!;
  const two = functionAt(here, xta.indexOf("two("))!;
  expect(callersOf(here, one).map(({ who, places }) => [who.name, places.length])).toEqual([["two", 2]]);
  expect(callersOf(here, two).map(({ who }) => who.name)).toEqual(["P"]);
  expect(calledBy(here, two).map(({ who }) => who.name)).toEqual(["one"]);
});

test("the field of a struct is found where it is declared", () => {
  const found = fieldAt(page(xta), xta.indexOf("deep = two"));
  expect(found?.declared.start).toBe(xta.indexOf("deep; bool"));
});

describe("refactorings", () => {
  const apply = (marked: string, title: string): string => {
    const found = refactoringsAt(page(xta), xta.indexOf(marked)).find((fix) => fix.title === title);
    return applyEdits(xta, found?.edits ?? []);
  };

  test("put a template on the system line, and make a variable meta", () => {
    expect(apply("Q()", "Add 'Q' to the system line")).toContain("system P, Q;");
    expect(apply("spare", "Make 'spare' meta")).toContain("; meta int  spare;");
    expect(refactoringsAt(page(xta), xta.indexOf("P()"))).toEqual([]);
  });

  test("write a file of UPPAAL 3 in today's syntax", () => {
    const old =
      "int n; clock x; process P { state A { x<=3 }, B; init A; trans A -> B { guard x>=1, n==0; assign n:=1; }; } system P;";
    const [fix] = refactoringsAt(page(old), 0);
    expect(fix?.title).toBe("Write this file in the syntax of UPPAAL 5");
    const next = page(applyEdits(old, fix!.edits));
    expect(next.source?.tree.syntax).toBe("new");
    expect(hasErrors(next.diagnostics)).toBe(false);
  });

  test("every one that is offered anywhere in the examples yields a model that checks", () => {
    let count = 0;
    for (const name of files.slice(0, 6)) {
      const here = page(readFileSync(`examples/${name}`, "utf8"), name);
      for (const { start } of here.occurrences.filter((_, i) => i % 9 === 0))
        for (const { edits } of refactoringsAt(here, start)) {
          count++;
          expect(hasErrors(page(applyEdits(here.text, edits), name).diagnostics)).toBe(false);
        }
    }
    expect(count).toBeGreaterThan(0);
  });
});

test("whatever is asked of a beginning of a text has an answer", () => {
  for (const name of files.slice(0, 8)) {
    const text = readFileSync(`examples/${name}`, "utf8");
    for (let i = 0; i < 8; i++) {
      const part = page(text.slice(0, Math.floor((text.length * i) / 8)), name);
      askEverything(part, part.text.length);
      askOfTheWhole(part, part.text.length);
    }
  }
});
