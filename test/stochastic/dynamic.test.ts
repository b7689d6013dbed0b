import { describe, expect, test } from "vitest";
import { InterpretedSampler } from "../../src/stochastic/index.ts";
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
