import { expect, test } from "vitest";
import { Forecaster, type Network, Observer, open, type WindowQuery, whyNoWindow } from "../../src/index.ts";
import { many } from "../many.ts";
import { type Features, Random, randomQuery, randomSpec, small } from "./random-network.ts";
import { queryTextOf, xtaOf } from "./spec-text.ts";

/**
 * Forecasts of the compiled search beside those of the interpreter, from states that no run needs to reach: locations, values
 * and clocks are set at random. The compiled search is made once for all of them, so it may rely on nothing that only holds
 * of the initial state.
 */
const first = Number(process.env.SEED ?? 1);
const runs = Number(process.env.RUNS ?? many(72));
const features: Features = { ...small, off: ["overflow", "shifts"] };

function observing(network: Network, seed: number): Observer {
  try {
    return new Observer(network);
  } catch (error) {
    throw new Error(`seed ${seed}: ${(error as Error).message}`, { cause: error });
  }
}

test("compiled once or interpreted, forecasts from any states are the same", () => {
  let compared = 0;
  let happened = 0;
  for (let seed = first; seed < first + runs; seed++) {
    const random = new Random(seed);
    const spec = randomSpec(random, features);
    const opened = open(xtaOf(spec));
    const network = opened.network!;
    const text = queryTextOf(spec, randomQuery(random, spec, random.pick(["A[]", "E<>"] as const)));
    const { query } = opened.query(text);
    if (query === undefined || whyNoWindow(query) !== undefined) continue;
    const observer = observing(network, seed);
    const asked = query as WindowQuery;
    const window = random.below(12);
    const compiled = new Forecaster(observer.network, [asked], { window, maxStates: 20_000 });
    if (!compiled.compiledQueries[0]) continue;
    const interpreted = new Forecaster(observer.network, [asked], { window, maxStates: 20_000, compiled: false });
    const count = network.processes.length;
    for (let t = 1; t <= 6; t++) {
      const at = network.processes.map((p) => [p.name, p.locations[random.below(p.locations.length)]!.name]);
      const set = network.slots
        .slice(count)
        .map((s) => [s.name, s.low + random.below(Math.min(s.high, s.low + 8) - s.low + 1)]);
      const clock = network.clocks.slice(1).flatMap(({ name }) => {
        const low = random.below(8);
        return random.chance(0.3) ? [] : [[name, [low, random.chance(0.2) ? null : low + random.below(3)]]];
      });
      const wrong = observer.observe({
        t,
        resync: true,
        at: Object.fromEntries(at),
        set: Object.fromEntries(set),
        clock: Object.fromEntries(clock),
      });
      if (wrong !== undefined) continue;
      const states = observer.windowStates();
      const [here] = compiled.forecast(states);
      const [there] = interpreted.forecast(states);
      if (here!.outcome === "fault" || there!.outcome === "unknown") continue;
      expect(here, `seed ${seed}: ${text} in ${window} at ${t}`).toEqual(there);
      compared++;
      if (here!.after !== undefined) happened++;
    }
  }
  expect(compared).toBeGreaterThan(runs);
  expect(happened).toBeGreaterThan(runs / 4);
});
