import { describe, expect, it } from "vitest";
import {
  countingJumps,
  findCounting,
  findJumps,
  jumpText,
  truthOf,
  whyNotTogether,
} from "../../../src/analysis/index.ts";
import { answeredBy } from "../../../src/search/index.ts";
import { model } from "../../search/model.ts";

const loop = "A -> A { guard i < 100 && x >= 3; assign i++, x = 0; }";
const exit = "A -> B { guard i == 100; }";
const idle = "state S; init S;";

describe("where a condition on one variable surely holds", () => {
  const check = (guard: string, yes: string, no: string): void => {
    const { network } = model(
      `int i; bool f; process P() { state A; init A; trans A -> A { guard ${guard}; }; } system P;`,
    );
    const [code] = network.processes[0]!.edges[0]!.guard.data;
    const truth = truthOf(code!, network.processes.length, { low: -9, high: 9 });
    const text = (list: typeof truth.yes): string => list.map((s) => `${s.low}..${s.high}`).join(" ");
    expect([text(truth.yes), text(truth.no)]).toEqual([yes, no]);
  };
  it.each([
    ["i < 3", "-9..2", "3..9"],
    ["2 * i + 1 <= 4", "-9..1", "2..9"],
    ["3 - i > 0", "-9..2", "3..9"],
    ["i != 4", "-9..3 5..9", "4..4"],
    ["!(i == 4 || i > 7)", "-9..3 5..7", "4..4 8..9"],
    ["i < 3 || f", "-9..2", ""],
    ["(i < 3) == f", "", ""],
    ["i % 2 == 0", "", ""],
    ["i * i < 4", "", ""],
    ["i - i == 0", "-9..9", ""],
  ])("%s", check);
});

describe("counting loops", () => {
  /** What is jumped over, or why not. */
  const check = (declarations: string, trans: string, other: string, query: string, expected: string): void => {
    const { network, query: asked } = model(
      `clock x, z; int[0,200] i; ${declarations} process P() { state A { x <= 5 }, B, C { x <= 2 }; init A; trans ${trans}; } process Q() { ${other} } system P, Q;`,
    );
    const { cycles, refused } = findCounting(network, asked(query), 100);
    const texts = countingJumps(cycles).map((jump) => jumpText(network, jump).replace(/^.*to i: /, ""));
    expect([...texts, ...refused.flatMap((r) => (r.cycle.startsWith("P") ? [r.reason] : []))].join("; ")).toBe(
      expected,
    );
  };
  const all = "all rounds that begin with i in 0..99";
  it.each([
    ["to a number", "", `${loop}, ${exit}`, idle, "E<> P.B", all],
    ["and its only location is asked for", "", `${loop}, ${exit}`, idle, "E<> P.A and z > 99", all],
    [
      "down",
      "",
      "A -> A { guard i > 9; assign i = i - 2, x = 0; }",
      idle,
      "E<> P.B",
      "all rounds that begin with i in 10..200",
    ],
    [
      "with a look of the query in between",
      "",
      `${loop}, ${exit}`,
      idle,
      "E<> i >= 50",
      "all rounds that begin with i in 0..48; all rounds that begin with i in 50..99",
    ],
    [
      "with a look of another",
      "",
      `${loop}, ${exit}`,
      "state S; init S; trans S -> S { guard i == 7; };",
      "E<> P.B",
      "all rounds that begin with i in 0..5; all rounds that begin with i in 8..99",
    ],
    [
      "that would overflow: up to there",
      "",
      "A -> A { assign i++, x = 0; }",
      idle,
      "E<> P.B",
      "all rounds that begin with i in 0..199",
    ],
    ["left at any time", "", `${loop}, A -> B { }`, idle, "E<> P.B", "A -> B may be taken at any round"],
    [
      "left by a guard that may go wrong",
      "int a[3];",
      `${loop}, A -> B { guard i == 100 && a[i] == 0; }`,
      idle,
      "E<> P.B",
      "a guard of an edge that leaves it may go wrong",
    ],
    [
      "changed by another",
      "",
      `${loop}, ${exit}`,
      "state S; init S; trans S -> S { assign i = 3; };",
      "E<> P.B",
      "the process Q may change i, or what its guards read",
    ],
    [
      "copied by another",
      "int j;",
      `${loop}, ${exit}`,
      "state S; init S; trans S -> S { assign j = i; };",
      "E<> P.B",
      "the process Q uses i",
    ],
    [
      "whose clock another uses",
      "",
      `${loop}, ${exit}`,
      "state S; init S; trans S -> S { guard x > 1; };",
      "E<> P.B",
      "the process Q may use the clock x too",
    ],
    ["whose clock is asked for", "", `${loop}, ${exit}`, idle, "E<> x > 4", "the query looks at its clock"],
    [
      "by no constant",
      "",
      "A -> A { guard i < 90; assign i = 2 * i, x = 0; }",
      idle,
      "E<> P.B",
      "A -> A does not change i by a constant",
    ],
    [
      "of two variables",
      "int j;",
      "A -> A { assign i++, j++, x = 0; }",
      idle,
      "E<> P.B",
      "it changes more than one variable: i, j",
    ],
    [
      "through a location that is asked for",
      "",
      `A -> C { guard i < 100; assign i++, x = 0; }, C -> A { assign x = 0; }, ${exit}`,
      idle,
      "E<> P.C",
      "the query asks for P.C, inside it",
    ],
    [
      "that may stay too long for its round",
      "",
      `A -> C { guard i < 100; assign i++; }, C -> A { assign x = 0; }, ${exit}`,
      idle,
      "E<> P.B",
      "a location of it may be left too late to complete the round",
    ],
  ])("%s", (_, declarations, trans, other, query, expected) => check(declarations, trans, other, query, expected));

  it("take as many states, and as long a trace, whatever they count to", () => {
    const asked = [
      "E<> P.B and z <= 3 * N",
      "A[] P.B imply z >= 3 * N",
      "E<> z == 4 * N - 1 and P.A",
      "E<> P.B and z < 3 * N",
    ];
    const told = [1000, 100_000_000].map((n) => {
      const { ask } = model(
        `const int N = ${n}; clock x, z; int[0,N] i; process P() { state A { x <= 5 }, B; init A; trans A -> A { guard i < N && x >= 3; assign i++, x = 0; }, A -> B { guard i == N; }; } system P;`,
      );
      return asked.map((query) => {
        const verdict = ask(query, { acceleration: true, trace: "some", rounds: true, compiled: false });
        const { trace, outcome, statistics } = verdict;
        const times = trace?.rounds?.map((r) => (r.times > n / 2 ? "many" : r.times)).join();
        return `${outcome} ${statistics.stored} ${answeredBy(verdict)?.cycles} ${trace?.states.length} ${times}`;
      });
    });
    expect(told[1]).toEqual(told[0]);
    expect(told[0]!.map((text) => text.split(" ")[0])).toEqual(["satisfied", "satisfied", "satisfied", "violated"]);
    expect(told[0]![0]).toContain("many");
  });
});

