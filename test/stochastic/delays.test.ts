import { describe } from "vitest";
import { at, type Case, exactly, one } from "./exact.ts";

/** Who moves when: races, sums of delays, chains, and delays that are drawn anew when others change what they depend on. */

const { exp } = Math;

/** The probability that the sum of n delays, uniform on [0,1], is at most x. */
function irwinHall(x: number, n: number): number {
  let [sum, choose, factorial] = [0, 1, 1];
  for (let k = 2; k <= n; k++) factorial *= k;
  for (let k = 0; k <= x; k++) {
    sum += (k % 2 === 0 ? choose : -choose) * (x - k) ** n;
    choose = (choose * (n - k)) / (k + 1);
  }
  return sum / factorial;
}

/** Where a chain in continuous time is at time t, begun in state 0, by uniformisation. `rates[i][j]` from i to j. */
function transient(rates: readonly (readonly number[])[], t: number): number[] {
  const out = rates.map((row) => row.reduce((sum, rate) => sum + rate, 0));
  const top = Math.max(...out);
  let here: number[] = rates.map((_, i) => (i === 0 ? 1 : 0));
  let weight = exp(-top * t);
  const result = rates.map(() => 0);
  for (let k = 0; k < 400; k++) {
    here.forEach((share, i) => {
      result[i]! += weight * share;
    });
    const now = here;
    here = now.map(
      (share, j) =>
        share * (1 - out[j]! / top) + now.reduce((sum, from, i) => sum + (from * (rates[i]![j] ?? 0)) / top, 0),
    );
    weight *= (top * t) / (k + 1);
  }
  return result;
}

const poisson = (mean: number, most: number) => {
  let [term, sum] = [exp(-mean), 0];
  for (let k = 0; k <= most; k++, term *= mean / k) sum += term;
  return sum;
};

const uniform = (name: string, bound: number | string, clock = "x", declared = "clock x;") =>
  `process ${name}() { ${declared} state A { ${clock} <= ${bound} }, B; init A; trans A -> B {}; }`;
const exponential = (name: string, rate: number | string) =>
  `process ${name}() { state A {; ${rate} }, B; init A; trans A -> B {}; }`;

const races: readonly Case[] = [
  ["two uniform delays", `${uniform("P", 2)} ${uniform("Q", 3)} system P, Q;`, "Pr[<=10; 2000](<> P.B && Q.A)", 2 / 3],
  [
    "three exponential delays",
    `${exponential("P", 1)} ${exponential("Q", 2)} ${exponential("R", 3)} system P, Q, R;`,
    "Pr[<=1000; 2000](<> Q.B && P.A && R.A)",
    1 / 3,
  ],
  [
    "an exponential delay against a uniform one",
    `${exponential("P", 1)} ${uniform("Q", 1)} system P, Q;`,
    "Pr[<=10; 2000](<> P.B && Q.A)",
    exp(-1),
  ],
  [
    "the later of two uniform delays",
    `${uniform("P", 10)} ${uniform("Q", 10)} system P, Q;`,
    "Pr[<=5](<> P.B && Q.B)",
    0.25,
  ],
  [
    "intervals from parameters that overlap",
    `process T(const int low, const int high) { clock x; state A { x <= high }, B; init A; trans A -> B { guard x >= low; }; }
     P = T(2, 4); Q = T(3, 5); system P, Q;`,
    "Pr[<=10; 2000](<> P.B && Q.A)",
    7 / 8,
  ],
  [
    "two bounds over one shared clock",
    `clock x; ${uniform("P", 4, "x", "")} ${uniform("Q", 6, "x", "")} system P, Q;`,
    "Pr[<=10; 2000](<> Q.B && P.A)",
    1 / 3,
  ],
  [
    "an exponential delay against a moment",
    `int n; ${exponential("P", 1)} ${at(2, "n = 1")} system P, Q;`,
    "Pr[<=10](<> P.B && Q.A)",
    1 - exp(-2),
  ],
];

