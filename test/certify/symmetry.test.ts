import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { check, hasErrors, type Model, read, type Tree } from "../../src/index.ts";
import { Random } from "../agree/random-network.ts";
import { symmetricModel } from "../agree/symmetric-models.ts";
import { many } from "../many.ts";
import { broken, refusal } from "./exchanges.ts";
import { judge, prove, queryOf, type Subject, sha256, subjectOf } from "./prove.ts";

function modelOf(text: string): { model: Model; tree: Tree } {
  const source = read(text, { name: "m.xta" });
  if (source.format === "tck") throw new Error("not a model");
  const model = check(source.tree);
  expect(hasErrors([...source.diagnostics, ...model.diagnostics]), text).toBe(false);
  return { model, tree: source.tree };
}

const head = `typedef int[0,2] id_t; id_t o; int[-1,2] none = -1; int[0,9] n; int[0,2] a[3]; id_t h[3]; bool f; clock y[3], z;
chan c[3]; broadcast chan d; const int same[3] = { 4, 4, 4 }; const int other[3] = { 4, 5, 4 };
bool some() { for (i : id_t) if (a[i] == 1) return true; return false; }
void put(id_t e) { o = e; h[e] = o; }
id_t held(id_t e) { id_t k = h[e]; return k; }
`;

/** Processes P(0) to P(2) with this edge, and whatever else. */
const withEdge = (edge: string, more = ""): string =>
  `${head}process P(const id_t p) { int[0,3] k; clock x; state A, B { x <= 3 }; init A; trans A -> B { ${edge} }, B -> A { }; } ${more} system P${more === "" ? "" : ", Q"};`;

describe("what takes runs to runs is taken", () => {
  test.each([
    ["nothing of elements", "guard n < 3; assign n++;"],
    ["its own", "guard a[p] == 1 && x <= 2; assign a[p] = 0, y[p] = 0, k = 2;"],
    ["comparing", "guard o == p || h[p] != o; assign o = p;"],
    ["nobody", "guard none == -1; assign none = p;"],
    ["all of them", "guard forall (i : id_t) a[i] < 2; assign n = sum (i : id_t) a[i];"],
    ["an element that is chosen", "select q : id_t; guard a[q] == 0 && q != p; sync c[q]!; assign h[p] = q;"],
    ["functions", "guard held(p) == o; assign put(p);"],
    ["the same constant", "guard n < same[p];"],
    ["a broadcast", "sync d?; assign a[p] = 1, y[p] = 0;"],
  ])("%s", (_, edge) => {
    const { model, tree } = modelOf(withEdge(edge));
    const { why, exchange, system } = refusal(model, tree, "A[] not (P(2).B && n > 3)", [0, 1], /^(o|none|h\[.\])$/);
    expect(why).toBeUndefined();
    expect(broken(exchange, system, 200)).toBeUndefined();
  });
});

