import { describe, expect, test } from "vitest";
import { type Case, exactly, one } from "./exact.ts";
import { sample } from "./sample.ts";

/** Clocks whose rates depend on clocks: values, guards, invariants and goals against closed solutions. */

const { exp, log, PI, sin, sqrt } = Math;
const still = "state A";

const values: readonly Case[] = [
  ["decay", one("state A { v' == -v }; init A;", "clock v = 1.0;"), "E[<=2; 2](min: v)", exp(-2)],
  [
    "logistic growth",
    one("state A { v' == v * (1 - v) }; init A;", "clock v = 0.1;"),
    "E[<=3; 2](max: v)",
    1 / (1 + 9 * exp(-3)),
  ],
  [
    "an oscillator comes to its other end",
    one("state A { x' == y && y' == -x }; init A;", "clock x = 1.0; clock y;"),
    "E[<=4; 2](min: x)",
    -1,
  ],
  [
    "an oscillator at a time",
    one("state A { x' == y && y' == -x }; init A;", "clock x; clock y = 1.0;"),
    "E[<=1; 2](max: x)",
    sin(1),
  ],
  [
    "a throw comes highest in the middle",
    one("state A { h' == v && v' == -10.0 }; init A;", "clock h; clock v = 10.0;"),
    "E[<=2; 2](max: h)",
    5,
  ],
  [
    "what is gathered of a decay",
    one("state A { v' == -v && c' == v }; init A;", "clock v = 1.0; clock c;"),
    "E[<=2; 2](max: c)",
    1 - exp(-2),
  ],
  [
    "a flow that an edge changes",
    one(
      "clock x; state A { x <= 1 && v' == v }, B { v' == -v }; init A; trans A -> B { guard x >= 1; };",
      "clock v = 1.0;",
    ),
    "E[<=2; 2](max: v)",
    exp(1),
  ],
  [
    "a flow with a factor that another process sets",
    `clock v = 1.0; double k = 1.0; process P() { state A { v' == k * v }; init A; }
     process Q() { clock x; state A { x <= 1 }, B; init A; trans A -> B { guard x >= 1; assign k = 2.0; }; } system P, Q;`,
    "E[<=2; 2](max: v)",
    exp(3),
  ],
  [
    "a flow that stands still elsewhere",
    one(
      "clock x; state A { x <= 1 && v' == v }, B { v' == 0 }; init A; trans A -> B { guard x >= 1; };",
      "clock v = 1.0;",
    ),
    "E[<=5; 2](max: v)",
    exp(1),
  ],
];

const ball = `urgent broadcast chan hit; int n; clock h = 10.0; clock v;
  process P() { ${still} { h' == v && v' == -9.81 }; init A; trans A -> A { guard h <= 0 && v < 0; sync hit!; assign v = -0.5 * v, n++; }; } system P;`;
const thermostat = `int n; clock T = 18.0;
  process P() { state On { T' == 30 - T && T <= 22 }, Off { T' == 10 - T && T >= 18 }; init On;
    trans On -> Off { guard T >= 22; assign n++; }, Off -> On { guard T <= 18; }; } system P;`;

