import { describe, expect, it } from "vitest";
import { clockBounds, guardsOnlyHelp, Ranges } from "../../../src/analysis/index.ts";
import { model, single } from "../../search/model.ts";

/** L and U of all clocks in each location of the first process, as `l/u`; `-` where nothing matters. */
function bounds(text: string, query?: string): Record<string, string> {
  const m = model(text);
  const b = clockBounds(m.network, { query: query === undefined ? undefined : m.query(query), symmetric: false });
  const n = m.network.clocks.length;
  const lower = new Int32Array(n);
  const upper = new Int32Array(n);
  const one = (v: number) => (v < 0 ? "-" : `${v}`);
  const cells = Int32Array.from(m.network.processes, (p) => p.initial);
  return Object.fromEntries(
    m.network.processes[0]!.locations.map((l) => {
      cells[0] = l.index;
      b.fill(cells, lower, upper);
      return [l.name, Array.from({ length: n - 1 }, (_, i) => `${one(lower[i + 1]!)}/${one(upper[i + 1]!)}`).join(" ")];
    }),
  );
}
const process = (declarations: string, body: string) => `${declarations} process P() { ${body} } system P;`;

describe("clock bounds", () => {
  it("come from guards and invariants, and travel back to the last reset", () => {
    expect(
      bounds(
        process(
          "clock x;",
          "state A, B { x <= 9 }, C, D; init A; trans A -> B { assign x = 0; }, B -> C { guard x >= 4; }, C -> D { guard x < 6; };",
        ),
      ),
    ).toEqual({ A: "-/-", B: "4/9", C: "-/6", D: "-/-" });
  });
  it("go round loops", () => {
    expect(
      bounds(process("clock x;", "state A, B, C; init A; trans A -> B { }, B -> A { }, B -> C { guard x == 7; };")),
    ).toEqual({ A: "7/7", B: "7/7", C: "-/-" });
  });
  it("take the largest value of an expression", () => {
    expect(
      bounds(
        process(
          "clock x; int[2,5] n = 2; int[0,3] m;",
          "state A; init A; trans A -> A { guard x <= n + 2 * m; assign n = 4, m = 3; };",
        ),
      ),
    ).toEqual({ A: "-/10" });
    expect(
      bounds(
        process(
          "clock x; const int k[3] = {1, 8, 3}; int[0,2] i;",
          "state A; init A; trans A -> A { guard x >= k[i]; assign i = 2; };",
        ),
      ).A,
    ).toBe("8/-");
    expect(
      bounds(
        process(
          "clock x; int f(int[0,4] a) { if (a > 2) return 3; return a * a; }",
          "state A; init A; trans A -> A { select i : int[0,4]; guard x >= f(i); };",
        ),
      ).A,
    ).toBe("16/-");
  });
  it("follow copies and shifts of clocks", () => {
    expect(
      bounds(process("clock x, y;", "state A, B; init A; trans A -> B { assign x = y; }, B -> B { guard x > 5; };")),
    ).toEqual({ A: "-/- 5/-", B: "5/- -/-" });
    expect(
      bounds(process("clock x, y;", "state A, B; init A; trans A -> B { assign x = y + 2; }, B -> B { guard x > 5; };"))
        .A,
    ).toBe("-/- 3/-");
  });
  it("include the query everywhere", () => {
    expect(
      bounds(process("clock x;", "state A, B; init A; trans A -> B { assign x = 0; };"), "E<> P.B && x > 3 && x < 8"),
    ).toEqual({ A: "3/8", B: "3/8" });
    expect(bounds(process("clock x;", "state A, B; init A; trans A -> B { assign x = 0; };"), "A[] x < 8")).toEqual({
      A: "8/-",
      B: "8/-",
    });
  });
  it("know resets inside functions and loops over arrays", () => {
    const text = process(
      "clock x[2]; void f() { for (i : int[0,1]) x[i] = 0; }",
      "state A, B; init A; trans A -> B { assign f(); }, B -> B { guard x[0] > 5 && x[1] < 6; };",
    );
    expect(bounds(text)).toEqual({ A: "-/- -/-", B: "5/- -/6" });
  });
  it("keep what a condition may not reset", () => {
    const text = process(
      "clock x; bool b; void f() { if (b) x = 0; }",
      "state A, B; init A; trans A -> B { assign f(); }, B -> B { guard x > 5; };",
    );
    expect(bounds(text).A).toBe("5/-");
  });
  it("are the same from below and above where guards forbid", () => {
    const receiver = (guard: string) => `broadcast chan c; clock x;
      process A() { state S; init S; trans S -> S { ${guard} sync c?; }; }
      process B() { state S; init S; trans S -> S { sync c!; }; } system A, B;`;
    expect(bounds(receiver("guard x > 3;"))).toEqual({ S: "3/3" });
    expect(guardsOnlyHelp(model(receiver("guard x > 3;")).network)).toBe(false);
    expect(guardsOnlyHelp(model(receiver("")).network)).toBe(true);
  });
});

describe("ranges", () => {
  it.each([
    ["int n;", "n = 3", "n", 0, 3],
    ["int n;", "n = n + 1", "n", 0, 32767],
    ["int[0,7] n;", "n = n + 1", "n", 0, 7],
    ["int n; int a[3] = {1, 5, 2};", "n = a[0] * 2", "a[n]", 1, 5],
    ["int n; int m;", "n = 2, m = n - 5", "m", -5, 0],
    ["int n; void f(int &r) { r = 9; }", "f(n)", "n", 0, 9],
    ["typedef struct { int a; int b; } T; T t[2]; int n;", "t[1].a = 4, t[0].b = 70, n = 1", "t[n].a", 0, 4],
  ])("%s %s: %s", (declarations, update, expression, low, high) => {
    const m = single(declarations, `state S; init S; trans S -> S { assign ${update}; };`);
    const query = m.query(`sup: ${expression}`);
    const ranges = new Ranges(m.network, query);
    if (query.kind !== "sup" || query.terms[0]!.is !== "data") throw new Error("not a data term");
    expect(ranges.of(query.terms[0]!.code)).toEqual({ low, high });
  });
});
