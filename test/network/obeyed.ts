/**
 * Everything that a tree can hold, and what becomes of it. The keys are made of the types of `src/syntax/tree.ts`, so that a
 * new label, attribute, kind of node or operator does not compile before it is said here what it does.
 */
import type {
  AssignOp,
  BaseType,
  BinaryOp,
  Branchpoint,
  Declaration,
  Declarator,
  Edge,
  Expr,
  FunctionDeclaration,
  Instantiation,
  LabelKind,
  Location,
  Node,
  Parameter,
  Prefix,
  Quantified,
  Query,
  QueryEntry,
  Statement,
  Sync,
  SystemLine,
  Template,
  Tree,
  UnaryOp,
} from "../../src/syntax/index.ts";

type Parts<Name extends string, T> = `${Name}.${Exclude<keyof T, keyof Node | "kind"> & string}`;
type Kinds<Name extends string, T extends { readonly kind: string }> = `${Name} ${T["kind"]}`;

type Construct =
  | Parts<"tree", Tree>
  | Parts<"template", Template>
  | Parts<"location", Location>
  | Parts<"branchpoint", Branchpoint>
  | Parts<"edge", Edge>
  | Parts<"parameter", Parameter>
  | Parts<"declarator", Declarator>
  | Parts<"function", FunctionDeclaration>
  | Parts<"instantiation", Instantiation>
  | Parts<"system", SystemLine>
  | Parts<"query", QueryEntry>
  | `label ${LabelKind}`
  | `prefix ${Prefix}`
  | `direction ${Sync["direction"]}`
  | `quantifier ${Quantified["quantifier"]}`
  | `unary ${UnaryOp}`
  | `binary ${BinaryOp}`
  | `assign ${AssignOp}`
  | Kinds<"type", BaseType>
  | Kinds<"declaration", Declaration>
  | Kinds<"statement", Statement>
  | Kinds<"expression", Expr>
  | Kinds<"ask", Query>;

export type Entry =
  /** The query is answered differently with it and without it. */
  | { readonly is: "obeyed"; readonly without: string; readonly with: string; readonly query: string }
  /** Two queries that differ in it are answered differently. */
  | { readonly is: "asked"; readonly model: string; readonly queries: readonly [string, string] }
  /** It is refused, by a code of the model or of the query. */
  | { readonly is: "refused"; readonly model: string; readonly query?: string; readonly code: string }
  /** It has no meaning for verdicts, and the page on compatibility says so in the row of this id, in these words. */
  | { readonly is: "told"; readonly id: string; readonly words: string; readonly model?: readonly [string, string] }
  /** It is a matter of reading only: which field of the tree something else stands in. */
  | { readonly is: "structure"; readonly why: string };

const obeyed = (without: string, made: string, query = "E<> P.T"): Entry => ({
  is: "obeyed",
  without,
  with: made,
  query,
});
const asked = (model: string, ...queries: readonly [string, string]): Entry => ({ is: "asked", model, queries });
const refused = (model: string, code: string, query?: string): Entry => ({
  is: "refused",
  model,
  code,
  ...(query === undefined ? {} : { query }),
});
const told = (id: string, words: string, ...model: readonly string[]): Entry => ({
  is: "told",
  id,
  words,
  ...(model.length === 2 ? { model: [model[0]!, model[1]!] } : {}),
});
const structure = (why: string): Entry => ({ is: "structure", why });
const color = structure("layout: UPPAAL draws with it");

/** One process P that goes from S to T. */
const step = (declarations: string, labels: string) =>
  `${declarations} process P() { state S, T; init S; trans S -> T { ${labels} }; } system P;`;
const body = (declarations: string, inside: string) => `${declarations} process P() { ${inside} } system P;`;
/** Whether an expression has a value: P goes to T if so. */
const value = (expr: string, is: string, declarations = "") =>
  obeyed(step(`${declarations} int m = 1;`, "guard m == 0;"), step(declarations, `guard (${expr}) == (${is});`));
/** What a function does to n, which is 3 before. */
const does = (statements: string, n: number) =>
  obeyed(
    step("int n = 3; void f() { n = 3; }", `assign f();`),
    step(`int n = 3; void f() { ${statements} }`, "assign f();"),
    `E<> P.T && n == ${n}`,
  );
