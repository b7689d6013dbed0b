import { expect, test } from "vitest";
import { refine } from "../../src/refine/index.ts";
import { networkOf } from "../laws/refining.ts";
import { randomPair } from "../laws/refining-pairs.ts";
import { many } from "../many.ts";
import { bySets, foundByTrying } from "./sets.ts";

const runs = Number(process.env.RUNS ?? Math.max(25, many(25)));
const first = Number(process.env.SEED ?? 1);

test(`for deterministic specifications sets of states say the same, on ${2 * runs} pairs`, () => {
  let asked = 0;
  for (let seed = first; seed < first + 2 * runs; seed++) {
    const { text } = randomPair(seed);
    const [own, spec] = [networkOf(text, "I"), networkOf(text, "S")];
    const { outcome } = refine(own, spec, { sets: 0 });
    if (outcome !== "included" && outcome !== "not-included") continue;
    const said = bySets(own, spec);
    if (said === undefined) continue;
    asked++;
    expect(`${seed} ${said}`, text).toBe(`${seed} ${outcome === "included"}`);
  }
  expect(asked).toBeGreaterThan(runs / 4);
});

test(`trying finds nothing where sets of states prove inclusion, on ${runs} pairs`, () => {
  const seen = { included: 0, apart: 0, left: 0, tried: 0, simulated: 0, reasons: {} as Record<string, number> };
  for (let seed = first; seed < first + runs; seed++) {
    const { text } = randomPair(seed, true);
    const [own, spec] = [networkOf(text, "I"), networkOf(text, "S")];
    const before = refine(own, spec, { sets: 0, maxStates: 2_000 }).outcome;
    if (before === "included" || before === "not-included") continue;
    const { outcome, reason, distinction, notes } = refine(own, spec, { maxStates: 2_000 });
    if (!notes.some((n) => n.code === "sets")) {
      seen.left++;
      seen.reasons[reason] = (seen.reasons[reason] ?? 0) + 1;
      continue;
    }
    // A run that tells both apart is confirmed by the concrete semantics before it is shown.
    expect(`${seed} ${outcome} ${distinction !== undefined || reason}`, text).toMatch(/ (included|not-included true)/);
    const found = foundByTrying(own, spec, 3);
    if (outcome === "included") seen.included++;
    else seen.apart++;
    if (found !== undefined) seen.tried++;
    if (outcome === "included") expect(`${seed} ${found}`, text).toBe(`${seed} undefined`);
    const simulated = refine(own, spec, { sets: 0, simulation: true, maxStates: 2_000 }).outcome;
    if (simulated === "included") {
      seen.simulated++;
      expect(`${seed} ${outcome}`, text).toBe(`${seed} included`);
    }
  }
  if (process.env.SHOW !== undefined) console.log(seen);
  expect(Math.min(seen.included, seen.apart, seen.tried)).toBeGreaterThan(0);
});
