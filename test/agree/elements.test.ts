/**
 * Elements that are used in every way change no answer, and what is claimed of states holds (`elements.ts`);
 * `fuzz:networks -- --elements` goes on.
 */
import { expect, it } from "vitest";
import { many } from "../many.ts";
import { elementDifference } from "./elements.ts";

const runs = Number(process.env.RUNS ?? many(40));
const first = Number(process.env.SEED ?? 1);

it("elements that are used in every way", () => {
  const counts = new Map<string, number>();
  for (let seed = first; seed < first + runs; seed++) {
    const { problem, notes } = elementDifference(seed);
    if (problem !== undefined) expect.fail(`SEED=${seed} ${problem}`);
    for (const note of notes) counts.set(note, (counts.get(note) ?? 0) + 1);
  }
  for (const note of ["exchanged", "live", "nobody", "nobody and live", "asked"])
    expect(`${note}: ${(counts.get(note) ?? 0) > 0}`).toBe(`${note}: true`);
});
