import { expect, test } from "vitest";
import {
  ConcreteSimulator,
  Fault,
  Forecaster,
  INF,
  Observer,
  open,
  rationals,
  type WindowQuery,
  whyNoWindow,
} from "../../src/index.ts";
import { many } from "../many.ts";
import { type Features, Random, randomQuery, randomSpec, small } from "./random-network.ts";
import { queryTextOf, xtaOf } from "./spec-text.ts";

/**
 * An observer beside a concrete run: whatever the run does, its events must be explained, and its state must be one of the
 * possible ones. And forecasts beside each other: what is violated first after d time units is so in every window of d or
 * more, and in none below.
 */
const first = Number(process.env.SEED ?? 1);
const runs = Number(process.env.RUNS ?? many(30));
const features: Features = { ...small, off: ["overflow", "shifts"] };
const { plus, rational, ZERO } = rationals;
type Rational = ReturnType<typeof rational>;
const numberOf = (r: Rational): number => Number(r.n) / Number(r.d);

/** Whether a value, with a denominator of at most 2, satisfies x <= or < c. */
function within(value: number, bound: number): boolean {
  return bound >= INF || ((bound & 1) === 1 ? value <= bound >> 1 : value < bound >> 1);
}

test("every concrete run is explained, and stays among the possible states", () => {
  let seen = 0;
  let states = 0;
  let rebuilt = 0;
  for (let seed = first; seed < first + runs; seed++) {
    const random = new Random(seed);
    const spec = randomSpec(random, features);
    const { network } = open(xtaOf(spec));
    const observe = random.chance(0.5) ? undefined : spec.channels.slice(0, 1).map((c) => c.name);
    const isSeen = (channel: string): boolean =>
      observe === undefined || observe.some((o) => channel === o || channel.startsWith(`${o}[`));
    try {
      const run = new ConcreteSimulator(network!);
      if (run.isEmpty) continue;
      const observer = new Observer(network!, { observe });
      let now: Rational = ZERO;
      for (let i = 0; i < 25; i++) {
        if (!run.random(() => random.next())) break;
        const last = run.events[run.events.length - 1]!;
        if ("delay" in last) now = plus(now, last.delay);
        const channel = "transition" in last ? last.transition.channel : undefined;
        const observed = channel !== undefined && isSeen(channel);
        // Time is told now and then, an observed synchronisation always.
        if (!observed && !random.chance(0.3)) continue;
        const event = { t: numberOf(now), ...(observed ? { event: channel } : {}) };
        expect(observer.observe(event), `seed ${seed}, step ${i}: ${JSON.stringify(event)}`).toBeUndefined();
        seen++;
        const cells = [...run.locations, ...run.variables];
        const values = [0, ...run.values.map(numberOf)];
        const dim = network!.clocks.length + 1;
        const possible = observer.states.some(
          (s) =>
            cells.every((v, k) => s.cells[k] === v) &&
            values.every((a, x) => values.every((b, y) => x === y || within(a - b, s.zone[x * dim + y]!))),
        );
        expect(possible, `seed ${seed}, step ${i}`).toBe(true);
        // Through a checkpoint on disk the states stay what they are; most zones are rebuilt from resets and delays.
        const checkpoint = observer.checkpoint();
        const restored = new Observer(network!, { observe });
        expect(restored.restore(JSON.parse(JSON.stringify(checkpoint))), `seed ${seed}, step ${i}`).toBeUndefined();
        expect(restored.states, `seed ${seed}, step ${i}`).toEqual(observer.states);
        states += checkpoint.states.length;
        rebuilt += checkpoint.states.filter((s) => s.steps !== undefined).length;
      }
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
    }
  }
  expect(seen).toBeGreaterThan(2 * runs);
  expect(rebuilt).toBeGreaterThan(states / 2);
});

test("forecasts of different windows agree about when it happens", () => {
  let happened = 0;
  for (let seed = first; seed < first + runs / 2; seed++) {
    const random = new Random(seed + 77_000);
    const spec = randomSpec(random, features);
    const opened = open(xtaOf(spec));
    const text = queryTextOf(spec, randomQuery(random, spec, random.pick(["A[]", "E<>"] as const)));
    const { query } = opened.query(text);
    if (query === undefined || whyNoWindow(query) !== undefined) continue;
    const observer = new Observer(opened.network!);
    const ask = (window: number) =>
      new Forecaster(observer.network, [query as WindowQuery], { window }).forecast(observer.windowStates())[0]!;
    const long = ask(12);
    const happens = query.kind === "A[]" ? "violated" : "satisfied";
    if (observer.states.length === 0 || long.outcome === "fault") continue;
    if (long.outcome !== happens) {
      for (const window of [0, 3, 7]) expect(ask(window).outcome, `seed ${seed}: ${text}`).toBe(long.outcome);
      continue;
    }
    happened++;
    const after = long.after!;
    expect(after, `seed ${seed}: ${text}`).toBeDefined();
    for (const window of [0, 1, 2, 3, 5, 8, 11]) {
      const { outcome } = ask(window);
      if (window < after) expect(outcome, `seed ${seed}: ${text} in ${window}`).not.toBe(happens);
      if (window > after) expect(outcome, `seed ${seed}: ${text} in ${window}`).toBe(happens);
    }
  }
  expect(happened).toBeGreaterThan(3);
});
