import { describe, expect, test } from "vitest";
import { chiSquareTwo, kolmogorovTwo } from "../../src/statistics/index.ts";
import { one } from "./exact.ts";
import { sample } from "./sample.ts";

/**
 * Laws of runs. Whether all delays are drawn anew after each transition or only those that it disturbed must not change any
 * distribution: two samples with different seeds are compared, by Kolmogorov and Smirnov where values vary, by chi-square
 * where they are counts. And a run is the same whether it is made alone or with others.
 */
const RUNS = 200;
const LEAST = 1e-4;

const queue = (arrive: number, serve: number) =>
  `int n; clock t; process A() { state S {; ${arrive}}; init S; trans S -> S { guard n < 5; assign n++; }; }
   process D() { state S {; ${serve}}; init S; trans S -> S { guard n > 0; assign n--; }; } system A, D;`;
const timers = (bound: string, does: string) =>
  `clock t; int k = 10; int n; clock x; process P() { state A { x <= ${bound} }, B { t' == 0 }; init A; trans A -> B {}; }
   process Q() { clock y; state A { y <= 6 }; init A; trans A -> A { guard n < 20; assign y = 0, n++, ${does}; }, A -> A { guard n >= 20 && y >= 6; assign y = 0; }; } system P, Q;`;

/** Each with a value that is looked at in every run. */
const models: readonly (readonly [shows: string, model: string, query: string])[] = [
  ["a queue", queue(2, 3), "E[<=5; 1](max: n)"],
  ["a queue that fills", queue(3, 2), "E[<=5; 1](max: n)"],
  ["a timer beside another", timers("k", "k = k"), "E[<=40; 1](max: t)"],
  ["a timer whose bound changes", timers("k", "k = 5 + n"), "E[<=40; 1](max: t)"],
  ["a timer whose clock is reset", timers("k", "x = 0"), "E[<=100; 1](max: t)"],
  [
    "a guard that opens and closes",
    `clock t; int open; process P() { clock x; state A { x <= 100 }, B { t' == 0 }; init A; trans A -> B { guard open == 1; }; }
     process Q() { state A {; 1}; init A; trans A -> A { assign open = 1 - open; }; } system P, Q;`,
    "E[<=90; 1](max: t)",
  ],
  [
    "a rate that changes",
    `clock t; int k = 1; process P() { state A {; k}, B { t' == 0 }; init A; trans A -> B {}; }
     process Q() { state A {; 2}; init A; trans A -> A { guard k < 50; assign k++; }; } system P, Q;`,
    "E[<=90; 1](max: t)",
  ],
  [
    "a clock whose rate changes",
    `clock t, x; int r = 1; process P() { state A { x' == r && x <= 9 }, B { t' == 0 }; init A; trans A -> B { guard x >= 3; }; }
     process Q() { state A {; 1}; init A; trans A -> A { guard r < 9; assign r++; }; } system P, Q;`,
    "E[<=90; 1](max: t)",
  ],
  [
    "broadcasts",
    `broadcast chan c; int n; process S() { state A {; 1}; init A; trans A -> A { sync c!; }; }
     process R(const int[0,2] i) { state A {; 2}, B; init A; trans A -> B { guard n < 30; assign n++; }, B -> A { sync c?; }; } system S, R;`,
    "E[<=6; 1](max: n)",
  ],
  [
    "handshakes",
    `chan c; int n; process S() { state A {; 2}, B {; 1}; init A; trans A -> B { sync c!; assign n++; }, B -> A {}; }
     process R() { state A, B {; 1}; init A; trans A -> B { sync c?; }, B -> A {}; } system S, R;`,
    "E[<=10; 1](max: n)",
  ],
  [
    "urgent senders",
    `urgent broadcast chan c; int n, m; process S() { state A; init A; trans A -> A { guard m > 0; sync c!; assign m = 0, n++; }; }
     process Q() { state A {; 2}; init A; trans A -> A { assign m++; }; } system S, Q;`,
    "E[<=6; 1](max: n)",
  ],
  [
    "committed chains",
    `int n; process P() { clock x; state A { x <= 2 }, B, C; commit B, C; init A; trans A -> B { assign x = 0; }, B -> C { assign n++; }, B -> A {}, C -> A {}; }
     process Q() { state A {; 1}; init A; trans A -> A { guard n > 0; assign n--; }; } system P, Q;`,
    "E[<=12; 1](max: n)",
  ],
  [
    "branch points",
    one(
      "int n; clock x; state A { x <= 2 }; branchpoint b; init A; trans A -> b { assign x = 0; }, b -> A { assign n++; probability 2; }, b -> A { probability n + 1; };",
    ),
    "E[<=15; 1](max: P.n)",
  ],
  [
    "gaps in guards",
    `clock t; int n; process P() { clock x; state A { x <= 9 }, B { t' == 0 }; init A; trans A -> B { guard x >= 1 && x <= 2; }, A -> B { guard x >= 6 && n > 1; }, A -> B { guard x >= 9; }; }
     process Q() { state A {; 1}; init A; trans A -> A { assign n = (n + 1) % 4; }; } system P, Q;`,
    "E[<=20; 1](max: t)",
  ],
  [
    "shared clocks that both reset",
    `clock x; int n; process P() { state A { x <= 3 }; init A; trans A -> A { guard x >= 1; assign x = 0, n++; }; }
     process Q() { state A {; 1}; init A; trans A -> A { assign x = 0; }; } system P, Q;`,
    "E[<=20; 1](max: n)",
  ],
  [
    "costs",
    `clock cost; int n; process P() { state A { cost' == n ; 1}; init A; trans A -> A { assign n++; }; }
     process Q() { state A {; 1}; init A; trans A -> A { guard n > 0; assign n--; }; } system P, Q;`,
    "E[<=6; 1](max: cost)",
  ],
  [
    "draws in updates",
    `clock t; double d = 0.0; process P() { clock x; state S, A { x <= d }, B { t' == 0 }; commit S; init S; trans S -> A { assign d = random_gamma(2.0, 1.0); }, A -> B { guard x >= d; }; }
     process Q() { state A {; 3}; init A; trans A -> A { assign n++; }; } system P, Q;`.replace(
      "clock t;",
      "clock t; int n;",
    ),
    "E[<=40; 1](max: t)",
  ],
  [
    "dynamic processes",
    `dynamic T(); int n; process T() { state A {; 1}; init A; trans A -> A { assign n++, exit(); }; }
     process P() { state A {; 1}; init A; trans A -> A { assign spawn T(); }; } system P;`,
    "E[<=6; 1](max: n)",
  ],
  [
    "selects",
    `int n; int k; process P() { clock x; state A { x <= 4 }; init A; trans A -> A { select i : int[0,3]; guard x >= i && i != k; assign x = 0, n += i; }; }
     process Q() { state A {; 1}; init A; trans A -> A { assign k = (k + 1) % 4; }; } system P, Q;`,
    "E[<=20; 1](max: n)",
  ],
  [
    "a stopped clock",
    `clock t, x; int stop; process P() { state A { (stop == 0 || x' == 0) && x <= 5 }, B { t' == 0 }; init A; trans A -> B { guard x >= 4; }; }
     process Q() { state A {; 1}; init A; trans A -> A { assign stop = 1 - stop; }; } system P, Q;`,
    "E[<=60; 1](max: t)",
  ],
];

