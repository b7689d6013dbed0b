import { describe, expect, it } from "vitest";
import type { Outcome } from "../../src/search/index.ts";
import { model, single } from "./model.ts";

/** Fischer's protocol for three processes; with `k` smaller than the delay before writing it is wrong. */
const fischer = (write: number, wait: number) =>
  model(`const int N = 3; typedef int[1,N] id_t; int[0,N] id;
    process P(const id_t pid) {
      clock x;
      state A, Req { x <= ${write} }, Wait, CS;
      init A;
      trans A -> Req { guard id == 0; assign x = 0; },
        Req -> Wait { guard x <= ${write}; assign x = 0, id = pid; },
        Wait -> Req { guard id == 0; assign x = 0; },
        Wait -> CS { guard x > ${wait} && id == pid; },
        CS -> A { assign id = 0; };
    }
    system P;`);

describe("reachability", () => {
  const two = "forall (i : id_t) forall (j : id_t) P(i).CS && P(j).CS imply i == j";
  const right = fischer(2, 2);
  const wrong = fischer(2, 1);
  it.each([
    [right, `A[] ${two}`, "satisfied"],
    [right, "E<> P(2).CS", "satisfied"],
    [right, "A[] not deadlock", "satisfied"],
    [right, "P(1).Req --> P(1).Wait", "satisfied"],
    [right, "P(1).Req --> P(1).CS", "violated"],
    [wrong, `A[] ${two}`, "violated"],
    [wrong, "E<> P(1).CS && P(2).CS", "satisfied"],
  ] as const)("case %#: %s", (m, query, outcome) => {
    for (const abstraction of ["simulation", "extra"] as const) {
      for (const order of ["bfs", "dfs", "random"] as const)
        expect(m.outcome(query, { abstraction, order })).toBe(outcome);
    }
  });

  it("stores the same states in any order", () => {
    const count = (order: "bfs" | "dfs") => fischer(10, 10).ask("E<> false", { order }).statistics.stored;
    expect(count("bfs")).toBe(count("dfs"));
  });
});

describe("deadlock", () => {
  const cases: readonly (readonly [string, string, Outcome])[] = [
    ["state S; init S;", "E<> deadlock", "satisfied"],
    ["state S; init S; trans S -> S { };", "E<> deadlock", "violated"],
    // It must only wait: no deadlock.
    ["state S; init S; trans S -> S { guard x >= 5; assign x = 0; };", "E<> deadlock", "violated"],
    // Too late for the edge.
    ["state S; init S; trans S -> S { guard x <= 5; };", "E<> deadlock && x <= 5", "violated"],
    ["state S; init S; trans S -> S { guard x <= 5; };", "E<> deadlock && x > 5", "satisfied"],
    ["state S { x <= 5 }; init S; trans S -> S { guard x <= 5; };", "E<> deadlock", "violated"],
    // Time stops before the guard holds.
    ["state S { x < 5 }; init S; trans S -> S { guard x >= 5; };", "A[] deadlock", "satisfied"],
    // The target's invariant forbids it.
    ["state S, T { x < 2 }; init S; trans S -> T { };", "E<> P.S && deadlock && x >= 2", "satisfied"],
    ["state S, T { x < 2 }; init S; trans S -> T { };", "E<> P.S && deadlock && x < 2", "violated"],
    ["state S, T { x < 2 }; init S; trans S -> T { assign x = 0; };", "E<> P.S && deadlock", "violated"],
    // A gap in the middle.
    [
      "state S { x <= 9 }; init S; trans S -> S { guard x <= 2; }, S -> S { guard x == 7; };",
      "E<> deadlock && x < 7",
      "violated",
    ],
    [
      "state S { x <= 9 }; init S; trans S -> S { guard x <= 2; }, S -> S { guard x == 7; };",
      "E<> deadlock && x > 7",
      "satisfied",
    ],
  ];
  it.each(cases)("%s: %s", (process, query, outcome) => {
    expect(single("clock x;", process).outcome(query)).toBe(outcome);
  });
});

describe("liveness", () => {
  const cases: readonly (readonly [string, string, Outcome])[] = [
    // Nothing has to be left without an invariant.
    ["state S, T; init S; trans S -> T { };", "A<> P.T", "violated"],
    ["state S { x <= 5 }, T; init S; trans S -> T { };", "A<> P.T", "satisfied"],
    ["state S { x <= 5 }, T; init S; trans S -> T { };", "E[] P.S", "violated"],
    // A time lock is a maximal path.
    ["state S { x <= 5 }, T; init S; trans S -> T { guard x > 5; };", "A<> P.T", "violated"],
    ["state S { x <= 5 }; init S;", "E[] x <= 5", "satisfied"],
    // Zeno loops count.
    ["state S { x <= 5 }, T; init S; trans S -> S { }, S -> T { };", "A<> P.T", "violated"],
    ["state S { x <= 5 }, T; init S; trans S -> S { guard n < 3; assign n++; }, S -> T { };", "A<> P.T", "satisfied"],
    // Delays pass through every instant.
    ["state S { x <= 5 }; init S; trans S -> S { guard x == 5; assign x = 0; };", "E[] x != 3", "violated"],
    ["state S; init S; trans S -> S { guard x >= 9; };", "A<> x == 3", "satisfied"],
    ["state S; init S; trans S -> S { guard x >= 9; };", "A<> x > 3 && x < 4", "satisfied"],
    ["state S; init S; trans S -> S { guard x >= 9; };", "A<> x > 3 && x < 3", "violated"],
    // A path may stop in a deadlock (docs/compatibility.md 5.4: no action now or later), even where time could go on.
    ["state S; init S;", "A<> x == 3", "violated"],
    ["state S { x <= 5 }; init S;", "E[] x != 3", "satisfied"],
    ["state S; init S; trans S -> S { guard x < 3; assign x = 0; };", "A<> x == 3", "violated"],
    ["state S; init S; trans S -> S { guard x < 3; assign x = 0; };", "E[] x < 3", "satisfied"],
    [
      "state S { x <= 2 }, T { x <= 4 }; init S; trans S -> T { }, T -> S { assign x = 0; };",
      "P.S --> P.T",
      "satisfied",
    ],
    [
      "state S { x <= 2 }, T { x <= 4 }; init S; trans S -> T { }, T -> S { assign x = 0; };",
      "P.T --> x == 4",
      "violated",
    ],
    [
      "state S { x <= 2 }, T { x <= 4 }; init S; trans S -> T { }, T -> S { guard x >= 4; assign x = 0; };",
      "P.T --> x == 4",
      "satisfied",
    ],
    // p and q at the same instant.
    ["state S; init S;", "x == 2 --> x >= 2", "satisfied"],
    ["state S; init S;", "x == 2 --> x < 2", "violated"],
  ];
  it.each(cases)("%s: %s", (process, query, outcome) => {
    expect(single("clock x; int[0,3] n;", process).outcome(query)).toBe(outcome);
  });
});

