import { expect, test } from "vitest";
import { type VerifyOptions, verifyInTurns } from "../../src/search/index.ts";
import { model } from "./model.ts";

/** Whoever runs a search is heard between its turns, whichever engine and whatever query it is. */
const { network, query } = model(`int[0,9] c[5];
process C(const int[0,4] i) { state s; urgent s; init s; trans s -> s { guard c[i] < 9; assign c[i]++; }; }
system C;
`);
const sum = "c[0] + c[1] + c[2] + c[3] + c[4]";
const queries = [`E<> ${sum} > 45`, `A<> ${sum} == 45`, `E[] ${sum} < 45`, `c[0] == 1 --> ${sum} == 45`];

test.each(queries.flatMap((text) => [true, false].map((compiled) => ({ text, compiled }))))(
  "$text, compiled: $compiled",
  ({ text, compiled }) => {
    let isCancelled = false;
    const options: VerifyOptions = { compiled, isCancelled: () => isCancelled, acceleration: false };
    const turns = verifyInTurns(network, query(text), options);
    const told: (number | undefined)[] = [];
    for (let i = 0; i < 4; i++) {
      const turn = turns.next();
      expect(turn.done, `turn ${i}`).toBe(false);
      told.push(turn.done === true ? undefined : turn.value?.explored);
    }
    // Each tells what was done until then, and the wish to stop is heard in the next.
    expect(told).toEqual([...told].sort((a, b) => (a ?? 0) - (b ?? 0)));
    isCancelled = true;
    expect(turns.next()).toMatchObject({ done: true, value: { outcome: "unknown", reason: "the search was stopped" } });
  },
);
