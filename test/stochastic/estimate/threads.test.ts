import { expect, test } from "vitest";
import { parametersOf } from "../../../src/stochastic/estimate/parameters.ts";
import { ProbabilityTally } from "../../../src/stochastic/estimate/probability.ts";
import { gather } from "../../../src/stochastic/estimate/tally.ts";
import { newRing, ringSupply, supplyRuns } from "../../../src/stochastic/estimate/threads.ts";
import { coin, fake, path } from "./fake.ts";
import { finish, said } from "./finish.ts";

/** The threads' part is run here to its end first: a ring has room for four batches of each thread. */
function through(runs: readonly boolean[], threads: number, size: number, wanted: number) {
  const ring = newRing(threads, 1, size, wanted);
  supplyRuns(ring, () => [fake(runs)]);
  return ringSupply(ring);
}
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

test("a long description of a state is cut, not lost", () => {
  const ring = newRing(1, 1, 4, 4);
  const fault = { code: "zeno", message: "no end", run: 0, time: 0, state: "é".repeat(20_000) } as const;
  supplyRuns(ring, () => [
    { sample: (first) => ({ first, count: 0, success: new Uint8Array(), value: new Float64Array(), steps: 0, fault }) },
  ]);
  const [batch] = ringSupply(ring).next(4)!;
  expect(batch!.fault).toMatchObject({ message: "no end", run: 0 });
  expect(batch!.fault!.state).toMatch(/^é+ \.\.\.$/);
});

test("a thread that fails ends the query instead of leaving it waiting", () => {
  const ring = newRing(1, 1, 4, 4);
  const fails = (): never => {
    throw new Error("no engine");
  };
  expect(() => supplyRuns(ring, fails)).toThrow("no engine");
  expect(() => ringSupply(ring).next(4)).toThrow(/a thread that makes runs failed/);
});

test("where nobody wants more, none are made", () => {
  const ring = newRing(1, 1, 1, 1000);
  ringSupply(ring).close();
  let made = 0;
  supplyRuns(ring, () => [
    {
      sample(first, count) {
        made++;
        return fake(coin(0.5, 1000)).sample(first, count);
      },
    },
  ]);
  expect(made).toBe(0);
});
