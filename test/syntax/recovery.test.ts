import { describe, expect, it } from "vitest";
import { Fragment, parseDeclarations, parseXta, printDeclaration, type Tree } from "../../src/syntax/index.ts";

/** One fault, one message; and what follows it is still read. */
function declarations(text: string, messages: readonly string[], names: readonly string[]): void {
  it(text, () => {
    const { value, diagnostics } = parseDeclarations(Fragment.of(text));
    expect(diagnostics.map((d) => d.message)).toEqual(messages);
    const declared = value.flatMap((d) =>
      d.kind === "variables" || d.kind === "typedef"
        ? d.declarators.map((x) => x.name.name)
        : d.kind === "function" || d.kind === "instantiation"
          ? [d.name.name]
          : [],
    );
    expect(declared).toEqual(names);
  });
}

describe("declarations", () => {
  declarations("int a = ; int b;", ["expected an expression, found ';'"], ["a", "b"]);
  declarations("int a\nint b;", ["expected ';' after the declaration, found 'int'"], ["a", "b"]);
  declarations("int 3; clock x;", ["expected a name, found '3'"], ["", "x"]);
  declarations("int a[; int b;", ["expected an expression, found ';'"], ["a", "b"]);
  declarations("broadcast urgent chan c; int b;", ["expected a type, found 'urgent'"], ["", "c", "b"]);
  declarations("const clock x; int b;", ["expected a type that can be 'const', found 'clock'"], ["", "x", "b"]);
  declarations("int query; int b;", ["expected a name, found 'query'"], ["", "b"]);
  declarations("time abs(int x) { return x; } int b;", ["expected a name, found 'abs'"], ["", "b"]);
  declarations("int f(int a { return 1; } int b;", ["expected ')' after the parameters, found '{'"], ["f", "b"]);
  declarations("} int b;", ["expected a declaration, found '}'"], ["b"]);
  declarations("P = T(1; Q = T(2);", ["expected ')' after the arguments, found ';'"], ["P", "Q"]);
  declarations("before_update { a = 1; } int b;", ["expected '}' after the updates, found ';'"], ["b"]);
  declarations("typedef int A; A x; int b;", ["'A' cannot be the name of a type"], ["A", "x", "b"]);
  declarations("int a; /* int b;", ["this comment is not closed"], ["a"]);
  declarations('const string s = "x; int b;', ["this string is not closed"], ["s"]);
  declarations("exit = T(); int b;", ["expected a declaration, found 'exit'"], ["b"]);
  declarations("int a[2] = { , 1 }, c; int b;", ["expected an expression, found ','"], ["a", "c", "b"]);
  declarations("int g(int n); int b;", ["expected '{' before the block, found ';'"], ["g", "b"]);
});

describe("functions", () => {
  declarations("void f() { a = ; b = 1; } int c;", ["expected an expression, found ';'"], ["f", "c"]);
  declarations("void f() { if (a { b = 1; } } int c;", ["expected ')' after the condition, found '{'"], ["f", "c"]);
  declarations(
    "void f() { for (int i = 0; i < 3; i++) { } } int c;",
    ["expected an expression, found 'int'"],
    ["f", "c"],
  );
  declarations("void f() { while (a b) c = 1; } int c;", ["expected ')' after the condition, found 'b'"], ["f", "c"]);
  declarations(
    "void f() { a = 1; int b; b = 2; } int c;",
    ["a declaration must stand before the statements of its block"],
    ["f", "c"],
  );
  declarations(
    "int f() { if (a) { return 0; } \n int g() { return 1; } int c;",
    ["expected '}' at the end of the block, found 'int'"],
    ["f", "g", "c"],
  );
  declarations(
    "int f() { int g() { return 1; } return 2; } int c;",
    ["a function cannot be declared inside a function"],
    ["f", "c"],
  );
  declarations("void f() { x = 1 } int c;", ["expected ';' after the statement, found '}'"], ["f", "c"]);
  declarations("void f() { {{ }", ["expected '}' at the end of the block, found end of text"], ["f"]);
  declarations(
    "void f() { a = 1; b c = ; d e; g(); }",
    [
      "a declaration must stand before the statements of its block",
      "expected an expression, found ';'",
      "a declaration must stand before the statements of its block",
    ],
    ["f"],
  );
});

function model(text: string, messages: readonly string[], summary: (tree: Tree) => unknown, expected: unknown): void {
  it(text, () => {
    const { tree, diagnostics } = parseXta(text);
    expect(diagnostics.map((d) => d.message)).toEqual(messages);
    expect(summary(tree)).toEqual(expected);
  });
}
const edges = (tree: Tree): unknown => tree.templates[0]!.edges.map((e) => `${e.source.name}${e.target.name}`);

