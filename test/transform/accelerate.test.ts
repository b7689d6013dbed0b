import { describe, expect, test } from "vitest";
import { answeredBy, constantOf, cycleText, isStrict, open, SymbolicSimulator, traceToGantt } from "../../src/index.ts";
import { accelerated, figure1 } from "./accelerating.ts";

/** One template P with the given body, beside Q if there is one. */
function model(
  states: string,
  edges: string,
  more: { readonly global?: string; readonly other?: string } = {},
): string {
  const { global = "clock y, z;", other } = more;
  return `${global}
process P() { state ${states}; init A; trans ${edges}; }
${other === undefined ? "" : `process Q() { ${other} }`}
system P${other === undefined ? "" : ", Q"};
`;
}

function says(text: string): readonly string[] {
  return accelerated(text).result.reports.map(cycleText);
}

describe("the automaton of the paper", () => {
  test("has the window of Example 3.9 and the locations of Figure 2", () => {
    const { result } = accelerated(figure1(1000));
    expect(result.reports.map(cycleText)).toEqual([
      "P: L0 -> L1 -> L2 -> L0  clock y, window [3, 7], exact with 2 unfoldings",
    ]);
    expect(result.appended[0]!.added).toEqual(["L1_r1", "L2_r1", "L0_wait", "L1_r2", "L2_r2"]);
  });

  test("runs through the zones of Table 1", () => {
    const { network } = open(figure1(1000), { name: "m.xta" });
    const simulator = new SymbolicSimulator(network!);
    const rows: string[] = [];
    for (let step = 0; step < 5; step++) {
      simulator.take(0);
      const [zone] = simulator.zones;
      const between = (i: number, j: number): string =>
        `${-constantOf(zone![j * 3 + i]!) + 0} ${isStrict(zone![j * 3 + i]!) ? "<" : "<="} ${isStrict(zone![i * 3 + j]!) ? "<" : "<="} ${constantOf(zone![i * 3 + j]!)}`;
      rows.push(
        `${network!.processes[0]!.locations[simulator.locations[0]!]!.name}: y ${between(1, 0)}, z ${between(2, 0)}, z - y ${between(2, 1)}`,
      );
    }
    expect(rows).toEqual([
      "L2: y 3 < <= 5, z 3 < <= 5, z - y 0 <= <= 0",
      "L0: y 0 <= <= 2, z 3 < <= 7, z - y 3 < <= 5",
      "L1: y 0 <= <= 4, z 3 < <= 11, z - y 3 < <= 7",
      "L2: y 1 <= <= 5, z 4 < <= 12, z - y 3 < <= 7",
      "L0: y 0 <= <= 2, z 6 < <= 14, z - y 6 < <= 12",
    ]);
  });

  test("is explored in as many states whatever LARGE is", () => {
    const explored = [100, 10_000, 100_000_000, 1_000_000_000].map(
      (large) =>
        open(accelerated(figure1(large)).result.text, { name: "m.xta" }).verify("A[] true", { acceleration: false })
          .statistics.explored,
    );
    expect(explored).toEqual([21, 21, 21, 21]);
    const { statistics } = open(figure1(10_000), { name: "m.xta" }).verify("E<> P.L4", { acceleration: false });
    expect(statistics.explored).toBeGreaterThan(4000);
  });

  test("replaced needs no order of search, whatever LARGE is", () => {
    const { result } = accelerated(figure1(1_000_000), { shape: "replace" });
    expect(result.appended.map((a) => [a.shape, a.added])).toEqual([["replace", ["L0_wait"]]]);
    for (const order of ["bfs", "dfs", "random"] as const) {
      const { outcome, statistics } = open(result.text, { name: "m.xta" }).verify("A[] true", {
        order,
        acceleration: false,
      });
      expect([order, outcome, statistics.explored < 20]).toEqual([order, "satisfied", true]);
    }
  });

  test("is jumped over by the search itself, with traces of the original", () => {
    const { verify } = open(figure1(1_000_000_000), { name: "m.xta" });
    const verdict = verify("E<> P.L4");
    const { outcome, statistics } = verdict;
    expect([outcome, answeredBy(verdict)?.cycles, statistics.explored < 10_000]).toEqual(["satisfied", 1, true]);
    expect(verify("E<> P.L4 and z < 1000000000").outcome).toBe("violated");
    const long = verify("E<> P.L4", { trace: "some" });
    expect([long.outcome, long.trace, long.traceReason]).toEqual([
      "satisfied",
      undefined,
      "it has more than 500000 transitions where its rounds are written out",
    ]);
    const told = verify("E<> P.L4", { trace: "some", rounds: true }).trace;
    expect([told?.transitions.length, told?.duration]).toEqual([6, { n: 1_000_000_000n, d: 1n }]);
    expect(traceToGantt(told!)).toContain("from 4 to 999999998");
    expect(told?.rounds).toMatchObject([{ from: 2, to: 5, times: 142_857_142, lasts: { n: 7n, d: 1n } }]);
    const { trace } = open(figure1(1000), { name: "m.xta" }).verify("E<> P.L4", { trace: "some", acceleration: true });
    expect([trace?.transitions.length, trace?.duration]).toEqual([429, { n: 1000n, d: 1n }]);
    expect(new Set(trace?.states.map((s) => s.locations[0]))).toEqual(new Set([0, 1, 2, 3, 4]));
  });
});

