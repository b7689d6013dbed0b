import { expect, test } from "vitest";
import { checkQueries, modelPage, open, queryFaults } from "../../src/index.ts";

/**
 * What beginners get wrong. Each mistake gives one message, where it is, with a hint where there is something to say; the same on
 * the command line and in an editor.
 */
const xta = `const int N = 3;
int[0,N] n;
int m;
int a[N];
clock x;
chan go;
bool done;
void inc(int k) { n = n + k; }
process P(const int id) {
  clock y;
  state A { y <= 5 }, B, C;
  commit C;
  init A;
  trans
    A -> B { guard y > 2 && n < N; sync go!; assign n = n + 1, y = 0; },
    B -> A { guard x >= 1; assign x = 0; };
}
process Q() {
  state S, T;
  init S;
  trans S -> T { sync go?; }, T -> S { assign done = true; };
}
P1 = P(1);
system P1, Q;
`;
const escaped = (text: string): string => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");
const xml = `<nta><declaration>const int N = 3; int[0,N] n; int m; clock x; chan go; bool done;</declaration>
<template><name>P</name><location id="i0"><name>A</name><label kind="invariant">x &lt;= 5</label></location>
<init ref="i0"/><transition><source ref="i0"/><target ref="i0"/><label kind="guard">x > 2</label>
<label kind="synchronisation">go!</label><label kind="assignment">n = 1, x = 0</label></transition></template>
<template><name>Q</name><location id="i5"><name>S</name></location><init ref="i5"/>
<transition><source ref="i5"/><target ref="i5"/><label kind="synchronisation">go?</label></transition></template>
<system>system P, Q;</system>
<queries><query><formula>E&lt;> P.A</formula><comment/></query></queries></nta>
`;

/** What is written instead of what, the code, the text at fault, and words of the hint (none: there is no hint). */
type Mistake = readonly [string, string, string, string, string?];

const inXta: readonly Mistake[] = [
  ["int[0,N] n;", "int[0,N] n", "syntax-error", "int", "missing on the line before"],
  ["n < N;", "n = N;", "incompatible-types", "y > 2 && n = N", "did you mean '=='?"],
  ["n < N;", "k < N;", "unknown-identifier", "k"],
  ["done = true", "doen = true", "unknown-identifier", "doen", "did you mean 'done'?"],
  ["done = true", "done = True", "unknown-identifier", "True", "did you mean 'true'?"],
  ["sync go!;", "sync go;", "mixed-synchronisation", "go", "'!' behind the channel"],
  ["sync go?;", "sync go!?;", "syntax-error", "?", "a synchronisation is one channel"],
  ["sync go?;", "sync goo?;", "unknown-identifier", "goo", "did you mean 'go'?"],
  ["sync go?;", "guard go?;", "syntax-error", "?", "a label of its own"],
  ["n = n + 1", "n = y + 1", "incompatible-types", "n = y + 1", "a clock is no integer"],
  ["y <= 5", "y > 5", "blocked-start", "y > 5", "a guard on the edges"],
  ["P1 = P(1);", "P1 = P();", "too-few-template-arguments", "P1 = P();"],
  ["P1 = P(1);", "P1 = P(1, 2);", "too-many-template-arguments", "P1 = P(1, 2);"],
  ["assign x = 0;", "assign inc();", "too-few-arguments", "inc()"],
  ["system P1, Q;", "system P1, R;", "no-such-process", "R"],
  ["system P1, Q;", "system P, Q;", "free-parameter-type", "id", "P1 = P(...);"],
  ["system P1, Q;", "system P(1), Q;", "syntax-error", "(", "name the process first"],
  ["system P1, Q;\n", "", "syntax-error", "", "a model ends with a line"],
  ["x >= 1;", "x >= 1 || y > 3;", "not-a-guard", "x >= 1 || y > 3", "make two edges"],
  ["x >= 1;", "1 <= x <= 3;", "unknown-type", "1 <= x <= 3", "a comparison has two sides"],
  ["y > 2 && n", "y > 2 & n", "unknown-type", "y > 2 & n < N", "did you mean '&&'?"],
  ["y > 2 && n", "y > 2 AND n", "syntax-error", "AND", "the word is 'and'"],
  ["y > 2 && n", "y > 2, n", "syntax-error", ",", "joined with '&&'"],
  ["n < N;", "Q.S;", "unknown-identifier", "Q", "only queries see"],
  ["n < N;", "P1.A;", "unknown-identifier", "P1", "only queries see"],
  ["n < N;", "(n < N;", "syntax-error", ";"],
  ["assign done = true; };\n}", "assign done = true; };\n", "syntax-error", "P1"],
  ["assign x = 0;", "assign N = 4;", "not-assignable", "N"],
  ["assign x = 0;", "assign if (n > 0) n = 0;", "syntax-error", "if", "statements stand in functions"],
  ["assign x = 0;", "update x = 0;", "syntax-error", "update", "the word is 'assign'"],
  ["bool done;", "boolean done;", "not-a-type", "boolean", "did you mean 'bool'?"],
  ["chan go;", "channel go;", "not-a-type", "channel", "did you mean 'chan'?"],
  ["int m;", "float m;", "not-a-type", "float", "did you mean 'double'?"],
  ["int m;", "Int m;", "not-a-type", "Int", "did you mean 'int'?"],
  ["int m;", "int m == 3;", "syntax-error", "==", "did you mean '='?"],
  ["const int N = 3;", "#define N 3", "syntax-error", "#", "'const int N = 3;'"],
  ["bool done;", "bool state;", "syntax-error", "state", "is a keyword"],
  ["bool done;", "bool done; int done;", "duplicate-definition", "done"],
  ["void inc(int k) { n", "void inc(int k) { for (int i = 0; i < N; i++) n", "syntax-error", "int", "before the loop"],
  ["A -> B", "A --> B", "syntax-error", "-->", "A -> B"],
  ["A -> B", "A -> D", "no-such-target", "D"],
  ["  commit C;", "  committed C;", "syntax-error", "committed", "the word is 'commit'"],
  ["  commit C;\n  init A;\n", "  init A;\n  commit C;\n", "syntax-error", "commit", "stands before 'init'"],
  ["  state S, T;", "  location S, T;", "syntax-error", "location", "the word is 'state'"],
  ["  state S, T;", "  state S; T;", "syntax-error", "T", "separated by ','"],
  ["process Q()", "process Q", "syntax-error", "{", "process P()"],
  ["{ y <= 5 }", "{ invariant y <= 5 }", "syntax-error", "y", "a condition alone"],
];

