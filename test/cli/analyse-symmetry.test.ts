import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { file, lamp, run } from "./harness.ts";

const token = `typedef scalar[3] id_t; id_t holder; int[0,1] a[id_t]; int n;
void first() { for (i : id_t) if (a[i] == 1) { holder = i; return; } }
process P(const id_t p) { clock x; state A, B; init A; trans A -> B { guard holder == p; assign x = 0, a[p] = 1; }, B -> A { assign a[p] = 0, holder = p; }; }
system P;
`;

test("names the sets that are interchangeable", async () => {
  const { code, out } = await run(["analyse", "symmetry", file("token.xta", token)]);
  expect({ code, out }).toEqual({
    code: 0,
    out: "id_t: 3 interchangeable elements, each with 2 locations and variables and 1 clock\n",
  });
});

test("says why a set is left alone", async () => {
  const asked = token.replace("assign a[p] = 0, holder = p", "assign a[p] = 0, first()");
  const { out } = await run(["analyse", "symmetry", file("token.xta", asked)]);
  expect(out).toBe("id_t: not used: a loop in 'first' may depend on the order of the elements (2:1)\n");
});

test("a query cannot name an element", async () => {
  const { code, out, err } = await run(["verify", file("token.xta", token), "-e", "E<> P(0).B"]);
  expect(code).toBe(2);
  expect(out + err).toMatch(/error/);
});

test("without scalar sets there is nothing to tell", async () => {
  expect((await run(["analyse", "symmetry", file("lamp.xta", lamp)])).out).toBe(
    "there are no scalar sets, no copies of processes, no parameters that may name processes (integers with a value for each), and no values that are only compared and copied\n",
  );
});

const fischer = `typedef int[1,4] id_t;
int[0,4] id;
process P(const id_t pid) {
  clock x; state A, R { x <= 2 }, W, C; init A;
  trans A -> R { guard id == 0; assign x = 0; }, R -> W { assign x = 0, id = pid; },
        W -> R { guard id == 0; assign x = 0; }, W -> C { guard x > 2 && id == pid; }, C -> A { assign id = 0; };
}
system P;
`;
const ring = `const int N = 4; typedef int[0,N-1] id_t; bool fork[N];
process P(const id_t i) {
  state T, H, E; init T;
  trans T -> H { guard !fork[i]; assign fork[i] = true; }, H -> E { guard !fork[(i + 1) % N]; assign fork[(i + 1) % N] = true; },
        E -> T { assign fork[i] = false, fork[(i + 1) % N] = false; };
}
system P;
`;
const analyse = async (text: string) => (await run(["analyse", "symmetry", file("model.xta", text)])).out;

test("finds integers that only name processes, with a value for none", async () => {
  expect(await analyse(fischer)).toBe(
    "id_t: 4 interchangeable elements, each with 1 location or variable and 1 clock, found by comparing processes\n",
  );
});

test("finds processes that are named one by one", async () => {
  const text = fischer
    .replace("const id_t pid", "int pid")
    .replace("system P;", "P1 = P(1); P2 = P(2); P3 = P(3); system P1, P2, P3;");
  expect(await analyse(text)).toBe(
    "int pid of P: 3 interchangeable elements, each with 2 locations and variables and 1 clock, found by comparing processes\n",
  );
});

test("says what would tell elements apart if somebody read it", async () => {
  const railway = readFileSync(new URL("../../examples/railway.xml", import.meta.url), "utf8");
  expect((await run(["analyse", "symmetry", file("railway.xml", railway)])).out).toMatch(
    /^id_t: 4 interchangeable elements, .*; told apart only by what nobody reads: the element 0 is named by a number \(\d+:\d+\)$/m,
  );
});

test("finds rings", async () => {
  expect(await analyse(ring)).toMatch(/^id_t: 4 elements in a ring, each with 2 locations and variables and 0 clocks/);
});

