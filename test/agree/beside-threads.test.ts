/**
 * Who asks for more threads gets no less: every road beside a search by one thread is beside one by several, too, and says
 * the same; and where their one memory is full, one thread goes on in several. `SEED=<number> RUNS=1` runs one network again;
 * `RUNS=<number>` runs more.
 */
import { expect, it } from "vitest";
import { families } from "../../bench/families.ts";
import { everywhereQuery, open } from "../../src/index.ts";
import { answeredBy, type VerifyOptions, verify } from "../../src/search/index.ts";
import { Meter } from "../../src/search/limits.ts";
import { Question } from "../../src/search/question.ts";
import type { SideName } from "../../src/search/report.ts";
import { NOTHING } from "../../src/search/statistics.ts";
import { strategy } from "../../src/search/strategy.ts";
import { many } from "../many.ts";
import { model } from "../search/model.ts";
import { engineCase, focus } from "./engines.ts";
import { fischer } from "./fischer.ts";
import { takeHands } from "./hands.ts";
import { looseCase } from "./loose.ts";
import { networkOf, queryOf } from "./spec.ts";
import { queryTextOf, xtaOf } from "./spec-text.ts";

const runs = Number(process.env.RUNS ?? many(12));
const first = Number(process.env.SEED ?? 3000);
const crew = takeHands();

const never = Object.fromEntries(strategy.reachability.beside.map(({ name }) => [name, Number.POSITIVE_INFINITY]));
/** One road beside is tried from the first state on, and no other. */
const only = (name: SideName): VerifyOptions => ({ knobs: { leaf: 2, due: { ...never, [name]: 0 } } });

it.each(["E<>", "A[]"] as const)("every road beside says the same, on random networks: %s", (kind) => {
  const answered = new Map<string, number>();
  for (let seed = first; seed < first + runs; seed++) {
    const found = seed % 3 === 0 ? looseCase(seed, true) : engineCase(seed, kind, focus[seed % focus.length]!);
    const [network, query] = [networkOf(found.spec), queryOf(found.spec, found.query)];
    const ask = (options: VerifyOptions) => verify(network, query, { maxStates: 2000, symmetry: false, ...options });
    const plain = ask({ compiled: false, reduce: false }).outcome;
    if (plain === "unknown" || plain === "fault") continue;
    for (const { name } of strategy.reachability.beside) {
      const verdict = ask({ ...only(name), crew: crew(2 + (seed % 2)), trace: seed % 2 === 0 ? "some" : "none" });
      if (verdict.outcome === "unknown" || verdict.outcome === "fault") continue;
      const road = answeredBy(verdict)?.road;
      answered.set(road!, (answered.get(road!) ?? 0) + 1);
      const told = `${name} SEED=${seed}\n${xtaOf(found.spec)}// ${queryTextOf(found.spec, found.query)}\n`;
      expect(verdict.outcome, told).toBe(plain);
    }
  }
  // Cones prove one in twenty of these networks alone.
  const expected = ["threads", "forays", "proofs", "local", ...(runs >= 100 ? ["cones"] : [])];
  if (runs >= 24) for (const road of expected) expect(answered.get(road) ?? 0, road).toBeGreaterThan(0);
});

it("none refuses because several threads search", () => {
  const { network, query } = model(fischer(3));
  for (const text of [
    "A[] not (P(1).cs and P(2).cs)",
    "E<> id == 2",
    "A<> P(1).cs",
    "P(1).req --> P(1).cs",
    "sup: id",
  ]) {
    const refusals = [undefined, crew(2)].map((hands) => {
      const question = new Question(network, query(text), hands ? { crew: hands } : {});
      return strategy[question.class].beside.map(({ name, refuses }) => [name, refuses(question)]);
    });
    expect(refusals[1], text).toEqual(refusals[0]);
  }
});

it("forays find what lies deep", () => {
  const { network, query } = model(`int[0, 9] n[8];
    process P(const int[0, 7] i) { clock x; state a { x <= 2 }, b; init a;
      trans a -> a { guard x >= 1 && n[i] < 9; assign x = 0, n[i]++; }, a -> b { guard n[i] == 9; }; }
    system P;`);
  const deep = query("E<> forall (i : int[0, 7]) P(i).b");
  const ask = (forays: number) =>
    verify(network, deep, { maxStates: 20_000, symmetry: false, crew: crew(2), knobs: { due: { ...never, forays } } });
  expect(ask(Number.POSITIVE_INFINITY).outcome).toBe("unknown");
  const found = ask(2000);
  expect([found.outcome, answeredBy(found)?.road]).toEqual(["satisfied", "forays"]);
});

it("forays take a tenth of the time of several threads, once they have had their first states", () => {
  const { network, query } = model(fischer(9));
  // A clock that goes on by a millisecond whenever somebody looks: a portion of any search takes as long as another.
  const forays = (threads: number): number => {
    let time = 0;
    const asked = new Question(network, query("A[] id <= 9"), { symmetry: false, now: () => ++time });
    const side = strategy.reachability.beside.find(({ name }) => name === "forays")!;
    const attempts = side.begin(asked, { meter: new Meter({}), ask: () => expect.fail("nobody else is asked") });
    time = 100;
    const begun = time;
    for (const _ of attempts.run({ ...NOTHING, explored: 1_000_000, ...(threads > 1 ? { threads } : {}) }));
    return time - begun;
  };
  expect(forays(1)).toBeGreaterThan(1000);
  expect(forays(2)).toBeLessThan(300);
  expect(forays(2)).toBeGreaterThan(20);
});

it("local time answers for a loosely coupled network", () => {
  const { network } = open(families.dining(8));
  const ask = (options: VerifyOptions) => verify(network!, everywhereQuery, { crew: crew(2), ...options });
  const [beside, alone] = [ask({}), ask({ localTime: false })];
  expect([beside.outcome, answeredBy(beside)?.road]).toEqual([alone.outcome, "local"]);
  expect(answeredBy(alone)?.road).toBe("threads");
  expect(beside.statistics.explored).toBeLessThan(alone.statistics.explored);
});

it("one thread goes on in several memories where the one of several threads is full", () => {
  const { network, query } = model(fischer(8));
  const bytes = 2 ** 20 * 3;
  for (const text of [
    "A[] forall (i : int[1, N]) forall (j : int[1, N]) P(i).cs and P(j).cs imply i == j",
    "sup: P(1).x, id",
  ]) {
    const ask = (options: VerifyOptions) =>
      verify(network, query(text), { symmetry: false, knobs: { memories: { bytes, alone: 0 } }, ...options });
    const [few, one, several] = [
      ask({ memory: bytes, crew: crew(2) }),
      ask({ memory: 8 * bytes }),
      ask({ memory: 8 * bytes, crew: crew(2) }),
    ];
    expect(few.reason, text).toBe("the memory limit of 3 MiB was reached");
    expect([several.outcome, several.values, several.statistics.stored], text).toEqual([
      one.outcome,
      one.values,
      one.statistics.stored,
    ]);
    expect(several.roads?.find(({ road }) => road === "threads")?.what, text).toBe("gave up");
    expect(answeredBy(several)?.road, text).toBe("memories");
  }
});
