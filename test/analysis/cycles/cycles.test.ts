import { describe, expect, it } from "vitest";
import {
  acceleratedQuery,
  compoundCycles,
  findJumps,
  forgettable,
  judge,
  ordinary,
  overlapFrom,
  passing,
  passingLocations,
  simpleCycles,
  timeCycle,
  touchedBy,
  unfoldings,
  windowText,
} from "../../../src/analysis/index.ts";
import type { Edge, Network, NetworkQuery } from "../../../src/network/index.ts";
import { model } from "../../search/model.ts";
import { formulaText } from "../text.ts";

const one = (declarations: string, states: string, trans: string): string =>
  `${declarations} process P() { state ${states}; init A; trans ${trans}; } system P;`;

function roundsOf(network: Network): readonly (readonly Edge[])[] {
  return simpleCycles(network.processes[0]!).cycles;
}

describe("simple cycles", () => {
  /** Locations of each cycle from the smallest on, in the order of the alphabet. */
  const check = (trans: string, expected: string): void => {
    const { network } = model(one("", "A, B, C", trans));
    const [process] = network.processes;
    const texts = roundsOf(network).map((edges) => edges.map((e) => process!.locations[e.source]!.name).join(""));
    expect(texts.sort().join(" ")).toBe(expected);
  };
  it.each([
    ["A -> B { }, B -> C { }", ""],
    ["A -> A { }", "A"],
    ["A -> B { }, B -> A { }", "AB"],
    ["A -> B { }, A -> B { }, B -> A { }", "AB AB"],
    ["A -> B { }, B -> C { }, C -> A { }", "ABC"],
    ["A -> B { }, B -> A { }, B -> C { }, C -> B { }", "AB BC"],
    ["A -> B { }, B -> C { }, C -> A { }, B -> A { }, C -> B { }", "AB ABC BC"],
  ])("%s: %s", check);
  it("stops at the limit", () => {
    const { network } = model(one("", "A, B", "A -> A { }, A -> B { }, B -> A { }"));
    const [process] = network.processes;
    expect([1, 2].map((limit) => simpleCycles(process!, limit).complete)).toEqual([false, true]);
  });
});

