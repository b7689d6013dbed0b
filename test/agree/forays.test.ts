/**
 * Forays beside a search change no answer: on random networks the interpreter, a search without them and searches with forays
 * of either kind from the first state on say the same, and traces replay (verify sees to that). And they find what they are
 * for. `SEED=<number> RUNS=1` runs one network again; `RUNS=<number>` runs more.
 */
import { describe, expect, it } from "vitest";
import { clockBounds } from "../../src/analysis/index.ts";
import { CompiledReach } from "../../src/engine/index.ts";
import { type VerifyOptions, verify } from "../../src/search/index.ts";
import { many } from "../many.ts";
import { model } from "../search/model.ts";
import { engineCase, focus, whyNot } from "./engines.ts";
import type { QueryKind } from "./random-network.ts";
import { networkOf, queryOf } from "./spec.ts";
import { queryTextOf, xtaOf } from "./spec-text.ts";

const runs = Number(process.env.RUNS ?? many(15));
const first = Number(process.env.SEED ?? 1);

describe("searches with and without forays agree", () => {
  it.each<readonly [QueryKind, number]>([
    ["E<>", 1],
    ["A[]", 1],
    ["deadlock", 1],
    ["A[]", 3000],
  ])("on random networks: %s with constants times %d", (kind, scale) => {
    let byForays = 0;
    for (let seed = first; seed < first + runs; seed++) {
      const found = engineCase(seed, kind, focus[seed % focus.length]!, scale);
      if (whyNot(found) !== undefined) continue;
      const network = networkOf(found.spec);
      const query = queryOf(found.spec, found.query);
      const ask = (options: VerifyOptions) =>
        verify(network, query, { maxStates: 2000, knobs: { leaf: 2 }, ...options });
      const without = ask({ trace: "some", knobs: { leaf: 2, due: { forays: Number.POSITIVE_INFINITY } } });
      // Those that end within the first portion send out none.
      if (without.statistics.explored <= 8 || without.outcome === "unknown" || without.outcome === "fault") continue;
      const told = `SEED=${seed}\n${xtaOf(found.spec)}// ${queryTextOf(found.spec, found.query)}\n`;
      expect(ask({ compiled: false }).outcome, told).toBe(without.outcome);
      for (const order of ["dfs", "rambling"] as const) {
        const beside = ask({ trace: "some", knobs: { leaf: 2, due: { forays: 1 }, forays: [order] } });
        expect(beside.outcome, `${order} ${told}`).toBe(without.outcome);
        expect(beside.traceReason, `${order} ${told}`).toBe(without.traceReason);
        byForays++;
      }
    }
    if (runs >= 20) expect(byForays).toBeGreaterThan(1);
  });
});

/** Eight processes that each count to nine in their own time; `extra` is done at each step. */
function counters(extra = ""): string {
  return `int[0, 9] n[8]; int[0, 3] m; chan c;
    process P(const int[0, 7] i) { clock x; state a { x <= 2 }, b; init a;
      trans a -> a { guard x >= 1 && n[i] < 9; assign x = 0, n[i]++${extra}; }, a -> b { guard n[i] == 9; }; }
    system P;`;
}

describe("a rambling search", () => {
  /** A hub with more ways out than a block of waiting nodes has room for, and processes that interleave. */
  const { network, query } = model(`int[0, 99] k; int[0, 2] n[4];
    process Hub() { state a, b; init a; trans a -> b { select v : int[0, 99]; assign k = v; }; }
    process P(const int[0, 3] i) { clock x; state a { x <= 2 }; init a;
      trans a -> a { guard x >= 1 && n[i] < 2; assign x = 0, n[i]++; }; }
    system Hub, P;`);
  const asked = query("A[] k >= 0 and n[0] + n[1] + n[2] + n[3] >= 0");
  const bounds = clockBounds(network, { query: asked, symmetric: false });
  const settings = { trace: false, shortest: false, memory: 2 ** 28, confirm: () => false } as const;
  const finished = (search: CompiledReach): CompiledReach => {
    while (search.run(1000) === "working");
    return search;
  };
  const states = (search: CompiledReach): string[] => {
    const all: string[] = [];
    search.each(({ cells, zone }) => all.push(`${cells}|${zone}`));
    return all.sort();
  };
  const plain = finished(new CompiledReach(network, asked, bounds, { ...settings, order: "bfs" }));

  it("visits all states, whatever the seed and whoever made the code", () => {
    const expected = states(plain);
    expect(expected.length).toBeGreaterThan(5000);
    let code: CompiledReach["code"] | undefined;
    for (const seed of [1, 2, 3]) {
      const search = finished(
        new CompiledReach(network, asked, bounds, { ...settings, order: "rambling", seed, code }),
      );
      expect(states(search)).toEqual(expected);
      expect(search.counters.waiting).toBe(0);
      code = search.code;
    }
  });

  it("goes another way for each seed, and the same way for the same", () => {
    const goal = query("E<> k == 50 and n[0] == 2");
    const explored = (seed: number, code?: CompiledReach["code"]): readonly [number, CompiledReach["code"]] => {
      const search = new CompiledReach(network, goal, bounds, { ...settings, order: "rambling", seed, code });
      return [finished(search).counters.explored, search.code];
    };
    const [one, code] = explored(1);
    expect(explored(1, code)[0]).toBe(one);
    expect(new Set([2, 3, 4, 5].map((seed) => explored(seed, code)[0])).size).toBeGreaterThan(2);
  });
});

describe("forays", () => {
  const limits: VerifyOptions = { maxStates: 20_000, symmetry: false };

  it.each(["dfs", "rambling"] as const)("find what lies deep: %s", (order) => {
    const { network, query } = model(counters());
    const deep = query("E<> forall (i : int[0, 7]) P(i).b");
    expect(verify(network, deep, { ...limits, knobs: { due: { forays: Number.POSITIVE_INFINITY } } }).outcome).toBe(
      "unknown",
    );
    const knobs = { due: { forays: 2000 }, forays: [order] };
    expect(verify(network, deep, { ...limits, knobs })).toMatchObject({ outcome: "satisfied" });
    const { trace } = verify(network, deep, { ...limits, knobs, trace: "some" });
    expect(trace?.transitions.length).toBe(80);
    expect(trace?.concrete).toBe(true);
  });

  it("depend on nothing but the model", () => {
    const { network, query } = model(counters());
    const deep = query("E<> forall (i : int[0, 7]) P(i).b");
    const ask = () =>
      verify(network, deep, { ...limits, knobs: { due: { forays: 2000 }, forays: ["rambling"] } }).statistics;
    expect(ask()).toEqual(ask());
  });

  it("tell a fault only where there is no answer", () => {
    const { network, query } = model(counters(", m = m + (n[i] == 9 ? 1 : 0)"));
    const knobs = { due: { forays: 2000 } };
    const fault = verify(network, query("A[] not (P(0).b && P(1).b && P(2).b && P(3).b)"), { ...limits, knobs });
    expect(fault).toMatchObject({ outcome: "fault" });
    expect(fault.fault?.state).toBeDefined();
    const near = query("E<> forall (i : int[0, 7]) n[i] == 1");
    expect(
      verify(network, near, { ...limits, maxStates: 1e6, knobs: { due: { forays: 1 }, forays: ["dfs"] } }).outcome,
    ).toBe("satisfied");
  });
});