describe("cycles that are told apart", () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ["a = b", model("A { y <= 4 }", "A -> A { guard y >= 4; assign y = 0; }"), "every round takes exactly 4"],
    ["an unbounded window", model("A", "A -> A { guard y >= 4; assign y = 0; }"), "unbounded"],
    [
      "strict ends that leave a gap",
      model("A { y < 3 }", "A -> A { guard y > 2; assign y = 0; }"),
      "window (2, 3), exact with 3 unfoldings",
    ],
    [
      "weak ends that meet",
      model("A { y <= 3 }", "A -> A { guard y >= 2; assign y = 0; }"),
      "window [2, 3], exact with 2 unfoldings",
    ],
    [
      "too narrow a window",
      model("A { y <= 101 }", "A -> A { guard y >= 100; assign y = 0; }"),
      "needs 100 unfoldings",
    ],
    [
      "a cycle that cannot be completed",
      model("A { y <= 2 }, B { y <= 9 }", "A -> B { guard y >= 3; }, B -> A { assign y = 0; }"),
      "can never be completed",
    ],
    [
      "two clocks",
      model("A { y <= 2 }, B { z <= 9 }", "A -> B { assign z = 0; }, B -> A { assign y = 0; }"),
      "more than one clock",
    ],
    ["an upper bound in a guard", model("A { y <= 4 }", "A -> A { guard y == 4; assign y = 0; }"), "not a lower bound"],
    [
      "no reset location",
      model("A { y <= 4 }, B { y <= 9 }", "A -> B { }, B -> B { guard y >= 1; }"),
      "no location on it has y reset",
    ],
    [
      "an urgent location",
      model("A { y <= 4 }; urgent A", "A -> A { guard y >= 0; assign y = 0; }"),
      "A, where y is always 0, is urgent",
    ],
    [
      "a clock used elsewhere",
      model("A { y <= 4 }", "A -> A { guard y >= 1; assign y = 0; }", {
        other: "state C, D; init C; trans C -> D { guard y > 2; };",
      }),
      "Q may use the clock y too",
    ],
    [
      "an urgent channel",
      model("A { y <= 4 }, B", "A -> A { guard y >= 1; assign y = 0; }, A -> B { sync u?; }", {
        global: "clock y, z; urgent chan u;",
        other: "state C, D; init C; trans C -> D { sync u!; };",
      }),
      "the urgent channel u",
    ],
    [
      "a broadcast",
      model("A { y <= 4 }, B", "A -> A { guard y >= 1; assign y = 0; }, A -> B { sync u?; }", {
        global: "clock y, z; broadcast chan u;",
        other: "state C, D; init C; trans C -> D { sync u!; };",
      }),
      "receives the broadcast u",
    ],
    [
      "a variable written",
      model("A { y <= 4 }", "A -> A { guard y >= 1; assign y = 0, n = 1 - n; }", { global: "clock y; int[0,1] n;" }),
      "over-approximation with 2 unfoldings: A -> A writes variables",
    ],
    [
      "a synchronisation",
      model("A { y <= 4 }", "A -> A { guard y >= 1; sync u!; assign y = 0; }", {
        global: "clock y; chan u;",
        other: "state C; init C; trans C -> C { sync u?; };",
      }),
      "A -> A synchronises",
    ],
  ];
  test.each(cases)("%s", (_, text, expected) => {
    expect(says(text)[0]).toContain(expected);
  });

  test("nested and overlapping cycles are accelerated beside each other", () => {
    const text = model(
      "A { y <= 2 }, B { y <= 4 }, C",
      "A -> B { assign y = 0; }, B -> A { guard y >= 1; assign y = 0; }, B -> B { guard y >= 2; assign y = 0; }, A -> C { guard z >= 300; }",
    );
    const { result, original, changed } = accelerated(text);
    expect(result.appended.length).toBe(2);
    expect([original("E<> P.C"), changed("E<> P.C")]).toEqual(["satisfied", "satisfied"]);
    expect(says(text)).toEqual([
      "P: A -> B -> A  clock y, window [1, 6], exact with 2 unfoldings",
      "P: B -> B  clock y, window [2, 4], exact with 2 unfoldings",
    ]);
    const replaced = accelerated(text, { shape: "replace" });
    expect(replaced.result.appended.map((x) => x.shape)).toEqual(["replace", "replace"]);
    for (const query of [
      "E<> P.C",
      "E<> P.C and z < 300",
      "E<> P.B and z > 3 and z < 4",
      "E<> P.A and y == 0 and z < 1",
    ])
      expect([query, replaced.changed(query), replaced.jumped(query).outcome]).toEqual([
        query,
        original(query),
        original(query),
      ]);
  });

  test("more cycles than the limit are told", () => {
    const text = model("A { y <= 2 }, B", "A -> A { assign y = 0; }, A -> A { guard y >= 1; assign y = 0; }");
    expect(accelerated(text, { limit: 1 }).result.incomplete).toEqual(["P"]);
    expect(accelerated(text, { limit: 2 }).result.incomplete).toEqual([]);
  });

  test("a dummy location makes a cycle effective that resets its clock once", () => {
    const text = model(
      "A { y <= 2 }, B { y <= 4 }, C",
      "A -> B { }, B -> A { guard y >= 1; assign y = 0; }, A -> C { guard z >= 1000000; }",
    );
    const { result } = accelerated(text);
    expect(result.appended[0]!.added).toContain("A_reset");
    expect(open(result.text, { name: "m.xta" }).verify("E<> P.C").statistics.explored).toBeLessThan(40);
  });
});

