import { expect, test } from "vitest";
import { trajectory } from "../../src/stochastic/index.ts";
import { thinned } from "../../src/stochastic/interpret/points.ts";
import { prepare } from "./sample.ts";

test("of one column the first, the last and the extremes stay", () => {
  const values = [3, 1, 2, 9, 4, 5];
  const points = values.map((value, k) => ({ at: k / 10, values: [value] }));
  expect(thinned(points, 1).map((point) => point.values[0])).toEqual([3, 1, 9, 5]);
});

test("columns are apart, and few points are all kept", () => {
  const points = [0, 0.5, 1, 1.5, 7].map((at) => ({ at, values: [at, -at] }));
  expect(thinned(points, 1)).toEqual(points);
});

test("a long run has no more points than can be seen, and loses no extreme", () => {
  const model =
    "int n; process P() { state A {; 100}; init A; trans A -> A { assign n = (n + 7) % 1000; }; } system P;";
  const { network, query } = prepare(model, "simulate [<=300; 1] {n}");
  if (query.kind !== "simulate") throw new Error("simulate");
  const { points, steps } = trajectory(network, query, { seed: 1n, query: 0 }, 0);
  expect(steps).toBeGreaterThan(29_000);
  expect(points.length).toBeLessThan(40_000);
  expect(Math.max(...points.map(({ values }) => values[0]!))).toBe(999);
  expect(points.at(-1)?.at).toBe(300);
});