const inXml: readonly Mistake[] = [
  ["x > 2", "x = 3", "not-a-guard", "x = 3", "did you mean '=='?"],
  ["x > 2", "n = 3", "side-effect", "n = 3", "did you mean '=='?"],
  ["x > 2", "n = 3 && x > 2", "incompatible-types", "n = 3 && x > 2", "did you mean '=='?"],
  ["x > 2", "x =< 2", "unknown-symbol", "=<", "write '<='"],
  ["x > 2", "x > 2;", "syntax-error", ";", "a label has no ';'"],
  ["x > 2", "x", "not-a-guard", "x", "compare it"],
  ["n = 1, x = 0", "n = 1; x = 0", "syntax-error", ";", "separated by ','"],
  ["n = 1, x = 0", "n == 1, x = 0", "no-effect", "n == 1", "to assign, write '='"],
  ["n = 1, x = 0", "m = x", "incompatible-types", "m = x", "a clock is no integer"],
  ["go!", "go", "mixed-synchronisation", "go", "'!' behind the channel"],
  ["go!", "!go", "unknown-type", "!go", "the mark stands behind"],
  ["x <= 5", "x' = 0", "incompatible-types", "x' = 0", "did you mean '=='?"],
  ["bool done;", "bool done; n = 0;", "syntax-error", "0", "int n = 0;"],
  ["<name>A</name>", "<name>Wait 1</name>", "invalid-identifier", "Wait 1"],
  ["E<> P.A", "E<> A", "unknown-identifier", "A", "did you mean P.A?"],
  ["E<> P.A", "E<> P.B", "no-such-member", "B", "its locations are A"],
  ["E<> P.A", "AG P.A", "syntax-error", "P", "'AG p' is written 'A[] p'"],
  ["E<> P.A", "A[] P.A -> x < 3", "syntax-error", "->", "'p imply q'"],
  ["E<> P.A", "A[] not Deadlock", "unknown-identifier", "Deadlock", "did you mean 'deadlock'?"],
  ["E<> P.A", "nobody nothing", "syntax-error", "nothing", "a query begins with"],
];

function attempt(base: string, name: string, [old, now, code, where, hint]: Mistake): void {
  const spelled = name === "m.xml" && !old.startsWith("<") ? escaped : (t: string): string => t;
  expect(base).toContain(spelled(old));
  const text = base.replace(spelled(old), () => spelled(now));
  const page = modelPage(text, name)!;
  const told = page.diagnostics.map((d) => [d.code, text.slice(d.span.start, d.span.end), d.hint]);
  const hinted = hint === undefined ? undefined : expect.stringContaining(hint);
  expect(told).toEqual([[code, spelled(where), hinted]]);
  const { source, model, diagnostics } = open(text, { name });
  if (source === undefined || source.format === "tck" || model === undefined) return;
  const { queries } = model.tree;
  const checked = checkQueries(
    model,
    queries.flatMap(({ query }) => query ?? []),
  );
  const asked = diagnostics.some((d) => d.severity === "error") ? [] : checked;
  expect([...diagnostics, ...queryFaults(source.queryDiagnostics, queries, asked)]).toEqual(page.diagnostics);
}

test("without a mistake nothing is told", () => {
  expect(modelPage(xta, "m.xta")?.diagnostics).toEqual([]);
  expect(modelPage(xml, "m.xml")?.diagnostics).toEqual([]);
});
for (const mistake of inXta) test(`${mistake[0]} -> ${mistake[1]}`, () => attempt(xta, "m.xta", mistake));
for (const mistake of inXml) test(`in XML ${mistake[0]} -> ${mistake[1]}`, () => attempt(xml, "m.xml", mistake));
