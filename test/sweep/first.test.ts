import { expect, test } from "vitest";
import { firstOf, type Run, type RunOutcome, type RunRecord } from "../../src/sweep/index.ts";

/** Of the repetitions of a run the first definite answer ends the others. */
const run = (n: number, repetition: number): Run => ({
  model: "m.xml",
  sha256: "0",
  constants: { N: n },
  query: "A[] true",
  repetition,
  seed: repetition,
  options: { bitstate: 1 },
  limits: {},
});

const recordOf = (of: Run, outcome: RunOutcome): RunRecord => ({
  ...of,
  version: "1",
  outcome,
  statistics: { explored: 0, stored: 0, transitions: 0, memory: 0 },
  seconds: 1,
  machine: "",
  at: "",
});

const runs = [1, 2].flatMap((n) => [1, 2, 3].map((repetition) => run(n, repetition)));

test("what one has found the others need not look for", () => {
  const agenda = firstOf(runs, [], "1");
  expect(agenda.take()).toEqual(run(1, 1));
  agenda.learn(recordOf(run(1, 1), "unknown"));
  expect([agenda.isOver, agenda.undecided]).toEqual([false, 2]);
  expect(agenda.take()).toEqual(run(1, 2));
  agenda.learn(recordOf(run(1, 2), "violated"));
  expect([agenda.isOver, agenda.undecided]).toEqual([false, 1]);
  expect(agenda.take()).toEqual(run(2, 1));
  agenda.learn(recordOf(run(2, 1), "satisfied"));
  expect([agenda.isOver, agenda.undecided, agenda.left, agenda.take()]).toEqual([true, 0, 0, undefined]);
});

test("what is found counts for the run, in whatever order its constants are named", () => {
  const named = (constants: Run["constants"], repetition: number): Run => ({ ...run(1, repetition), constants });
  const before = recordOf(named({ K: 2, N: 1 }, 1), "violated");
  const again = [1, 2].map((repetition) => named({ N: 1, K: 2 }, repetition));
  const agenda = firstOf(again, [before], "1");
  expect([agenda.isOver, agenda.undecided, agenda.take()]).toEqual([true, 0, undefined]);
});

test("what is known from a journal counts, errors do not", () => {
  const known = [recordOf(run(1, 3), "violated"), recordOf(run(2, 1), "error")];
  const agenda = firstOf(runs, known, "1");
  expect([agenda.undecided, agenda.take()]).toEqual([1, run(2, 2)]);
});
