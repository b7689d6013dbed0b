import { expect, test } from "vitest";
import { parametersOf } from "../../../src/stochastic/estimate/parameters.ts";
import { ProbabilityTally } from "../../../src/stochastic/estimate/probability.ts";
import { newRing } from "../../../src/stochastic/estimate/ring.ts";
import type { Record, Recorded } from "../../../src/stochastic/estimate/simulate.ts";
import { gather } from "../../../src/stochastic/estimate/tally.ts";
import {
  ringCourses,
  ringForBatches,
  ringSupply,
  type Share,
  workOnBatches,
  workOnCourses,
} from "../../../src/stochastic/estimate/threads.ts";
import type { Sampler } from "../../../src/stochastic/index.ts";
import { coin, fake, path } from "./fake.ts";
import { finish, said } from "./finish.ts";

/** The threads' part is run here to its end first, as far as the ring has room; the rest is made by who takes. */
function through(runs: readonly boolean[], threads: number, size: number, wanted: number) {
  const share = { first: 0, size, runs: wanted };
  const ring = ringForBatches(threads, 1, share);
  workOnBatches(ring, share, () => [fake(runs)]);
  return ringSupply(ring, [none], share);
}
/** Whoever takes has nothing to do where others have done all. */
const none: Sampler = {
  sample() {
    throw new Error("made twice");
  },
};
const tally = (runs: number): ProbabilityTally =>
  new ProbabilityTally({ text: "", path, bound: path.bound, runs }, parametersOf({}), []);

test("runs that come through the ring are the same", () => {
  const runs = coin(0.4, 200);
  const here = said("probability", tally(100), [fake(runs)]);
  for (const size of [13, 32, 100]) expect(finish(gather(tally(100), through(runs, 2, size, 100), {}))).toEqual(here);
});

test("so does a run that fails", () => {
  const found = finish(gather(tally(100), through(coin(0.4, 50), 2, 13, 100), {}));
  expect([found.outcome, found.runs, found.fault?.run, found.fault?.message]).toEqual([
    "fault",
    50,
    50,
    "it goes on for ever",
  ]);
});

test("who takes makes the runs that nobody else does", () => {
  const runs = coin(0.4, 200);
  const here = said("probability", tally(100), [fake(runs)]);
  const share = { first: 0, size: 7, runs: 100 };
  const ring = ringForBatches(2, 1, share);
  expect(finish(gather(tally(100), ringSupply(ring, [fake(runs)], share), {}))).toEqual(here);
});

test("both paths of a comparison come through", () => {
  const samplers = [fake(coin(0.4, 40)), fake(coin(0.7, 30, 2))];
  const share = { first: 5, size: 20, runs: 40 };
  const ring = ringForBatches(1, 2, share);
  workOnBatches(ring, share, () => samplers);
  const supply = ringSupply(ring, [none, none], share);
  for (const first of [5, 25]) expect(supply.next(40)).toEqual(samplers.map((sampler) => sampler.sample(first, 20)));
});

test("a thread that fails ends the query instead of leaving it waiting", () => {
  const share = { first: 0, size: 4, runs: 4 };
  const ring = ringForBatches(1, 1, share);
  const fails: Sampler = {
    sample() {
      throw new Error("no engine");
    },
  };
  expect(() => workOnBatches(ring, share, () => [fails])).toThrow("no engine");
  expect(() => ringSupply(ring, [none], share).next(4)).toThrow(/a thread that makes runs failed/);
});

test("where nobody wants more, none are made", () => {
  const share = { first: 0, size: 1, runs: 1000 };
  const ring = ringForBatches(1, 1, share);
  ringSupply(ring, [none], share).close();
  workOnBatches(ring, share, () => [none]);
});

const recorded: readonly Recorded[] = [
  {
    steps: 3,
    trajectory: {
      run: 10,
      series: [
        [
          [0, 1],
          [1.5, -0],
        ],
        [
          [0, 0.1],
          [1.5, Infinity],
        ],
      ],
      reached: 0,
    },
  },
  { steps: 2 },
  { steps: 1, trajectory: { run: 12, series: [[], []] } },
  { fault: { code: "zeno", message: "no end", run: 13, time: 0, state: "é𝄞".repeat(20) } },
];

test("courses come through as they are, hidden, empty or with a fault", () => {
  const share: Share = { first: 10, size: 1, runs: 4 };
  const ring = newRing(1, 2 ** 10, 4);
  const record: Record = (run) => recorded[run - 10]!;
  workOnCourses(ring, share, () => record);
  const never: Record = () => {
    throw new Error("made twice");
  };
  const courses = ringCourses(ring, never, share);
  for (const each of recorded) expect(courses.next(() => {})).toEqual(each);
});
