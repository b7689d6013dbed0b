import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  check,
  checkQuery,
  type Estimate,
  estimate,
  Fragment,
  instantiateStatistical,
  instantiateStochastic,
  parseQuery,
  type Replay,
  read,
  replayRun,
} from "../../../src/index.ts";

/** A run that is opened is the run that was counted: same seed, same number, same course. */
function ready(file: string, asked: string) {
  const source = read(readFileSync(new URL(`../../../examples/statistical/${file}`, import.meta.url), "utf8"));
  if (source.format === "tck") throw new Error("an example is a UPPAAL model");
  const model = check(source.tree);
  const made = instantiateStochastic(model).made!;
  const { query } = instantiateStatistical(
    made,
    checkQuery(model, parseQuery(Fragment.of(asked), source).query!),
    asked,
  );
  return {
    all: (runs: number): Estimate => estimate(made, query!, { seed: 5, runs }),
    again: (run: number, path?: number): Replay =>
      replayRun(made, query!, run, { seed: 5, ...(path === undefined ? {} : { path }) }),
  };
}

const numbers = Array.from({ length: 60 }, (_, run) => run);

test("as many replays succeed as runs were counted", () => {
  const { all, again } = ready("queue.xml", "Pr[<=10](<> waiting == ROOM)");
  const counted = all(numbers.length);
  if (counted.kind !== "probability") throw new Error("a probability was asked for");
  expect(counted.successes).toBeGreaterThan(0);
  expect(numbers.filter((run) => again(run).success).length).toBe(counted.successes);
});

test("each path of a comparison has its own runs", () => {
  const { all, again } = ready("lossy.xml", "Pr[<=2](<> Good.Done) >= Pr[<=2](<> Bad.Done)");
  const compared = all(numbers.length);
  if (compared.kind !== "comparison") throw new Error("a comparison was asked for");
  const pairs = Array.from({ length: compared.runs }, (_, run) => run);
  expect(pairs.filter((run) => again(run, 0).success).length).toBe(compared.first.successes);
  expect(pairs.filter((run) => again(run, 1).success).length).toBe(compared.second.successes);
  expect(() => again(0, 2)).toThrow("the query has no path 2");
});

describe.each([
  ["queue.xml", "simulate [<=10; 5] {waiting}", "waiting", false],
  ["queue.xml", "simulate [<=10; 9] {waiting} : 2 : waiting == 3", "waiting", true],
  ["ball.xml", "simulate [<=6; 3] {height, bounces}", "bounces", false],
] as const)("%s %s", (file, asked, name, hasGoal) => {
  test("a replay passes through the values of its trajectory, to its end or its goal", () => {
    const { all, again } = ready(file, asked);
    const simulated = all(5);
    if (simulated.kind !== "simulation") throw new Error("a simulation was asked for");
    expect(simulated.trajectories.length).toBeGreaterThan(0);
    const e = simulated.expressions.indexOf(name);
    for (const { run, series } of simulated.trajectories) {
      const { steps } = again(run);
      const values = steps.map(({ state }) => state.values.find((v) => v.name === name)?.value);
      const course = series[e]!.map(([, value]) => value);
      // One with a goal is watched until it is reached.
      const watched = distinct(values);
      expect(watched.length).toBeGreaterThan(1);
      expect(distinct(course).slice(0, hasGoal ? watched.length : undefined)).toEqual(watched);
    }
  });
});

/** Without repetitions. */
function distinct<T>(values: readonly T[]): T[] {
  return values.filter((value, i) => i === 0 || value !== values[i - 1]);
}
