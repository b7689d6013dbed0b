/** Values that are only compared with each other and copied: which are found, and what holds the others. */
import { describe, expect, it } from "vitest";
import { findSymmetry } from "../../../src/analysis/index.ts";
import { groupsOf } from "../../../src/analysis/symmetry/groups.ts";
import { verify } from "../../../src/search/index.ts";
import { model } from "../../search/model.ts";

/** One process that is given values of 1..4, with 0 for none. */
const given = (declarations: string, trans = ""): string =>
  `typedef int[1,4] data; int[0,4] g, h; ${declarations} process P() { state A, B; init A; trans
   A -> A { select d : data; assign g = d; }, A -> B { guard g == h; }, B -> A { assign h = g; }${trans && `, ${trans}`}; } system P;`;

/** `values of g {1 2 3 4}`, with the reason where there is less. */
function facts(text: string, query?: string): string {
  const m = model(text);
  return findSymmetry(m.network, query === undefined ? undefined : m.query(query))
    .found.filter(({ origin }) => origin === "data")
    .map(
      (f) =>
        `${f.name}${f.classes.map((c) => ` {${c.join(" ")}}`).join("")}${f.failure ? `: ${f.failure.message}` : ""}`,
    )
    .join("; ");
}

const all = "values of g and 1 more {1 2 3 4}";

describe("values that are only compared and copied", () => {
  it.each([
    ["in variables", given(""), all],
    [
      "in an array that they do not index",
      given("int[0,4] b[2];", "A -> A { assign b[1] = b[0], b[0] = g; }"),
      all.replace("1 more", "1 more").replace("g and 1", "g and 2"),
    ],
    ["as indices", given("bool seen[5];", "A -> A { guard g != 0 && !seen[g]; assign seen[g] = true; }"), all],
    ["as indices of clocks", given("clock y[5];", "A -> A { guard y[h] > 1; assign y[g] = 0; }"), all],
    ["as indices of channels", given("chan c[5];", "A -> B { select d : data; sync c[d]!; }"), all],
    [
      "in structs",
      given("struct { int[0,4] body; bool full; } m;", "A -> A { assign m.body = g; }, A -> B { guard m.body != h; }"),
      all.replace("1 more", "2 more"),
    ],
    ["through functions", given("int[0,4] id(int[0,4] v) { return v; }", "A -> A { assign h = id(g); }"), all],
    [
      "in quantifiers",
      given(
        "bool seen[5];",
        "A -> B { guard forall (d : data) !seen[d] || d == g; }, B -> B { guard g != 0; assign seen[g] = true; }",
      ),
      all,
    ],
    [
      "in several kinds",
      given(
        "int[0,4] o, q;",
        "A -> A { select e : data; assign o = e; }, A -> B { guard o != q; }, B -> B { assign q = o; }",
      ),
      `${all}; values of o and 1 more {1 2 3 4}`,
    ],
  ])("%s", (_, text, expected) => expect(facts(text)).toBe(expected));

  it.each([
    [
      "a number that names one",
      given("", "A -> B { guard g == 2; }"),
      "values of g and 1 more {1 3 4}: the element 2 is named by a number",
    ],
    [
      "a number that is written",
      given("", "A -> B { assign h = 4; }"),
      "values of g and 1 more {1 2 3}: the element 4 is named by a number",
    ],
    [
      "an index that is a number",
      given("bool seen[5];", "A -> A { guard seen[3] && g != 0; assign seen[g] = true; }"),
      "values of g and 1 more {1 2 4}: 'seen[..]' is used for one element and not in the same way for the others",
    ],
    [
      "an initial value",
      given("int[0,4] i = 3;", "A -> B { guard i == g; }"),
      "values of g and 2 more {1 2 4}: the initial state tells elements apart (3)",
    ],
    [
      "a range that holds some",
      given("", "A -> B { select e : int[1,2]; assign h = e; }"),
      "values of g and 1 more {1 2} {3 4}: a range 1..2 holds some of the elements only",
    ],
    [
      "a table that differs",
      given("const int w[5] = { 0, 1, 1, 2, 2 };", "A -> B { guard g != 0 && w[g] == 1; }"),
      "values of g and 1 more {1 2} {3 4}: a constant array has 1 for one element and another value for others",
    ],
    ["arithmetic", given("", "A -> B { guard g + 1 == h; }"), ""],
    ["order", given("", "A -> B { guard g < h; }"), ""],
    ["a bound of a clock", given("clock x;", "A -> B { guard x < g; }"), ""],
    ["a copy into a number", given("int n;", "A -> B { assign n = g, n = n + 1; }"), ""],
    [
      "a first one",
      given(
        "bool seen[5]; int[0,4] f() { for (d : data) if (seen[d]) return d; return g; }",
        "A -> B { guard g != 0; assign seen[g] = true, h = f(); }",
      ),
      "values of g and 1 more: a loop in 'f' may depend on the order of the elements",
    ],
    ["a reference", given("void set(int[0,4] &v) { v = g; }", "A -> B { assign set(h); }"), ""],
    ["an invariant", given("clock x;").replace("state A, B", "state A { x <= g }, B"), ""],
  ])("not: %s", (_, text, expected) => expect(facts(text)).toBe(expected));

  it.each([
    ["E<> g == 2", "values of g and 1 more {1 3 4}: the query tells elements apart (2)"],
    ["E<> P.B and g == h", all],
    ["sup: g", "values of g and 1 more: the query tells elements apart (1, 2, 3, 4)"],
    ["E<> g > h", "values of g and 1 more: the query tells elements apart (1, 2, 3, 4)"],
  ])("of %s", (query, expected) => expect(facts(given(""), query)).toBe(expected));
});

