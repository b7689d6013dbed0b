import { expect, test } from "vitest";
import {
  checkQuery,
  Fault,
  Fragment,
  instantiateQuery,
  type Outcome,
  open,
  parseQuery,
  prove,
  queryAfter,
  Recording,
  synthesise,
  verify,
  verifyFrom,
} from "../../src/index.ts";
import { many } from "../many.ts";
import { type Features, type QueryKind, Random, randomQuery, randomSpec, small } from "./random-network.ts";
import { queryTextOf, xtaOf } from "./spec-text.ts";

/**
 * Exactness as a law: for random networks and runs the first state of the synthesised model is the recorded one, and its
 * verdicts are those of the original model from that state. The two sides have little in common: one starts the
 * interpreter in the middle, the other is a new model read from text and verified by the compiled engine where it can be.
 */
const first = Number(process.env.SEED ?? 1);
const runs = Number(process.env.RUNS ?? many(48));
const kinds: readonly QueryKind[] = ["E<>", "A[]", "E[]", "A<>", "-->", "deadlock"];
const opposite: Partial<Record<Outcome, Outcome>> = { satisfied: "violated", violated: "satisfied" };

test("synthesised models begin with the recorded state and answer as the original does from there", () => {
  const features: Features = { ...small, off: ["copies", "shifts", "overflow"] };
  let compared = 0;
  let decided = 0;
  for (let seed = first; seed < first + runs; seed++) {
    const random = new Random(seed);
    const spec = randomSpec(random, features);
    const original = open(xtaOf(spec));
    if (original.model === undefined || original.network === undefined) throw new Error(`seed ${seed}`);
    const { network, model } = original;
    try {
      const recording = new Recording(network);
      for (let i = random.below(12); i > 0 && recording.run.exists; i--) {
        const options = recording.run.options();
        if (options.length > 0) recording.run.take(options[random.below(options.length)]!, random.below(3));
      }
      if (!recording.run.exists) continue;
      const state = { cells: recording.run.state, zone: recording.run.stateZone() };
      const synthesised = synthesise(model, network, state.cells, recording.inConstantLength()!.plan!);
      if ("refused" in synthesised) throw new Error(synthesised.refused);
      const proof = prove(synthesised.made, network, state.cells, state.zone);
      if ("failed" in proof) throw new Error(proof.failed);
      const text = queryTextOf(spec, randomQuery(random, spec, random.pick(kinds)));
      const { query } = original.query(text);
      // Such as a deadlock in a model with priorities: refused on both sides.
      if (query === undefined) continue;
      const tree = parseQuery(Fragment.decoded(text, { starts: [], begins: [], ends: [], origin: 0 })).query!;
      const after = queryAfter(tree, synthesised.made.process)!;
      const afterTree = parseQuery(Fragment.decoded(after.text, { starts: [], begins: [], ends: [], origin: 0 }))
        .query!;
      const checked = checkQuery(synthesised.made.model, afterTree);
      expect(checked.diagnostics, `seed ${seed}: ${after.text}`).toEqual([]);
      const there = verify(proof.made.network, instantiateQuery(proof.made, checked, after.text).query!, {
        maxStates: 20_000,
      }).outcome;
      const here = verifyFrom(network, query, state, { maxStates: 20_000 }).outcome;
      compared++;
      if (here === "unknown" || there === "unknown" || here === "fault" || there === "fault") continue;
      decided++;
      expect(after.negated ? opposite[there] : there, `seed ${seed}: ${text}`).toBe(here);
    } catch (error) {
      if (!(error instanceof Fault)) throw new Error(`seed ${seed}: ${(error as Error).message}`, { cause: error });
    }
  }
  expect(compared).toBeGreaterThan(0.8 * runs);
  expect(decided).toBeGreaterThan(0.6 * runs);
});