describe("in one location or in the place of the cycle", () => {
  const rounds = model(
    "A { y <= 5 }, B { y < 6 }, C",
    "A -> B { guard y > 4; assign y = 0; }, B -> A { guard y >= 3; assign y = 0; }, A -> C { guard z >= 60 && z <= 61; }",
  );

  test("as many waits as rounds that do not overlap", () => {
    const { result, original, changed } = accelerated(rounds, { shape: "replace" });
    // The windows (7, 11), (14, 22) overlap from two rounds on.
    expect(result.appended.map((a) => [a.shape, a.added])).toEqual([["replace", ["A_rounds1", "A_wait"]]]);
    for (const query of ["E<> P.C", "E<> P.A and y == 0 and z > 11 and z <= 14", "E<> P.A and y == 0 and z == 15"])
      expect([query, changed(query)]).toEqual([query, original(query)]);
  });

  test("many rounds in one location, too many to unfold", () => {
    const text = model("A { y <= 101 }, B", "A -> A { guard y >= 100; assign y = 0; }, A -> B { guard z >= 20000; }");
    expect(accelerated(text).result.appended).toEqual([]);
    const { result, original, changed } = accelerated(text, { shape: "compress" });
    expect(result.appended.map((a) => a.added)).toEqual([["A_wait"]]);
    for (const query of [
      "E<> P.B",
      "E<> P.A and y == 0 and z > 4949 and z < 5000",
      "E<> P.A and y == 0 and z > 101 and z < 200",
    ])
      expect([query, changed(query)]).toEqual([query, original(query)]);
  });

  test("not replaced: watched data, other windows, branch points, over-approximations", () => {
    const kept = (text: string, approximate = false): readonly (string | undefined)[] =>
      accelerated(text, { shape: "replace", approximate }).result.appended.map((a) => a.kept);
    const cycle = "A -> A { guard y >= 1 && in == 0; assign y = 0; }";
    const global = "clock y, z; int[0,1] in;";
    const other = "state C; init C; trans C -> C { assign in = 1 - in; };";
    expect(kept(model("A { y <= 4 }", cycle, { global, other }))).toEqual(["others may change what its guards read"]);
    expect(kept(model("A { y <= 4 }", cycle, { global }))).toEqual([undefined]);
    expect(
      kept(model("A { y <= 4 }", "A -> A { guard y >= 1; assign y = 0, in = 1 - in; }", { global }), true),
    ).toEqual(["it is not exact"]);
    const two = `process P(const int most) { clock y; state A { y <= most }; init A; trans A -> A { guard y >= 1; assign y = 0; }; }
P1 = P(3); P2 = P(4); system P1, P2;`;
    expect(kept(two)).toEqual(["the processes of P have different windows"]);
    const branch = model(
      "A { y <= 4 }, B; branchpoint K",
      "A -> A { guard y >= 1; assign y = 0; }, B -> K { }, K -> B { }",
    );
    expect(kept(branch)).toEqual(["P has branch points"]);
  });

  test("what a round reads may change before its first edge: then more rounds are needed until all times are covered", () => {
    // The first round takes exactly 3, since nothing can be done before: 3, [5, 6], [7, 9], ...
    const text = `int[0,1] in = 1; clock y, z;
process P() { state A { y <= 3 }; init A; trans A -> A { guard y >= 2 && in == 0; assign y = 0; }; }
process Env() { state S { z <= 3 }, T; init S; trans S -> T { guard z >= 3; assign in = 0; }; }
system P, Env;
`;
    for (const shape of ["append", "compress", "replace"] as const) {
      const pair = accelerated(text, { shape });
      expect(pair.result.appended.length).toBe(1);
      for (const [low, high, outcome] of [
        [3, 5, "violated"],
        [6, 7, "violated"],
        [8, 9, "satisfied"],
      ]) {
        const query = `E<> P.A and y == 0 and ${low} < z and z < ${high}`;
        expect([query, pair.changed(query), pair.jumped(query).outcome]).toEqual([query, outcome, outcome]);
      }
    }
    expect(says(text)).toEqual(["P: A -> A  clock y, window [2, 3], exact with 3 unfoldings"]);
  });
});