describe("windows", () => {
  /** The window of the only cycle and where it begins, or why it has none. */
  const check = (declarations: string, states: string, trans: string, expected: string): void => {
    const { network } = model(one(`clock x, y; ${declarations}`, states, trans));
    const [process] = network.processes;
    const into = process!.locations.map((l) => process!.edges.filter((e) => e.target === l.index));
    const result = timeCycle(network, process!, roundsOf(network)[0]!, into);
    if ("reason" in result) return expect(result.reason).toBe(expected);
    const { edges, window, effective, segments } = result.cycle;
    const first = process!.locations[edges[0]!.source]!.name;
    expect(`${first} ${windowText(window)}${effective ? " effective" : ""} ${segments.length}`).toBe(expected);
  };
  it.each([
    ["", "A { x <= 5 }", "A -> A { guard x >= 3; assign x = 0; }", "A [3, 5] effective 1"],
    ["", "A { x < 5 }", "A -> A { guard x > 3; assign x = 0; }", "A (3, 5) effective 1"],
    ["", "A", "A -> A { guard x >= 3; assign x = 0; }", "A [3, ∞) effective 1"],
    ["", "A { x <= 5 }, B { x <= 7 }", "A -> B { }, B -> A { guard x >= 6; assign x = 0; }", "A [6, 7] 1"],
    [
      "",
      "A { x <= 5 }, B { x <= 7 }",
      "A -> B { guard x >= 2; assign x = 0; }, B -> A { guard x >= 1; assign x = 0; }",
      "A [3, 12] effective 2",
    ],
    [
      "",
      "A { x <= 5 }",
      "A -> A { guard x >= 6; assign x = 0; }",
      "it can never be completed: in A the clock must be at least 6, but at most 5",
    ],
    ["", "A", "A -> A { }", "no clock is tested or reset on it"],
    ["", "A", "A -> A { guard y > 1; assign x = 0; }", "it uses more than one clock: y, x"],
    ["", "A { x <= 5 }", "A -> A { guard x >= 1; }", "no location on it has x reset on all edges that lead to it"],
    [
      "",
      "A",
      "A -> A { guard x <= 3; assign x = 0; }",
      "the guard of A -> A is not a lower bound x >= c with a constant c",
    ],
    ["", "A { x <= 5 }", "A -> A { assign x = 1; }", "A -> A sets x to something other than 0"],
    ["", "A { x <= 5 }", "A -> A { select i : int[0,1]; assign x = 0; }", "A [0, 5] effective 1"],
    ["", "A { x <= 5 }", "A -> A { select i : int[1,0]; assign x = 0; }", "A -> A selects from nothing"],
    [
      "int[0,3] n;",
      "A { x <= 5 }",
      "A -> A { select i : int[0,1]; guard n == i; assign x = 0; }",
      "A -> A tests what it selects",
    ],
    ["", "A { x <= 5 }, B; urgent B", "A -> B { guard x >= 2; }, B -> A { assign x = 0; }", "A [2, 5] 1"],
    ["", "A { x <= 5 }, B; commit B", "A -> B { }, B -> A { guard x >= 3; assign x = 0; }", "A [3, 5] 1"],
    ["", "A { x <= 5 }, B { x < 4 }; urgent B", "A -> B { guard x > 1; }, B -> A { assign x = 0; }", "A (1, 4) 1"],
    [
      "",
      "A { x <= 5 }, B; urgent B",
      "A -> B { guard x >= 2; assign x = 0; }, B -> A { assign x = 0; }",
      "A [2, 5] effective 2",
    ],
    [
      "",
      "A { x <= 5 }, B; urgent B",
      "A -> B { assign x = 0; }, B -> A { guard x >= 1; assign x = 0; }",
      "it can never be completed: in B the clock must be at least 1, but at most 0",
    ],
    ["", "A; urgent A", "A -> A { assign x = 0; }", "A, where x is always 0, is urgent"],
    ["int[0,3] n;", "A { x <= 5 && n < 3 }", "A -> A { assign x = 0; }", "the invariant of A tests data"],
  ])("%s %s %s", check);

  it("of cycles that visit a location twice, where no part of them is one by itself", () => {
    const compound = (trans: string, marks = ""): readonly string[] => {
      const { network } = model(
        `clock x; int n; process P() { state A { x <= 2 }, B { x <= 9 }, C { x <= 7 }; ${marks} init A; trans ${trans}; } system P;`,
      );
      const [process] = network.processes;
      const into = process!.locations.map((l) => process!.edges.filter((e) => e.target === l.index));
      return compoundCycles(network, process!, into, { limit: 50 }).map((edges) => {
        const result = timeCycle(network, process!, edges, into);
        const names = edges.map((e) => process!.locations[e.source]!.name).join("");
        return `${names} ${"reason" in result ? result.reason : windowText(result.cycle.window)}`;
      });
    };
    const ring =
      "A -> B { }, B -> C { guard x >= 3; }, C -> B { guard x >= 4; }, B -> A { guard x >= 1; assign x = 0; }";
    expect(compound(ring)).toEqual(["ABCB [4, 9]"]);
    expect(compound(ring, "urgent C;")).toEqual(["ABCB [4, 9]"]);
    expect(compound(ring.replace("A -> B { }", "A -> B { assign n = 1; }"))).toEqual([]);
    // Through A twice it is two rounds of smaller cycles.
    expect(compound("A -> B { }, B -> A { assign x = 0; }, A -> C { }, C -> A { assign x = 0; }")).toEqual([]);
  });

  it("from how many rounds on they overlap", () => {
    const window = (a: number, b: number, strict = false) => ({
      lower: { value: a, strict },
      upper: { value: b, strict },
    });
    // (i + 1)a <= ib; where both ends are left out, (i + 1)a < ib.
    expect(
      [window(3, 5), window(4, 5), window(0, 1), window(2, 3, true), window(5, 5)].map((w) => overlapFrom(w)),
    ).toEqual([2, 4, 1, 3, undefined]);
    expect([window(3, 5), window(0, 1), window(5, 5)].map((w) => unfoldings(w))).toEqual([2, 2, undefined]);
    expect(overlapFrom(window(3, 5), 1)).toBe(2);
    expect(overlapFrom(window(3, 5), 2)).toBe(3);
  });
});

describe("whether acceleration is exact", () => {
  const check = (declarations: string, trans: string, other: string, expected: string): void => {
    const { network } = model(
      `clock x; ${declarations} process P() { state A { x <= 5 }, B; init A; trans ${trans}; } process Q() { ${other} } system P, Q;`,
    );
    const [process] = network.processes;
    const into = process!.locations.map((l) => process!.edges.filter((e) => e.target === l.index));
    const result = timeCycle(network, process!, roundsOf(network)[0]!, into);
    if ("reason" in result) throw new Error(result.reason);
    const { fails, watches } = judge(network, process!, result.cycle, touchedBy(network));
    expect([...fails, ...(watches ? ["watches"] : [])].join("; ")).toBe(expected);
  };
  const round = "A -> A { guard x >= 3; assign x = 0; }";
  const idle = "state S; init S;";
  it.each([
    ["alone", "", round, idle, ""],
    ["it writes", "int n;", "A -> A { guard x >= 3; assign x = 0, n = 1; }", idle, "A -> A writes variables"],
    [
      "it synchronises",
      "broadcast chan b;",
      "A -> A { guard x >= 3; sync b!; assign x = 0; }",
      idle,
      "A -> A synchronises",
    ],
    [
      "another uses the clock",
      "",
      round,
      "state S; init S; trans S -> S { guard x > 2; };",
      "the process Q may use the clock x too",
    ],
    [
      "another changes what it reads",
      "bool f;",
      "A -> A { guard x >= 3 && f; assign x = 0; }",
      "state S; init S; trans S -> S { assign f = !f; };",
      "watches",
    ],
    [
      "another reads what it reads",
      "bool f;",
      "A -> A { guard x >= 3 && f; assign x = 0; }",
      "state S; init S; trans S -> S { guard f; };",
      "",
    ],
    [
      "a broadcast may force it out",
      "broadcast chan b;",
      `${round}, A -> B { sync b?; }`,
      "state S; init S; trans S -> S { sync b!; };",
      "A -> B receives the broadcast b",
    ],
    [
      "an urgent channel may",
      "urgent chan u;",
      `${round}, A -> B { sync u!; }`,
      "state S; init S; trans S -> S { sync u?; };",
      "A -> B uses the urgent channel u",
    ],
    [
      "code runs with every step",
      "int n; before_update { n = 1 }",
      round,
      idle,
      "code runs before or after every transition",
    ],
  ])("%s", (_, declarations, trans, other, expected) => check(declarations, trans, other, expected));
});

