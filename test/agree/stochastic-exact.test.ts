import { describe, expect, test } from "vitest";
import { LimitReached } from "../../src/base/index.ts";
import { InterpretedSampler, provesProbability } from "../../src/stochastic/index.ts";
import { traceOfRun } from "../../src/trace/index.ts";
import { many } from "../many.ts";
import { prepare, taskOf } from "../stochastic/sample.ts";
import { type ExactCase, exactCases, runsOf } from "./stochastic-exact.ts";

/** Random stochastic networks beside the exact semantics of zones. */
const portions = (size: number) => [0, 1, 2, 3].map((k) => [k * size, size] as const);

describe("every run becomes a trace that exact steps accept", () => {
  let followed = 0;
  test.each(portions(many(15)))("networks from %i on", (first, count) => {
    for (const { made, model, features } of exactCases(first, count)) {
      // Zones have no other rates than 0 and 1, and meet faults of edges that the run did not take.
      if (["rates", "lines", "overflow"].some((feature) => features.includes(feature))) continue;
      for (const run of runsOf(model, 3)) {
        const trace = traceOfRun(made.network, run);
        expect(typeof trace === "string" ? `${model}\nrun ${run.run}: ${trace}` : "").toBe("");
        followed += run.steps.length - 1;
      }
    }
  });

  test("and there are many steps", () => expect(followed).toBeGreaterThan(300));
});

describe("what is proven of all runs, the runs say too", () => {
  const proven = { 0: 0, 1: 0 };
  test.each(portions(Math.max(5, many(5))))("networks from %i on", (first, count) => {
    for (const { model, query, made } of exactCases(first, count))
      for (const asked of [...questionsOf(made), ...(query.startsWith("Pr[") ? [query] : [])])
        for (const value of [0, 1] as const)
          if (isProven(model, asked, value)) {
            proven[value]++;
            const others = answers(model, asked).filter((answer) => answer !== value);
            expect(others, `${model}\n${asked} is ${value}`).toEqual([]);
          }
  });

  test("and both are proven often", () => expect(Math.min(proven[0], proven[1])).toBeGreaterThan(5));
});

/** Whether each location is reached, or is left, soon or later. */
function questionsOf({ network }: ExactCase["made"]): string[] {
  const places = network.processes.flatMap(({ name, locations }) => locations.map((l) => `${name}.${l.name}`));
  return places.flatMap((place) => [`Pr[<=2](<> ${place})`, `Pr[<=9]([] ${place})`]);
}

function isProven(text: string, asked: string, value: 0 | 1): boolean {
  const { model, checked, query } = prepare(text, asked);
  if (query.kind !== "probability") return false;
  const turns = provesProbability(model, checked, query.path, value, { maxStates: 300 });
  for (let turn = turns.next(); ; turn = turns.next()) if (turn.done) return turn.value;
}

/** What runs say until one fails or is too long. */
function answers(text: string, asked: string): number[] {
  const { network, query } = prepare(text, asked);
  const sampler = new InterpretedSampler(network, query, taskOf(query), { seed: 3n, query: 0 });
  const found: number[] = [];
  let calls = 0;
  const patience = () => {
    if (++calls > 2) throw new LimitReached("steps");
  };
  try {
    for (let run = 0; run < 10; run++, calls = 0) {
      const { success, count } = sampler.sample(run, 1, patience);
      if (count === 1) found.push(success[0]!);
    }
  } catch (error) {
    if (!(error instanceof LimitReached)) throw error;
  }
  return found;
}