it("numbers of another kind in the same range stay apart from those that name processes", () => {
  const m = model(`typedef int[1,3] id_t; int[0,3] owner, v, w; process P(const id_t i) { state A, B; init A; trans
    A -> B { guard owner == 0; assign owner = i; }, B -> A { guard owner == i; assign owner = 0; }; }
    process D() { state A, B; init A; trans A -> B { select d : int[1,3]; assign v = d; }, B -> A { guard v != w; assign w = v; }, B -> A { guard v == w; }; }
    system P, D;`);
  const symmetry = findSymmetry(m.network);
  expect(symmetry.found.map(({ name, origin, classes }) => [name, origin, classes])).toEqual([
    ["id_t", "detected", [[1, 2, 3]]],
    ["values of v and 1 more", "data", [[1, 2, 3]]],
  ]);
  expect(groupsOf(symmetry).isApart).toBe(true);
});

/** A buffer whose freed cell is cleared with a value, by n places of k values. */
const buffer = (
  n: number,
  k: number,
): string => `const int N = ${n}; typedef int[0,${k - 1}] data; data buf[N], msg; int[0,N] len; chan get;
  void push(data d) { buf[len] = d; len++; }
  data pop() { data d = buf[0]; for (i : int[0,N-2]) buf[i] = buf[i+1]; len--; buf[N-1] = 0; return d; }
  process In() { state A; init A; trans A -> A { select d : data; guard len < N; assign push(d); }; }
  process Out() { data last; state A, B; init A; trans A -> B { guard len > 0; assign msg = pop(); }, B -> A { guard msg == last; }, B -> A { guard msg != last; assign last = msg; }; }
  system In, Out;`;

it("a buffer stores a state for each pattern of equal values", () => {
  const { network, query } = model(buffer(3, 4));
  const stored = (symmetry: boolean) => verify(network, query("A[] not deadlock"), { symmetry }).statistics;
  const [without, reduced] = [stored(false), stored(true)];
  expect(reduced.symmetry?.canonical).toBe(true);
  expect([without.stored, reduced.stored]).toEqual([1700, 331]);
});
