/**
 * Folded states against those kept as they are packed, and against the interpreter: `long.ts`. `SEED=<number> RUNS=1` runs one
 * model again; `npm run fuzz:networks -- --long` runs many more.
 */
import { expect, it } from "vitest";
import { verify } from "../../src/search/index.ts";
import { many } from "../many.ts";
import { model } from "../search/model.ts";
import { longCase, longDisagreement } from "./long.ts";

const runs = Number(process.env.RUNS ?? many(12));
const first = Number(process.env.SEED ?? 1);

it("folded states are the same states", () => {
  for (let seed = first; seed < first + runs; seed++)
    expect(longDisagreement(longCase(seed)), `SEED=${seed}`).toBe(undefined);
});

it("an array written through a reference is another state", () => {
  const { network, query } = model(`int[0, 500] a[900]; int[0, 899] n;
    void put(int[0, 500] &to[900], int k) { to[k] = to[(k + 450) % 900] + 1; }
    process P() { state A; init A; trans A -> A { guard n < 800; assign put(a, n), n += 7; }, A -> A { guard n < 800; assign n += 7; }; } system P;`);
  const ask = (fold: number) =>
    verify(network, query("A[] a[450] <= 1"), { knobs: { small: { fold } }, maxStates: 3000 }).statistics;
  const [folded, plain] = [ask(0), ask(Infinity)];
  expect(folded.discrete).toBe(plain.discrete);
  expect(folded.memory).toBeLessThan(plain.memory / 2);
});