describe("rounds of several processes", () => {
  const check = (declarations: string, p: string, q: string, other: string, expected: string): void => {
    const { network } = model(
      `clock x, y, z; chan go, back; ${declarations}
       process P() { state A { x <= 5 }, B, Out; init A; trans ${p}; }
       process Q() { state M, N { y <= 7 }, Out; init M; trans ${q}; }
       process R() { ${other} } system P, Q, R;`,
    );
    const found = findJumps(network, { limit: 100 }).map((jump) => jumpText(network, jump));
    expect([...found, ...whyNotTogether(network, 100).map((r) => r.reason)].join("; ")).toBe(expected);
  };
  const p = "A -> B { guard x >= 2; sync go!; }, B -> A { sync back?; assign x = 0; }";
  const q = "M -> N { sync go?; }, N -> M { guard y >= 3; sync back!; assign y = 0; }";
  it.each([
    ["that meet", "", p, q, idle, "P with Q: (A, M) -> (B, N) -> (A, M), window [3, 7]"],
    [
      "with an exit",
      "",
      `${p}, A -> Out { guard z > 9; }`,
      q,
      idle,
      "P with Q: (A, M) -> (B, N) -> (A, M), window [3, 7]",
    ],
    [
      "whose clocks are set apart",
      "",
      p.replace("sync go!;", "sync go!; assign x = 0;"),
      q,
      idle,
      "it uses no clock, or several that are not set together",
    ],
    [
      "over an urgent channel",
      "urgent chan u;",
      p.replace("go!", "u!"),
      q.replace("go?", "u?"),
      idle,
      "(A, M) -> (B, M) synchronises",
    ],
    [
      "that write",
      "int n;",
      p.replace("sync go!;", "sync go!; assign n = 1;"),
      q,
      idle,
      "(A, M) -> (B, N) writes variables",
    ],
    [
      "whose clock a third uses",
      "",
      p,
      q,
      "state S; init S; trans S -> S { guard y > 1; };",
      "the process R may use the clock y too",
    ],
    [
      "that a broadcast may end",
      "broadcast chan b;",
      `${p}, A -> Out { sync b?; }`,
      q,
      "state S; init S; trans S -> S { sync b!; };",
      "(A, M) -> (Out, M) receives the broadcast b",
    ],
    [
      "one of whom may come back without a reset",
      "",
      p,
      `${q}, M -> M { assign y = 0; }`,
      idle,
      "no location on it has x reset on all edges that lead to it",
    ],
  ])("%s", (_, declarations, one, two, other, expected) => check(declarations, one, two, other, expected));
});