describe("what tells elements apart is refused, and named", () => {
  test.each([
    ["a number", "guard p == 1;", "'p == 1'"],
    ["an order", "guard o < p;", "'o < p'"],
    ["an element as a number", "assign n = o;", "'n'"],
    ["a number as an element", "assign o = 1;", "'o'"],
    ["one of an array", "guard a[0] == 1;", "'a[0]'"],
    ["one clock", "guard y[1] > 1;", "'y[1]'"],
    ["another constant", "guard n < other[p];", "'n < other[p]'"],
    ["one channel", "sync c[p]!; }, A -> A { sync c[1]?;", "'c[1]'"],
    ["the order of a loop", "guard some();", "'a[i]'"],
    ["a range that elements leave", "assign n = 0, h[p] = held(p) == o ? o : p, k = p;", "'k'"],
    ["who receives first", "sync d?; assign o = p;", "receivers of a broadcast"],
    ["a fault in one order only", "guard exists (i : id_t) a[i] == 1 || 3 / a[i] == 1;", "'a[i]'"],
  ])("%s", (_, edge, what) => {
    const { model, tree } = modelOf(withEdge(edge));
    expect(refusal(model, tree, "A[] not (P(2).B && n > 3)", [0, 1], /^(o|none|h\[.\])$/).why).toContain(what);
  });

  test("the query", () => {
    const { model, tree } = modelOf(withEdge("assign o = p;"));
    const why = (query: string) => refusal(model, tree, query, [0, 1], /^(o|none|h\[.\])$/).why;
    expect(why("A[] not P(1).B")).toContain("in the query: it does not take 'P(1).B' to the same");
    expect(why("A[] not (P(0).B && P(1).B)")).toBeDefined();
    expect(why("A[] forall (i : id_t) forall (j : id_t) P(i).B && P(j).B imply i == j")).toBeUndefined();
    expect(why("A[] o != 0")).toBeDefined();
    expect(why("E<> deadlock")).toBeUndefined();
  });

  test("an invariant that may fault behind one that does not hold", () => {
    const why = (invariant: string) => {
      const { model, tree } = modelOf(withEdge("").replace("x <= 3", invariant));
      return refusal(model, tree, "A[] true", [0, 1], /^(o|none|h\[.\])$/).why;
    };
    expect(why("a[p] < 2 && x <= 3 / a[p]")).toContain("it changes their order");
    expect(why("3 / a[p] == 1")).toContain("it changes their order");
    expect(why("(f || n < 2 && x <= 3) && x <= 3 / a[p]")).toContain("it changes their order");
    expect(why("a[p] < 2 && x <= 3")).toBeUndefined();
    expect(why("(f || x <= 3) && x <= 3 / a[p]")).toBeUndefined();
  });

  test("processes of different kinds, and variables that hold elements and are not said to", () => {
    const two = modelOf(
      "typedef int[0,1] id_t; process P(const id_t p) { state A; init A; } process R(const id_t p) { state A; init A; } P0 = P(0); P1 = R(1); system P0, P1;",
    );
    expect(refusal(two.model, two.tree, "A[] true", [0, 1], /^none$/).why).toContain("one of the same kind");
    const { model, tree } = modelOf(withEdge("assign o = p;"));
    expect(refusal(model, tree, "A[] true", [0, 1], /^none$/).why).toContain("'o'");
  });
});

/** SYMMETRY_RUNS asks for more. */
const runs = Number(process.env.SYMMETRY_RUNS ?? many(12));

test("an exchange that is taken does to states what it says, whatever names suggest", () => {
  let taken = 0;
  for (let seed = 1; seed <= runs; seed++)
    for (const family of ["scalar", "integer", "named", "ring", "uneven"] as const) {
      const { text, size, low } = symmetricModel(new Random(seed), family);
      const { model, tree } = modelOf(text);
      for (const a of new Set([low, low + size - 2])) {
        const { why, exchange, system } = refusal(model, tree, "A[] true", [a, a + 1], /^(o|b|h\[.*\])$|\.p$/);
        if (why !== undefined) continue;
        taken++;
        expect(broken(exchange, system, 60), `seed ${seed}, ${family}\n${text}`).toBeUndefined();
      }
    }
  expect(taken).toBeGreaterThan(runs);
});

