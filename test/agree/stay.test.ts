/**
 * Compiled liveness on random networks: the same verdicts as those of the interpreter, with 16-bit and with 32-bit zones, and
 * traces where it has them; the same as those of exhaustive exploration over regions, and traces that walk.
 * `SEED=<number> RUNS=1` runs one network again; `RUNS=<number>` runs more.
 */
import { describe, expect, it } from "vitest";
import { clockBounds } from "../../src/analysis/index.ts";
import { type LivenessQuery, whyNotStaying } from "../../src/engine/index.ts";
import type { Formula, Network, NetworkQuery } from "../../src/network/index.ts";
import { type Verdict, verify } from "../../src/search/index.ts";
import { many } from "../many.ts";
import { model } from "../search/model.ts";
import { judge } from "./compare.ts";
import { type Feature, Random, randomQuery, randomSpec, small } from "./random-network.ts";
import { decideAll } from "./regions/decide.ts";
import { scaled } from "./scaled.ts";
import { shrink } from "./shrink.ts";
import { networkOf, queryOf, type Spec, type SpecQuery } from "./spec.ts";
import { queryTextOf, xtaOf } from "./spec-text.ts";
import { walk } from "./traces.ts";

const runs = Number(process.env.RUNS ?? many(6));
const first = Number(process.env.SEED ?? 1);

const sizes = [small, { ...small, processes: 4, locations: 4, edges: 6, constant: 8 }];

/** Features that are rare together; each model has one of these groups for certain. */
const focus: readonly (readonly Feature[])[] = [
  [],
  ["binary", "broadcast", "urgentChannels", "strict"],
  ["constantResets", "copies", "shifts", "clockInitials"],
  ["lowerInvariants", "unless", "ints", "dataBounds"],
  ["committed", "urgentLocations", "binary", "broadcast", "select"],
  ["broadcast", "receiverClockGuards", "strict"],
  ["binary", "channelPriorities", "processPriorities"],
  ["differences", "constantResets", "copies"],
  ["binary", "broadcast", "urgentChannels", "urgentClockGuards"],
];
/** What has no regions is only compared with the interpreter. */
const stopped: readonly Feature[] = ["stopwatches", "lowerInvariants"];

describe("compiled and interpreted liveness agree", () => {
  it.each([
    ["E[]", 1],
    ["A<>", 1],
    ["-->", 1],
    ["E[]", 3000],
    ["-->", 3000],
    ["A<>", 10_000_000],
  ] as const)("%s with constants times %d", (kind, scale) => {
    const count = { compiled: 0, satisfied: 0, violated: 0 };
    for (let seed = first; seed < first + runs; seed++) {
      const random = new Random(seed);
      const on = [...focus, stopped][seed % (focus.length + 1)]!;
      const spec = scaled(randomSpec(random, { ...sizes[(seed >> 1) % sizes.length]!, on }), scale);
      for (let k = 0; k < 3; k++) {
        const query = randomQuery(random, spec, kind);
        if (!isCompiled(networkOf(spec), queryOf(spec, query))) continue;
        count.compiled++;
        const found = difference(spec, query, count);
        if (found === undefined) continue;
        const least = shrink(spec, query, (s, q) => difference(s, q) !== undefined);
        expect.fail(
          `SEED=${seed}: ${difference(least.spec, least.query)}\n${xtaOf(least.spec)}// ${queryTextOf(least.spec, least.query)}\n`,
        );
      }
    }
    if (process.env.COUNT !== undefined) console.log(kind, scale, JSON.stringify(count));
    if (runs < 14) return;
    expect(count.compiled).toBeGreaterThan(runs * 1.5);
    // Both answers are seen.
    expect(Math.min(count.satisfied, count.violated)).toBeGreaterThan(runs / 10);
  });
});

