import { expect, test } from "vitest";
import { UsageError } from "../../src/base/index.ts";
import { estimateToText } from "../../src/output/index.ts";
import {
  estimate,
  exactProbability,
  instantiateStatistical,
  instantiateStochastic,
  splitting,
} from "../../src/stochastic/index.ts";
import { prepare } from "./sample.ts";

/** A queue that is seldom long: arrivals with rate 1, service with rate 3. */
const queue = `int[0,40] n;
  process Source() { state A {; 1}; init A; trans A -> A { guard n < 40; assign n++; }; }
  process Server() { state A {; 3}; init A; trans A -> A { guard n > 0; assign n--; }; }
  system Source, Server;`;

function rare(asked: string, options: Parameters<typeof splitting>[5]) {
  const { network, query } = prepare(queue, asked);
  if (query.kind !== "probability") throw new Error("ask for a probability");
  const cell = network.variables.find(({ name }) => name === "n")?.cell ?? 0;
  const level = { op: "load", is: "int", at: { base: cell, terms: [] } } as const;
  const turns = splitting(network, query, query.path, level, { seed: 7n, query: 0 }, options);
  let turn = turns.next();
  while (!turn.done) turn = turns.next();
  const exact = exactProbability(network, query, query.path);
  return { found: turn.value, exact: "probability" in exact ? exact.probability : NaN };
}

test("a long queue, against the exact probability", () => {
  const { found, exact } = rare("Pr[<=10](<> n >= 10)", { effort: 300, repetitions: 12 });
  expect(exact).toBeLessThan(2e-4);
  // Four standard errors, where the interval of 95 % is 2.2 of them for 12 repetitions.
  expect(Math.abs(found.probability - exact)).toBeLessThan((found.error * 4) / 2.2);
  expect(found.relativeError).toBeLessThan(0.5);
  expect(found.stages.map(({ level }) => level)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});

test("a goal that is always met", () => {
  const { found } = rare("Pr[<=10](<> n >= 0)", { effort: 20, repetitions: 3 });
  expect(found.probability).toBe(1);
});

test("a goal that is never met", () => {
  const { found } = rare("Pr[<=0](<> n >= 5)", { effort: 20, repetitions: 3 });
  expect(found.probability).toBe(0);
});

function asked(model: string, query: string, level: string) {
  const { model: checkedModel, checked } = prepare(model, query);
  const { made } = instantiateStochastic(checkedModel);
  const lowered = made && instantiateStatistical(made, checked, query).query;
  if (made === undefined || lowered === undefined) throw new Error("not made");
  return estimate(made, lowered, { level });
}

/** Uniform delays, so that no chain can be solved. */
const steps = `int[0,9] n; process P() { clock x; state A { x <= 1 }; branchpoint b; init A;
  trans A -> b {}, b -> A { assign n = n < 9 ? n + 1 : 9, x = 0; probability 1; }, b -> A { assign n = 0, x = 0; probability 4; }; } system P;`;

test("a level in words of the model", () => {
  const found = asked(steps, "Pr[#<=8](<> n == 6)", "n");
  expect(found.kind === "probability" && found.splitting?.stages.map(({ level }) => level)).toEqual([1, 2, 3, 4, 5, 6]);
  // Six in a row, beginning at one of three places: 0.2^6 and twice 0.8 * 0.2^6.
  const exact = 0.2 ** 6 * 2.6;
  if (found.kind !== "probability" || !found.splitting) throw new Error("no splitting");
  expect(Math.abs(found.splitting.probability - exact)).toBeLessThan((found.splitting.error * 4) / 2.1);
  expect(estimateToText(found).filter((line) => line.startsWith("by splitting: "))).toHaveLength(1);
});

test("a level that is none", () => {
  expect(() => asked(steps, "Pr[<=8](<> n == 6)", "m")).toThrow(UsageError);
  expect(() => asked(steps, "Pr[<=8](<> n == 6)", "n} : true")).toThrow(UsageError);
  expect(() => asked(steps, "Pr[<=8]([] n < 6)", "n")).toThrow("a level is for queries of the form");
});
