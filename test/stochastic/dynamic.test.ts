import { describe, expect, test } from "vitest";
import {
  estimate,
  InterpretedSampler,
  instantiateStatistical,
  instantiateStochastic,
  replayRun,
  tasksOf,
} from "../../src/stochastic/index.ts";
import { type Case, exactly } from "./exact.ts";
import { prepare, taskOf } from "./sample.ts";

/** Processes that are made and end while the system runs. */

const { exp } = Math;
const life = "process T(const int k) { state A {; 1}, B; init A; trans A -> B { assign n += k, exit(); }; }";
const makes = (spawns: string) => `process P() { state A, B; commit A; init A; trans A -> B { assign ${spawns}; }; }`;

const cases: readonly Case[] = [
  [
    "three that end independently of each other",
    `dynamic T(const int k); int n; ${life} ${makes("spawn T(1), spawn T(1), spawn T(1)")} system P;`,
    "Pr[<=1](<> n == 3)",
    (1 - exp(-1)) ** 3,
  ],
  [
    "numOf counts those that are there",
    `dynamic T(const int k); int n; ${life} ${makes("spawn T(1), spawn T(1), spawn T(1)")} system P;`,
    "E[<=1; 20](max: numOf(T))",
    3,
  ],
  [
    "arrivals and departures without a queue",
    `dynamic T(const int k); int n; clock t; ${life} process P() { state A {; 2}; init A; trans A -> A { assign spawn T(1); }; } system P;`,
    "Pr[<=3; 500](<> t >= 3 && numOf(T) == 0)",
    exp(-2 * (1 - exp(-3))),
  ],
  [
    "a loop that makes one after the other in the room of one",
    `dynamic T(); int n; process T() { state A, B; commit A; init A; trans A -> B { assign n++, exit(); }; }
     process P() { clock x; state A { x <= 1 }; init A; trans A -> A { guard x >= 1; assign x = 0, spawn T(); }; } system P;`,
    "E[<=50; 3](max: n)",
    50,
  ],
  [
    "parameters are those it was made with",
    `dynamic T(const int k); int n; process T(const int k) { state A {; k}, B; init A; trans A -> B { assign n = k; }; }
     ${makes("spawn T(1), spawn T(3)")} system P;`,
    "Pr[<=100](<> n == 1 && numOf(T) == 2 && !(exists (p : T) p.B && p.k == 3))",
    0.25,
  ],
  [
    "forall over those that are there",
    `dynamic T(const int k); int n; ${life.replace(", exit()", "")} ${makes("spawn T(1), spawn T(2)")} system P;`,
    "Pr[<=1](<> numOf(T) == 2 && forall (p : T) p.B)",
    (1 - exp(-1)) ** 2,
  ],
  [
    "exists over those that are there",
    `dynamic T(const int k); int n; ${life.replace(", exit()", "")} ${makes("spawn T(1), spawn T(2)")} system P;`,
    "Pr[<=1](<> exists (p : T) p.B)",
    1 - exp(-2),
  ],
  [
    "sum over those that are there",
    `dynamic T(const int k); int n; ${life.replace(", exit()", "")} ${makes("spawn T(4), spawn T(2)")} system P;`,
    "E[<=1; 20](max: sum (p : T) p.k)",
    6,
  ],
  [
    "local variables and clocks begin anew",
    `dynamic T(); int late; process T() { int m = 2; clock x; state A { x <= 1 }, B; init A; trans A -> B { guard x >= 1; assign late += m, m = 9, exit(); }; }
     process P() { clock x; state A { x <= 3 }; init A; trans A -> A { guard x >= 3; assign x = 0, spawn T(); }; } system P;`,
    "E[<=10; 3](max: late)",
    6,
  ],
  [
    "one that is made sends and receives",
    `dynamic T(); broadcast chan c; int got; process T() { state A {; 1}, B; init A; trans A -> B { sync c!; }, A -> B { sync c?; assign got++; }; }
     ${makes("spawn T(), spawn T(), spawn T()")} system P;`,
    "E[<=100; 20](max: got)",
    2,
  ],
  [
    "one that is made sets the rate of a clock, until it ends",
    `dynamic T(); clock cost; process T() { clock x; state A { x <= 2 && cost' == 5 }; init A; trans A -> A { guard x >= 2; assign exit(); }; }
     process Z() { state A; init A; } ${makes("spawn T()")} system P, Z;`,
    "E[<=4; 3](max: cost)",
    12,
  ],
  [
    "takes part from the next step on, at the same moment",
    `dynamic T(); int n; process T() { state A, B; urgent A; init A; trans A -> B { assign n++; }; }
     process P() { clock x; state A { x <= 2 }, B; init A; trans A -> B { guard x >= 2; assign spawn T(), n = 5; }; } system P;`,
    "Pr[<=2; 20](<> n == 6)",
    1,
  ],
];

describe("processes made in a run", () => exactly(cases));

test("runs are the same whatever the room", () => {
  const model = `dynamic T(const int k); int n; ${life} process P() { state A {; 2}; init A; trans A -> A { assign spawn T(1); }; } system P;`;
  const values = [12, 40].map((pool) => {
    const { network, query } = prepare(model, "E[<=3; 20](max: numOf(T) + 100 * n)", pool);
    return new InterpretedSampler(network, query, taskOf(query), { seed: 1n, query: 0 }).sample(0, 20);
  });
  for (const { fault } of values) expect(fault).toBeUndefined();
  expect(values[0]?.value).toEqual(values[1]?.value);
});

