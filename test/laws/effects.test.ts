import { expect, test } from "vitest";
import { many } from "../many.ts";
import { clockEffectDifference } from "./clock-effects.ts";
import { effectDifference } from "./effects.ts";

/** `npm run fuzz:networks -- --effects` runs many more. */
test("side effects inside expressions happen as they are written, whatever is reduced", () => {
  for (let seed = 1; seed <= many(40); seed++) expect(effectDifference(seed), `seed ${seed}`).toBeUndefined();
});

/** `npm run fuzz:networks -- --clock-effects` runs many more. */
test("clocks are set and copied inside expressions as they are written, whatever is left out of a state", () => {
  for (let seed = 1; seed <= many(40); seed++) expect(clockEffectDifference(seed), `seed ${seed}`).toBeUndefined();
});
