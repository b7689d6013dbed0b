/** Local time beside a search with one time: where it is begun, what it answers, and what limits do to it. */
import { expect, it } from "vitest";
import { open } from "../../src/index.ts";
import { answeredBy, type VerifyOptions, verify } from "../../src/search/index.ts";
import { Meter } from "../../src/search/limits.ts";
import { Question } from "../../src/search/question.ts";
import { local } from "../../src/search/roads/local.ts";
import { NOTHING } from "../../src/search/statistics.ts";

/** Philosophers between forks, who give back the first after 3 time units without the second. */
const table = (n: number): string => {
  const phil = (i: number): string => `
process P${i}() { clock x; state Idle, Has { x <= 3 }, Eat { x <= 10 }, Done { x <= 0 }; init Idle;
trans Idle -> Has { sync take[${i}]!; assign x = 0; }, Has -> Idle { guard x >= 3; sync put[${i}]!; },
  Has -> Eat { sync take[${(i + 1) % n}]!; assign x = 0; }, Eat -> Done { guard x >= 10; sync put[${(i + 1) % n}]!; assign x = 0; },
  Done -> Idle { sync put[${i}]!; }; }
process F${i}() { state Free, Taken; init Free;
trans Free -> Taken { sync take[${i}]?; }, Taken -> Free { sync put[${i}]?; }; }`;
  const all = Array.from({ length: n }, (_, i) => i);
  return `chan take[${n}], put[${n}];${all.map(phil).join("")}\nsystem ${all.map((i) => `P${i}, F${i}`).join(", ")};`;
};

const { network, query } = open(table(7));

function ask(text: string, options: VerifyOptions = {}) {
  const verdict = verify(network!, query(text).query!, { symmetry: false, ...options });
  const { outcome, roads = [], statistics, trace } = verdict;
  return { outcome, road: answeredBy(verdict)?.road, beside: roads.find((r) => r.road === "local"), statistics, trace };
}

const never = "E<> P0.Eat && P1.Eat";
const apart = "E<> P0.Eat && P2.Eat && P4.Eat";

it("answers for a loosely coupled network where a search is long", () => {
  const { outcome, road, statistics } = ask(never);
  expect([outcome, road]).toEqual(["violated", "local"]);
  expect(statistics.explored).toBeLessThan(20_000);
  const { outcome: plain, road: usual, statistics: all } = ask(never, { localTime: false });
  expect([plain, usual]).toEqual(["violated", "compiled"]);
  expect(all.explored).toBeGreaterThan(30_000);
});

it("is due where a search widens or has become very long", () => {
  const question = new Question(network!, query(never).query!, { symmetry: false });
  const isDue = (explored: number, waiting: number): boolean =>
    local
      .begin(question, { meter: new Meter({}), ask: () => expect.fail("nobody else is asked") })
      .isDue({ ...NOTHING, explored, waiting, stored: 4 * explored, discrete: explored / 10 });
  expect([isDue(4000, 9000), isDue(6000, 9000), isDue(6000, 3000)]).toEqual([false, true, false]);
  expect([isDue(60_000, 30_000), isDue(300_000, 100)]).toEqual([false, true]);
  expect([isDue(400, 4000), isDue(600, 1700), isDue(600, 1800)]).toEqual([false, false, true]);
});

it("tells why it does not where it was switched off, or others are wanted", () => {
  const why = (options: VerifyOptions) => ask(apart, options).beside?.why;
  expect(why({ localTime: false })).toBe("local time is switched off");
  expect(why({ order: "bfs" })).toBe("an order is asked for");
  expect(why({ trace: "shortest" })).toBe("a shortest trace is asked for");
  expect(why({ reduce: false })).toBe("reductions are switched off");
  expect(why({ crew: { size: 2, start: () => {}, narrow: 1 } })).toBe(undefined);
});

it("leaves symmetric networks to their symmetries", () => {
  const same = open(`typedef scalar[3] id;
process P(id i) { clock x; state A, B; init A; trans A -> B { guard x > 1; }; }
system P;`);
  const { roads } = verify(same.network!, same.query("E<> forall (i : id) P(i).B && P(i).x < 1").query!, {
    knobs: { due: { local: 0 } },
  });
  const told = roads?.find((r) => r.road === "local");
  expect(told).toEqual({ road: "local", what: "gave up", why: "symmetries are used instead" });
});

it("tells a trace in the order of time", () => {
  const { outcome, road, trace } = ask(apart, { localTime: true, trace: "some" });
  expect([outcome, road]).toEqual(["satisfied", "local"]);
  expect(trace?.concrete).toBe(true);
});

it("keeps limits", () => {
  expect(ask(never, { localTime: true, maxStates: 500 }).outcome).toBe("unknown");
  expect(ask(never, { localTime: true, isCancelled: () => true }).outcome).toBe("unknown");
  let time = 0;
  const late = { now: () => (time += 10), timeout: 60 };
  expect(ask(never, { localTime: true, ...late }).outcome).toBe("unknown");
  // Beside another it is no reason to end: that goes on to its own limit.
  const { outcome, road } = ask(never, { maxStates: 1000, knobs: { due: { local: 0 } } });
  expect([outcome, road]).toEqual(["unknown", "compiled"]);
});

it("is not gone on with once it has met a fault, which another road then tells", () => {
  const text = (most: number): string => `int[0,${most}] n;
process P() { clock x; state A { x <= 2 }, B; init A; trans A -> A { guard x >= 1; assign x = 0, n++; }, B -> B { }; }
process Q() { clock y; state A { y <= 3 }; init A; trans A -> A { guard y >= 2; assign y = 0; }; }
system P, Q;`;
  for (const most of [20, 200]) {
    const counting = open(text(most));
    const asked = counting.query("E<> P.B && Q.A").query!;
    const { outcome, reason, roads } = verify(counting.network!, asked, { knobs: { due: { local: 0 } } });
    expect([outcome, reason]).toEqual(["fault", `value ${most + 1} is outside the range 0 to ${most}`]);
    expect(roads?.find(({ road }) => road === "local")?.what).toBe("gave up");
  }
});
