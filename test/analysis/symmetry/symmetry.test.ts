import { describe, expect, it } from "vitest";
import { findSymmetry, representative } from "../../../src/analysis/index.ts";
import { orderedInvariants } from "../../../src/analysis/symmetry/ends.ts";
import { faultsOf } from "../../../src/analysis/symmetry/faults.ts";
import { Kinds } from "../../../src/analysis/symmetry/kinds.ts";
import { orderedUpdates } from "../../../src/analysis/symmetry/order.ts";
import { orderedLoop } from "../../../src/analysis/symmetry/rounds.ts";
import { ownOf } from "../../../src/analysis/symmetry/symmetry.ts";
import { verify } from "../../../src/search/index.ts";
import { model } from "../../search/model.ts";

/** Three processes of one template, named by integers 0, 1, 2. */
const three = (declarations: string, inside: string, trans: string, states = "A, B"): string =>
  `typedef int[0,2] id_t; ${declarations} process P(const id_t p) { ${inside} state ${states}; init A; trans ${trans}; } system P;`;
const scalars = (declarations: string, inside: string, trans: string): string =>
  three(declarations, inside, trans).replace("typedef int[0,2] id_t", "typedef scalar[3] id_t");

/** `id_t permutations {0 1 2}`, with the reason where there is less. */
function facts(text: string, query?: string): string {
  const m = model(text);
  const { found } = findSymmetry(m.network, query === undefined ? undefined : m.query(query));
  const lines = found.map(
    (f) =>
      `${f.name} ${f.used}${f.classes.map((c) => ` {${c.join(" ")}}`).join("")}${f.failure ? `: ${f.failure.message}` : ""}`,
  );
  return lines.join("; ");
}

