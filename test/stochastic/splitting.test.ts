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

/** Five steps in a row, each of which fails nine times in ten. */
const chain = `process P() { clock x; state A { x <= 1 }, B { x <= 1 }, C { x <= 1 }, D { x <= 1 }, E { x <= 1 }, F, Z;
  branchpoint b, c, d, e, f; init A; trans
  A -> b {}, b -> B { assign x = 0; probability 1; }, b -> Z { probability 9; },
  B -> c {}, c -> C { assign x = 0; probability 1; }, c -> Z { probability 9; },
  C -> d {}, d -> D { assign x = 0; probability 1; }, d -> Z { probability 9; },
  D -> e {}, e -> E { assign x = 0; probability 1; }, e -> Z { probability 9; },
  E -> f {}, f -> F { probability 1; }, f -> Z { probability 9; }; } system P;`;

test.each([
  ["locations", chain, "Pr[<=20](<> P.F)", 1e-5, [1, 2, 3, 4, 5]],
  [
    "a location and a number",
    chain.replace("process", "int n; process"),
    "Pr[<=20](<> P.F && n <= 3)",
    1e-5,
    [1, 2, 3, 4, 5],
  ],
  ["a number", steps, "Pr[#<=8](<> n >= 6)", 0.2 ** 6 * 2.6, [-5, -4, -3, -2, -1, 0]],
  ["a number below", steps, "Pr[#<=8](<> 5 < n)", 0.2 ** 6 * 2.6, [-4, -3, -2, -1, 0, 1]],
  ["an equal number", steps, "Pr[#<=8](<> n == 6)", 0.2 ** 6 * 2.6, [-5, -4, -3, -2, -1, 0]],
])("a level found from the goal: %s", (_, model, query, exact, levels) => {
  const found = asked(model, query, "auto");
  if (found.kind !== "probability" || !found.splitting) throw new Error("no splitting");
  const { probability, error, relativeError, stages } = found.splitting;
  expect(stages.map(({ level }) => level)).toEqual(levels);
  expect(Math.abs(probability - exact)).toBeLessThan((error * 4) / 2.1);
  expect(relativeError).toBeLessThan(0.5);
});

test("no level is found from a goal about clocks, nor for other paths", () => {
  expect(() => asked(steps, "Pr[<=8](<> P.x > 2)", "auto")).toThrow("no level is found from this goal");
  expect(() => asked(steps, "Pr[<=8]([] n < 6)", "auto")).toThrow("a level is for queries of the form");
});

test("a level is refused also where the answer is known", () => {
  expect(() => asked(queue, "Pr[<=1](<> n >= 5)", "m")).toThrow(UsageError);
  expect(() => asked(queue, "Pr[<=1]([] n <= 40)", "n")).toThrow("a level is for queries of the form");
  // The chain is solved, and splitting is tried all the same.
  const found = asked(queue, "Pr[<=1](<> n >= 4)", "n");
  expect(found.kind === "probability" && [found.proof?.by, found.splitting === undefined]).toEqual([
    "Markov chain",
    false,
  ]);
});
