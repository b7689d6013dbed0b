import { expect, test } from "vitest";
import { estimateToText } from "../../../src/output/index.ts";
import { estimate, instantiateStatistical, instantiateStochastic } from "../../../src/stochastic/index.ts";
import { prepare } from "../sample.ts";

function told(model: string, asked: string): readonly string[] {
  const ready = prepare(model, asked);
  const { made } = instantiateStochastic(ready.model);
  if (made === undefined) throw new Error("not made");
  const { query } = instantiateStatistical(made, ready.checked, asked);
  if (query === undefined) throw new Error("no query");
  return estimateToText(estimate(made, query, {}));
}

const chain = "process P() { state A {; 2}, B; init A; trans A -> B {}; } system P;";
/** It moves soon after 1, though nothing forces it to. */
const free = "process P() { clock x; state A {; 100}, B; init A; trans A -> B { guard x >= 1; }; } system P;";
const bounded =
  "process P() { clock x; state A { x <= 5 }, B, C; init A; trans A -> B { guard x >= 3; }, B -> C { guard x < 2; }; } system P;";

test("a small Markov chain is solved beside the runs", () => {
  expect(told(chain, "Pr[<=1](<> P.B)").filter((line) => line.startsWith("computed"))).toEqual([
    "computed: 0.864665, by solving a Markov chain of 2 states",
  ]);
});

test("what is nearly 1 is not said to be 1", () => {
  expect(told(chain, "Pr[<=10](<> P.B)").filter((line) => line.startsWith("computed"))).toEqual([
    "computed: 1 - 2.1e-9, by solving a Markov chain of 2 states",
  ]);
});

test("where all runs agree and a symbolic search proves it, no warning is left", () => {
  const lines = told(bounded, "Pr[<=10]([] !P.C)");
  expect(lines).toContain("exactly 1: a symbolic search proves it");
  expect(lines.filter((line) => line.includes("does not mean"))).toEqual([]);
});

test("where every run must reach the goal in time, it is exactly 1", () => {
  const lines = told(bounded, "Pr[<=10](<> P.B)");
  expect(lines).toContain("exactly 1: a symbolic search proves it");
  expect(lines.filter((line) => line.includes("does not mean"))).toEqual([]);
});

test("where nothing is proven the warning stays", () => {
  const lines = told(free, "Pr[<=50](<> P.B)");
  expect(lines.filter((line) => line.startsWith("exactly"))).toEqual([]);
  expect(lines.filter((line) => line.includes("does not mean"))).toHaveLength(1);
});

test("a search that would take minutes, of some hundred processes, is not begun unasked", () => {
  const many =
    "process P(const int[0,149] i) { clock x; state A { x <= 5 }, B, C; init A; trans A -> B { guard x >= 3; }, B -> C { guard x < 2; }; } system P;";
  const lines = told(many, "Pr[<=1](<> P(0).C)");
  expect(lines.filter((line) => line.startsWith("exactly"))).toEqual([]);
  expect(lines.filter((line) => line.includes("does not mean"))).toHaveLength(1);
});

test("nor is a chain of as many processes looked for", () => {
  const many = (n: number) =>
    `process P(const int[1,${n}] i) { state A {; 2}, B; init A; trans A -> B { guard i == 1; }; } system P;`;
  const computed = (n: number) => told(many(n), "Pr[<=1](<> P(1).B)").filter((line) => line.startsWith("computed"));
  expect(computed(300)).toHaveLength(1);
  expect(computed(301)).toEqual([]);
});
