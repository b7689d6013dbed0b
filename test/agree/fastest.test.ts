import { expect, it } from "vitest";
import type { Network, NetworkQuery } from "../../src/network/index.ts";
import { verify } from "../../src/search/index.ts";
import { Random, randomQuery, randomSpec, small } from "./random-network.ts";
import { networkOf, queryOf } from "./spec.ts";

/**
 * The duration of a fastest trace, compiled and interpreted, is the infimum of a clock that is never reset: searches that
 * share little. Seeds are fixed; `SEED=n` tries one more.
 */
const extra = process.env.SEED;
const seeds = extra === undefined ? Array.from({ length: 60 }, (_, i) => i + 1) : [Number(extra)];

function leastTime(network: Network, query: NetworkQuery) {
  if (!("formula" in query)) throw new Error("not a reachability query");
  const clock = { base: network.clocks.length, terms: [] };
  const timed: Network = {
    ...network,
    clocks: [...network.clocks, { name: "time", initial: 0, origin: network.origin }],
  };
  const { text, origin, cells, functions, formula } = query;
  const terms = [{ is: "clock" as const, clock, plus: { op: "const" as const, value: 0 }, text: "time" }];
  const { outcome, values } = verify(
    timed,
    { kind: "inf", text, origin, cells, functions, predicate: formula, terms },
    { compiled: false, maxStates: 5000 },
  );
  return outcome === "satisfied" ? values?.[0].intervals[0] : undefined;
}

it("fastest traces take the least time", () => {
  let compared = 0;
  for (const seed of seeds) {
    const random = new Random(seed);
    const spec = randomSpec(random, small);
    const network = networkOf(spec);
    const query = queryOf(spec, randomQuery(random, spec, "E<>"));
    const [interpreted, compiled] = [false, true].map((isCompiled) =>
      verify(network, query, { compiled: isCompiled, trace: "fastest", maxStates: 5000 }),
    );
    if (interpreted.trace !== undefined) expect(compiled.trace, `seed ${seed}: ${compiled.traceReason}`).toBeDefined();
    const least = interpreted.trace?.duration === undefined ? undefined : leastTime(network, query);
    if (least === undefined) continue;
    for (const { trace } of [interpreted, compiled]) {
      if (trace?.duration === undefined) continue;
      const duration = Number(trace.duration.n) / Number(trace.duration.d);
      if (least.lowStrict) {
        expect(duration, `seed ${seed}`).toBeGreaterThan(least.low);
        expect(duration, `seed ${seed}`).toBeLessThan(least.low + 1);
      } else expect(duration, `seed ${seed}`).toBe(least.low);
      compared++;
    }
  }
  expect(compared).toBeGreaterThan(extra === undefined ? 40 : 0);
}, 60_000);