describe("data that others change", () => {
  const text = (large: number): string => `int[0,9] in; clock x, z;
process P() { state A { x <= 4 }, B { x <= 3 }, Seen; init A;
  trans A -> B { guard x >= 2 && in == 0; assign x = 0; }, B -> A { guard x >= 1; assign x = 0; }, A -> Seen { guard in == 1; }; }
process Env() { state S { z <= ${large} }, T { z <= 20 }, U; init S;
  trans S -> T { guard z >= ${large}; assign in = 1, z = 0; }, T -> U { guard z >= 20; assign in = 0; }; }
system P, Env;
`;

  test("is watched by invariants, so that a change is not slept through", () => {
    const { result, original, changed } = accelerated(text(1000));
    expect(result.exact).toBe(true);
    expect(result.appended.length).toBe(1);
    for (const query of [
      "E<> Env.U and P.B",
      "E<> Env.U and P.A",
      "E<> Env.T and P.Seen",
      "A[] Env.U imply P.A or P.Seen",
      "E<> Env.U and P.A and x < 4",
    ])
      expect([query, changed(query)]).toEqual([query, original(query)]);
    // Nobody waits 20 in A, where 4 are allowed: without the invariants the waiting location would.
    expect(changed("E<> Env.U and P.B")).toBe("violated");
  });
});