const changes = (op: AssignOp, by: number, n: number) =>
  obeyed(step("int n = 12;", ""), step("int n = 12;", `assign n ${op} ${by};`), `E<> P.T && n == ${n}`);
const xml = (kind: string, text: string, place: "edge" | "location" = "edge") => {
  const label = text === "" ? "" : `<label kind="${kind}">${text}</label>`;
  return `<nta><declaration>clock x; int n; broadcast chan c; urgent broadcast chan u;</declaration><template><name>P</name>
    <location id="a"><name>S</name>${place === "location" ? label : ""}</location><location id="b"><name>T</name></location><init ref="a"/>
    <transition><source ref="a"/><target ref="b"/>${place === "edge" ? label : ""}</transition></template><system>system P;</system></nta>`;
};
const listed = (line: string) =>
  `int n; process A() { state S, T; init S; trans S -> T { guard n == 0; assign n = 1; }; } process B() { state S, T; init S; trans S -> T { guard n == 0; assign n = 2; }; } system ${line};`;
const given = (line: string) =>
  `int n; process T0(int &r, const int k) { state S; init S; trans S -> S { assign r = k; }; } ${line} system P;`;
const plain = step("int n; clock x;", "assign n = 1;");
const branching = (labels: string, target = "T") =>
  body("clock x;", `state S, T; branchpoint B; init S; trans S -> B { }, B -> ${target} { ${labels} };`);

