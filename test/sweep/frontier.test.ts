import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bisect, FrontierAgenda, type Held, type Run, type RunRecord } from "../../src/index.ts";

/**
 * Frontiers by bisection: right wherever the answer changes once at most, with few questions, and never silent about one
 * that does not.
 */
function search(truth: readonly Held[]): { readonly found: ReturnType<typeof bisect>; readonly asked: number } {
  const held: Held[] = truth.map(() => undefined);
  for (;;) {
    const found = bisect(held);
    if (found.kind !== "ask") return { found, asked: held.filter((one) => one !== undefined).length };
    expect(found.places.length).toBeGreaterThan(0);
    for (const place of found.places) {
      expect(held[place]).toBeUndefined();
      held[place] = truth[place];
    }
  }
}

describe("bisection", () => {
  test("finds the one place where the answer changes, for all lists and places", () => {
    for (let size = 1; size <= 40; size++)
      for (let switched = 0; switched <= size; switched++)
        for (const before of [true, false]) {
          const truth = Array.from({ length: size }, (_, i) => (i < switched ? before : !before));
          const { found, asked } = search(truth);
          expect(found).toMatchObject({ kind: "found" });
          if (found.kind !== "found") continue;
          expect(truth.every((holds, i) => holds === (found.first <= i && i <= found.last))).toBe(true);
          expect(found.monotone).toBe(asked === size ? "seen" : "assumed");
          expect(asked).toBeLessThanOrEqual(Math.ceil(Math.log2(size + 1)) + 4);
        }
  });

  test("tells of an answer that changes more often if it comes across it, and then asks everything", () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 12 }), (truth) => {
        const { found, asked } = search(truth);
        if (found.kind !== "found") throw new Error("it is definite everywhere");
        const changes = truth.filter((one, i) => i > 0 && one !== truth[i - 1]).length;
        if (found.monotone === "refuted") {
          expect(changes).toBeGreaterThan(1);
          expect(asked).toBe(truth.length);
          expect([found.first, found.last]).toEqual([truth.indexOf(true), truth.lastIndexOf(true)]);
        }
        if (found.monotone === "seen") expect(changes).toBeLessThanOrEqual(1);
      }),
    );
    expect(search([true, false, true]).found).toEqual({ kind: "found", first: 0, last: 2, monotone: "refuted" });
  });

  test("does not guess what has no answer", () => {
    expect(search(["none", false, true]).found).toEqual({ kind: "undecided", at: 0 });
    expect(search([false, false, "none", true, true]).found).toEqual({ kind: "undecided", at: 2 });
  });
});

test("an agenda asks each line by itself, begins where the journal ends, and gives no run out twice", () => {
  const run = (N: number, K: number): Run => ({
    model: "a.xml",
    sha256: "00",
    constants: { N, K },
    query: "A[] P.a",
    repetition: 1,
    seed: 1,
    options: {},
    limits: {},
  });
  const figures = { explored: 0, stored: 0, transitions: 0, memory: 0 };
  const done = (one: Run): RunRecord => ({
    ...one,
    version: "1",
    outcome: Number(one.constants.K) > Number(one.constants.N) ? "satisfied" : "violated",
    statistics: figures,
    seconds: 0,
    machine: "",
    at: "",
  });
  const all = [2, 5, 40].flatMap((N) => Array.from({ length: 20 }, (_, i) => run(N, 20 - i)));
  const records: RunRecord[] = [done(run(2, 1))];
  const work = (most: number): FrontierAgenda => {
    const agenda = new FrontierAgenda(all, records, "1", "K");
    for (let k = 0; k < most; k++) {
      const next = agenda.take();
      if (next === undefined) break;
      records.push(done(next));
      agenda.learn(records.at(-1)!);
    }
    return agenda;
  };
  work(4);
  const agenda = work(1000);
  expect(agenda.left).toBe(0);
  expect(records.length).toBeLessThan(25);
  expect(new Set(records.map(({ constants }) => JSON.stringify(constants))).size).toBe(records.length);
  expect(agenda.frontiers().map(({ others, smallest, largest }) => [others.N, smallest, largest])).toEqual([
    [2, 3, 20],
    [5, 6, 20],
    [40, undefined, undefined],
  ]);
});

test("products that name their constants in another order have one frontier", () => {
  const run = (constants: Run["constants"]): Run => ({
    ...{ model: "a.xml", sha256: "00", constants, query: "A[] P.a", repetition: 1, seed: 1, options: {}, limits: {} },
  });
  const runs = [run({ K: 1, M: 1, L: 1 }), run({ L: 1, M: 1, K: 2 }), run({ M: 1, K: 3, L: 1 })];
  const done = runs.map(
    (one): RunRecord => ({
      ...one,
      ...{ version: "1", outcome: one.constants.K === 1 ? "violated" : "satisfied", seconds: 0, machine: "", at: "" },
      statistics: { explored: 0, stored: 0, transitions: 0, memory: 0 },
    }),
  );
  const found = new FrontierAgenda(runs, done, "1", "K").frontiers();
  expect(found).toMatchObject([{ smallest: 2, largest: 3, low: 1, high: 3, values: 3 }]);
});