describe("compiled liveness and regions agree", () => {
  it.each(["E[]", "A<>", "-->"] as const)("%s", (kind) => {
    const count = { definite: 0, asked: 0, traces: 0 };
    for (let seed = first; seed < first + runs / 2; seed++) {
      const random = new Random(seed);
      const spec = randomSpec(random, { ...small, on: focus[seed % focus.length]! });
      const network = networkOf(spec);
      const queries = Array.from({ length: 5 }, () => queryOf(spec, randomQuery(random, spec, kind)));
      const expected = decideAll(network, queries, { ceiling: 0, maxStates: 3000 });
      for (const [i, query] of queries.entries()) {
        if (!isCompiled(network, query)) continue;
        const model = () => `SEED=${seed}\n${xtaOf(spec)}// query ${i}\n`;
        const found = judge(network, query, expected[i]!);
        expect(found, model()).not.toMatchObject({ kind: "differ" });
        if (found.kind === "skip") continue;
        count.asked++;
        if (found.kind !== "agree" || !found.definite) continue;
        count.definite++;
        const { trace } = verify(network, query, { trace: "some", maxStates: 3000 });
        if (trace?.concrete !== true) continue;
        count.traces++;
        expect(walk(network, query, trace, claimOf(query)), model()).toBeUndefined();
      }
    }
    if (process.env.COUNT !== undefined) console.log(kind, JSON.stringify(count));
    if (runs < 14) return;
    expect(count.definite).toBeGreaterThan(count.asked * 0.8);
    expect(count.traces).toBeGreaterThan(runs / 4);
  });
});

function claimOf(query: NetworkQuery): { always?: Formula } {
  if (query.kind === "E[]") return { always: query.formula };
  return query.kind === "A<>" ? { always: { is: "not", a: query.formula } } : {};
}

function isCompiled(network: Network, query: NetworkQuery): boolean {
  const bounds = clockBounds(network, { query, symmetric: true });
  return whyNotStaying(network, query as LivenessQuery, bounds) === undefined;
}

function difference(
  spec: Spec,
  query: SpecQuery,
  count: { satisfied: number; violated: number } = { satisfied: 0, violated: 0 },
): string | undefined {
  const ask = (compiled: boolean, trace: "none" | "some", atOnce?: number, leaf = 2) =>
    verify(networkOf(spec), queryOf(spec, query), { compiled, trace, maxStates: 2000, knobs: { atOnce, leaf } });
  const [a, b, c] = [ask(false, "some"), ask(true, "none"), ask(true, "some")];
  // Paths that begin when all states are known.
  const late = query.kind === "-->" ? [ask(true, "none", 0), ask(true, "some", 2)] : [];
  for (const one of [b, c, ...late]) {
    if (a.outcome === "unknown" || one.outcome === "unknown") continue;
    // Paths are looked at in another order: one may find an answer, or its trace, before the other meets a fault.
    if (a.outcome === "fault" || one.outcome === "fault") continue;
    if (a.outcome !== one.outcome) return `interpreted ${a.outcome}, compiled ${one.outcome}`;
  }
  if (a.outcome === "satisfied" || a.outcome === "violated") count[a.outcome]++;
  const lists = ask(true, "none", undefined, 1000);
  return untraced(a, c) ?? (late.length > 0 ? untraced(a, late[1]!) : undefined) ?? differentNumbers(b, lists);
}

/** Zones in trees and in lists: the same search, to the state. */
function differentNumbers(trees: Verdict, lists: Verdict): string | undefined {
  const [a, b] = [trees, lists].map(
    ({ statistics: { explored, stored, waiting } }) => `${explored}, ${stored}, ${waiting}`,
  );
  return a === b ? undefined : `explored, stored and waiting with trees ${a}, with lists ${b}`;
}

function untraced(interpreted: Verdict, compiled: Verdict): string | undefined {
  if (interpreted.trace === undefined || compiled.trace !== undefined || compiled.outcome !== interpreted.outcome)
    return undefined;
  return `no trace: ${compiled.traceReason}`;
}

/** Each process ends in time, but they interleave in many ways: zones keep in which order clocks were set. */
const workers = `
  clock x[4];
  int[0, 4] ended = 0;
  process Worker(const int[0, 3] i) {
    state start { x[i] <= 5 }, half { x[i] <= 4 }, end;
    init start;
    trans
      start -> half { guard x[i] >= 1; assign x[i] = 0; },
      half -> end { guard x[i] > 1; assign ended = ended + 1; };
  }
  W0 = Worker(0); W1 = Worker(1); W2 = Worker(2); W3 = Worker(3);
  system W0, W1, W2, W3;
`;

it.each(["A<> ended == 4", "W0.half --> ended == 4", "E[] ended < 4"])(
  "many zones in trees and in lists: %s",
  (text) => {
    const { network, query } = model(workers);
    const numbers = [2, 3, 8, 32, 1000].map((leaf) => {
      const { outcome, statistics } = verify(network, query(text), { knobs: { leaf }, symmetry: false });
      return `${outcome}: ${statistics.explored}, ${statistics.stored}`;
    });
    expect(new Set(numbers).size, numbers.join("; ")).toBe(1);
    expect(verify(network, query(text), { compiled: false, symmetry: false }).outcome).toBe(numbers[0]!.split(":")[0]);
  },
);
