/**
 * Answers with and without processes that cannot matter, on random models (`onlookers.ts`).
 * `SEED=<number> RUNS=1` runs one model again; `RUNS=<number>` runs more.
 */
import { expect, it } from "vitest";
import { bystanders } from "../../src/analysis/index.ts";
import { verify } from "../../src/search/index.ts";
import { many } from "../many.ts";
import { model } from "../search/model.ts";
import { onlookersModel, onlookersQueries } from "./onlookers.ts";
import { Random } from "./random-network.ts";

const runs = Number(process.env.RUNS ?? many(15));
const first = Number(process.env.SEED ?? 1);

it("changes no answer", () => {
  let [left, compared] = [0, 0];
  for (let seed = first; seed < first + runs; seed++) {
    const text = onlookersModel(new Random(seed));
    const m = model(text);
    for (const question of onlookersQueries) {
      const query = m.query(question);
      if (bystanders(m.network, query).size === 0) continue;
      left++;
      for (const compiled of [true, false]) {
        const ask = (reduce: boolean) =>
          verify(m.network, query, { compiled, reduce, maxStates: 4000, knobs: { ceiling: 64 } });
        const [all, few] = [ask(false), ask(true)];
        if (all.outcome === "unknown" || few.outcome === "unknown") continue;
        compared++;
        const say = `SEED=${seed} ${question}\n${text}`;
        expect(`${few.outcome} ${JSON.stringify(few.values)} ${say}`).toBe(
          `${all.outcome} ${JSON.stringify(all.values)} ${say}`,
        );
      }
    }
  }
  if (process.env.RUNS)
    console.log(`${left} of ${runs * onlookersQueries.length} with bystanders, ${compared} compared`);
  if (runs > 20) expect(compared).toBeGreaterThan(runs);
}, 600_000);
