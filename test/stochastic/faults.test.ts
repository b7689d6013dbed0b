import { describe, expect, test } from "vitest";
import { CompiledSampler } from "../../src/stochastic/index.ts";
import { attempt, engineFor } from "../../src/stochastic/interpret/sampler.ts";
import { one } from "./exact.ts";
import { prepare, sample, taskOf } from "./sample.ts";

/** Runs that cannot go on say where, when, in what state and in which run; what cannot be run at all is refused by name. */

type Fault = readonly [
  shows: string,
  model: string,
  query: string,
  code: string,
  time: number,
  says: RegExp,
  state: RegExp,
];

const { POSITIVE_INFINITY: any } = Number;
const faults: readonly Fault[] = [
  [
    "time is up and there is no edge",
    one("clock x; state A { x <= 5 }; init A;"),
    "Pr[<=10](<> P.x > 7)",
    "time-lock",
    5,
    /time is up in 'P\.A' by its invariant 'x <= 5', and nobody can move$/,
    /^P\.A, P\.x = 5$/,
  ],
  [
    "time is up before the guard holds",
    one("clock x; state A { x < 5 }, B; init A; trans A -> B { guard x >= 5; };"),
    "Pr[<=10](<> P.B)",
    "time-lock",
    5,
    /P\.A/,
    /P\.x = 5/,
  ],
  [
    "time is up where only others could send",
    `broadcast chan c; process P() { clock x; state A { x <= 2 }, B; init A; trans A -> B { sync c?; }; }
     process Q() { state A; init A; } system P, Q;`,
    "Pr[<=10](<> P.B)",
    "time-lock",
    2,
    /P\.A/,
    /^P\.A, Q\.A/,
  ],
  [
    "every edge leads where an invariant does not hold",
    one("clock x; int n = 1; state A { x <= 5 }, B { n == 0 }; init A; trans A -> B {};"),
    "Pr[<=10](<> P.B)",
    "time-lock",
    5,
    /leads where an invariant does not hold: 'n == 0' of 'P\.B'$/,
    /P\.n = 1/,
  ],
  [
    "nobody can leave an urgent location",
    one("int n; state A, B; urgent A; init A; trans A -> B { guard n == 1; };"),
    "Pr[<=10](<> P.B)",
    "time-lock",
    0,
    /no time may pass in 'P\.A'/,
    /^P\.A, P\.n = 0$/,
  ],
  [
    "the first state breaks an invariant",
    one("clock x = 3; state A { x <= 2 }, B; init A; trans A -> B {};"),
    "Pr[<=10](<> P.B)",
    "time-lock",
    0,
    /the first state breaks the invariant 'x <= 2' of 'P\.A', and nobody can move$/,
    /P\.x = 3/,
  ],
  [
    "a negative rate",
    one("int k = -1; state A {; k }, B; init A; trans A -> B {};"),
    "Pr[<=10](<> P.B)",
    "rate",
    0,
    /'P\.A' is -1/,
    /P\.k = -1/,
  ],
  [
    "a rate that falls below 0",
    one("int k = 1; state A {; k }; init A; trans A -> A { assign k = -2; };"),
    "Pr[<=1000](<> false)",
    "rate",
    any,
    /'P\.A' is -2/,
    /^P\.A/,
  ],
  [
    "weights that sum to 0",
    one("int w; state A, B; branchpoint b; init A; trans A -> b {}, b -> B { probability w; };"),
    "Pr[<=1000](<> P.B)",
    "weights",
    any,
    /sum to zero/,
    /^P\.A/,
  ],
  [
    "a negative weight",
    one(
      "int w = -2; state A, B, C; branchpoint b; init A; trans A -> b {}, b -> B { probability w; }, b -> C { probability 5; };",
    ),
    "Pr[<=1000](<> P.B)",
    "weights",
    any,
    /-2/,
    /^P\.A/,
  ],
  [
    "two processes that disagree on a rate",
    `clock c; process P() { clock x; state A { x <= 3 }, B { c' == 1 }; init A; trans A -> B { guard x >= 3; }; } process Q() { state A { c' == 2 }; init A; } system P, Q;`,
    "E[<=10; 3](max: c)",
    "rates-differ",
    3,
    /'c'/,
    /P\.B, Q\.A/,
  ],
  [
    "a clock that never gets to its bound",
    one("state A { c' == 0 }; init A;", "clock c;"),
    "E[c<=5; 3](max: c)",
    "unbounded",
    any,
    /'c' does not get beyond 5/,
    /^P\.A/,
  ],
  [
    "a flow that never gets to its bound",
    one("state A { v' == 1 - v }; init A;", "clock v;"),
    "E[v<=5; 3](max: v)",
    "unbounded",
    any,
    /'v' does not get beyond 5/,
    /^P\.A/,
  ],
  [
    "two partners for a handshake",
    `chan c; process S() { clock x; state A { x <= 1 }, B; init A; trans A -> B { guard x >= 1; sync c!; }; }
     process R(const int[0,1] i) { state A, B; init A; trans A -> B { sync c?; }; } system S, R;`,
    "Pr[<=10](<> S.B)",
    "several-partners",
    1,
    /R\(0\).*R\(1\)/,
    /S\.A/,
  ],
  [
    "an index outside its array",
    one(
      "int a[3]; int i = 3; clock x; state A { x <= 2 }, B; init A; trans A -> B { guard x >= 2; assign a[i] = 1; };",
    ),
    "Pr[<=10](<> P.B)",
    "evaluation",
    2,
    /3/,
    /P\.i = 3/,
  ],
  [
    "a value outside its range",
    one("int[0,3] n = 2; clock x; state A { x <= 1 }; init A; trans A -> A { guard x >= 1; assign n++, x = 0; };"),
    "Pr[<=10](<> P.n == 9)",
    "evaluation",
    2,
    /4/,
    /P\.n = 3/,
  ],
  [
    "a division by zero in a guard",
    one("int n; clock x; state A { x <= 1 }, B; init A; trans A -> B { guard 1 / n > 0 && x >= 1; };"),
    "Pr[<=10](<> P.B)",
    "evaluation",
    0,
    /zero/,
    /^P\.A, P\.n = 0, P\.x = 0$/,
  ],
  [
    "an assertion that fails",
    one(
      "int n = 3; void f() { assert n == 2; } clock x; state A { x <= 1 }, B; init A; trans A -> B { guard x >= 1; assign f(); };",
    ),
    "Pr[<=10](<> P.B)",
    "evaluation",
    1,
    /assert/,
    /P\.n = 3/,
  ],
  [
    "a parameter that no draw can have",
    one(
      "double d = 0.0; clock x; state A { x <= 1 }, B; init A; trans A -> B { guard x >= 1; assign d = random_gamma(-1.0, 2.0); };",
    ),
    "Pr[<=10](<> P.B)",
    "random-parameter",
    1,
    /gamma/,
    /^P\.A|^P\.B/,
  ],
  [
    "a solution that grows beyond all bounds",
    one("state A { v' == v * v }; init A;", "hybrid clock v = 1.0;"),
    "Pr[<=9](<> v < 0)",
    "flow",
    any,
    /'v' have no solution beyond time (0\.99999|1\.00000)/,
    /^P\.A, v = \d/,
  ],
  [
    "time is up beside a differential equation",
    one(
      "clock x; state A { v' == 1 - v * v && x <= 3 }, B; init A; trans A -> B { guard v >= 5; };",
      "hybrid clock v;",
    ),
    "Pr[<=9](<> P.B)",
    "time-lock",
    3,
    /P\.A/,
    /P\.x = 3/,
  ],
  [
    "a ball that bounces infinitely often",
    one(
      "state A { h' == v && v' == -10 }; init A; trans A -> A { guard h <= 0 && v < 0; sync c!; assign v = -v / 2; };",
      "urgent broadcast chan c; hybrid clock h = 5.0, v = 0.0;",
    ),
    "Pr[<=4](<> h > 6)",
    "zeno",
    any,
    /ever closer together/,
    /^P\.A/,
  ],
  [
    "an urgent channel right after each moment",
    one("clock x; state A; init A; trans A -> A { guard x > 0; sync c!; assign x = 0; };", "urgent broadcast chan c;"),
    "Pr[<=4](<> P.x > 6)",
    "zeno",
    any,
    /ever closer together/,
    /^P\.A/,
  ],
];

