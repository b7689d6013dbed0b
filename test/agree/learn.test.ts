import { expect, test } from "vitest";
import {
  ConcreteSimulator,
  check,
  Forecaster,
  LearningForecaster,
  type Network,
  Observer,
  type OnlineEvent,
  open,
  rationals,
  read,
  type Tree,
  type UnknownRange,
  Unknowns,
  type UppaalSource,
  type WindowQuery,
  withConstants,
  withUnknowns,
} from "../../src/index.ts";
import { many } from "../many.ts";
import { Random } from "./random-network.ts";

/**
 * Learning beside trying: a session with unknown constants has, after every event, exactly the combinations of values whose own
 * sessions have explained all events, with as many states each, and its answers for each are theirs. The events are those of
 * a run with values that nobody tells.
 */
const first = Number(process.env.SEED ?? 1);
const runs = Number(process.env.RUNS ?? many(10));
const queries = ["A[] n <= 3", "E<> P.C", "A<> Q.B"];
const { plus, ZERO } = rationals;

function modelOf(random: Random): string {
  const guard = () =>
    random.pick(["x >= K", "x == K", "x > M", "x >= K && x <= K + M", "x >= 1", "x <= M", "y >= K", "n != M", "n < K"]);
  const invariant = () => random.pick(["", "{ x <= K }", "{ x <= K + M }", "{ x < 6 }", "{ y <= 5 }"]);
  const sync = () => random.pick(["sync a!;", "sync b!;", "sync c!;", ""]);
  const update = () =>
    random.pick(["x = 0", "x = 0, n = (n + K) % 5", "y = 0", "n = M", "x = 0, y = 0", "n = n < 4 ? n + 1 : 0"]);
  const edges = (names: string) =>
    Array.from({ length: 4 }, (_, k) => {
      const [from, to] = [names[k % names.length]!, names[random.below(names.length)]!];
      return `${from} -> ${to} { guard ${guard()}; ${sync()} assign ${update()}; }`;
    }).join(", ");
  const process = (name: string, names: string) =>
    `process ${name}() { clock x; const int M = 2; state ${[...names].map((l) => `${l} ${invariant()}`).join(", ")}; init A; trans ${edges(names)}; }`;
  return `const int N = 9, K = 3; int[-9,99] n; clock y; broadcast chan a, b, c; ${process("P", "ABC")} ${process("Q", "AB")} system P, Q;`;
}

const treeOf = (text: string): Tree => (read(text, { name: "m.xta" }) as UppaalSource).tree;
const opened = (tree: Tree | { readonly refused: string }) => {
  if ("refused" in tree) throw new Error(tree.refused);
  const model = check(tree);
  expect(model.diagnostics.filter((d) => d.severity === "error")).toEqual([]);
  return open(tree);
};

/** What a run with these values shows: some of its synchronisations are seen, and now and then the time or a value. */
function eventsOf(network: Network, random: Random): OnlineEvent[] {
  const run = new ConcreteSimulator(network);
  const events: OnlineEvent[] = [];
  let now = ZERO;
  for (let i = 0; !run.isEmpty && i < 14 && run.random(() => random.next()); i++) {
    const last = run.events.at(-1)!;
    if ("delay" in last) now = plus(now, last.delay);
    const event = "transition" in last ? last.transition.channel : undefined;
    const is = random.chance(0.4)
      ? { n: run.variables[network.slots.findIndex((s) => s.name === "n") - network.processes.length]! }
      : undefined;
    if (event === undefined && is === undefined) continue;
    events.push({
      t: Number(now.n) / Number(now.d),
      ...(event === undefined ? {} : { event }),
      ...(is === undefined ? {} : { is }),
    });
  }
  return events;
}

test("what is learned, and what is foreseen of it, is what sessions with each value say", () => {
  let [events, dropped, compared, mixed] = [0, 0, 0, 0];
  for (let seed = first; seed < first + runs; seed++) {
    const random = new Random(seed);
    const text = modelOf(random);
    const tree = treeOf(text);
    const ranges: UnknownRange[] = [
      { name: "K", low: 1 + random.below(2), high: 4 },
      { name: "P.M", low: 0, high: random.below(3) },
    ];
    const base = check(tree);
    const learning = opened(withUnknowns(base, ranges));
    const unknowns = new Unknowns(learning.network!, ranges);
    const observer = new Observer(learning.network!, { unknowns });
    const asked = queries.map((q) => learning.query(q).query as WindowQuery);
    const forecaster = new LearningForecaster(new Forecaster(observer.network, asked, { window: 4 }), unknowns);
    const single = [];
    for (let k = ranges[0]!.low; k <= ranges[0]!.high; k++)
      for (let m = ranges[1]!.low; m <= ranges[1]!.high; m++) {
        const one = opened(withConstants(base, { K: k, "P.M": m }));
        const own = new Observer(one.network!);
        const forecasts = new Forecaster(
          own.network,
          queries.map((q) => one.query(q).query as WindowQuery),
          { window: 4, compiled: false },
        );
        single.push({ values: [k, m], network: one.network!, observer: own, forecasts, alive: own.states.length > 0 });
      }
    const truth = random.pick(single.filter((s) => s.alive));
    if (truth === undefined) continue;
    for (const event of eventsOf(truth.network, random)) {
      const say = `seed ${seed} ${JSON.stringify(event)}\n${text}`;
      expect(observer.observe(event), say).toBeUndefined();
      events++;
      for (const s of single) if (s.alive && s.observer.observe(event) !== undefined) s.alive = false;
      dropped += single.filter((s) => !s.alive).length;
      const parts = unknowns.parts(observer.states);
      const alive = single.filter((s) => s.alive);
      expect(
        parts.map((p) => [p.values, p.states.length]),
        say,
      ).toEqual(alive.map((s) => [s.values, s.observer.states.length]));
      const outcomes = alive.map((s) => s.forecasts.forecast(s.observer.windowStates()));
      forecaster.forecast(observer.windowStates()).forEach((forecast, q) => {
        const having = (outcome: string) => outcomes.filter((o) => o[q]!.outcome === outcome).length;
        expect(forecast.parts, `${queries[q]} ${say}`).toMatchObject({
          satisfied: having("satisfied"),
          violated: having("violated"),
          undecided: 0,
        });
        const times = outcomes.flatMap((o) => (o[q]!.after === undefined ? [] : [o[q]!.after]));
        if (times.length > 0) expect(forecast.after, `${queries[q]} ${say}`).toBe(Math.min(...times));
        const { largest, satisfied, violated } = forecast.parts!;
        if (satisfied > 0 && violated > 0) mixed++;
        for (const [k, s] of alive.entries())
          if (
            largest !== undefined &&
            ranges.every(({ name }, i) => s.values[i]! >= largest[name]![0] && s.values[i]! <= largest[name]![1])
          )
            expect(outcomes[k]![q]!.outcome, say).toBe("satisfied");
        compared += alive.length;
      });
    }
  }
  expect(events).toBeGreaterThan(4 * runs);
  expect(dropped).toBeGreaterThan(4 * runs);
  expect(compared).toBeGreaterThan(20 * runs);
  expect(mixed).toBeGreaterThan(runs / 4);
}, 600_000);