describe("integers that name processes", () => {
  it.each([
    ["nothing tells them apart", three("", "", "A -> B { }"), "id_t permutations {0 1 2}"],
    [
      "own variables and clocks",
      three("", "int[0,3] n; clock x;", "A -> B { guard x > 1; assign n = 1, x = 0; }", "A { x <= 4 }, B"),
      "id_t permutations {0 1 2}",
    ],
    [
      "an array with an element each",
      three("int a[id_t]; clock y[id_t];", "", "A -> B { guard y[p] > 1; assign a[p] = 1; }"),
      "id_t permutations {0 1 2}",
    ],
    [
      "a variable that holds one, or none",
      three(
        "int[-1,2] who = -1;",
        "",
        "A -> B { guard who == -1; assign who = p; }, B -> A { guard who == p; assign who = -1; }",
      ),
      "id_t permutations {0 1 2}",
    ],
    [
      "a channel each",
      three("chan c[id_t];", "", "A -> B { select q : id_t; sync c[q]!; }, A -> B { sync c[p]?; }"),
      "id_t permutations {0 1 2}",
    ],
    [
      "a quantifier over all",
      three("bool f[id_t];", "", "A -> B { guard forall (q : id_t) !f[q]; assign f[p] = true; }"),
      "id_t permutations {0 1 2}",
    ],
    ["rates of clocks", three("", "clock x;", "A -> B { }", "A { x' == 0 }, B"), "id_t permutations {0 1 2}"],
    [
      "rates that differ",
      three("", "clock x;", "A -> B { }", "A { x' == (p > 0) }, B"),
      "id_t permutations {1 2}: elements are computed with, compared by order or taken for numbers",
    ],
    [
      "conjuncts in another order",
      three("int[-1,2] who = -1; int n;", "", "A -> B { guard who == p && n == 1 || n == 1 && p == who; }"),
      "id_t permutations {0 1 2}",
    ],
    [
      "compared by order",
      three("int[0,2] who;", "", "A -> B { guard who < p; }"),
      "id_t no: elements are computed with, compared by order or taken for numbers",
    ],
    ["a number for each", three("int n;", "", "A -> B { assign n = n + p; }"), "id_t no: code differs"],
    [
      "one that is named",
      three("int[0,2] who;", "", "A -> B { guard who == p; }, B -> A { assign who = 1; }"),
      "id_t no: the element 1 is named by a number",
    ],
    [
      "constants that differ",
      three("const int limit[id_t] = {1, 1, 2};", "clock x;", "A -> B { guard x > limit[p]; }"),
      "id_t permutations {0 1}: constants differ: -1 and -2",
    ],
    [
      "constants that are the same",
      three("const int limit[id_t] = {2, 2, 2};", "clock x;", "A -> B { guard x > limit[p]; }"),
      "id_t permutations {0 1 2}",
    ],
    [
      "conjuncts that change places",
      three("int a[id_t];", "", "A -> B { guard a[0] == 0 && a[1] == 0 && a[2] == 0; assign a[p] = 1; }"),
      "id_t permutations {0 1 2}",
    ],
    [
      "a function",
      three("int a[id_t]; void f(id_t q) { a[q] = 1; }", "", "A -> B { assign f(p); }"),
      "id_t permutations {0 1 2}",
    ],
    [
      "turned on",
      three("int[0,2] h[id_t] = {0, 1, 2};", "", "A -> B { guard h[p] == p; assign h[p] = (h[p] + 1) % 3; }"),
      "id_t rotations {0 1 2}: elements are computed with",
    ],
    [
      "turned on by so much that it leaves the integers",
      three("int[0,2] h[id_t] = {0, 1, 2};", "", "A -> B { guard h[p] == p; assign h[p] = (h[p] + 2147483647) % 3; }"),
      "id_t no",
    ],
    [
      "a ring",
      three("bool f[id_t];", "", "A -> B { guard !f[(p + 1) % 3]; assign f[p] = true; }"),
      "id_t rotations {0 1 2}: 'f[..]' is used for one element and not in the same way for the others",
    ],
    [
      "an initial value",
      three("bool f[id_t] = {true, false, false};", "", "A -> B { guard f[p]; }"),
      "id_t permutations {1 2}: the initial state tells elements apart (0)",
    ],
    [
      "classes of two kinds",
      three("const int limit[id_t] = {2, 1, 2, 1, 1};", "clock x;", "A -> B { guard x > limit[p]; }").replace(
        "[0,2]",
        "[0,4]",
      ),
      "id_t permutations {0 2} {1 3 4}: constants differ: -2 and -1",
    ],
    [
      "a queue that clears a cell with a number",
      three(
        "id_t queue[id_t]; int[0,3] n; void drop() { int i = 0; n--; while (i < n) { queue[i] = queue[i + 1]; i++; } queue[i] = 0; }",
        "",
        "A -> B { guard n < 3; assign queue[n++] = p; }, B -> A { guard n > 0 && queue[0] == p; assign drop(); }",
      ),
      "id_t permutations {1 2}: the element 0 is named by a number",
    ],
    [
      "turned on, with one that is named",
      three("int[0,2] h;", "", "A -> B { guard h == p; assign h = (h + 1) % 2; }, B -> A { assign h = 2; }"),
      "id_t no: elements are computed with",
    ],
    [
      "an order of broadcasts that shows",
      three("broadcast chan b; int n;", "", "A -> B { sync b!; }, A -> B { sync b?; assign n = n * 2 + 1; }"),
      "id_t no",
    ],
  ])("%s", (_, text, expected) => {
    const found = facts(text);
    // Of the last kind only that it is left alone is said here: its reason names a place.
    expect(expected === "id_t no" ? found.slice(0, 7) : found).toBe(expected);
  });
});

