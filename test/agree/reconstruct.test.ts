import { expect, test } from "vitest";
import { Fault, open, Recording, whyNotRecorded } from "../../src/index.ts";
import { many } from "../many.ts";
import { type Features, Random, randomSpec, small } from "./random-network.ts";
import { xtaOf } from "./spec-text.ts";

/**
 * Reconstruction of random runs of random networks. That each result is the recorded zone is asserted inside, at every
 * reconstruction; here it is made to happen, and constant length is held to its bound.
 */
const first = Number(process.env.SEED ?? 1);
const runs = Number(process.env.RUNS ?? many(60));

function record(seed: number, features: Features, steps: number, visit: (recording: Recording) => void): void {
  const random = new Random(seed);
  const { network } = open(xtaOf(randomSpec(random, features)));
  expect(network, `seed ${seed}`).toBeDefined();
  expect(whyNotRecorded(network!)).toBeUndefined();
  try {
    const recording = new Recording(network!, { urgency: random.chance(0.5) ? "clock" : "one" });
    for (let i = 0; i < steps && recording.run.exists; i++) {
      visit(recording);
      const options = recording.run.options();
      if (options.length === 0) break;
      recording.run.take(options[random.below(options.length)]!, random.below(3));
    }
  } catch (error) {
    if (!(error instanceof Fault)) throw new Error(`seed ${seed}: ${(error as Error).message}`, { cause: error });
  }
}

test("by chains, by values and in constant length random runs come back to their zones", () => {
  const features: Features = { ...small, off: ["copies", "shifts", "overflow"] };
  let states = 0;
  for (let seed = first; seed < first + runs; seed++) {
    record(seed, features, 25, (recording) => {
      const chains = recording.byChains().transformations.length;
      expect(recording.byValues().transformations.length, `seed ${seed}`).toBeLessThanOrEqual(chains);
      // A clock for urgency is set where the model sets none.
      if (recording.run.dim === recording.run.network.clocks.length)
        expect(recording.transitionsKept(), `seed ${seed}`).toBeLessThanOrEqual(recording.run.transitions);
      const constant = recording.inConstantLength();
      expect(constant, `seed ${seed}`).toBeDefined();
      const clocks = recording.run.dim - 1;
      const resets = constant!.transformations.filter((t) => t.kind !== "constrain").length;
      expect(resets).toBeLessThanOrEqual(2 * clocks);
      expect(constant!.transformations.length - resets).toBeLessThanOrEqual(clocks * (clocks + 1));
      states++;
    });
  }
  expect(states).toBeGreaterThan(runs);
});

test("with copies and shifts of clocks there is always a way back", () => {
  let constant = 0;
  let states = 0;
  for (let seed = first; seed < first + runs / 2; seed++) {
    record(seed, { ...small, on: ["copies", "shifts"], off: ["overflow"] }, 25, (recording) => {
      recording.byChains();
      if (recording.reconstruct().method === "constant") constant++;
      states++;
    });
  }
  expect(constant).toBeGreaterThan(states / 2);
});