test("more at a time than there is room for is a fault that says how many", () => {
  const model = `dynamic T(); process T() { state A; init A; } process P() { state A {; 1}; init A; trans A -> A { assign spawn T(); }; } system P;`;
  const { network, query } = prepare(model, "E[<=100; 5](max: numOf(T))", 3);
  const { fault } = new InterpretedSampler(network, query, taskOf(query), { seed: 1n, query: 0 }).sample(0, 5);
  expect(fault).toMatchObject({ code: "too-many-processes", run: 0 });
  expect(fault?.message).toContain("more than 3 processes of 'T'");
});

describe("room is made while runs are", () => {
  // Arrivals at rate 100 that stay for 1 on average: after a long time there are 100 on average, as many as a Poisson variable.
  const crowd = `dynamic T(); clock t; process T() { state A {; 1}; init A; trans A -> A { assign exit(); }; }
    process P() { state A {; 100}; init A; trans A -> A { assign spawn T(); }; } system P;`;
  const askOn = (text: string, asked: string, pool?: number) => {
    const { model, checked } = prepare(text, asked);
    const { made } = instantiateStochastic(model, pool === undefined ? {} : { pool });
    const { query } = instantiateStatistical(made!, checked, asked);
    return { made: made!, query: query! };
  };

  test("a hundred at a time, in closed form", () => {
    const { made, query } = askOn(crowd, "E[<=3; 60](max: t >= 3 ? numOf(T) : 0)");
    const found = estimate(made, query, { seed: 3 });
    if (found.kind !== "expectation") throw new Error(found.kind);
    expect(found.fault).toBeUndefined();
    const { mean = 0 } = found.values;
    const exact = 100 * (1 - exp(-3));
    expect(Math.abs(mean - exact)).toBeLessThan(4 * Math.sqrt(exact / 60));
    // The same, number by number, as with room from the start, and as by the reference engine.
    const wide = askOn(crowd, "E[<=3; 60](max: t >= 3 ? numOf(T) : 0)", 256);
    const series = { seed: 3n, query: 0 };
    const [task] = tasksOf(wide.query);
    const reference = new InterpretedSampler(wide.made.network, wide.query, task!, series).sample(0, 2);
    expect(found.values.all.slice(0, 2)).toEqual(reference.value);
    expect(estimate(wide.made, wide.query, { seed: 3 })).toEqual(found);
  });

  test("also for courses and runs that are shown", () => {
    const asked = "simulate [<=1; 2] {numOf(T)}";
    const [small, wide] = [askOn(crowd, asked, 32), askOn(crowd, asked, 128)];
    expect(estimate(small.made, small.query)).toEqual(estimate(wide.made, wide.query));
    const [short, long] = [small, wide].map(({ made, query }) => replayRun(made, query, 1));
    expect(short!.fault).toBeUndefined();
    expect(short!.steps.map(({ time }) => time)).toEqual(long!.steps.map(({ time }) => time));
  });

  test("also for splitting", () => {
    const asked = "Pr[<=1; 5](<> numOf(T) >= 3)";
    const { made, query } = askOn(crowd.replace("; 100}", "; 1}"), asked, 2);
    const found = estimate(made, query, { level: "numOf(T)" });
    expect(found).toHaveProperty("splitting");
    expect(found.warnings.join()).not.toContain("splitting");
  });

  test("but not without end: a fault with its place, time and run", () => {
    const endless = crowd.replace("state A {; 100};", "state A; commit A;");
    const { made, query } = askOn(endless, "Pr[<=1](<> numOf(T) < 0)");
    const { fault } = estimate(made, query, { memory: 2 ** 20 });
    expect(fault).toMatchObject({ code: "too-many-processes", run: 0, time: 0 });
    const { start, end } = fault!.origin!;
    expect(endless.slice(start, end)).toBe("spawn T()");
    expect(fault?.message).toBe("more than 32 processes of 'T' at a time");
  });
});

test("how many there are stands in one cell, however many there is room for", () => {
  const text = `dynamic T(const int k); int n; ${life} ${makes("spawn T(1), spawn T(2)")} system P;`;
  const { query } = prepare(text, "E[<=1; 5](max: numOf(T))", 64);
  if (query.kind !== "expectation") throw new Error("an expectation");
  expect(query.value.code.op).toBe("load");
});

const counted: readonly Case[] = [
  [
    "who exits twice is one less",
    `dynamic T(); process T() { state A {; 1}, B; init A; trans A -> B { assign exit(), exit(); }; } ${makes("spawn T(), spawn T()")} system P;`,
    "Pr[<=1](<> P.B && numOf(T) == 0)",
    (1 - exp(-1)) ** 2,
  ],
  [
    "what is taken back is not counted",
    `dynamic T(); int n; process T() { state A; init A; }
     process P() { clock x; state A { x <= 1 }, B { n < 1 }, C; init A;
       trans A -> B { guard x >= 1; assign spawn T(), n = 1; }, A -> C { guard x >= 1; assign spawn T(); }; } system P;`,
    "E[<=5; 20](max: numOf(T))",
    1,
  ],
];
describe("counts of processes", () => exactly(counted));