describe("a query may tell them apart", () => {
  const text = three("int a[id_t];", "", "A -> B { assign a[p] = 1; }");
  it.each([
    ["E<> exists (q : id_t) P(q).B", "id_t permutations {0 1 2}"],
    ["E<> P(0).B && P(1).B && P(2).B", "id_t permutations {0 1 2}"],
    ["E<> P(2).B && P(0).B && P(1).B", "id_t permutations {0 1 2}"],
    ["E<> P(0).B", "id_t permutations {1 2}: the query tells elements apart (0)"],
    ["E<> P(0).B && P(1).A", "id_t no: the query tells elements apart (0, 1, 2)"],
    ["E<> a[1] == 1", "id_t permutations {0 2}: the query tells elements apart (1)"],
    ["A[] forall (q : id_t) a[q] < 2", "id_t permutations {0 1 2}"],
    ["sup: a[0] + a[1] + a[2]", "id_t permutations {0 1 2}"],
  ])("%s", (query, expected) => expect(facts(text, query)).toBe(expected));
});

describe("scalar sets", () => {
  it.each([
    ["all of them", scalars("", "", "A -> B { }"), "id_t permutations {0 1 2}"],
    [
      "what they index",
      scalars("int a[id_t]; id_t who;", "", "A -> B { guard who == p; assign a[p] = 1; }"),
      "id_t permutations {0 1 2}",
    ],
    [
      "one element alone",
      "typedef scalar[1] s; process P(const s p) { state A; init A; } system P;",
      "s no: it has fewer than two elements",
    ],

    [
      "a loop whose rounds commute",
      scalars("int a[id_t]; void f() { for (q : id_t) a[q] = 1; }", "", "A -> B { assign f(); }"),
      "id_t permutations {0 1 2}",
    ],
    [
      "a loop whose rounds do not",
      scalars("int a[id_t]; int n; void f() { for (q : id_t) n = n * 2 + a[q]; }", "", "A -> B { assign f(); }"),
      "id_t no: a loop in 'f' may depend on the order of the elements",
    ],
    [
      "a quantifier that ends early, whose fault is one for all elements or for none",
      scalars(
        "bool a[id_t][4]; int[0,4] n;",
        "",
        "A -> B { guard exists (q : id_t) !a[q][n] || q == p; assign n = 4; }",
      ),
      "id_t permutations {0 1 2}",
    ],
    [
      "one whose fault is one for some",
      scalars("bool a[4]; int[0,4] n[id_t];", "", "A -> B { guard exists (q : id_t) !a[n[q]]; assign n[p] = 4; }"),
      "id_t no: whether this faults may depend on the order of the elements",
    ],
    [
      "one whose fault is worked out for some",
      scalars(
        "bool a[4]; int[0,4] n; bool b[id_t];",
        "",
        "A -> B { guard exists (q : id_t) b[q] && a[n]; assign n = 4, b[p] = true; }",
      ),
      "id_t no: whether this faults may depend on the order of the elements",
    ],
    [
      "one whose fault is behind another element",
      scalars(
        "bool a[4]; int[0,4] n; bool b[id_t];",
        "",
        "A -> B { guard forall (q : id_t) (q == p ? b[q] : a[n]); assign n = 4; }",
      ),
      "id_t no: whether this faults may depend on the order of the elements",
    ],
  ])("%s", (_, text, expected) => expect(facts(text)).toBe(expected));
});

it("copies that nothing names", () => {
  const text = "process T() { state A, B; init A; trans A -> B { }; } P = T(); Q = T(); R = T(); system P, Q, R;";
  const { found, sets } = findSymmetry(model(text).network);
  expect(found.map((f) => [f.used, f.classes, f.copies])).toEqual([["permutations", [[0, 1, 2]], ["P", "Q", "R"]]]);
  expect(sets[0]!.cells).toEqual([[0], [1], [2]]);
});

