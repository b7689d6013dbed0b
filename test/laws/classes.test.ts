/**
 * Classes of values are a bisimulation: on random models a search that tells only classes apart gives the same answer to every query as one
 * that reduces nothing, by either engine, never with more states, and with a trace where there is one. `SEED=<number> RUNS=1`
 * runs one model again; `RUNS=<number>` runs more.
 */
import { describe, expect, it } from "vitest";
import { Random } from "../agree/random-network.ts";
import { many } from "../many.ts";
import { classKinds, classModel, classQuery } from "./class-model.ts";
import { classDifference, classSteps } from "./reducing.ts";

const runs = Number(process.env.RUNS ?? many(8));
const first = Number(process.env.SEED ?? 1);

describe("what classes leave apart makes a difference, the rest none", () => {
  it.each(classKinds)("%s", (kind) => {
    let smaller = 0;
    for (let seed = first; seed < first + runs; seed++) {
      const random = new Random(seed);
      const model = classModel(random);
      const query = classQuery(random, kind);
      const found = classDifference(model, query);
      if (found.problem !== undefined) expect.fail(`SEED=${seed}: ${found.problem}\n${model}// ${query}`);
      if (found.smaller) smaller++;
    }
    if (runs >= 30 && (kind === "A[]" || kind === "deadlock")) expect(smaller).toBeGreaterThan(0);
  });
});

describe("a state and the one that stands for it", () => {
  it("do the same", () => {
    let compared = 0;
    for (let seed = first; seed < first + 4 * runs; seed++) {
      const random = new Random(seed);
      const model = classModel(random);
      const query = classQuery(random, random.pick(classKinds));
      const found = classSteps(model, query, 60);
      if (found.problem !== undefined) expect.fail(`SEED=${seed}: ${found.problem}\n${model}// ${query}`);
      compared += found.compared;
    }
    if (runs >= 8) expect(compared).toBeGreaterThan(0);
  });
});
