import fc from "fast-check";
import { expect, test } from "vitest";
import { askedOfCounters, counters, countersKeep } from "./counters.ts";
import type { JumpLaw } from "./jumping.ts";
import { askedOfPairs, pairKeeps, pairs } from "./pairs.ts";
import { check } from "./seed.ts";

function add(all: JumpLaw, seen: JumpLaw | string): void {
  if (typeof seen === "string") throw new Error(seen);
  all.jumped += seen.jumped;
  all.traces += seen.traces;
  all.told += seen.told;
}

test("waits in the place of counting loops change no answer, and become rounds of them in traces", () => {
  const all = { jumped: 0, traces: 0, told: 0 };
  check(
    fc.tuple(counters, askedOfCounters),
    ([counter, asked]) => {
      add(all, countersKeep(counter, asked));
    },
    24,
  );
  if (process.env.SHOW !== undefined) console.log(all);
  expect(Math.min(all.jumped, all.traces)).toBeGreaterThan(0);
});

test("jumps over rounds that two processes go together change no answer, and become rounds of both in traces", () => {
  const all = { jumped: 0, traces: 0, told: 0 };
  check(
    fc.tuple(pairs, askedOfPairs),
    ([pair, asked]) => {
      add(all, pairKeeps(pair, asked));
    },
    24,
  );
  if (process.env.SHOW !== undefined) console.log(all);
  expect(Math.min(all.jumped, all.traces)).toBeGreaterThan(0);
});
