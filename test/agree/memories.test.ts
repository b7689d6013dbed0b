/**
 * One memory and several: the same verdict; of complete searches the same number of states stored, whichever memory they are
 * in; traces that replay (verify sees to that), and shortest ones as short. The memories are made small, so that small models
 * need several. `SEED=<number> RUNS=1` runs one network again; `RUNS=<number>` runs more.
 */
import { describe, expect, it } from "vitest";
import { type VerifyOptions, verify } from "../../src/search/index.ts";
import { many } from "../many.ts";
import { model } from "../search/model.ts";
import { ALWAYS } from "./active.ts";
import { engineCase, focus, whyNot } from "./engines.ts";
import { fischer } from "./fischer.ts";
import { compareHolders } from "./held.ts";
import type { QueryKind } from "./random-network.ts";
import { networkOf, queryOf } from "./spec.ts";

const runs = Number(process.env.RUNS ?? many(8));
const first = Number(process.env.SEED ?? 1);
const bytes = 2 ** 24;

/** So many memories from the start. */
function several(count: number): VerifyOptions {
  return { memory: count * bytes, knobs: { leaf: 2, ...ALWAYS, memories: { bytes, alone: 0 } } };
}

describe("one memory and several agree", () => {
  it.each<readonly [QueryKind, number]>([
    ["E<>", 1],
    ["A[]", 1],
    ["deadlock", 1],
    ["A[]", 3000],
  ])("on random networks: %s with constants times %d", (kind, scale) => {
    const { compared } = compareHolders({ first, runs }, kind, scale, (seed) => several(2 + (seed % 3)));
    if (runs >= 20) expect(compared).toBeGreaterThan(runs);
  });

  it("on values of terms", () => {
    for (let seed = first; seed < first + runs; seed++) {
      const found = engineCase(seed, (["sup", "inf", "bounds"] as const)[seed % 3]!, focus[seed % focus.length]!);
      if (whyNot(found) !== undefined) continue;
      const ask = (options: VerifyOptions) =>
        verify(networkOf(found.spec), queryOf(found.spec, found.query), { maxStates: 2000, ...options });
      const [one, more] = [ask({}), ask(several(2 + (seed % 3)))];
      if (one.outcome === "unknown" || more.outcome === "unknown") continue;
      expect([more.outcome, more.values], `SEED=${seed}`).toEqual([one.outcome, one.values]);
    }
  });

  const safe = "A[] forall (i : int[1, N]) forall (j : int[1, N]) P(i).cs and P(j).cs imply i == j";

  it("on Fischer's protocol: states, transitions, shortest traces", () => {
    const { network, query } = model(fischer(5));
    for (const options of [{}, { order: "bfs" }, { trace: "some" }, { symmetry: true }] as const) {
      const ask = (more: VerifyOptions) => verify(network, query(safe), { symmetry: false, ...options, ...more });
      const one = ask({});
      for (const count of [2, 3, 7]) {
        const { outcome, statistics } = ask(several(count));
        expect(outcome).toBe("satisfied");
        const { explored, stored, transitions } = one.statistics;
        expect(statistics).toMatchObject({ explored, stored, transitions, waiting: 0 });
      }
    }
    const far = (more: VerifyOptions) =>
      verify(network, query("E<> P(3).cs and P(1).wait and P(2).wait and id == 3"), { trace: "shortest", ...more });
    const [short, also] = [far({}), far(several(3))];
    expect(short.trace?.transitions.length).toBeGreaterThan(5);
    expect(also.trace?.transitions.length).toBe(short.trace?.transitions.length);
    expect(far({ trace: "some", ...several(4) }).trace?.transitions.length).toBeGreaterThan(5);
  });

  it("where larger zones come later and go first", () => {
    const { network, query } = model(overtaking);
    const ask = (options: VerifyOptions) => verify(network, query("E<> n == 100 and x <= 0"), options);
    const [level, one] = [ask({ order: "bfs" }), ask({})];
    expect([level.outcome, one.outcome]).toEqual(["satisfied", "satisfied"]);
    // The order makes a difference, in one memory and in several.
    expect(one.statistics.explored).toBeLessThan(level.statistics.explored * 0.8);
    for (const count of [2, 3, 4]) {
      const more = ask(several(count));
      expect(more.outcome).toBe("satisfied");
      expect(more.statistics.explored).toBeLessThan(level.statistics.explored * 0.8);
      const all = (options: VerifyOptions) => verify(network, query("A[] n <= 100"), options).statistics.stored;
      expect(all(several(count))).toBe(all({}));
    }
  });

  it("begins anew in several memories when one is not enough", () => {
    const { network, query } = model(fischer(7));
    const ask = (text: string, options: VerifyOptions) =>
      verify(network, query(text), { symmetry: false, trace: "some", ...options });
    const one = ask(safe, {});
    let most = 0;
    let fell = false;
    const anew = ask(safe, {
      memory: 2 * bytes,
      knobs: { memories: { bytes, alone: 2 ** 20 } },
      progress: ({ explored }) => {
        fell ||= explored < most;
        most = explored;
      },
    });
    expect(fell).toBe(true);
    const { explored, stored, transitions } = one.statistics;
    expect(anew).toMatchObject({ outcome: "satisfied", statistics: { explored, stored, transitions } });
    expect(anew.statistics.memory).toBeGreaterThan(2 ** 20);
  });

  it("keeps limits, says what is full, and tells faults", () => {
    // With constants that need zones of 16-bit entries.
    const { network, query } = model(fischer(9, 20));
    const ask = (options: VerifyOptions) =>
      verify(network, query("A[] true"), { symmetry: false, trace: "some", ...options });
    expect(ask({ maxStates: 500, ...several(2) })).toMatchObject({ reason: "the limit of 500 states was reached" });
    const small = (mebibytes: number) => ask({ memory: mebibytes * 2 ** 20, knobs: { memories: { bytes, alone: 0 } } });
    expect(small(20)).toMatchObject({ outcome: "unknown", reason: "the memory limit of 20 MiB was reached" });
    expect(small(32)).toMatchObject({ outcome: "unknown", reason: "one of the 2 memories of 16 MiB each was full" });
    expect(small(70).outcome).toBe("satisfied");
    // Levels of few states are no reason not to look at limits.
    const narrow = model(overtaking);
    expect(verify(narrow.network, narrow.query("A[] n <= 100"), { maxStates: 200, ...several(2) })).toMatchObject({
      reason: "the limit of 200 states was reached",
    });
    const faulty = model(`int[0, 3] n; clock x; process P() { state a; init a;
      trans a -> a { guard x > 1; assign n = n + 1, x = 0; }; } system P;`);
    const fault = (options: VerifyOptions) => verify(faulty.network, faulty.query("A[] 6 / (3 - n) > 0"), options);
    expect(fault({}).outcome).toBe("fault");
    for (const count of [2, 3, 4]) expect(fault(several(count)).fault).toEqual(fault({}).fault);
  });
});

/** Each round can be done in several ways: the longer ones need less time, so what they lead to covers what came before. */
const overtaking = `clock x; int[0, 100] n; int[0, 12] s;
  process P() {
    state a, b, end;
    init a;
    trans
      a -> b { guard x >= 20; assign s = 8; },
      a -> b { guard x >= 15; assign s = 9; },
      a -> b { guard x >= 10; assign s = 10; },
      a -> b { guard x >= 5; assign s = 11; },
      a -> b { assign s = 12; },
      b -> b { guard s > 0; assign s = s - 1; },
      b -> a { guard s == 0 && n < 100; assign n = n + 1; },
      a -> end { guard x <= 30; };
  }
  system P;`;

it("values in an order without levels stay in one memory, also where a shortest trace is asked for", () => {
  const { network, query } = model(fischer(3));
  const ask = (options: VerifyOptions) => verify(network, query("sup: id"), { symmetry: false, ...options });
  const plain = ask({});
  const random = ask({ order: "random", trace: "shortest", ...several(3) });
  expect([random.outcome, random.values]).toEqual([plain.outcome, plain.values]);
  const why = "the random order has no levels to share";
  expect(random.roads).toContainEqual({ road: "memories", what: "refused", why });
});
