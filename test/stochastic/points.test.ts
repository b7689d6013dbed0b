import { expect, test } from "vitest";
import { trajectory } from "../../src/stochastic/index.ts";
import { Course, thinned } from "../../src/stochastic/interpret/points.ts";
import { prepare } from "./sample.ts";

/** What is left of points with these values. */
function left(points: readonly (readonly number[])[]): number[][] {
  const width = points[0]!.length;
  const numbers = Float64Array.from(points.flat());
  const count = thinned(numbers, points.length, width, 1);
  return Array.from({ length: count }, (_, k) => [...numbers.subarray(k * width, (k + 1) * width)]);
}

test("of one column the first, the last and the extremes stay", () => {
  const points = [3, 1, 2, 9, 4, 5].map((value, k) => [k / 10, value]);
  expect(left(points).map(([, value]) => value)).toEqual([3, 1, 9, 5]);
});

test("columns are apart, and few points are all kept", () => {
  const points = [0, 0.5, 1, 1.5, 7].map((at) => [at, at, -at]);
  expect(left(points)).toEqual(points);
});

test("points come back as they went in, one by one or many at a time", () => {
  const records = Array.from({ length: 50_000 }, (_, k) => [k / 50, Math.sin(k), Number.NaN]);
  const [single, whole] = [new Course(1000, 2), new Course(1000, 2)];
  for (const record of records.slice(0, 10_000)) single.add(record);
  whole.add(records.slice(0, 10_000).flat());
  expect(single.points).toEqual(records.slice(0, 10_000).map(([at, ...values]) => ({ at, values })));
  for (const record of records.slice(10_000)) single.add(record);
  whole.add(records.slice(10_000).flat());
  expect(whole.points).toEqual(single.points);
  expect(whole.length).toBeLessThan(40_000);
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
