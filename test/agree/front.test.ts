/**
 * The front end against the direct way: the network made from a random model's text gives the same answers over regions
 * as the network made without any text. `SEED` and `RUNS` as in `regions.test.ts`.
 */
import { expect, it } from "vitest";
import { many } from "../many.ts";
import { compile } from "./front.ts";
import { type QueryKind, Random, randomQuery, randomSpec } from "./random-network.ts";
import { decide } from "./regions/decide.ts";
import { networkOf, queryOf } from "./spec.ts";
import { queryTextOf, xtaOf } from "./spec-text.ts";

const runs = Number(process.env.RUNS ?? many(120));
const first = Number(process.env.SEED ?? 1);
const kinds: readonly QueryKind[] = ["E<>", "A[]", "E[]", "A<>", "-->", "deadlock", "sup", "bounds"];

it("text and network mean the same", () => {
  let compared = 0;
  for (let seed = first; seed < first + runs; seed++) {
    const random = new Random(seed);
    const spec = randomSpec(random);
    const query = randomQuery(random, spec, kinds[seed % kinds.length]!);
    const model = `SEED=${seed}\n${xtaOf(spec)}// ${queryTextOf(spec, query)}\n`;
    const compiled = compile(spec, query);
    if ("refused" in compiled) {
      // The language knows no deadlock in these models; the region graph does.
      for (const reason of compiled.refused) expect(reason, model).toMatch(/^deadlock-model:/);
      continue;
    }
    const options = { ceiling: 4, maxStates: 2000 };
    expect(decide(compiled.network, compiled.query, options), model).toEqual(
      decide(networkOf(spec), queryOf(spec, query), options),
    );
    compared++;
  }
  if (runs >= 50) expect(compared).toBeGreaterThan(runs * 0.9);
});
