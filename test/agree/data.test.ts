/**
 * Data that is interchangeable changes no answer, and what is stored is one state of each orbit (`data.ts`);
 * `fuzz:networks -- --data` goes on.
 */
import { expect, it } from "vitest";
import { many } from "../many.ts";
import { dataDifference } from "./data.ts";

const runs = Number(process.env.RUNS ?? many(60));
const first = Number(process.env.SEED ?? 200);

it("values that are only compared and copied", () => {
  const counts = new Map<string, number>();
  for (let seed = first; seed < first + runs; seed++) {
    const { problem, notes } = dataDifference(seed);
    if (problem !== undefined) expect.fail(`SEED=${seed} ${problem}`);
    for (const note of notes) counts.set(note, (counts.get(note) ?? 0) + 1);
  }
  for (const note of ["compared", "smaller", "traced", "orbits", "exactly the orbits"])
    expect(`${note}: ${(counts.get(note) ?? 0) > 0}`).toBe(`${note}: true`);
});