describe("what belongs to each element", () => {
  it("by the exchanges of neighbours", () => {
    // 1, 2, 3 and 4, 5, 6 are exchanged one by one; 7 belongs to all.
    expect(
      ownOf([
        [
          [1, 2],
          [4, 5],
        ],
        [
          [2, 3],
          [5, 6],
        ],
      ]),
    ).toEqual([
      [1, 4],
      [2, 5],
      [3, 6],
    ]);
    expect(ownOf([[[1, 2]]])).toEqual([[1], [2]]);
  });
  it("and what an exchange moves", () => {
    const { network } = model(three("int a[id_t]; clock y[id_t];", "", "A -> B { guard y[p] > 1; assign a[p] = 1; }"));
    const [set] = findSymmetry(network).sets;
    const name = (cell: number): string => network.slots.at(cell)!.name;
    expect(set!.cells.map((own) => own.map(name).join(" "))).toEqual(["P(0) a[0]", "P(1) a[1]", "P(2) a[2]"]);
    expect(set!.swaps.map((s) => s.clocks)).toEqual([[[1, 2]], [[2, 3]]]);
  });
});

describe("representatives", () => {
  /** Locations, then `who`: elements are put into order by their locations, and who is held follows. */
  const { network } = model(
    three(
      "int[-1,2] who = -1;",
      "",
      "A -> B { guard who == -1; assign who = p; }, B -> A { guard who == p; assign who = -1; }",
    ),
  );
  const ordered = representative(network.slots.length, 1, findSymmetry(network));
  const who = network.slots.findIndex((s) => s.name === "who");
  const check = (locations: readonly number[], held: number): string => {
    const cells = Int32Array.from(
      { length: network.slots.length },
      (_, c) => locations[c] ?? network.slots.at(c)!.initial,
    );
    cells[who] = held;
    const canonical = ordered(cells, new Int32Array(1));
    return `${[...cells.subarray(0, 3)]} ${cells[who]} ${canonical}`;
  };
  it("all images of a state have one", () => {
    const images = [
      [[1, 0, 0], 0],
      [[0, 1, 0], 1],
      [[0, 0, 1], 2],
    ] as const;
    expect(new Set(images.map(([locations, held]) => check(locations, held))).size).toBe(1);
  });
  it("others have another", () => {
    const states = [
      [[1, 0, 0], 0],
      [[1, 0, 0], -1],
      [[1, 1, 0], 0],
      [[0, 0, 0], -1],
    ] as const;
    expect(new Set(states.map(([locations, held]) => check(locations, held))).size).toBe(4);
  });
  it("locations come in increasing order, and what names the element moves with it", () => {
    expect([check([1, 0, 0], 0), check([0, 0, 0], -1)]).toEqual(["0,0,1 2 true", "0,0,0 -1 true"]);
  });
});

describe("kinds of values", () => {
  it("what is computed with is a number, what is only moved and compared is not", () => {
    const { network } = model(
      "int a, b, c, d; process P() { state A; init A; trans A -> A { guard c == d; assign a = b, c = c + 1; }; } system P;",
    );
    const kinds = new Kinds(network, undefined, () => []);
    const of = (name: string): number => network.slots.findIndex((s) => s.name === name);
    expect(["a", "b", "c", "d"].map((n) => kinds.whyNumber(of(n)) !== undefined)).toEqual([false, false, true, true]);
    expect([
      kinds.root(of("a")) === kinds.root(of("b")),
      kinds.root(of("c")) === kinds.root(of("d")),
      kinds.root(of("a")) === kinds.root(of("c")),
    ]).toEqual([true, true, false]);
  });
});