describe("processes", () => {
  model(
    "process P() { state A, B; init A; trans A -> B { guard x < ; sync c!; }, B -> A { assign x = 0; }; } system P;",
    ["expected an expression, found ';'"],
    (tree) => tree.templates[0]!.edges.map((e) => [e.source.name, Boolean(e.sync), Boolean(e.update)]),
    [
      ["A", true, false],
      ["B", false, true],
    ],
  );
  model(
    "process P() { state A, B; init A; trans A -> { }, B -> A { }; } system P;",
    ["expected the target of the edge, found '{'"],
    edges,
    ["A", "BA"],
  );
  model(
    "process P() { state A, B; init A; trans A -> B { } B -> A { }; } system P;",
    ["expected ',' before the next edge, found 'B'"],
    edges,
    ["AB", "BA"],
  );
  model(
    "process P() { state A, B; init A; trans A -> B { sync c!; guard x < 3; }; } system P;",
    ["'guard' must stand before 'sync'"],
    edges,
    ["AB"],
  );
  model(
    "process P() { state A { x < }, B; init A; } system P;",
    ["expected an expression, found '}'"],
    (t) => t.templates[0]!.locations.map((l) => l.id),
    ["A", "B"],
  );
  model(
    "process P() { state A { x < 3, y < 4 }, B; init A; } system P;",
    ["expected '}' after the invariant, found ','"],
    (t) => t.templates[0]!.locations.map((l) => l.id),
    ["A", "B"],
  );
  model(
    "process P() { state A; } process Q() { state B; init B; } system Q;",
    ["expected 'init' and the initial location, found '}'"],
    (t) => t.templates.map((x) => x.name.name),
    ["P", "Q"],
  );
  model(
    "process P() { state A; commit B; init A; } system P;",
    ["there is no location 'B' in this process"],
    (t) => t.templates[0]!.locations[0]!.committed,
    false,
  );
  model(
    "process P( { state A; init A; } system P;",
    ["expected a type, found '{'"],
    (t) => t.templates[0]!.locations.length,
    1,
  );
  model(
    "process P() { int x y; state A; init A; } system P;",
    ["expected ';' after the declaration, found 'y'"],
    (t) => t.templates[0]!.locations.length,
    1,
  );
  model(
    "process P() { state A; init A; trans A -> A { probability 1; }, -> A { probability 2; }; } system P;",
    ["an edge without a source cannot have a probability"],
    edges,
    ["AA", "AA"],
  );
  model(
    "process P() { state A; init A; \n system P;",
    ["expected '}' at the end of the process, found 'system'"],
    (t) => t.system?.groups[0]?.length,
    1,
  );
  model(
    "process P() { int x; } system P;",
    ["expected 'state' before the locations, found '}'"],
    (t) => t.templates[0]!.declarations.length,
    1,
  );
});

describe("braces that are missing or too many", () => {
  const text = (body: string): string =>
    `process P() { state A, B; init A; trans ${body} } process Q() { state C; init C; } system P;`;
  const count = (tree: Tree): unknown => tree.templates.map((t) => t.edges.length);
  model(text("A -> B { guard x; , B -> A { };"), ["expected a label or '}', found ','"], count, [2, 0]);
  model(text("A -> B { }, B -> A { guard x; ;"), ["expected a label or '}', found ';'"], count, [2, 0]);
  model(text("A -> B { }, B -> A { guard x;; };"), ["expected a label or '}', found ';'"], count, [2, 0]);
  model(
    text("A -> B guard x; sync c!; }, B -> A { };"),
    ["expected '{' before the labels of the edge, found 'guard'"],
    count,
    [2, 0],
  );
  model(
    "process P() state A; init A; trans A -> A { }; } system P;",
    ["expected '{' before the body of the process, found 'state'"],
    count,
    [1],
  );
  model(
    "process P() { state A; } init A; trans A -> A { }; } process Q() { state C; init C; } system P;",
    ["expected 'init' and the initial location, found '}'", "expected a declaration, found 'init'"],
    (tree) => tree.templates.map((t) => t.name.name),
    ["P", "Q"],
  );
});

describe("the system line", () => {
  model("system P, ;", ["expected the name of a process, found ';'"], (t) => t.system?.groups[0]?.[0]?.name, "P");
  model(
    "int a;",
    ["expected 'system' and the processes, found end of text"],
    (t) => t.declarations.map((d) => printDeclaration(d)),
    ["int a;"],
  );
  model("system P; system Q;", ["expected the end of the model, found 'system'"], (t) => t.system?.groups.length, 1);
  model("system P; int z;", ["expected the end of the model, found 'int'"], (t) => t.system?.groups.length, 1);
  model(
    "system P; gantt { G : true -> 1; } progress { g; }",
    ["expected the end of the model, found 'progress'"],
    (t) => t.gantt.length,
    1,
  );
});
