/**
 * Bit-state search finds and proves nothing: on random networks, with tables large and tiny, it never says of a query what
 * the interpreter does not say, and never that an `A[]` is satisfied; with a large table, where hardly a state can be missed,
 * it finds all that there is. Traces are replayed (verify sees to that). `SEED=<number> RUNS=1` runs one network again;
 * `RUNS=<number>` runs more.
 */
import { describe, expect, it } from "vitest";
import { type Verdict, type VerifyOptions, verify } from "../../src/search/index.ts";
import { many } from "../many.ts";
import { model } from "../search/model.ts";
import { engineCase, focus } from "./engines.ts";
import type { QueryKind } from "./random-network.ts";
import { networkOf, queryOf } from "./spec.ts";
import { queryTextOf, xtaOf } from "./spec-text.ts";

const runs = Number(process.env.RUNS ?? many(30));
const first = Number(process.env.SEED ?? 1);
const LARGE = 2 ** 20;

/** Whether what is looked for is found. */
const isFound = (kind: string, { outcome }: Verdict): boolean =>
  kind === "E<>" ? /satisfied$/.test(outcome) : /violated$/.test(outcome);

describe("a bit-state search", () => {
  it.each<readonly [QueryKind, VerifyOptions]>([
    ["E<>", { trace: "some" }],
    ["A[]", { trace: "some", seed: 5 }],
    ["A[]", { order: "dfs" }],
    ["deadlock", { trace: "some", seed: 9 }],
  ])("finds what there is, and nothing else: %s %o", (kind, wishes) => {
    let [found, notFound] = [0, 0];
    for (let seed = first; seed < first + runs; seed++) {
      const { spec, query: asked } = engineCase(seed, kind, focus[seed % focus.length]!);
      const [network, query] = [networkOf(spec), queryOf(spec, asked)];
      const plain = verify(network, query, { compiled: false, maxStates: 2000 });
      if (plain.outcome === "unknown" || plain.outcome === "fault") continue;
      const told = `SEED=${seed}\n${xtaOf(spec)}// ${queryTextOf(spec, asked)}\n`;
      for (const bytes of [LARGE, 4]) {
        const verdict = verify(network, query, { ...wishes, bitstate: bytes, maxStates: 5000 });
        if (verdict.outcome === "fault") continue;
        const isDefinite = verdict.outcome !== "unknown";
        if (isDefinite) {
          expect(verdict.outcome, told).toBe(plain.outcome);
          expect(isFound(query.kind, verdict), told).toBe(true);
          if (wishes.trace !== undefined && !verdict.outcome.startsWith("maybe"))
            expect(verdict.trace !== undefined || verdict.traceReason !== undefined, told).toBe(true);
          found++;
        } else if (bytes === LARGE && verdict.reason?.startsWith("not found") === true) {
          expect(isFound(query.kind, plain), told).toBe(false);
          notFound++;
        }
      }
    }
    if (runs >= 30) expect([found > 0, notFound > 0]).toEqual([true, true]);
  });

  const counters = model(`int[0, 9] n[6];
    process P(const int[0, 5] i) { clock x; state a { x <= 2 }, b; init a;
      trans a -> a { guard x >= 1 && n[i] < 9; assign x = 0, n[i]++; }, a -> b { guard n[i] == 9; }; }
    system P;`);
  const ask = (query: string, options: VerifyOptions): Verdict =>
    verify(counters.network, counters.query(query), { maxExplored: 20_000, symmetry: false, ...options });

  it("goes deep, the same way for the same seed and others for others", () => {
    const query = "A[] n[0] + n[1] + n[2] + n[3] + n[4] + n[5] < 54";
    const [one, again, other] = [1, 1, 2].map((seed) => ask(query, { bitstate: LARGE, seed, trace: "some" }));
    expect([one!.outcome, other!.outcome]).toEqual(["violated", "violated"]);
    expect(one!.trace).toEqual(again!.trace);
    expect(one!.statistics).toEqual(again!.statistics);
    expect(one!.trace).not.toEqual(other!.trace);
    expect(one!.roads).toMatchObject([{ road: "bitstate", what: "answered", bits: { bytes: LARGE, dropped: 0 } }]);
  });

  it("tells how full its table is and what it may have missed, and never says satisfied", () => {
    const { outcome, reason, roads } = ask("A[] n[0] < 10", { bitstate: 64, maxExplored: undefined });
    expect(outcome).toBe("unknown");
    expect(reason).toMatch(/^not found, which proves nothing: the table is \d+ % full, about \d+ states may be missed/);
    expect(roads![0]).toMatchObject({ road: "bitstate", what: "ended", bits: { bytes: 64 } });
  });

  it.each<readonly [string, VerifyOptions, string]>([
    ["A<> n[0] == 9", {}, "bit-state search finds states: it is for E<> and A[]"],
    ["sup: n[0]", {}, "bit-state search finds states: it is for E<> and A[]"],
    ["E<> n[0] == 9", { order: "bfs" }, "a bit-state search goes depth first"],
    ["E<> n[0] == 9", { trace: "shortest" }, "a shortest trace is not what a depth-first search finds"],
    ["E<> n[0] == 9", { compiled: false }, "the interpreter was asked for"],
    ["E<> n[0] == 9", { bitstate: 2 ** 32 }, "the table does not fit into 4 GiB"],
  ])("refuses %s %o", (query, options, why) => {
    const verdict = ask(query, { bitstate: LARGE, ...options });
    expect([verdict.outcome, verdict.reason]).toEqual(["unknown", why]);
  });
});
