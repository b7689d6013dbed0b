/** Local time agrees with the usual search; `SEED=<number> RUNS=<number>` runs others, `npm run fuzz:networks -- --local` many. */
import { expect, it } from "vitest";
import { many } from "../many.ts";
import { compareLocal, looseCase } from "./loose.ts";

const runs = Number(process.env.RUNS ?? many(30));
const first = Number(process.env.SEED ?? 1);

it.each([
  ["loosely coupled", true],
  ["ordinary", false],
] as const)("%s networks have the same states and answers", (_, isLoose) => {
  const counts = { refused: 0, open: 0, agree: 0, differ: 0 };
  for (let seed = first; seed < first + runs; seed++) {
    const { what, words } = compareLocal(looseCase(seed, isLoose));
    counts[what]++;
    expect(what, `SEED=${seed} RUNS=1: ${words}`).not.toBe("differ");
  }
  if (process.env.RUNS !== undefined) console.log(counts);
  if (runs >= 30 && isLoose) expect(counts.agree).toBeGreaterThan(runs / 3);
});