describe("data in one condition with the clock", () => {
  const text = (guard: string): string => `const int N = 1; int[0,1] in, all[2]; clock y, z, w;
process P() { state A { y <= 3 }, Out; init A; trans A -> A { guard ${guard}; assign y = 0; }, A -> Out { guard z >= 60; }; }
process Env() { state S { w <= 7 }; init S; trans S -> S { guard w >= 6; assign w = 0, in = 1 - in, all[0] = in; }; }
system P, Env;
`;

  test.each([
    "forall (e : int[0,1]) (y >= 2 && all[e] == 0)",
    "N == 0 || (y >= 2 && in == 0)",
    "(in == 0 && y >= 2) || N == 0",
    "N == 1 imply (y >= 2 && in == 0)",
    "N == 1 imply (forall (e : int[0,1]) (y >= e + 1 && (all[e] == 0 && in == 0)))",
  ])("is watched, too: %s", (guard) => {
    for (const shape of ["append", "compress", "replace"] as const) {
      const { result, original, changed } = accelerated(text(guard), { shape });
      expect([result.exact, result.appended.length]).toEqual([true, 1]);
      // The environment changes what is read each time before many rounds are over.
      expect([shape, original("E<> P.Out"), changed("E<> P.Out")]).toEqual([shape, "violated", "violated"]);
    }
  });

  test("asks nothing where constants decide", () => {
    const { result, changed } = accelerated(text("y >= 2 && (N == 1 || (y <= 1 && in == 0))"), { shape: "compress" });
    expect([result.exact, result.appended.length, changed("E<> P.Out")]).toEqual([true, 1, "satisfied"]);
  });
});

test("what a copied edge sends on or writes may be selected", () => {
  const text = `int[0,3] n; chan c[2]; clock y, z;
process P() { state A { y <= 3 }, Out; init A; trans A -> A { select v : int[0,1]; guard y >= 2; sync c[v]!; assign y = 0, n = v; }, A -> Out { guard z >= 60; }; }
process Env() { state S; init S; trans S -> S { sync c[1]?; }; }
system P, Env;
`;
  const { result, changed } = accelerated(text, { approximate: true });
  expect(result.text.match(/select v : int\[0,1\]/g)?.length).toBe(3);
  expect([changed("E<> P.Out and n == 1"), changed("E<> n == 0 and z > 40")]).toEqual(["satisfied", "violated"]);
});

test.each(["append", "compress", "replace"] as const)(
  "an over-approximation loses nothing behind priorities: %s",
  (shape) => {
    const text = `chan c; clock y, z; chan priority c < default;
process P() { state A { y <= 3 }, Out; init A; trans A -> A { guard y >= 2; assign y = 0; }, A -> Out { sync c!; }; }
process Env() { state S; init S; trans S -> S { sync c?; }; }
system P, Env;
`;
    const { result, original, changed } = accelerated(text, { shape, approximate: true });
    expect([result.exact, result.appended.map((a) => a.shape)]).toEqual([false, ["append"]]);
    for (const query of ["E<> P.Out and z <= 0", "E<> P.Out and z > 0 and z < 2", "E<> P.Out and z > 9"])
      expect([query, changed(query)]).toEqual([query, original(query)]);
  },
);

describe("a template with several processes", () => {
  const text = (second: number): string => `chan meet;
process P(const int low, const int high) { clock y, z; state A { y <= high }, B { y <= 3 }, C; init A;
  trans A -> B { guard y >= low; assign y = 0; }, B -> A { guard y >= 1; assign y = 0; }, A -> C { guard z >= 40; sync meet!; }, B -> C { guard z > 35; sync meet?; }; }
P1 = P(1, 4); P2 = P(2, ${second});
system P1, P2;
`;
  const queries = [
    "E<> P1.C and P2.C",
    "E<> P1.C and P2.C and P1.z < 40",
    "E<> P1.C and P2.C and P1.z <= 40",
    "A[] P1.B imply P1.y <= 3",
    "E<> P1.A and P2.B and P1.z > 39 and P2.y == 0",
  ];

  test("is accelerated for the widest need of them", () => {
    const { result, original, changed } = accelerated(text(3));
    expect(result.appended.map((a) => [a.exact, a.report.unfoldings])).toEqual([[true, 2]]);
    for (const query of queries) expect([query, changed(query)]).toEqual([query, original(query)]);
  });

  test("is left alone where one of them does not qualify", () => {
    expect(accelerated(text(1)).result.reports[0]).toMatchObject({ kind: "none" });
    expect(accelerated(text(1)).result.appended).toEqual([]);
  });
});