describe("drawing all anew, or only who was disturbed", () => {
  test.each(models)("%s", (_, model, query) => {
    const some = sample(model, query, RUNS, { seed: 5n });
    const all = sample(model, query, RUNS, { seed: 6n, redrawAll: true });
    for (const { fault } of [some, all]) expect(fault).toBeUndefined();
    expect(kolmogorovTwo(some.value, all.value).p).toBeGreaterThan(LEAST);
    const cells = [...new Set([...some.value, ...all.value])].sort((a, b) => a - b);
    if (cells.length > 60) return;
    const counts = (values: Float64Array) => cells.map((cell) => values.filter((value) => value === cell).length);
    expect(chiSquareTwo(counts(some.value), counts(all.value)).p).toBeGreaterThan(LEAST);
  });

  test("is told apart where the law is another", () => {
    const some = sample(queue(2, 3), "E[<=5; 1](max: n)", RUNS, { seed: 5n });
    const other = sample(queue(4, 3), "E[<=5; 1](max: n)", RUNS, { seed: 6n });
    expect(kolmogorovTwo(some.value, other.value).p).toBeLessThan(LEAST);
  });
});

describe("a run is the same alone and with others", () => {
  test.each(models)("%s", (_, model, query) => {
    const together = sample(model, query, 12, { seed: 9n, query: 3 });
    const alone = [7, 2, 11].map((run) => sampleOne(model, query, run));
    expect(alone).toEqual([7, 2, 11].map((run) => together.value[run]));
  });

  test("another seed, or another query, gives others", () => {
    const [, model = "", query = ""] = models[2] ?? [];
    const runs = [{ seed: 1n }, { seed: 2n }, { seed: 1n, query: 1 }].map((series) =>
      String(sample(model, query, 20, series).value),
    );
    expect(new Set(runs).size).toBe(3);
  });
});

function sampleOne(model: string, query: string, run: number): number | undefined {
  const batch = sample(model, query, 1, { seed: 9n, query: 3 }, run);
  return batch.value[0];
}
