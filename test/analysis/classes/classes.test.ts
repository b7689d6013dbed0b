import { describe, expect, it } from "vitest";
import { coarsener, valueClasses } from "../../../src/analysis/index.ts";
import { verify } from "../../../src/search/index.ts";
import { model } from "../../search/model.ts";

const once = `int[0,9] v; process P() { state A, B, C; init A; trans
  A -> B { select s : int[0,9]; assign v = s; }, B -> C { guard v == 5; }; } system P;`;

describe("classes of values", () => {
  const { network, query } = model(once);
  const asked = query("E<> P.C");

  it("of a variable that is compared with one number are two", () => {
    const [classes] = valueClasses(network, asked);
    expect(network.slots.at(classes!.cell)!.name).toBe("v");
    const standing = [0, 3, 5, 7, 9].map((value) => {
      const state = Int32Array.of(1, value);
      coarsener([classes!])(state);
      return state[1];
    });
    expect(standing).toEqual([0, 0, 5, 0, 0]);
  });

  it("are all there is to store", () => {
    // A, C, and B with 5 and with another number.
    const stored = (reduce: boolean) => verify(network, query("A[] not P.C or v == 5"), { reduce }).statistics.stored;
    expect([stored(false), stored(true)]).toEqual([12, 4]);
  });

  it("are left out where symmetries move the variable", () => {
    const [classes] = valueClasses(network, asked);
    expect(valueClasses(network, asked, new Set([classes!.cell]))).toEqual([]);
  });
});

/**
 * Each is answered wrongly if the rule that its name says is dropped; one more test of the variable lets it have classes at all.
 */
const traps: readonly (readonly [string, string, string, string])[] = [
  [
    "what a guard tests later on counts",
    `int[0,9] v; process P() { state A, B, C, D; init A; trans
    A -> B { select s : int[0,9]; assign v = s; }, B -> A { guard v == 2; }, B -> C { }, C -> D { guard v == 7; }; } system P;`,
    "E<> P.D",
    "satisfied",
  ],
  [
    "what an invariant tests counts",
    `int[0,9] v; process P() { state A, B, C { v > 6 }; init A; trans
    A -> B { select s : int[0,9]; assign v = s; }, B -> A { guard v == 2; }, B -> C { }; } system P;`,
    "E<> P.C",
    "satisfied",
  ],
  [
    "what the query tests counts",
    `int[0,9] v; process P() { state A, B, C; init A; trans
    A -> B { select s : int[0,9]; assign v = s; }, B -> A { guard v == 2; }, B -> C { guard v > 1; }; } system P;`,
    "E<> v == 8",
    "satisfied",
  ],
  [
    "what a copy is tested for counts",
    `int[0,9] v, w; process P() { state A, B, C, D; init A; trans
    A -> B { select s : int[0,9]; assign v = s; }, B -> A { guard v == 2; }, B -> C { assign w = v; }; }
    process Q() { state A, B; init A; trans A -> B { guard w == 7; }; } system P, Q;`,
    "E<> Q.B",
    "satisfied",
  ],
  [
    "whether a copy is a fault counts",
    `int[0,9] v; int[0,5] w; process P() { state A, B, C, D; init A; trans
    A -> B { select s : int[0,9]; assign v = s; }, B -> A { guard v == 2; }, B -> C { assign w = v; }, C -> D { guard v == 1; }; } system P;`,
    "E<> P.D && v == 2",
    "fault",
  ],
  [
    "what an assignment passes on counts",
    `int[0,9] v, w, u; process P() { state A, B, C, D; init A; trans
    A -> B { select s : int[0,9]; assign v = s; }, B -> A { guard v == 2; }, B -> C { assign u = w = v; }, C -> D { guard u == 7; }; } system P;`,
    "E<> P.D",
    "satisfied",
  ],
  [
    "what a function looks at counts",
    `int[0,9] v; bool is(int n) { return n == 7; } process P() { state A, B, C; init A; trans
    A -> B { select s : int[0,9]; assign v = s; }, B -> A { guard v == 2; }, B -> C { guard is(v); }; } system P;`,
    "E<> P.C",
    "satisfied",
  ],
  [
    "what an index reaches counts",
    `int[0,9] v[2]; process P() { int[0,1] i; state A, B, C; init A; trans
    A -> B { select s : int[0,9]; assign v[1] = s; }, A -> A { assign i = 1; }, B -> A { guard v[1] == 2; }, B -> C { guard v[i] == 7; }; } system P;`,
    "E<> P.C",
    "satisfied",
  ],
  [
    "what a reference reaches counts",
    `int[0,9] v; void put(int[0,9] &n, int m) { n = m; } process P() { state A, B, C; init A; trans
    A -> B { select s : int[0,9]; assign put(v, s); }, B -> A { guard v == 2; }, B -> C { guard v == 7; }; } system P;`,
    "E<> P.C",
    "satisfied",
  ],
  [
    "the bound of a clock counts",
    `int[0,9] v; process P() { clock x; state A, B, C { x <= v }; init A; trans
    A -> B { select s : int[0,9]; assign v = s, x = 0; }, B -> A { guard v == 2; }, B -> C { guard x >= 8; }; } system P;`,
    "E<> P.C",
    "satisfied",
  ],
];

describe("no class is too large", () => {
  it.each(traps)("%s", (_, text, asked, expected) => {
    const { network, query } = model(text);
    for (const compiled of [true, false])
      expect(verify(network, query(asked), { compiled, maxStates: 1000 }).outcome).toBe(expected);
    expect(verify(network, query(asked), { reduce: false }).outcome).toBe(expected);
  });
});