describe("certificates up to permutations", () => {
  const fischer = readFileSync(join(import.meta.dirname, "../../examples/fischer.xml"), "utf8");
  const subjectFor = (text: string): Subject => subjectOf(new TextEncoder().encode(text), "m.xml")!;
  const query = "A[] forall (i : id_t) forall (j : id_t) P(i).Cs && P(j).Cs imply i == j";

  test("answer what no plain search ends with", () => {
    const subject = subjectFor(fischer.replace("N = 5", "N = 12"));
    const { judgement, lines } = prove(subject, queryOf(subject, query)!, 2000);
    expect(judgement).toMatchObject({ result: "proved" });
    expect(JSON.parse(lines![0]!).symmetries).toMatchObject([{ elements: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] }]);
  });

  test("where a symmetry is none, what a search by it has found is refused", () => {
    // As if the search did not see that P(5) needs no waiting.
    const subject = subjectFor(
      fischer.replace("x &gt; k &amp;&amp; id == pid", "x &gt; k - (pid / 5) * 3 &amp;&amp; id == pid"),
    );
    const seems = subjectFor(fischer);
    const lines = prove(seems, queryOf(seems, query)!).lines!.map((line) =>
      line.replace(sha256(seems.bytes), sha256(subject.bytes)),
    );
    expect(prove(subject, queryOf(subject, query)!).verdict.outcome).toBe("violated");
    expect(judge(subject, lines)).toMatchObject({
      result: "refused",
      step: expect.stringContaining("the exchange of 4 and 5, in P("),
    });
  });

  test("they are taken back where the checker does not follow them", () => {
    // Its rounds go over elements, in an order.
    const text = `typedef int[0,2] id_t; int[0,1] a[id_t]; bool all() { for (i : id_t) if (a[i] == 0) return false; return true; }
process P(const id_t p) { state A, B; init A; trans A -> B { assign a[p] = 1; }, B -> A { guard all(); assign a[p] = 0; }; } system P;`;
    const subject = subjectOf(new TextEncoder().encode(text), "m.xta")!;
    const { judgement, lines } = prove(subject, queryOf(subject, "A[] not deadlock")!);
    expect(judgement).toMatchObject({ result: "proved" });
    expect(lines![0]).not.toContain("symmetries");
  });

  test("where the initial state is kept as its image, it is a member of its own", () => {
    const text = `typedef scalar[2] id_t; id_t h[id_t]; int[0,2] n;
process P(const id_t p) { state A, B; init A; trans A -> B { guard h[p] == p && n < 2; assign n++; }, B -> A { assign h[p] = p; }; } system P;`;
    const subject = subjectOf(new TextEncoder().encode(text), "m.xta")!;
    const { judgement, lines } = prove(subject, queryOf(subject, "A[] n <= 2")!);
    expect(lines![0]).toContain("symmetries");
    expect(judgement).toMatchObject({ result: "proved" });
  });

  test("no run is stated up to them", () => {
    const subject = subjectFor(fischer);
    const [header, ...rest] = prove(subject, queryOf(subject, "E<> P(1).Cs")!).lines!;
    const changed = JSON.stringify({ ...JSON.parse(header!), symmetries: [] });
    expect(judge(subject, [`${changed}\n`, ...rest])).toMatchObject({ result: "unreadable" });
  });
});

describe("falling ranks up to permutations", () => {
  const text = `int[0,4] done; process W(const int[0,3] i) { clock x; state A { x <= 3 }, B { x <= 2 }, C; init A;
trans A -> B { guard x >= 1; assign x = 0; }, B -> C { guard x >= 1; assign done = done + 1; }; } system W;`;
  const subject = subjectOf(new TextEncoder().encode(text), "m.xta")!;
  const proved = (query: string) => prove(subject, queryOf(subject, query)!);
  const parsed = (lines: readonly string[]) => lines.map((line) => JSON.parse(line));
  const judged = (lines: readonly object[]) =>
    judge(
      subject,
      lines.map((line) => `${JSON.stringify(line)}\n`),
    );

  test.each(["A<> forall (k : int[0,3]) W(k).C", "E[] done < 4", "done == 1 --> done == 4", "W(0).A --> W(0).C"])(
    "%s",
    (query) => {
      const { lines, judgement } = proved(query);
      expect(judgement).toMatchObject({ result: "proved", proof: "ends" });
      const [header, ...members] = parsed(lines!);
      expect(header.symmetries[0].elements.length).toBe(query.startsWith("W(0)") ? 3 : 4);
      // A state that leads somewhere else without its permutations is named.
      const bare = members.map(({ permutations: _, ...member }) => member);
      const refused = judged([header, ...bare]);
      expect(refused).toMatchObject({ result: "refused", member: expect.any(Number), step: expect.any(String) });
    },
  );

  test("what begins there must be taken to itself as well", () => {
    const [header, ...members] = parsed(proved("done == 0 --> done == 4").lines!);
    expect(judged([{ ...header, query: "W(0).A --> done == 4" }, ...members])).toMatchObject({
      result: "refused",
      step: expect.stringContaining("in the query"),
    });
  });

  test("random models of equal processes", () => {
    let permuted = 0;
    for (let seed = 1; seed <= Math.ceil(runs / 8); seed++)
      for (const family of ["scalar", "integer", "uneven"] as const) {
        const { text: random, queries } = symmetricModel(new Random(seed), family);
        const one = subjectOf(new TextEncoder().encode(random), "m.xta")!;
        for (const asked of queries.filter((query) => /^(A<>|E\[\])|-->/.test(query))) {
          const { judgement, lines } = prove(one, queryOf(one, asked)!, 500);
          if (judgement !== undefined) expect(judgement.result, `seed ${seed} ${asked}\n${random}`).toBe("proved");
          if (judgement?.proof === "ends" && lines![0]!.includes("symmetries")) permuted++;
        }
      }
    expect(permuted).toBeGreaterThan(0);
  });
});