const sums: readonly Case[] = [
  [
    "three uniform delays",
    one(
      "clock x; state A { x <= 2 }, B { x <= 2 }, C { x <= 2 }, D; init A; trans A -> B { assign x = 0; }, B -> C { assign x = 0; }, C -> D {};",
    ),
    "Pr[<=2; 2000](<> P.D)",
    irwinHall(1, 3),
  ],
  [
    "four uniform delays of one loop",
    one("clock x; int n; state A { x <= 3 }; init A; trans A -> A { assign x = 0, n++; };"),
    "Pr[<=5](<> P.n == 4)",
    irwinHall(5 / 3, 4),
  ],
  [
    "the mean of twelve uniform delays",
    one(
      "clock x; int n; state A { x <= 1 }, B { t' == 0 }; init A; trans A -> A { guard n < 11; assign x = 0, n++; }, A -> B { guard n == 11; };",
      "clock t;",
    ),
    "E[<=20; 500](max: t)",
    6,
  ],
  [
    "five exponential delays",
    one("int n; state A {; 2}; init A; trans A -> A { assign n++; };"),
    "Pr[<=2](<> P.n == 5)",
    1 - poisson(4, 4),
  ],
  [
    "two exponential delays of different rates",
    one("state A {; 1}, B {; 3}, C; init A; trans A -> B {}, B -> C {};"),
    "Pr[<=1](<> P.C)",
    1 - (3 * exp(-1) - exp(-3)) / 2,
  ],
  [
    "a uniform and an exponential delay",
    one("clock x; state A { x <= 1 }, B {; 1}, C; init A; trans A -> B {}, B -> C {};"),
    "Pr[<=1](<> P.C)",
    exp(-1),
  ],
];

const chains: readonly Case[] = [
  [
    "a queue with three places is full",
    `int n; process A() { state S {; 2}; init S; trans S -> S { guard n < 3; assign n++; }; }
     process D() { state S {; 3}; init S; trans S -> S { guard n > 0; assign n--; }; } system A, D;`,
    "Pr[<=2](<> n == 3)",
    transient(
      [
        [0, 2, 0, 0],
        [3, 0, 2, 0],
        [0, 3, 0, 2],
        [0, 0, 0, 0],
      ],
      2,
    )[3]!,
  ],
  [
    "a queue at a moment",
    `int n; clock t; process A() { state S {; 2}; init S; trans S -> S { guard n < 3; assign n++; }; }
     process D() { state S {; 3}; init S; trans S -> S { guard n > 0; assign n--; }; } system A, D;`,
    "Pr[<=2](<> t >= 2 && n == 0)",
    transient(
      [
        [0, 2, 0, 0],
        [3, 0, 2, 0],
        [0, 3, 0, 2],
        [0, 0, 3, 0],
      ],
      2,
    )[0]!,
  ],
  [
    "a rate that grows with the population",
    one("int n = 1; state A {; n}; init A; trans A -> A { guard n < 100; assign n++; };"),
    "Pr[<=1](<> P.n >= 3)",
    (1 - exp(-1)) ** 2,
  ],
  [
    "deaths",
    one("int n = 3; state A {; 1 : 4}; init A; trans A -> A { guard n > 0; assign n--; };"),
    "Pr[<=4](<> P.n == 1)",
    1 - poisson(1, 1),
  ],
  [
    "a rate with doubles",
    one("double k = 0.5; state A {; k * 3.0}, B; init A; trans A -> B {};"),
    "Pr[<=1](<> P.B)",
    1 - exp(-1.5),
  ],
  [
    "a ratio of expressions is no division of integers",
    one("int a = 3; int b = 4; state A {; a : b}, B; init A; trans A -> B {};"),
    "Pr[<=1](<> P.B)",
    1 - exp(-0.75),
  ],
  [
    "the mean of a Poisson process",
    one("int n; state A {; 2}; init A; trans A -> A { assign n++; };"),
    "E[<=3; 500](max: P.n)",
    6,
  ],
];

