import { describe, expect, test } from "vitest";
import { open, verify } from "../../src/index.ts";
import { verifyAll } from "../../src/search/index.ts";

/** Lowering a query is a function of network and query: what was asked before leaves no trace. */
const text = `
  typedef struct { int a, b; } pair; typedef scalar[2] id_t; const string word = "open"; const string other = "shut";
  int a[3] = {1, 2, 3}; clock x; id_t who;
  int used(int i) { return a[i]; }
  int twice(int i) { return 2 * used(i); }
  int sum3() { int s; for (i : int[0,2]) s += twice(i); return s; }
  pair both(int i) { pair p = {i, i + 1}; return p; }
  bool is(const string& s) { return s == word; }
  process P(const int[0,1] id) { int n; int own(int k) { return used(k) + n + id; } state S { x <= 3 }, T; init S; trans S -> T { guard x >= 1; assign n = used(1); }; }
  system P;`;
const queries = [
  "E<> P(0).T",
  "A[] sum3() == 12",
  "E<> P(1).own(2) == 6",
  "A[] both(2).b == 3 && both(sum3()).a == 12",
  'E<> is("open") && !is("other") && !is("more")',
  "A[] forall (i : int[0,2]) exists (j : int[0,2]) twice(i) == 2 * a[j]",
  "E<> exists (i : id_t) i != who",
  "sup{P(0).T}: x, P(0).own(0)",
  "P(0).S --> P(0).T",
  "E<> P(1).own(0) == nobody",
];

describe("the code of a query", () => {
  test.each(queries)("%s", (query) => {
    const model = open(text);
    const before = JSON.stringify(model.network);
    const first = model.query(query);
    for (const [k, other] of [...queries, ...queries].entries()) {
      model.query(other);
      if (k % 7 === 0) expect(model.query(query)).toEqual(first);
    }
    expect(model.query(query)).toEqual(first);
    expect(open(text).query(query)).toEqual(first);
    expect(JSON.stringify(model.network)).toBe(before);
  });

  test("is answered alike alone, after others and together with others", () => {
    const model = open(text);
    const asked = queries.flatMap((query) => model.query(query).query ?? []);
    expect(asked).toHaveLength(queries.length - 1);
    const alone = asked.map((query) => open(text).verify(query.text).outcome);
    expect(alone).toEqual([
      "satisfied",
      "satisfied",
      "satisfied",
      "satisfied",
      "satisfied",
      "satisfied",
      "satisfied",
      "satisfied",
      "satisfied",
    ]);
    for (const compiled of [true, false]) {
      expect(asked.map((query) => verify(model.network!, query, { compiled }).outcome)).toEqual(alone);
      expect(verifyAll(model.network!, asked, { compiled }).map((v) => v.outcome)).toEqual(alone);
    }
  });
});

test("queries that share a search keep their bound variables apart", () => {
  const model = open(
    "int[0,3] n; process P() { state S; init S; trans S -> S { guard n < 3; assign n++; }; } system P;",
  );
  const texts = [
    "A[] exists (i : int[0,3]) n == i",
    "A[] exists (i : int[1,3]) n == i",
    "E<> forall (i : int[4,9]) n < i",
    "E<> exists (i : int[7,8]) n == i",
  ];
  const asked = texts.map((query) => model.query(query).query!);
  for (const compiled of [true, false])
    expect(verifyAll(model.network!, asked, { compiled }).map((v) => v.outcome)).toEqual([
      "satisfied",
      "violated",
      "satisfied",
      "violated",
    ]);
});