describe("faults of runs", () => {
  test.each(faults)("%s", (_, model, query, code, time, says, state) => {
    const { fault, count } = sample(model, query, 3);
    expect(fault).toBeDefined();
    expect(fault?.code).toBe(code);
    expect(fault?.run).toBe(count);
    if (time < any) expect(fault?.time).toBe(time);
    expect(fault?.message).toMatch(says);
    expect(fault?.state).toMatch(state);
  });
});

test("edges without end at one moment", () => {
  const model = one("clock x; state A { x <= 2 }, B; commit B; init A; trans A -> B { guard x >= 2; }, B -> B {};");
  const { network, query } = prepare(model, "Pr[<=10](<> false)");
  const engine = engineFor(network, query, { seed: 1n, query: 0 });
  engine.progress.limit = 1000;
  const fault = attempt(
    engine,
    4,
    { time: () => 10, enough: () => false, quiet: () => {} },
    { during: () => undefined, after: () => true },
  );
  expect(fault).toMatchObject({ code: "zeno", run: 4, time: 2 });
  expect(fault?.message).toContain("more than 1000 transitions without time passing");
  expect(fault?.state).toMatch(/^P\.B/);
  const { start = 0, end = 0 } = fault?.origin ?? {};
  expect(model.slice(start, end)).toBe("B");
  // Compiled code says the same of its own state; the reference engine would take seconds to get there.
  const task = taskOf(query);
  const compiled = new CompiledSampler(network, query, task, { seed: 1n, query: 0 });
  const found = compiled.sample(4, 1).fault;
  expect(found).toEqual({ ...fault, message: "more than 1000000 transitions without time passing" });
  expect(compiled.left).toBe(0);
});

