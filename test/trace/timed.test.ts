import { describe, expect, test } from "vitest";
import { instantiate } from "../../src/network/index.ts";
import { type Replay, replay } from "../../src/stochastic/index.ts";
import { traceOfRun } from "../../src/trace/index.ts";
import { prepare, taskOf } from "../stochastic/sample.ts";

/** Runs of statistical queries as traces: made again by exact steps, whatever floating point has done to their times. */
const series = { seed: 7n, query: 0 };

function runs(text: string, asked: string, count: number) {
  const { network, query, model } = prepare(text, asked);
  const made = Array.from({ length: count }, (_, run) => replay(network, query, taskOf(query), series, run));
  return { made, symbolic: instantiate(model).made?.network };
}

/** The trace of each run has its transitions, its values and its times. */
function followed(text: string, asked: string, count: number): readonly Replay[] {
  const { made, symbolic } = runs(text, asked, count);
  if (symbolic === undefined) throw new Error("the model is only for runs");
  for (const run of made) {
    const trace = traceOfRun(symbolic, run);
    if (typeof trace === "string") throw new Error(`run ${run.run}: ${trace}`);
    expect(trace.transitions).toHaveLength(run.steps.length - 1);
    for (const [i, { state }] of run.steps.entries()) {
      const { locations, variables } = trace.states[i]!;
      expect(locations).toEqual(state.locations.map(({ index }) => index));
      const values = new Map(state.values.map(({ name, value }) => [name, value]));
      for (const [k, name] of trace.variables.entries())
        if (values.has(name)) expect(variables[k]).toBe(values.get(name));
    }
    const { n, d } = trace.duration!;
    expect(Number(n) / Number(d)).toBeCloseTo(run.end, 6);
  }
  return made;
}

describe("followed to the end", () => {
  test.each([
    [
      "a delay, then rounds of exactly three",
      `clock x; int n; process P() { state a { x <= 1 }, b { x <= 3 }; init a; trans a -> b { assign x = 0; }, b -> b { guard x >= 3; assign x = 0, n = n + 1; }; } system P;`,
    ],
    [
      "several at the same moment",
      `process P(int[0,2] i) { clock x; state a { x <= 2 }; init a; trans a -> a { guard x >= 2; assign x = 0; }; } system P;`,
    ],
    [
      "one sends, others hear it",
      `broadcast chan c; int n; process S() { clock x; state a { x <= 4 }; init a; trans a -> a { sync c!; assign x = 0; }; } process R(int[0,1] i) { state a, b; init a; trans a -> b { sync c?; assign n = n + 1; }, b -> a { sync c?; }; } system S, R;`,
    ],
    [
      "a value is chosen",
      `clock x; int n; process P() { state a { x <= 2 }; init a; trans a -> a { select i : int[1, 6]; assign x = 0, n = i; }; } system P;`,
    ],
    [
      "strict bounds",
      `clock x; process P() { state a { x < 2 }; init a; trans a -> a { guard x > 1; assign x = 0; }; } system P;`,
    ],
  ])("%s", (_, text) => {
    const made = followed(text, "Pr[<=40](<> 1 > 2)", 5);
    expect(Math.min(...made.map(({ steps }) => steps.length))).toBeGreaterThan(5);
  });

  test("a branch point chooses", () => {
    const way = (id: string, weight: number, n: number): string =>
      `<transition><source ref="${id}"/><target ref="a"/><label kind="probability">${weight}</label><label kind="assignment">x = 0, n = ${n}</label></transition>`;
    const text = `<nta><declaration>clock x; int n;</declaration><template><name>P</name><location id="a"><name>A</name><label kind="invariant">x &lt;= 2</label></location><branchpoint id="b"/><init ref="a"/><transition><source ref="a"/><target ref="b"/></transition>${way("b", 3, 1)}${way("b", 1, 2)}</template><system>system P;</system></nta>`;
    const made = followed(text, "Pr[<=40](<> n > 2)", 5);
    const chosen = made.flatMap(({ steps }) =>
      steps.slice(1).map(({ state }) => state.values.find((v) => v.name === "n")?.value),
    );
    expect(new Set(chosen)).toEqual(new Set([1, 2]));
  });
});

test("what they cannot follow is said", () => {
  const text = `clock x, e; process P() { state a { x <= 2 && e' == 5 }; init a; trans a -> a { assign x = 0; }; } system P;`;
  const { made, symbolic } = runs(text, "Pr[<=5](<> e > 99)", 1);
  expect(traceOfRun(symbolic!, made[0]!)).toMatch(/clock rate 5/);
  const wrong = { ...made[0]!, steps: made[0]!.steps.map((step) => ({ ...step, time: step.time + 3 })) };
  const plain = text.replace(" && e' == 5", "");
  expect(traceOfRun(runs(plain, "Pr[<=5](<> e > 99)", 1).symbolic!, wrong)).toMatch(/cannot follow its step 1 at time/);
});
