import { describe, expect, test } from "vitest";
import { open } from "../../src/index.ts";

/** Constructs as real models use them: a model in, the verdict of a query out. */
function check(xta: string, query: string, outcome: string): void {
  const opened = open(xta, { name: "model.xta" });
  expect(opened.diagnostics.filter((d) => d.severity === "error")).toEqual([]);
  const verdict = opened.verify(query);
  expect([query, verdict.outcome, verdict.outcome === outcome ? undefined : verdict.reason]).toEqual([
    query,
    outcome,
    undefined,
  ]);
}

describe("strings", () => {
  const model = `
    const string right = "open sesame";
    bool opens(const string& word, int times) { return word == right && times == 3; }
    process P(const string word) {
      state A, B, C, D;
      init A;
      trans A -> B { guard opens(right, 3); }, A -> C { guard opens(word, 3); }, A -> D { guard word != right || opens("open sesame", 2); };
    }
    Other = P("sesame"); Same = P("open sesame");
    system Other, Same;`;

  test.each([
    ["E<> Other.B", "satisfied"],
    ["E<> Other.C", "violated"],
    ["E<> Other.D", "satisfied"],
    ["E<> Same.C", "satisfied"],
    ["E<> Same.D", "violated"],
  ])("%s is %s", (query, outcome) => check(model, query, outcome));
});

describe("a choice of channels", () => {
  const model = (p: string, q: string) => `chan a, b[3]; int n; int i = 2;
    process P() { state S, T; init S; trans S -> T { guard n == 0; sync (${p} ? a : ${q} ? b[i] : b[0])!; assign n = 1; }; }
    process Q() { state S, A, B, C; init S; trans S -> A { sync a?; }, S -> B { sync b[2]?; }, S -> C { sync b[0]?; }; }
    system P, Q;`;
  test.each([
    ["true", "true", "E<> Q.A", "satisfied"],
    ["true", "true", "E<> Q.B || Q.C", "violated"],
    ["i > 2", "i == 2", "E<> Q.B", "satisfied"],
    ["i > 2", "i == 2", "E<> Q.A || Q.C", "violated"],
    ["i > 2", "n > 0", "E<> Q.C && n == 1", "satisfied"],
    ["i > 2", "n > 0", "E<> Q.A || Q.B", "violated"],
  ])("%s, %s: %s is %s", (p, q, query, outcome) => check(model(p, q), query, outcome));
});

describe("references", () => {
  // What lies between the two targets of x, x itself among it, is none of them.
  const model = `
    int a[2];
    void set(int& x[2], int v) { int i; for (i = 0; i < 2; i++) x[i] = v; }
    void both() { int local[2]; int k; set(local, k + 1); set(a, a[0] + local[1]); }
    process P() { state S; init S; trans S -> S { assign both(); }; }
    system P;`;

  test("to a variable and to a local of a function", () => check(model, "E<> a[1] == 3", "satisfied"));
});