const events: readonly Case[] = [
  [
    "an invariant over a flow bounds a delay",
    one("state A { v' == v && v <= 7.38905609893065 }, B { v' == 0 }; init A; trans A -> B {};", "clock v = 1.0;"),
    "Pr[<=1; 400](<> P.B)",
    0.5,
  ],
  [
    "a guard over a flow begins one",
    one(
      "state A { v' == v && v <= 54.598150033144236 }, B { v' == 0 }; init A; trans A -> B { guard v >= 7.38905609893065; };",
      "clock v = 1.0;",
    ),
    "Pr[<=3; 400](<> P.B)",
    0.5,
  ],
  [
    "an exponential delay from there on",
    one(
      "state A { v' == v ; 1}, B { v' == 0 }; init A; trans A -> B { guard v >= 2.718281828459045; };",
      "clock v = 1.0;",
    ),
    "Pr[<=2; 400](<> P.B)",
    1 - exp(-1),
  ],
  ["a ball meets the ground twice", ball, "Pr[<=3; 2](<> n == 2)", 1],
  ["but not sooner", ball, "Pr[<=2; 2](<> n == 2)", 0],
  [
    "a thermostat switches as often as it must",
    thermostat,
    "E[<=10; 2](max: n)",
    1 + Math.floor((10 - log(12 / 8)) / (log(12 / 8) + log(12 / 8))),
  ],
  [
    "a run that lasts until a flow has grown",
    one("state A { v' == v }; init A;", "clock v = 1.0; clock t;"),
    "Pr[v<=5; 2](<> t >= 1.6)",
    1,
  ],
  ["and no longer", one("state A { v' == v }; init A;", "clock v = 1.0; clock t;"), "Pr[v<=5; 2](<> t >= 1.61)", 0],
  ["a run of so many steps, which a flow decides on", thermostat, "E[#<=5; 2](max: n)", 3],
  ["a thermostat keeps its range", thermostat, "Pr[<=10; 2]([] T >= 17.999 && T <= 22.001)", 1],
  [
    "a goal over two flows",
    one("state A { x' == x && y' == 2 * y }; init A;", "clock x = 2.0; clock y = 1.0;"),
    "Pr[<=1; 2](<> y >= x)",
    1,
  ],
  [
    "a flow beside a race",
    `clock v = 1.0; process P() { state A { v' == -v }; init A; }
     process Q() { state A {; 1}, B; init A; trans A -> B {}; } system P, Q;`,
    "Pr[<=5; 400](<> Q.B && v >= 0.5)",
    0.5,
  ],
  [
    "a strict bound of a clock beside a flow begins a delay",
    one(
      "clock x; state A { v' == 1 - v * v && x <= 5 }, B; init A; trans A -> B { guard v >= 0.5 && x > 2; };",
      "hybrid clock v = 1.0;",
    ),
    "Pr[<=3; 400](<> P.B)",
    1 / 3,
  ],
  [
    "and lets an urgent channel be sent on right after",
    one(
      "clock x; state A { v' == 1 - v * v }, B; init A; trans A -> B { guard v >= 0.5 && x > 2; sync c!; };",
      "urgent broadcast chan c; hybrid clock v = 1.0; clock t;",
    ),
    "Pr[<=3; 2](<> P.B && t <= 2.000001)",
    1,
  ],
  [
    "an urgent channel that a flow allows while another delay goes on",
    one(
      "state A { v' == 1 - v ; 1}, B, C; init A; trans A -> B { guard v >= 0.5; sync c!; }, A -> C {};",
      "urgent broadcast chan c; hybrid clock v; clock t;",
    ),
    "Pr[<=9; 400](<> P.B && t <= 0.694)",
    0.25,
  ],
  [
    "and one that both a flow and a clock allow",
    one(
      "clock x; state A { v' == 1 - v && x <= 4 }, B, C; init A; trans A -> B { guard v >= 0.5 && x > 2; sync c!; }, A -> C { guard v >= 0.9; };",
      "urgent broadcast chan c; hybrid clock v = 0.6;",
    ),
    "Pr[<=9; 400](<> P.B)",
    1 / (4 - log(4)),
  ],
];

describe("values of flows", () => exactly(values, 1e-5));
describe("flows and what happens", () => exactly(events));

const moments: readonly (readonly [shows: string, model: string, query: string, moment: number])[] = [
  [
    "an urgent channel cuts a delay short",
    one(
      "clock x; state A { v' == 1 - v && x <= 5 }, B, C; init A; trans A -> B { guard v >= 0.5; sync c!; }, A -> C { guard x >= 0.69; };",
      "urgent broadcast chan c; hybrid clock v;",
    ),
    "Pr[<=9](<> P.B || P.C)",
    log(2),
  ],
  [
    "an oscillator crosses zero",
    one("state A { x' == y && y' == -x }; init A;", "clock x; clock y = 1.0;"),
    "Pr[<=3](<> y <= 0)",
    PI / 2,
  ],
  ["growth meets a level", one("state A { v' == v }; init A;", "clock v = 1.0;"), "Pr[<=3](<> v >= 5)", log(5)],
  ["a ball meets the ground", ball, "Pr[<=3](<> n == 1)", sqrt(20 / 9.81)],
  ["and again", ball, "Pr[<=3](<> n == 2)", 2 * sqrt(20 / 9.81)],
  ["a thermostat switches", thermostat, "Pr[<=3](<> P.Off)", log(1.5)],
];

test("where a run is, in the unit of a flow that bounds it", () => {
  const model = one("state A { v' == v }; init A;", "clock v = 1.0; clock t;");
  expect(sample(model, "Pr[v<=5; 2](<> t >= 1)", 1).value[0]).toBeCloseTo(exp(1), 6);
});

describe("moments of flows", () => {
  test.each(moments)("%s", (_, model, query, moment) => {
    const { success, value, fault } = sample(model, query, 1);
    expect(fault).toBeUndefined();
    expect(success[0]).toBe(1);
    expect(value[0]).toBeCloseTo(moment, 6);
  });
});

test("who is called away from a guard that is followed is followed no longer", () => {
  // Nothing happens any more after the call, and no time is the end: the run ends then.
  const batch = sample(
    `broadcast chan c;
     process P() { clock x; state A, B, C; init A; trans A -> B { guard x * x >= 9; }, A -> C { sync c?; }; }
     process Q() { clock y; state A { y <= 1 }, B; init A; trans A -> B { guard y >= 1; sync c!; }; } system P, Q;`,
    "Pr[#<=10](<> P.B)",
    3,
  );
  expect([batch.steps, Array.from(batch.success)]).toEqual([3, [0, 0, 0]]);
});
