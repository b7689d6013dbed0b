/**
 * Dead-variable reduction is a bisimulation: on random models the original, the original with dead variables taken for one
 * value by the engine, and the model with resets written in give the same answer to every query; a complete search never
 * stores more states; and a trace of the reduced model is a run of the original. Every other time dead assignments are
 * substituted as well. `SEED=<number> RUNS=1` runs one model
 * again; `RUNS=<number>` runs more.
 */
import { describe, expect, it } from "vitest";
import { Random } from "../agree/random-network.ts";
import { many } from "../many.ts";
import { type DeadKind, deadModel, deadQuery } from "./dead-model.ts";
import { type Differing, difference } from "./reducing.ts";

const runs = Number(process.env.RUNS ?? many(18));
const first = Number(process.env.SEED ?? 1);
const kinds: readonly DeadKind[] = ["E<>", "A[]", "deadlock", "E[]", "A<>", "-->", "sup"];

describe("reduced models are bisimilar", () => {
  it.each(kinds)("%s", (kind) => {
    let smaller = 0;
    let written = 0;
    for (let seed = first; seed < first + runs; seed++) {
      const random = new Random(seed);
      const model = deadModel(random);
      const query = deadQuery(random, kind);
      const found: Differing = difference(model, query, seed % 2 === 0);
      if (found.problem !== undefined)
        expect.fail(`SEED=${seed}: ${found.problem}\n${model}// ${query}\n${found.reduced ?? ""}`);
      if (found.smaller) smaller++;
      if (found.resets > 0) written++;
    }
    // A reduction that did nothing would be a bisimulation, too. Only what is explored to the end shows how much is saved.
    if (runs < 30) return;
    expect(written).toBeGreaterThan(runs / 4);
    if (kind === "A[]" || kind === "deadlock") expect(smaller).toBeGreaterThan(runs / 20);
  });
});
