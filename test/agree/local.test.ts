/**
 * Local time agrees with the usual search; `SEED=<number> RUNS=<number>` runs others, `npm run fuzz:networks -- --local`
 * and `--local-text` many.
 */
import { expect, it } from "vitest";
import { many } from "../many.ts";
import { compareLocal, compareLocalText, looseCase } from "./loose.ts";
import { looseText } from "./loose-text.ts";

const runs = Number(process.env.RUNS ?? many(30));
const first = Number(process.env.SEED ?? 1);

it.each([
  ["loosely coupled", (seed: number) => compareLocal(looseCase(seed, true))],
  ["ordinary", (seed: number) => compareLocal(looseCase(seed, false))],
  ["richer", (seed: number) => compareLocalText(looseText(seed))],
] as const)("%s networks have the same states and answers", (kind, compare) => {
  const counts = { refused: 0, open: 0, agree: 0, differ: 0 };
  for (let seed = first; seed < first + runs; seed++) {
    const { what, words } = compare(seed);
    counts[what]++;
    expect(what, `SEED=${seed} RUNS=1: ${words}`).not.toBe("differ");
  }
  if (process.env.RUNS !== undefined) console.log(counts);
  if (runs >= 30 && kind !== "ordinary") expect(counts.agree).toBeGreaterThan(runs / 3);
});