describe("jumps", () => {
  const check = (states: string, trans: string, expected: string): void => {
    const { network } = model(one("clock x, z;", states, trans));
    const texts = findJumps(network, { limit: 100 }).map(
      (j) => `${network.clocks[j.clock]!.name} ${j.rounds} rounds from ${j.from.strict ? ">" : ">="}${j.from.value}`,
    );
    expect(texts.join(", ")).toBe(expected);
  };
  it.each([
    ["A { x <= 5 }", "A -> A { guard x >= 3; assign x = 0; }", "x 2 rounds from >=6"],
    ["A { x < 5 }", "A -> A { guard x > 3; assign x = 0; }", "x 2 rounds from >6"],
    ["A { x <= 5 }", "A -> A { guard x >= 5; assign x = 0; }", ""],
    ["A", "A -> A { guard x >= 3; assign x = 0; }", ""],
  ])("%s %s: %s", check);
  it("are worth their while where another clock is compared with much more", () => {
    const { network, query } = model(
      one("clock x, z;", "A { x <= 5 }, B", "A -> A { guard x >= 3; assign x = 0; }, A -> B { guard z >= 60; }"),
    );
    const jumps = (times: number): number =>
      findJumps(network, { limit: 100, worth: { query: query("E<> P.B"), times } }).length;
    expect([10, 11].map(jumps)).toEqual([1, 0]);
  });
});

describe("states that need not be kept", () => {
  /** Of each location: `.` ordinary, `p` passed, `s` stayed in. */
  const check = (states: string, trans: string, expected: string): void => {
    const { network } = model(one("chan c;", states, trans));
    const kinds = passingLocations(network)?.[0];
    const text = kinds && [...kinds].map((k) => (k === ordinary ? "." : k === passing ? "p" : "s")).join("");
    expect(text ?? "none").toBe(expected);
  };
  it.each([
    ["A, B", "A -> B { }", "none"],
    ["A, B; commit B", "A -> B { }, B -> A { }", ".p"],
    ["A, B; commit A, B", "A -> B { }, B -> A { }", "none"],
    ["A, B, C; commit B, C", "A -> B { }, B -> C { }, C -> A { }", ".pp"],
    ["A, B; commit B", "A -> B { sync c!; }, B -> A { }", "none"],
    ["A, B, C; commit B, C", "A -> B { }, B -> A { }, A -> C { sync c!; }, C -> A { }", ".ps"],
  ])("%s %s: %s", check);
  it("are those with one that passes and none that stays", () => {
    const { network } = model(`process P() { state A, B; commit B; init A; trans A -> B { }, B -> A { }; }
      process Q() { state A, B; commit B; init A; trans A -> B { }, B -> B { }; } system P, Q;`);
    const may = forgettable(network)!;
    expect(
      [
        [0, 0],
        [1, 0],
        [0, 1],
        [1, 1],
      ].map((cells) => may(Int32Array.from(cells))),
    ).toEqual([false, true, false, false]);
  });
});

describe("queries put to an accelerated model", () => {
  const before = model(one("int n;", "A, B", "A -> B { }"));
  const after = model(one("int n;", "A, B, C", "A -> B { }, B -> C { }"));
  const check = (text: string, expected: string): void => {
    const found = acceleratedQuery(after.query(text), before.network, after.network);
    const shown =
      "reason" in found ? found.reason : formulaText(after.network, (found as NetworkQuery & { kind: "E<>" }).formula);
    expect(shown).toBe(expected);
  };
  it.each([
    ["E<> n > 1", "((P lt 2) && (n gt 1))"],
    ["A[] n > 1", "(!(P lt 2) || (n gt 1))"],
    ["A[] not deadlock", "acceleration does not keep deadlocks"],
    ["A<> n > 1", "acceleration does not keep the answers of A<> queries"],
  ])("%s", check);
  it("are as they were where nothing was added", () => {
    const query = before.query("E<> n > 1");
    expect(acceleratedQuery(query, before.network, before.network)).toBe(query);
  });
});
