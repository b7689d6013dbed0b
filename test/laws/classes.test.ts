/**
 * Classes of values are a bisimulation: on random models a search that tells only classes apart gives the same answer to
 * every query as one that reduces nothing, by either engine, never with more states, and with a trace where there is one.
 * `SEED=<number> RUNS=1` runs one model again; `RUNS=<number>` runs more.
 */
import { describe, expect, it } from "vitest";
import { Random } from "../agree/random-network.ts";
import { many } from "../many.ts";
import { classKinds, classModel, classQuery } from "./class-model.ts";
import { classDifference, classSteps, writtenDifference } from "./reducing.ts";

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

describe("classes that are written into the model", () => {
  const chosen = `int[0,10] n; process P() { state A, B, C; init A;
trans A -> B { select k : int[0,9]; assign n = k; }, B -> C { guard n == 5; assign n = 0; }, B -> A { guard n != 5; assign n = 0; }; } system P;`;

  it("are an assignment that can be read", () => {
    const { reduced, problem, smaller } = writtenDifference(chosen, "A[] not deadlock");
    expect([problem, smaller]).toEqual([undefined, true]);
    expect(reduced).toContain("assign n = k, n = n < 5 ? 0 : n < 6 ? n : 0;");
  });

  it("leave alone what others use, and what the query asks for", () => {
    const shared = chosen.replace(
      "system P;",
      "process Q() { state S, T; init S; trans S -> T { guard n == 7; }; } system P, Q;",
    );
    expect(writtenDifference(shared, "A[] not deadlock").resets).toBe(0);
    expect(writtenDifference(chosen, "sup: n").resets).toBe(0);
    expect(writtenDifference(chosen, "E<> P.B and n == 7").reduced).toContain("n < 7 ?");
  });

  it("change no answer", () => {
    let written = 0;
    for (let seed = first; seed < first + 4 * runs; seed++) {
      const random = new Random(seed);
      const model = classModel(random);
      const query = classQuery(random, random.pick(classKinds));
      const found = writtenDifference(model, query);
      if (found.problem !== undefined) expect.fail(`SEED=${seed}: ${found.problem}\n${model}// ${query}`);
      written += found.resets;
    }
    if (runs >= 4) expect(written).toBeGreaterThan(0);
  });
});
