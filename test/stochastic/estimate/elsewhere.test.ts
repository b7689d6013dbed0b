import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { pack, unpack } from "../../../apps/cli/cluster/packing.ts";
import { seeded } from "../../../src/base/index.ts";
import { suppliedFrom } from "../../../src/stochastic/estimate/elsewhere.ts";
import {
  type Elsewhere,
  type EstimateOptions,
  estimate,
  instantiateStatistical,
  instantiateStochastic,
  type MadeRuns,
  type PieceOfRuns,
  runMaker,
} from "../../../src/stochastic/index.ts";
import { prepare } from "../sample.ts";

/**
 * Runs from elsewhere: whoever makes them, in whatever pieces and order, and how often each comes, the answer is that
 * of one thread.
 */

const queue = readFileSync("examples/statistical/queue.xml", "utf8");
/** Makes ever more processes, so that the room for them is too small in some run. */
const crowd = `dynamic T(); clock t; process T() { state A {; 1}, B; init A; trans A -> B { assign exit(); }; }
process P() { state A {; 6}; init A; trans A -> A { assign spawn T(); }; } system P;`;
const falls = `int[0,11] n; process P() { state A {; 1}; init A; trans A -> A { assign n = n + 1; }; } system P;`;

const cases: readonly (readonly [string, string, EstimateOptions])[] = [
  ["Pr[<=10](<> waiting == ROOM)", queue, { epsilon: 0.02 }],
  ["Pr[<=10](<> waiting == ROOM) >= 0.2", queue, {}],
  ["Pr[<=10](<> waiting == ROOM) >= Pr[<=5](<> waiting == 2)", queue, {}],
  ["E[<=10; 3000](max: waiting)", queue, {}],
  ["Pr[<=4; 400](<> t >= 4 && numOf(T) >= 9)", crowd, {}],
  ["Pr[<=4; 9000](<> n > 11)", falls, {}],
];

/** Workers that take any piece that is out, do some twice, and send what they made as text. */
function workers(
  text: string,
  asked: string,
  seed: number,
): { elsewhere: Elsewhere; pieces: PieceOfRuns[]; recalled: () => number } {
  const { model, checked } = prepare(text, asked);
  const random = seeded(seed);
  const out: { piece: PieceOfRuns; done: (made: MadeRuns) => void }[] = [];
  const pieces: PieceOfRuns[] = [];
  let recalled = 0;
  const make = ({ pool, ...piece }: PieceOfRuns): MadeRuns => {
    const { made } = instantiateStochastic(model, { pool });
    const { query } = instantiateStatistical(made!, checked, asked);
    const numbers = runMaker(made!, query!, 3)(piece);
    return unpack(pack({ numbers, seconds: random() * 3 })) as MadeRuns;
  };
  const elsewhere: Elsewhere = {
    hand: (piece, done) => {
      pieces.push(piece);
      out.push({ piece, done });
    },
    wait: () => {
      const at = Math.floor(random() * out.length);
      const { piece, done } = out[at]!;
      if (random() < 0.8) out.splice(at, 1);
      done(make(piece));
    },
    recall: () => void recalled++,
  };
  return { elsewhere, pieces, recalled: () => recalled };
}

test.each(cases)("%s", (asked, text, options) => {
  const { model, checked } = prepare(text, asked);
  const answer = (more: EstimateOptions) => {
    const { made } = instantiateStochastic(model);
    const { query } = instantiateStatistical(made!, checked, asked);
    return estimate(made!, query!, { ...options, seed: 3, batch: 5, ...more });
  };
  const here = answer({});
  const { elsewhere, pieces, recalled } = workers(text, asked, 7);
  expect(answer({ elsewhere })).toEqual(here);
  expect(pieces.length).toBeGreaterThan(1);
  expect(recalled()).toBeGreaterThan(0);
  if (text === crowd) expect(new Set(pieces.map(({ pool }) => pool)).size).toBeGreaterThan(1);
  if (text === falls) expect(here.outcome).toBe("fault");
});

test("what comes back and is nothing of that ends the estimate with what it has", () => {
  const asked = "Pr[<=10; 5000](<> waiting == ROOM)";
  const { model, checked } = prepare(queue, asked);
  const { made } = instantiateStochastic(model);
  const { query } = instantiateStatistical(made!, checked, asked);
  const elsewhere = (made: (piece: PieceOfRuns) => MadeRuns): Elsewhere => ({
    hand: (piece, done) => done(made(piece)),
    wait: () => undefined,
    recall: () => undefined,
  });
  const said = (makes: (piece: PieceOfRuns) => MadeRuns) =>
    estimate(made!, query!, { seed: 1, batch: 5, elsewhere: elsewhere(makes) });
  expect(said(() => ({ failed: "the worker is tired" }))).toMatchObject({
    outcome: "unknown",
    partial: true,
    reason: "the worker is tired",
  });
  const other = runMaker(made!, query!, 1);
  const wrong = said(({ first, count }) => ({ numbers: other({ first: first + 1, count }), seconds: 1 }));
  expect(wrong).toMatchObject({ outcome: "unknown", reason: expect.stringContaining("are not the runs from") });
  const short = said(({ first, count }) => ({ numbers: other({ first, count: count - 1 }), seconds: 1 }));
  expect(short).toMatchObject({ outcome: "unknown", reason: expect.stringContaining("are not the runs from") });
});

test("no more pieces and runs are out than may wait", () => {
  const pieces: PieceOfRuns[] = [];
  const dones: ((made: MadeRuns) => void)[] = [];
  const elsewhere: Elsewhere = {
    hand: (piece, done) => void (pieces.push(piece), dones.push(done)),
    wait: () => undefined,
    recall: () => undefined,
  };
  const supply = suppliedFrom(elsewhere, { first: 10, size: 1000, runs: Number.MAX_SAFE_INTEGER }, 1, 1);
  expect(supply.next(1)).toBeUndefined();
  expect(pieces.map(({ first }) => first)).toEqual(pieces.map((_, k) => 10 + 16000 * k));
  expect(pieces).toHaveLength(8);
  // The first is missing: others come, quick ones, until too many wait for it.
  for (let k = 1; k < pieces.length; k++) {
    dones[k]!({ numbers: new Float64Array(0), seconds: 0.01 });
    expect(supply.next(1)).toBeUndefined();
  }
  const out = pieces.reduce((sum, { count }) => sum + count, 0);
  expect([out <= 2 ** 22, pieces.at(-1)!.count, pieces.length < 256]).toEqual([true, 2 ** 16, true]);
});
