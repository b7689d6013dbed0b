import { expect, test } from "vitest";
import { exactProbability, split } from "../../src/stochastic/index.ts";
import { prepare } from "./sample.ts";

/** A queue that is seldom long: arrivals with rate 1, service with rate 3. */
const queue = `int[0,40] n;
  process Source() { state A {; 1}; init A; trans A -> A { guard n < 40; assign n++; }; }
  process Server() { state A {; 3}; init A; trans A -> A { guard n > 0; assign n--; }; }
  system Source, Server;`;

function rare(asked: string, options: Parameters<typeof split>[5]) {
  const { network, query } = prepare(queue, asked);
  if (query.kind !== "probability") throw new Error("ask for a probability");
  const cell = network.variables.find(({ name }) => name === "n")?.cell ?? 0;
  const level = { op: "load", is: "int", at: { base: cell, terms: [] } } as const;
  const turns = split(network, query, query.path, level, { seed: 7n, query: 0 }, options);
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