describe("where the order shows", () => {
  const loops = (body: string): boolean => {
    const { network } = model(
      `typedef int[0,2] id_t; int n, m; int a[id_t], t[id_t][id_t]; void f() { for (i : id_t) { ${body} } } process P() { state A; init A; trans A -> A { assign f(); }; } system P;`,
    );
    return orderedLoop(network.functions, () => true, faultsOf(network).inCode) !== undefined;
  };
  it.each([
    ["a[i] = 1;", false],
    ["n = 1;", false],
    ["n = n + 1;", false],
    ["n = n * 2;", true],
    ["n = i;", true],
    ["a[i] = n;", false],
    ["a[i] = n; n = n + 1;", true],
    ["a[i] = a[0];", true],
    ["if (a[i] > 0) n = n + 1;", false],
    ["if (a[i] > 0) n = 1; else n = 2;", true],
    ["n++; m -= 2;", false],
    ["a[i] = n++;", true],
    ["a[i] = (n = 1);", false],
    ["if (++n == 2) m = 1;", true],
    ["t[i][m] = t[i][0];", false],
    ["t[i][m] = t[m][i];", true],
    ["t[i][m] = 1; t[m][i] = 2;", true],
    ["t[i][0] = 1; t[i][m] = 2;", false],
    ["if (a[i] > 0) return;", false],
    ["if (a[i] > 0) return; m = 1;", true],
    ["if (a[a[i]] > 0) return;", false],
    ["if (a[n + 3] > 0) return;", true],
  ])("%s", (body, expected) => expect(loops(body)).toBe(expected));

  const ordered = (channel: string, edges: string): boolean => {
    const { network } = model(three(`${channel} b; int n; int a[id_t];`, "int own;", edges));
    return orderedUpdates(network, () => true) !== undefined;
  };
  const receivers = (update: string): boolean =>
    ordered("broadcast chan", `A -> B { sync b!; }, A -> B { sync b?; assign ${update}; }`);
  it.each([
    ["own = 1", false],
    ["a[p] = 1", false],
    ["n = 1", false],
    ["n = n + 1", false],
    ["n = n * 2", true],
    ["own = n, n = n + 1", true],
    ["n++", false],
    ["own = n++", true],
  ])("receivers of one broadcast: %s", (update, expected) => expect(receivers(update)).toBe(expected));

  it.each([
    ["a[p] = 1", false],
    ["n = 1", false],
    ["n = p", true],
    ["own = n, n = n + 1", true],
  ])("two that meet without '!' and '?': %s", (update, expected) =>
    expect(ordered("chan", `A -> B { sync b; assign ${update}; }`)).toBe(expected),
  );

  const invariants = (a: string): boolean => {
    const { network } = model(three("int[0,1] z[id_t]; clock c[id_t];", "clock x;", "A -> B { }", `A { ${a} }, B`));
    return orderedInvariants(network, () => true, faultsOf(network)) !== undefined;
  };
  it.each([
    ["x <= 3", false],
    ["z[p] == 0 && x <= 3", false],
    ["x <= 3 / z[p]", false],
    ["z[p] == 0 && x <= 3 / z[p]", true],
    ["3 / z[p] == 3", true],
  ])("the invariant %s", (invariant, expected) => expect(invariants(invariant)).toBe(expected));
});

describe("exactly one state for all its images", () => {
  const stored = (declaration: string, update: string, elements: number): number => {
    const { network, query } = model(
      `typedef scalar[${elements}] id_t; ${declaration}; process P() { state A; init A; trans A -> A { select i : id_t, j : id_t; ${update} }; } system P;`,
    );
    // Nobody reads what is written, so nothing is left to be told apart where dead variables are left out.
    const { statistics } = verify(network, query("A[] not deadlock"), { reduce: false });
    expect(statistics.symmetry?.canonical).toBe(true);
    return statistics.stored;
  };

  // Numbers of maps from a set to itself, and of directed graphs with loops, up to isomorphism: OEIS A001372 and A000595.
  it.each([
    [4, 19],
    [5, 47],
    [6, 130],
    [7, 343],
  ])("maps of %i elements", (elements, shapes) => {
    expect(stored("id_t f[id_t]", "assign f[i] = j;", elements)).toBe(shapes);
  });

  it.each([
    [3, 104],
    [4, 3044],
  ])("relations of %i elements", (elements, shapes) => {
    expect(stored("bool e[id_t][id_t]", "assign e[i][j] = !e[i][j];", elements)).toBe(shapes);
  });
});