const intervals: readonly Case[] = [
  [
    "a strict guard",
    one("clock x; state A {; 1}, B; init A; trans A -> B { guard x > 2; };"),
    "Pr[<=3](<> P.B)",
    1 - exp(-1),
  ],
  [
    "strict bounds on both sides",
    one("clock x; state A { x < 10 }, B; init A; trans A -> B { guard x > 8; };"),
    "Pr[<=9](<> P.B)",
    0.5,
  ],
  ["no time at all", one("clock x; state A { x <= 0 }, B; init A; trans A -> B {};"), "Pr[<=0; 50](<> P.B)", 1],
  [
    "a gap between guards: who draws in it draws again behind it",
    one(
      "clock x; state A { x <= 5 }, B, C; init A; trans A -> B { guard x >= 1 && x <= 2; }, A -> C { guard x >= 4; };",
    ),
    "Pr[<=10](<> P.B)",
    0.25,
  ],
  [
    "a gap: when the second edge is taken",
    one(
      "clock x; state A { x <= 6 }, B, C; init A; trans A -> B { guard x >= 1 && x <= 2; }, A -> C { guard x >= 4; };",
    ),
    "Pr[<=5](<> P.C)",
    0.4,
  ],
  [
    "a guard that ends, without an invariant",
    one("clock x; state A {; 1}, B; init A; trans A -> B { guard x <= 1; };"),
    "Pr[<=100](<> P.B)",
    1 - exp(-1),
  ],
  [
    "an exponential delay into a gap",
    one("clock x; state A {; 1}, B, C; init A; trans A -> B { guard x <= 1; }, A -> C { guard x >= 2; };"),
    "Pr[<=3](<> P.C)",
    exp(-1) * (1 - exp(-1)),
  ],
  [
    "an equality at the end of the invariant",
    one("clock x; state A { x <= 5 }, B; init A; trans A -> B { guard x == 5; };"),
    "Pr[<=5; 50](<> P.B)",
    1,
  ],
  [
    "a stopped clock bounds nothing",
    one("clock x; state A { x' == 0 && x <= 5 ; 2}, B; init A; trans A -> B {};"),
    "Pr[<=1](<> P.B)",
    1 - exp(-2),
  ],
  [
    "a rate of a clock is no bound",
    one("state A { cost' == 2 ; 2}, B; init A; trans A -> B {};", "clock cost;"),
    "Pr[<=1](<> P.B)",
    1 - exp(-2),
  ],
  [
    "bounds over a clock that runs twice as fast",
    one("clock x; state A { x' == 2 && x <= 10 }, B; init A; trans A -> B { guard x >= 4; };"),
    "Pr[<=3](<> P.B)",
    1 / 3,
  ],
  [
    "the nearer of two bounds counts",
    one("clock x, y; state A { x <= 10 && y <= 4 }, B; init A; trans A -> B {};"),
    "Pr[<=1](<> P.B)",
    0.25,
  ],
  [
    "a bound that is a constant double",
    one("clock x; state A { x <= d }, B; init A; trans A -> B {};", "const double d = 2.5;"),
    "Pr[<=1](<> P.B)",
    0.4,
  ],
  [
    "a bound that is a double variable, a guard with another",
    one("clock x; double d = 2.5; double e = 0.5; state A { x <= d }, B; init A; trans A -> B { guard x >= e; };"),
    "Pr[<=1](<> P.B)",
    0.25,
  ],
  [
    "a bound that is an expression over an array",
    one("clock x; int a[3] = {1, 2, 5}; int i = 1; state A { x <= a[i] + a[i + 1] + 1 }, B; init A; trans A -> B {};"),
    "Pr[<=2](<> P.B)",
    0.25,
  ],
  [
    "a bound by a stopped clock filled with a draw",
    one(
      "clock x, d; state S, A { x <= d && d' == 0 }, B; commit S; init S; trans S -> A { assign d = random(4.0); }, A -> B { guard x >= d; };",
    ),
    "Pr[<=1](<> P.B)",
    0.25,
  ],
  [
    "a guard over a difference of clocks",
    `clock x, z; process P() { state A {; 1}, B; init A; trans A -> B { guard x - z >= 2; }; } ${at(3, "z = 0")} system P, Q;`,
    "Pr[<=4](<> P.B)",
    1 - exp(-1),
  ],
  [
    "an invariant with a condition over data",
    one("clock x; bool tight = true; state A { (!tight || x <= 2) && x <= 10 }, B; init A; trans A -> B {};"),
    "Pr[<=1](<> P.B)",
    0.5,
  ],
  [
    "an invariant under a quantifier",
    one("clock c[3]; state A { forall (i : int[0,2]) c[i] <= 4 + i }, B; init A; trans A -> B {};"),
    "Pr[<=1](<> P.B)",
    0.25,
  ],
];