describe("differences of clocks", () => {
  /** Bouyer's automaton (2004): with classical extrapolation the last location seems reachable. */
  const bouyer = single(
    "clock x1, x2, x3, x4;",
    `state A, B, C, D, E, F, G, H; init A;
     trans A -> B { guard x3 <= 3; assign x1 = 0, x3 = 0; },
       B -> C { guard x2 == 3; assign x2 = 0; },
       C -> D { guard x1 == 2; assign x1 = 0; },
       D -> E { guard x2 == 2; assign x2 = 0; },
       E -> E { guard x1 == 2; assign x1 = 0; },
       E -> D { guard x2 == 2; assign x2 = 0; },
       D -> F { guard x1 == 2; assign x1 = 0; },
       F -> G { guard x2 == 2; assign x2 = 0; },
       G -> H { guard x2 - x1 > 2 && x4 - x3 < 2; };`,
  );
  it("are not extrapolated away", () => {
    expect(bouyer.outcome("E<> P.H")).toBe("violated");
    expect(bouyer.outcome("E<> P.G")).toBe("satisfied");
  });
  it("count in queries", () => {
    const m = single("clock x, y;", "state S { x <= 2 }; init S; trans S -> S { guard x >= 1; assign x = 0; };");
    expect(m.outcome("E<> y - x > 50")).toBe("satisfied");
    expect(m.outcome("A[] y - x >= 0")).toBe("satisfied");
    expect(m.outcome("E<> y - x > 0 && y - x < 1")).toBe("violated");
  });
});

describe("meta variables", () => {
  it("do not tell states apart", () => {
    const m = model(`meta int[0,9] t; int[0,1] n;
      process P() { state S; init S; trans S -> S { assign t = (t + 1) % 10, n = 1 - n; }; }
      system P;`);
    expect(m.ask("E<> n > 1").statistics.stored).toBe(2);
  });
  it("carry values from sender to receiver", () => {
    const m = model(`chan c; meta int t; int got;
      process A() { state S, T; init S; trans S -> T { select i : int[0,3]; sync c!; assign t = i; }; }
      process B() { state S, T; init S; trans S -> T { sync c?; assign got = t; }; }
      system A, B;`);
    expect(m.outcome("E<> got == 3")).toBe("satisfied");
    expect(m.outcome("E<> got == 4")).toBe("violated");
  });
});

describe("a trace", () => {
  it("is found where a variable without use sets a clock without use", () => {
    const m = model(`int[0,9] k = 2; clock x; process P() { state A, B, C; init A;
      trans A -> B { assign k = 0; }, B -> C { assign x = k; }; } system P;`);
    const { outcome, trace } = m.ask("E<> P.C", { compiled: true, trace: "some" });
    expect([outcome, trace?.transitions.length]).toEqual(["satisfied", 2]);
  });
});

describe("limits", () => {
  const counter = single("int n;", "state S; init S; trans S -> S { guard n < 30000; assign n++; };");
  it("end in unknown with the reason", () => {
    expect(counter.ask("E<> n == 30000", { maxStates: 100 })).toMatchObject({
      outcome: "unknown",
      reason: expect.stringContaining("100 states"),
    });
    expect(counter.ask("E<> n == 30000", { maxExplored: 100 })).toMatchObject({
      outcome: "unknown",
      reason: expect.stringContaining("100 explored states"),
    });
    let time = 0;
    const slow = counter.ask("E<> n == 30000", { timeout: 5, now: () => time++ });
    expect(slow).toMatchObject({ outcome: "unknown", reason: expect.stringContaining("time limit") });
    expect(counter.ask("E<> n == 30000", { isCancelled: () => true })).toMatchObject({ outcome: "unknown" });
    expect(counter.ask("E<> n == 30000", { memory: 1000 })).toMatchObject({
      outcome: "unknown",
      reason: expect.stringContaining("memory"),
    });
  });
  it("do not matter if they are not reached", () => {
    expect(counter.outcome("E<> n == 300", { maxStates: 1000, maxExplored: 1000, memory: 10 ** 8 })).toBe("satisfied");
  });
});