test.each([
  ["a clock that is set back before its bound", "state A {; 10 }; init A;", 100_000_000],
  ["a differential equation that is", "state A { c' == 1 - c; 10 }; init A;", 1_000_000],
])("%s, again and again", (_, places, longest) => {
  const model = one(`${places} trans A -> A { guard c >= 0; assign c = 0; };`, "clock c;");
  const { network, query } = prepare(model, "Pr[c<=1000](<> false)");
  const compiled = new CompiledSampler(network, query, taskOf(query), { seed: 1n, query: 0 });
  // So many transitions take seconds: all but a few of them are only said to have been.
  const { view } = compiled["instance"];
  const { fault } = compiled.sample(0, 1, () => view.setInt32(compiled.module.at.steps, longest - 10, true));
  expect(fault).toMatchObject({ code: "unbounded", run: 0, state: "P.A, c = 0" });
  expect(fault?.message).toBe(`the run does not end: 'c' does not get beyond 1000 in ${longest} transitions`);
  // The reference engine would take minutes.
  expect(compiled.left).toBe(0);
});

test("of a large state the first words are told, and how many there are", () => {
  const model = `const int N = 50; int a[N]; process P(const int[0,N-1] i) { clock x; state A { x <= 5 }; init A; } system P;`;
  const { fault } = sample(model, "Pr[<=10](<> false)", 1);
  expect(fault?.state).toMatch(
    /^P\(0\)\.A, .*P\(39\)\.A, 10 more processes, P\(0\)\.x = 5, .*P\(39\)\.x = 5, 10 more values$/,
  );
});

describe("faults that not every run has", () => {
  const model = one(
    "clock x; int n; state A { x <= 10 }, B, C; init A; trans A -> B { guard x < 9; }, A -> C { guard x >= 9; assign n = 1 / n; };",
  );

  test("leave the runs before as they are, and name their own number", () => {
    const { fault, count, success } = sample(model, "Pr[<=20](<> P.B)", 200);
    expect(fault?.run).toBe(count);
    expect(count).toBeGreaterThan(0);
    expect(Array.from(success.subarray(0, count))).toEqual(Array(count).fill(1));
    expect(sample(model, "Pr[<=20](<> P.B)", count).fault).toBeUndefined();
  });

  test("a place in the model goes with them", () => {
    const { fault } = sample(model, "Pr[<=20](<> P.B)", 200);
    const { start = 0, end = 0 } = fault?.origin ?? {};
    expect(model.slice(start, end)).toContain("1 / n");
  });
});

describe("refused by name", () => {
  const plain = "process P() { state A, B; init A; trans A -> B {}; }";
  test.each([
    [
      "priorities of processes",
      `${plain} process Q() { state A; init A; } system P < Q;`,
      "Pr[<=1](<> P.B)",
      /priorit/i,
    ],
    [
      "priorities of channels",
      `broadcast chan c, d; chan priority c < d; ${plain} system P;`,
      "Pr[<=1](<> P.B)",
      /priorit/i,
    ],
    [
      "a branch point with too many ways",
      "process P() { state A; branchpoint b; init A; trans A -> b {}, b -> A { select i : int[0,99999]; }; } system P;",
      "Pr[<=1](<> P.A)",
      /more than 10000 ways/,
    ],
    [
      "a formula in time about each spawned process",
      "dynamic T(); process T() { state A; init A; } process P() { state A; init A; trans A -> A { assign spawn T(); }; } system P;",
      "Pr ([][0,10] forall (t : T) (<>[0,1] t.A))",
      /cannot follow single processes of 'T'/,
    ],
    ["strategies", `${plain} system P;`, "Pr[<=1](<> P.B) under S", /strategy/],
    ["a bound below 0", `${plain} system P;`, "Pr[<=-1](<> P.B)", /bound/],
    ["a bound that is no clock", `int n; ${plain} system P;`, "Pr[n<=1](<> P.B)", /clock/],
    ["no runs", `${plain} system P;`, "Pr[<=1; 0](<> P.B)", /runs/],
    ["deadlock in a goal", `${plain} system P;`, "Pr[<=1](<> deadlock)", /deadlock/],
    [
      "branch points in a circle",
      "process P() { state A; branchpoint b, c; init A; trans A -> b {}, b -> c {}, c -> b {}; } system P;",
      "Pr[<=1](<> P.A)",
      /cycle/,
    ],
  ])("%s", (_, model, query, says) => {
    expect(() => prepare(model, query)).toThrow(says);
  });
});