const anew: readonly Case[] = [
  [
    "after another process resets the clock",
    `clock x; ${uniform("P", 10, "x", "")} ${at(5, "x = 0")} system P, Q;`,
    "Pr[<=10](<> P.B)",
    0.75,
  ],
  [
    "after another process lowers the bound",
    `int k = 10; ${uniform("P", "k")} ${at(4, "k = 6")} system P, Q;`,
    "Pr[<=5](<> P.B)",
    0.7,
  ],
  [
    "after another process raises the rate",
    `int k = 1; ${exponential("P", "k")} ${at(1, "k = 3")} system P, Q;`,
    "Pr[<=2](<> P.B)",
    1 - exp(-4),
  ],
  [
    "after a guard was closed and opened",
    `int open = 1; process P() { clock x; state A { x <= 10 }, B; init A; trans A -> B { guard open == 1; }; }
     ${at(5, "open = 0")} ${at(8, "open = 1", "R")} system P, Q, R;`,
    "Pr[<=9](<> P.B)",
    0.75,
  ],
  [
    "after another process changes the rate of the clock",
    `clock x; int r = 1; process P() { state A { x' == r && x <= 10 }, B; init A; trans A -> B {}; } ${at(5, "r = 5")} system P, Q;`,
    "Pr[<=5](<> P.B)",
    0.5,
  ],
  [
    "what is left is then met sooner",
    `clock x; int r = 1; process P() { state A { x' == r && x <= 12 }, B; init A; trans A -> B {}; } ${at(4, "r = 4")} system P, Q;`,
    "Pr[<=5](<> P.B)",
    2 / 3,
  ],
  [
    "nothing changes while others move",
    `int n; ${uniform("P", 10)} process Q() { clock y; state A { y <= 1 }; init A; trans A -> A { guard y >= 1; assign y = 0, n++; }; } system P, Q;`,
    "Pr[<=3](<> P.B)",
    0.3,
  ],
  [
    "who is always sent back never gets there",
    `clock x; process P() { state A { x <= 3 }, B; init A; trans A -> B { guard x >= 3; }; }
     process Q() { clock y; state A { y <= 2 }; init A; trans A -> A { guard y >= 2; assign y = 0, x = 0; }; } system P, Q;`,
    "Pr[<=20; 50](<> P.B)",
    0,
  ],
  [
    "after a clock is set forward",
    `clock x; process P() { state A { x <= 10 }, B; init A; trans A -> B { guard x >= 8; }; } ${at(4, "x = 8")} system P, Q;`,
    "Pr[<=5](<> P.B)",
    0.5,
  ],
];

const extremes: readonly Case[] = [
  [
    "a rate of a million beside long delays loses no time",
    one(
      "clock x; int n; state A { x <= 1000 }, B {; 1e6 }; init A; trans A -> B { guard x >= 1000; assign x = 0, n++; }, B -> A { assign x = 0; };",
    ),
    "E[<=1000000; 2](max: P.n)",
    999,
  ],
  [
    "a time of a million is met exactly",
    one(
      "clock x; int n; state A { x <= 0.1 }, Z; init A; trans A -> A { guard x >= 0.1 && n < 3000; assign x = 0, n++; }, A -> Z { guard x >= 0.1 && n == 3000; };",
      "clock t;",
    ),
    "E[<=1000000; 2](max: t)",
    1000000,
  ],
  ["a rate of 0 never moves", one("state A {; 0 }, B; init A; trans A -> B {};"), "Pr[<=1000000](<> P.B)", 0],
  [
    "a rate that becomes 0 moves no more",
    one("int k = 1; int n; state A {; k }; init A; trans A -> A { assign k = 0, n++; };", "clock t;"),
    "E[<=1000; 100](max: P.n + t)",
    1001,
  ],
  [
    "a rate that is 0 until somebody raises it",
    `int k; process P() { state A {; k * 0.5 }, B; init A; trans A -> B {}; } ${at(2, "k = 2")} system P, Q;`,
    "Pr[<=3](<> P.B)",
    1 - Math.exp(-1),
  ],
  ["a rate of 1e9", one("state A {; 1e9 }, B; init A; trans A -> B {};"), "Pr[<=1; 100](<> P.B)", 1],
  [
    "a rate of a millionth",
    one("state A {; 1 : 1000000 }, B; init A; trans A -> B {};"),
    "Pr[<=1000000](<> P.B)",
    1 - exp(-1),
  ],
];

describe("races", () => exactly(races));
describe("sums of delays", () => exactly(sums));
describe("chains", () => exactly(chains));
describe("intervals of delays", () => exactly(intervals));
describe("delays drawn anew", () => exactly(anew));
describe("large and small", () => exactly(extremes));