// What tells elements apart, and the reason with its place.
test.each([
  [
    "order",
    "guard id == 0; assign x = 0; }, R",
    "guard id <= pid; assign x = 0; }, R",
    /computed with, compared by order.* \(5:/,
  ],
  ["arithmetic", "x = 0, id = pid", "x = pid, id = pid", /constants differ|computed with/],
  ["a sum", "C -> A { assign id = 0; }", "C -> A { assign id = id - 1; }", /computed with.* \(6:/],
  [
    "a literal",
    "C -> A { assign id = 0; }",
    "C -> A { assign id = 2; }",
    /{1, 3, 4}.*element 2 is named by a number \(6:/,
  ],
  ["a time of its own", "R { x <= 2 }", "R { x <= pid }", /\(4:/],
  [
    "a table",
    "int[0,4] id;",
    "int[0,4] id; const int late[5] = { 0, 1, 1, 1, 2 };",
    /3 of 4 elements interchangeable, {1\.\.3}.*constants differ/,
  ],
  [
    "an initial value",
    "int[0,4] id;",
    "int[0,4] id = 3;",
    /3 of 4 elements interchangeable, {1, 2, 4}.*initial state tells elements apart \(3\)/,
  ],
  ["process priorities", "system P;", "P1 = P(1); P2 = P(2); P3 = P(3); system P1 < P2, P3;", /different priorities/],
  [
    "channel priorities",
    "int[0,4] id;",
    "int[0,4] id; chan a[5]; chan priority a[1] < a[2];",
    /2 of 4 elements interchangeable, {3, 4}/,
  ],
])("is told apart by %s", async (what, old, by, expected) => {
  let text = fischer.replace(old, by);
  expect(text).not.toBe(fischer);
  if (what === "a table") text = text.replace("x > 2 && id == pid", "x > late[pid] && id == pid");
  if (what === "channel priorities") text = text.replace("R -> W {", "R -> W { sync a[pid]!;");
  const out = await analyse(text);
  expect(out).toMatch(expected);
});

test("says of each element what holds it", async () => {
  const text = fischer
    .replace("typedef int[1,4] id_t;\nint[0,4] id;", "typedef int[1,6] id_t;\nint[0,6] id;")
    .replace("C -> A { assign id = 0; }", "C -> A { assign id = 2; }, C -> A { assign id = 5; }");
  const out = await analyse(text);
  expect(out).toMatch(/^id_t: 4 of 6 elements interchangeable, {1, 3, 4, 6}, /);
  expect(out.split("\n").slice(1, 3)).toEqual([
    expect.stringMatching(/^ {2}2: the element 2 is named by a number \(6:/),
    expect.stringMatching(/^ {2}5: the element 5 is named by a number \(6:/),
  ]);
  const { sets } = JSON.parse((await run(["analyse", "symmetry", file("model.xta", text), "--json"])).out);
  expect(sets[0].held.map((h: { element: number }) => h.element)).toEqual([2, 5]);
});

test("leaves loops alone that find a first element, and receivers that overwrite each other", async () => {
  const loop = fischer
    .replace("int[0,4] id;", "int[0,4] id; bool w[5]; id_t first() { for (i : id_t) if (w[i]) return i; return 1; }")
    .replace("C -> A { assign id = 0; }", "C -> A { guard id == first(); assign id = 0, w[pid] = true; }");
  expect(await analyse(loop)).toMatch(/not used: /);
  const last = fischer
    .replace("int[0,4] id;", "int[0,4] id; broadcast chan b;")
    .replace("C -> A { assign id = 0; }", "C -> A { sync b!; assign id = 0; }, A -> A { sync b?; assign id = pid; }");
  expect(await analyse(last)).toMatch(/writes or reads what others may write when it receives a broadcast/);
  const count = last.replace("int[0,4] id;", "int[0,4] id; int n;").replace("b?; assign id = pid", "b?; assign n++");
  expect(await analyse(count)).toMatch(/4 interchangeable elements/);
});

test("says which permutations a query leaves", async () => {
  const model = file("model.xta", fischer);
  const ask = async (query: string) => (await run(["verify", model, "-e", query, "--statistics"])).out;
  expect(await ask("A[] forall (i : id_t) forall (j : id_t) (P(i).C and P(j).C) imply i == j")).toMatch(
    /permutations of 4 elements\n +representatives were canonical/,
  );
  expect(await ask("E<> P(2).C")).toMatch(/permutations of 3 of 4 elements: the query tells elements apart \(2\)/);
  expect(await ask("E<> id > 2")).toMatch(/symmetry of id_t not used: the query tells elements apart/);
  expect(await ask("A<> exists (i : id_t) P(i).C")).toMatch(/permutations of 4 elements/);
  expect(await ask("sup: P(1).x")).toMatch(/permutations of 3 of 4 elements/);
  expect((await run(["verify", model, "-e", "E<> P(2).C", "--statistics", "--no-symmetry"])).out).not.toMatch(
    /symmetry/,
  );
});

// The language's own rules for scalar sets: each a diagnostic with its place, so that no verdict is asked for.
test.each([
  ["arithmetic", "assign holder = holder + 1", 3],
  ["a literal", "assign holder = 1", 3],
  ["order", "guard holder < p", 3],
  ["a number", "assign n = p", 3],
])("refuses %s on scalars", async (_, label, line) => {
  const asked = token.replace("guard holder == p; assign x = 0, a[p] = 1", label);
  expect(asked).not.toBe(token);
  const { code, out, err } = await run(["verify", file("token.xta", asked), "-e", "E<> n == 1"]);
  expect(code).toBe(2);
  expect(out + err).toMatch(new RegExp(`token\\.xta:${line}:\\d+: error: .*\\n.*${label.split(" ")[1]}`));
  expect(out).not.toMatch(/satisfied/);
});
