/**
 * The compiled engine against the interpreter on random networks: the same verdict, and breadth first the same numbers of
 * states and transitions, since both explore in the same order and compare zones in the same way. With 16-bit and with
 * 32-bit zones. `SEED=<number> RUNS=1` runs one network again; `RUNS=<number>` runs more.
 */
import { describe, expect, it } from "vitest";
import { clockBounds, formulasOf, mentionsDeadlock } from "../../src/analysis/index.ts";
import { whyNotCompiled } from "../../src/engine/index.ts";
import type { Network, NetworkQuery } from "../../src/network/index.ts";
import { type Verdict, verify } from "../../src/search/index.ts";
import { allFeatures, type Feature, type QueryKind, Random, randomQuery, randomSpec, small } from "./random-network.ts";
import { shrink } from "./shrink.ts";
import { networkOf, queryOf, type Spec, type SpecQuery } from "./spec.ts";
import { queryTextOf, xtaOf } from "./spec-text.ts";

const runs = Number(process.env.RUNS ?? 60);
const first = Number(process.env.SEED ?? 1);

/** What the compiled engine leaves to the interpreter; see `engine/compile/support.ts`. */
const interpreted: readonly Feature[] = [
  "channelPriorities",
  "processPriorities",
  "differences",
  "shifts",
  "urgentClockGuards",
  "receiverClockGuards",
];
const larger = { ...small, processes: 4, locations: 4, edges: 6, constant: 8, off: interpreted };

describe("compiled and interpreted searches agree", () => {
  it.each<readonly [QueryKind, number]>([
    ["E<>", 1],
    ["A[]", 1],
    ["deadlock", 1],
    ["E<>", 3000],
    ["deadlock", 3000],
  ])("%s with constants times %d", (kind, scale) => {
    let compiled = 0;
    for (let seed = first; seed < first + runs; seed++) {
      const random = new Random(seed);
      const spec = scaled(randomSpec(random, larger), scale);
      const query = randomQuery(random, spec, kind);
      if (!isCompiled(networkOf(spec), queryOf(spec, query))) continue;
      compiled++;
      if (difference(spec, query) === undefined) continue;
      const least = shrink(spec, query, (s, q) => difference(s, q) !== undefined);
      expect.fail(
        `SEED=${seed}: ${difference(least.spec, least.query)}\n${xtaOf(least.spec)}// ${queryTextOf(least.spec, least.query)}\n`,
      );
    }
    if (runs >= 50) expect(compiled).toBeGreaterThan(runs * 0.3);
  });

  it("leaves nothing of the language to the interpreter that this test does not name", () => {
    expect(interpreted.every((feature) => allFeatures.includes(feature))).toBe(true);
  });
});

function isCompiled(network: Network, query: NetworkQuery): boolean {
  const symmetric = formulasOf(query).some(mentionsDeadlock);
  return whyNotCompiled(network, query, clockBounds(network, { query, symmetric })) === undefined;
}

function difference(spec: Spec, query: SpecQuery): string | undefined {
  const ask = (compiled: boolean, trace: "none" | "some" | "shortest") =>
    verify(networkOf(spec), queryOf(spec, query), { compiled, trace, order: "bfs", maxStates: 2000 });
  const [a, b] = [ask(false, "none"), ask(true, "none")];
  if (describeVerdict(a) !== describeVerdict(b))
    return `interpreted ${describeVerdict(a)}, compiled ${describeVerdict(b)}`;
  const [c, d] = [ask(false, "shortest"), ask(true, "shortest")];
  if (d.traceReason !== undefined && c.traceReason === undefined) return `no trace: ${d.traceReason}`;
  const [m, n] = [c.trace?.transitions.length, d.trace?.transitions.length];
  return m === n ? undefined : `shortest traces of ${m} and ${n} transitions`;
}

/** Deadlocks are seen on expansion by one engine and on arrival by the other, so only complete searches count the same. */
function describeVerdict({ outcome, fault, statistics: s, query }: Verdict): string {
  if (outcome === "fault") return `fault ${fault?.kind} at ${fault?.origin.start}`;
  const complete = outcome === (query.startsWith("A[]") ? "satisfied" : "violated");
  return complete ? `${outcome} ${s.explored} ${s.stored} ${s.transitions}` : outcome;
}

/** Clock constants times a factor, so that zones need wider entries. */
function scaled<T>(value: T, factor: number): T {
  if (factor === 1) return value;
  return JSON.parse(JSON.stringify(value), (key, inner) => {
    const isClock = typeof inner === "object" && inner !== null && inner.k === "clock" && inner.bound?.k === "int";
    return key !== "" && isClock ? { ...inner, bound: { k: "int", value: inner.bound.value * factor } } : inner;
  }) as T;
}