export const constructs: Readonly<Record<Construct, Entry>> = {
  "tree.format": structure("which syntax was read"),
  "tree.syntax": structure("which syntax was read"),
  "tree.names": structure("which words were read as names"),
  "tree.declarations": obeyed(step("int n;", ""), step("int n = 1;", ""), "E<> n == 1"),
  "tree.templates": obeyed(xml("guard", "1"), xml("guard", "0")),
  "tree.charts": told("X17", "not verified"),
  "tree.systemDeclarations": obeyed(
    given("int late; P = T0(late, 1);"),
    given("int late = 2; P = T0(late, 1);"),
    "E<> late == 2",
  ),
  "tree.system": obeyed(listed("A"), listed("A, B"), "E<> n == 2"),
  "tree.progress": told(
    "S14",
    "no effect",
    "int n; process P() { state S; init S; } system P;",
    "int n; process P() { state S; init S; } system P; progress { n; }",
  ),
  "tree.gantt": told(
    "S15",
    "not drawn",
    "int n; process P() { state S; init S; } system P;",
    "int n; process P() { state S; init S; } system P; gantt { G : n > 0 -> 1; }",
  ),
  "tree.queries": structure("asked one by one"),
  "tree.options": told("X15", "changes no verdict"),

  "template.name": obeyed(listed("A"), listed("B"), "E<> n == 2"),
  "template.parameters": obeyed(given("int a, b; P = T0(a, 1);"), given("int a, b; P = T0(b, 1);"), "E<> b == 1"),
  "template.declarations": obeyed(
    body("", "int m; state S; init S;"),
    body("", "int m = 1; state S; init S;"),
    "E<> P.m == 1",
  ),
  "template.locations": obeyed(
    body("clock x;", "state S; init S;"),
    body("clock x;", "state S { x <= 3 }; init S;"),
    "E<> x > 3",
  ),
  "template.branchpoints": obeyed(branching("", "S"), branching("", "T")),
  "template.initial": obeyed(body("", "state S, T; init S;"), body("", "state S, T; init T;")),
  "template.edges": obeyed(body("", "state S, T; init S;"), step("", "")),

  "location.id": structure("what edges refer to"),
  "location.name": structure("what queries refer to"),
  "location.invariant": obeyed(
    body("clock x;", "state S; init S;"),
    body("clock x;", "state S { x < 3 }; init S;"),
    "E<> x == 3",
  ),
  "location.rate": told("W12", "no meaning", body("", "state S; init S;"), body("", "state S { ; 5 }; init S;")),
  "location.urgent": obeyed(
    body("clock x;", "state S; init S;"),
    body("clock x;", "state S; urgent S; init S;"),
    "E<> x > 0",
  ),
  "location.committed": obeyed(
    body("clock x;", "state S; init S;"),
    body("clock x;", "state S; commit S; init S;"),
    "E<> x > 0",
  ),
  "location.place": color,
  "location.namePlace": color,
  "location.color": color,
  "location.notes": told("X4", "not looked at", xml("comments", ""), xml("comments", "false")),

  "branchpoint.id": structure("what edges refer to"),
  "branchpoint.name": structure("denotes nothing in expressions"),
  "branchpoint.place": color,
  "branchpoint.color": color,

  "edge.source": obeyed(body("", "state S, T; init S; trans T -> T { };"), step("", "")),
  "edge.target": obeyed(body("", "state S, T; init S; trans S -> S { };"), step("", "")),
  "edge.controllable": told(
    "X9",
    "verification makes no difference",
    step("", ""),
    body("", "state S, T; init S; trans S -u-> T { };"),
  ),
  "edge.select": obeyed(
    step("int n;", "assign n = 0;"),
    step("int n;", "select i : int[4,5]; assign n = i;"),
    "E<> n == 5",
  ),
  "edge.guard": obeyed(step("", ""), step("", "guard false;")),
  "edge.sync": obeyed(step("chan c;", ""), step("chan c;", "sync c!;")),
  "edge.update": obeyed(step("int n;", ""), step("int n;", "assign n = 1;"), "E<> n == 1"),
  "edge.probability": told("W11", "every branch is possible", branching(""), branching("probability 0;")),
  "edge.nails": color,
  "edge.color": color,
  "edge.notes": told("X4", "not looked at", xml("testcode", ""), xml("testcode", "false")),

  "parameter.type": obeyed(given("int a; P = T0(a, 1);"), given("int a; P = T0(a, 2);"), "E<> a == 2"),
  "parameter.reference": obeyed(
    "int a; process P0(int r) { state S; init S; trans S -> S { assign r = 1; }; } P = P0(0); system P;",
    "int a; process P0(int &r) { state S; init S; trans S -> S { assign r = 1; }; } P = P0(a); system P;",
    "E<> a == 1",
  ),
  "parameter.name": structure("what the template refers to"),
  "parameter.dimensions": obeyed(
    step("int n, a[2] = {4, 5}; int f(int k) { return k; }", "assign n = f(a[0]);"),
    step("int n, a[2] = {4, 5}; int f(int k[2]) { return k[1]; }", "assign n = f(a);"),
    "E<> n == 5",
  ),
  "declarator.name": structure("what expressions refer to"),
  "declarator.dimensions": obeyed(step("int n;", ""), step("int n[3];", "assign n[3 - n[0]] = 1;"), "A[] true"),
  "declarator.initialiser": obeyed(step("int n;", ""), step("int n = 4;", ""), "E<> n == 4"),

  "function.result": obeyed(
    step("int n = 5; int f() { return n; }", "assign n = f();"),
    step("int n = 5; int[0,3] f() { return n; }", "assign n = f();"),
  ),
  "function.name": structure("what calls refer to"),
  "function.parameters": obeyed(
    step("int n = 5; int f(int k) { return 0; }", "assign n = f(n);"),
    step("int n = 5; int f(int[0,3] k) { return 0; }", "assign n = f(n);"),
  ),
  "function.body": does("n = 4;", 4),

  "instantiation.name": structure("what the system line refers to"),
  "instantiation.parameters": obeyed(
    given("int a; P = T0(a, 1);"),
    given("int a; P(const int[0,1] i) = T0(a, i + 1);"),
    "E<> a == 2",
  ),
  "instantiation.template": structure("what is instantiated"),
  "instantiation.args": obeyed(given("int a; P = T0(a, 1);"), given("int a; P = T0(a, 7);"), "E<> a == 7"),

  "system.groups": obeyed(listed("A, B"), listed("A < B"), "E<> n == 1"),

  "query.text": structure("the query as written"),
  "query.query": asked(plain, "E<> P.T", "E<> false"),
  "query.comment": told("QY19", "comments and expectations"),
  "query.expect": told("X13", "decide the exit code"),
  "query.results": told("X14", "the commands do not"),
  "query.options": told("X15", "changes no verdict"),

  "label invariant": obeyed(
    xml("invariant", "", "location"),
    xml("invariant", "x &lt;= 3", "location"),
    "E<> x > 3 && P.S",
  ),
  "label rate": told(
    "W12",
    "no meaning",
    xml("exponentialrate", "", "location"),
    xml("exponentialrate", "4", "location"),
  ),
  "label select": obeyed(
    xml("assignment", "n = 0"),
    xml("select", 'i : int[4,5]</label><label kind="assignment">n = i'),
    "E<> n == 5",
  ),
  "label guard": obeyed(xml("guard", ""), xml("guard", "n == 1")),
  "label sync": obeyed(xml("synchronisation", ""), xml("synchronisation", "u!"), "E<> P.S && x > 0"),
  "label update": obeyed(xml("assignment", ""), xml("assignment", "n = 1"), "E<> n == 1"),
  "label probability": told("W11", "on any edge", xml("probability", ""), xml("probability", "0")),

  "prefix const": refused(step("const int n = 1;", "assign n = 2;"), "not-assignable"),
  "prefix meta": obeyed(
    body("int n;", "state S; init S; trans S -> S { assign n = 1 - n; };"),
    body("meta int n;", "state S; init S; trans S -> S { assign n = 1 - n; };"),
    "E<> n == 1",
  ),
  "prefix urgent": obeyed(urgency("chan"), urgency("urgent chan"), "E<> P.S && x > 0"),
  "prefix broadcast": obeyed(step("chan c;", "sync c!;"), step("broadcast chan c;", "sync c!;")),
  "prefix urgent broadcast": obeyed(
    step("clock x; broadcast chan c;", "sync c!;"),
    step("clock x; urgent broadcast chan c;", "sync c!;"),
    "E<> P.S && x > 0",
  ),
  "prefix hybrid": refused(step("hybrid clock h;", "guard h >= 2;"), "clock-term"),

  "direction !": obeyed(pair("?", "?"), pair("!", "?"), "E<> P.T && Q.T"),
  "direction ?": obeyed(pair("!", "!"), pair("!", "?"), "E<> P.T && Q.T"),
  "direction ": obeyed(pair("!", "!"), pair("", ""), "E<> P.T && Q.T"),

  "quantifier forall": value("forall (i : int[0,2]) a[i] == 1", "false", "int a[3] = {1, 1, 0};"),
  "quantifier exists": value("exists (i : int[0,2]) a[i] == 0", "true", "int a[3] = {1, 1, 0};"),
  "quantifier sum": value("sum (i : int[0,2]) a[i]", "2", "int a[3] = {1, 1, 0};"),
  "quantifier foreach": refused(plain, "not-symbolic", "E<> foreach (i : int[0,1]) true"),

  "unary -": value("-n", "-4", "int n = 4;"),
  "unary +": value("+n", "4", "int n = 4;"),
  "unary !": value("!n", "0", "int n = 4;"),
  "binary **": value("n ** 3", "64", "int n = 4;"),
  "binary *": value("n * 3", "12", "int n = 4;"),
  "binary /": value("n / 3", "1", "int n = 4;"),
  "binary %": value("n % 3", "1", "int n = 4;"),
  "binary +": value("n + 3", "7", "int n = 4;"),
  "binary -": value("n - 3", "1", "int n = 4;"),
  "binary <<": value("n << 3", "32", "int n = 4;"),
  "binary >>": value("n >> 1", "2", "int n = 4;"),
  "binary <?": value("n <? 3", "3", "int n = 4;"),
  "binary >?": value("n >? 3", "4", "int n = 4;"),
  "binary <": value("n < 3", "0", "int n = 4;"),
  "binary <=": value("n <= 4", "1", "int n = 4;"),
  "binary >=": value("n >= 5", "0", "int n = 4;"),
  "binary >": value("n > 3", "1", "int n = 4;"),
  "binary ==": value("n == 3", "0", "int n = 4;"),
  "binary !=": value("n != 3", "1", "int n = 4;"),
  "binary &": value("n & 6", "4", "int n = 5;"),
  "binary ^": value("n ^ 6", "3", "int n = 5;"),
  "binary |": value("n | 6", "7", "int n = 5;"),
  "binary &&": value("n && 0", "0", "int n = 5;"),
  "binary ||": value("n || 0", "1", "int n = 5;"),
  "binary xor": value("n xor true", "0", "int n = 5;"),
  "binary imply": value("n imply false", "0", "int n = 5;"),
  "assign =": changes("=", 5, 5),
  "assign +=": changes("+=", 5, 17),
  "assign -=": changes("-=", 5, 7),
  "assign *=": changes("*=", 5, 60),
  "assign /=": changes("/=", 5, 2),
  "assign %=": changes("%=", 5, 2),
  "assign &=": changes("&=", 5, 4),
  "assign |=": changes("|=", 5, 13),
  "assign ^=": changes("^=", 5, 9),
  "assign <<=": changes("<<=", 2, 48),
  "assign >>=": changes(">>=", 2, 3),

  "type int": obeyed(step("int n = 3;", "assign n++;"), step("int[0,3] n = 3;", "assign n++;")),
  "type bool": obeyed(step("int b;", "assign b = 4;"), step("bool b;", "assign b = 4;"), "E<> b == 1"),
  "type double": refused(step("double d = 1.5;", "guard d > 1.0;"), "not-symbolic"),
  "type string": value("a == b", "0", 'const string a = "one", b = "two";'),
  "type clock": obeyed(step("int x;", ""), step("clock x;", ""), "E<> x > 3"),
  "type chan": obeyed(step("chan c;", ""), step("chan c;", "sync c!;")),
  "type void": does("n = 4; return;", 4),
  "type scalar": obeyed(
    step("typedef int[0,0] s_t; s_t a;", ""),
    step("typedef scalar[2] s_t; s_t a;", ""),
    "E<> exists (i : s_t) i != a",
  ),
  "type struct": value("s.b", "5", "struct { int a; int b; } s = {4, 5};"),
  "type named": obeyed(
    step("typedef int t; t n = 3;", "assign n++;"),
    step("typedef int[0,3] t; t n = 3;", "assign n++;"),
  ),

  "declaration variables": obeyed(step("int n;", ""), step("int n = 2;", ""), "E<> n == 2"),
  "declaration typedef": obeyed(
    step("typedef int t; t n = 3;", "assign n++;"),
    step("typedef int[0,3] t; t n = 3;", "assign n++;"),
  ),
  "declaration function": does("n = 5;", 5),
  "declaration priority": obeyed(ranked(""), ranked("chan priority default < c;"), "E<> n == 2"),
  "declaration before_update": obeyed(
    step("int n;", ""),
    step("int n; before_update { n = 1 }", ""),
    "E<> P.T && n == 1",
  ),
  "declaration after_update": obeyed(
    step("int n;", ""),
    step("int n; after_update { n = 1 }", ""),
    "E<> P.T && n == 1",
  ),
  "declaration dynamic": refused(
    "dynamic D(); process D() { state S; init S; } process P() { state S; init S; trans S -> S { assign spawn D(); }; } system P;",
    "not-symbolic",
  ),
  "declaration import": refused(
    step('import "lib" { int g(int a); }; int n;', "assign n = g(1);"),
    "imported-function",
  ),
  "declaration instantiation": obeyed(given("int a; P = T0(a, 1);"), given("int a; P = T0(a, 2);"), "E<> a == 2"),
  "declaration template": obeyed(step("", "guard false;"), step("", "")),

  "statement block": does("{ n = 4; }", 4),
  "statement empty": does("; n = 4; ;", 4),
  "statement expression": does("n++;", 4),
  "statement if": does("if (n == 3) n = 4; else n = 5;", 4),
  "statement while": does("while (n < 6) n++;", 6),
  "statement do": does("do { n++; } while (n < 2);", 4),
  "statement for": does("int i; for (i = 0; i < 2; i++) n++;", 5),
  "statement range": does("for (i : int[0,2]) n += i;", 6),
  "statement return": does("n = 4; if (n == 4) return; n = 5;", 4),
  "statement assert": obeyed(
    step("int n; void f() { n = 1; }", "assign f();"),
    step("int n; void f() { assert(n == 1); n = 1; }", "assign f();"),
  ),

  "expression int": value("7", "n", "int n = 7;"),
  "expression real": refused(step("", "guard 1.5 > 1;"), "not-symbolic"),
  "expression bool": value("true", "n", "int n = 1;"),
  "expression string": value('a == "one"', "1", 'const string a = "one";'),
  "expression name": value("n", "7", "int n = 7;"),
  "expression unary": value("-n", "-7", "int n = 7;"),
  "expression binary": value("n + 1", "8", "int n = 7;"),
  "expression assign": changes("=", 3, 3),
  "expression step": obeyed(
    step("int n, m;", "assign m = n;"),
    step("int n, m;", "assign m = n++;"),
    "E<> n == 1 && m == 0",
  ),
  "expression conditional": value("n > 3 ? 1 : 2", "1", "int n = 7;"),
  "expression index": value("a[1]", "5", "int a[2] = {4, 5};"),
  "expression call": value("f(2)", "4", "int f(int i) { return 2 * i; }"),
  "expression member": value("s.a", "5", "struct { int a; } s = {5};"),
  "expression rate": obeyed(
    body("clock x;", "state S; init S;"),
    body("clock x;", "state S { x' == 0 }; init S;"),
    "E<> x > 0",
  ),
  "expression quantified": value("exists (i : int[0,2]) a[i] == 0", "1", "int a[3] = {1, 1, 0};"),
  "expression comma": does("int i; for (i = 0, n = 7; i < 1; i++) { }", 7),
  "expression deadlock": asked(plain, "A[] not deadlock", "A[] true"),
  "expression spawn": refused(
    "dynamic D(); process D() { state S; init S; } process P() { state S; init S; trans S -> S { assign spawn D(); }; } system P;",
    "not-symbolic",
  ),
  "expression exit": refused(
    "dynamic D(); process D() { state S; init S; trans S -> S { assign exit(); }; } process P() { state S; init S; trans S -> S { assign spawn D(); }; } system P;",
    "not-symbolic",
  ),
  "expression numOf": refused(
    "dynamic D(); process D() { state S; init S; } process P() { state S; init S; } system P;",
    "query-dynamic",
    "E<> numOf(D) > 0",
  ),
  "expression path": refused(plain, "syntax-error", "E<> A[] true"),
  "expression broken": refused(step("int n = ;", ""), "syntax-error"),

  "ask E<>": asked(plain, "E<> P.T", "E<> n == 2"),
  "ask A[]": asked(plain, "A[] P.S", "A[] n < 2"),
  "ask E[]": asked(plain, "E[] P.S", "E[] P.T"),
  "ask A<>": asked(plain, "A<> P.S", "A<> P.T"),
  "ask -->": asked(plain, "P.S --> P.T", "P.T --> P.T"),
  "ask sup": asked(plain, "sup: n", "sup: x"),
  "ask inf": asked(plain, "inf: n", "inf{P.T}: n + 1"),
  "ask bounds": asked(plain, "bounds: n", "bounds{P.T}: n"),
  "ask other": refused(plain, "query-kind", "control: A[] P.S"),
};

function urgency(kind: string): string {
  return `clock x; ${kind} c; process P() { state S, T; init S; trans S -> T { sync c!; }; } process Q() { state S; init S; trans S -> S { sync c?; }; } system P, Q;`;
}

function pair(one: string, other: string): string {
  const process = (name: string, direction: string) =>
    `process ${name}() { state S, T; init S; trans S -> T { sync c${direction}; }; }`;
  return `chan c; ${process("P", one)} ${process("Q", other)} system P, Q;`;
}

function ranked(declaration: string): string {
  return `chan c; ${declaration} int n; process P() { state S, T; init S; trans S -> T { guard n == 0; sync c!; assign n = 1; }; } process Q() { state S; init S; trans S -> S { sync c?; }, S -> S { guard n == 0; assign n = 2; }; } system P, Q;`;
}
