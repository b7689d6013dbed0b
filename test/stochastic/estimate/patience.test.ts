import { expect, test } from "vitest";
import { check, checkQuery } from "../../../src/model/index.ts";
import { estimate, instantiateStatistical, instantiateStochastic } from "../../../src/stochastic/index.ts";
import { Fragment, parseQuery, read } from "../../../src/syntax/index.ts";

/** Limits are heard in the middle of a run: each of these runs would last until its bound, which is far away. */
const counter =
  "int[0,9] n; process P() { state A {; 1}; init A; trans A -> A { assign n = (n + 1) % 10; }; } system P;";
const flow = "clock v = 1.0; process P() { state A { v' == -v }; init A; } system P;";
const foreseen = `clock v = 1.0; process P() { state A { v' == -v && v >= -1 }, B; init A; trans A -> B {}; } system P;`;

const long: readonly (readonly [shows: string, model: string, query: string])[] = [
  ["an estimate", counter, "Pr[#<=100000000](<> n == 12)"],
  ["an expectation", counter, "E[#<=100000000; 5](max: n)"],
  ["a formula", counter, "Pr(<>[0,100000000] n == 12)"],
  ["a simulation", counter, "simulate [#<=100000000] {n}"],
  ["a simulation up to a goal", counter, "simulate [#<=100000000; 1] {n} : 1 : n == 12"],
  ["a flow", flow, "Pr[<=100000000](<> v >= 2)"],
  ["a flow that is looked ahead", foreseen, "Pr[<=100000000](<> P.B)"],
];

test.each(long)("time is up in the middle of %s", (_, model, asked) => {
  let time = 0;
  const { outcome, reason, runs } = asks(model, asked, { timeout: 5, now: () => time++ });
  expect([outcome, reason, runs]).toEqual(["unknown", "the time limit of 0.005 s was reached", 0]);
});

test.each(long)("somebody wants to stop in the middle of %s", (_, model, asked) => {
  let calls = 0;
  const { outcome, reason } = asks(model, asked, { isCancelled: () => calls++ > 5 });
  expect([outcome, reason]).toEqual(["unknown", "the search was stopped"]);
});

test("the points of a run under way count as memory", () => {
  const found = asks(counter, "simulate [#<=100000000] {n, n + 1}", { memory: 2 ** 18 });
  expect(found.reason).toMatch(/memory limit/);
});

test("points that are kept count with what they take, 72 bytes each and more", () => {
  const memory = 2 ** 22;
  const found = asks(counter, "simulate [#<=1000; 1000] {n}", { memory });
  expect(found.reason).toMatch(/memory limit/);
  const lengths =
    found.kind === "simulation" ? found.trajectories.flatMap(({ series }) => series).map(({ length }) => length) : [];
  const [points, last] = [lengths.reduce((sum, length) => sum + length, 0), lengths.at(-1)!];
  expect(points).toBeGreaterThan(20_000);
  expect(72 * (points - last)).toBeLessThan(memory);
});

test("splitting that takes too long leaves the estimate", () => {
  let time = 0;
  const found = asks(counter, "Pr[#<=1000000; 1](<> n == 12)", { timeout: 50, now: () => time++, level: "n" });
  expect(found.outcome).toBe("satisfied");
  expect(found.warnings).toContain("splitting has no answer: the time limit of 0.05 s was reached");
});

function asks(text: string, asked: string, options: Parameters<typeof estimate>[2]) {
  const source = read(text);
  if (source.format === "tck") throw new Error("not a model of UPPAAL's");
  const model = check(source.tree);
  const { made } = instantiateStochastic(model);
  const { query: parsed } = parseQuery(Fragment.of(asked), source);
  if (made === undefined || parsed === undefined) throw new Error("no model or query");
  const { query } = instantiateStatistical(made, checkQuery(model, parsed), asked);
  if (query === undefined) throw new Error("no query");
  return estimate(made, query, options);
}
