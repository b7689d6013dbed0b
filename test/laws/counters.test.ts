import fc from "fast-check";
import { expect, test } from "vitest";
import { askedOfCounters, counters, countersKeep } from "./counters.ts";
import { askedOfPairs, pairKeeps, pairs } from "./pairs.ts";
import { check } from "./seed.ts";

test("waits in the place of counting loops change no answer, and become rounds of them in traces", () => {
  const all = { counted: 0, traces: 0, told: 0 };
  check(
    fc.tuple(counters, askedOfCounters),
    ([counter, asked]) => {
      const seen = countersKeep(counter, asked);
      if (typeof seen === "string") throw new Error(seen);
      all.counted += seen.counted;
      all.traces += seen.traces;
      all.told += seen.told;
    },
    24,
  );
  if (process.env.SHOW !== undefined) console.log(all);
  expect(Math.min(all.counted, all.traces)).toBeGreaterThan(0);
});

test("jumps over rounds that two processes go together change no answer, and become rounds of both in traces", () => {
  const all = { together: 0, traces: 0, told: 0 };
  check(
    fc.tuple(pairs, askedOfPairs),
    ([pair, asked]) => {
      const seen = pairKeeps(pair, asked);
      if (typeof seen === "string") throw new Error(seen);
      all.together += seen.together;
      all.traces += seen.traces;
      all.told += seen.told;
    },
    24,
  );
  if (process.env.SHOW !== undefined) console.log(all);
  expect(Math.min(all.together, all.traces)).toBeGreaterThan(0);
});
