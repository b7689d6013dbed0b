/**
 * Every trace of the engine on random networks is walked again by exact clock values; shortest traces have as few
 * actions, and fastest ones as little time, as the regions allow. `SEED` and `RUNS` as in `regions.test.ts`.
 */
import { describe, expect, it } from "vitest";
import type { Formula, Network, NetworkQuery } from "../../src/network/index.ts";
import { verify } from "../../src/search/index.ts";
import { many } from "../many.ts";
import { compile } from "./front.ts";
import { type QueryKind, Random, randomQuery, randomSpec } from "./random-network.ts";
import { decide, fewestActions } from "./regions/decide.ts";
import { queryTextOf, xtaOf } from "./spec-text.ts";
import { mentionsDeadlock, walk } from "./traces.ts";

const runs = Number(process.env.RUNS ?? many(22));
const first = Number(process.env.SEED ?? 1);
const small = 1500;

/** Calls `check` with the models of which the engine tells a trace, and yields how many there were. */
function withTraces(
  kind: QueryKind,
  trace: "some" | "shortest" | "fastest",
  check: (
    network: Network,
    query: NetworkQuery,
    found: NonNullable<ReturnType<typeof verify>["trace"]>,
    model: string,
  ) => void,
): { traces: number; concrete: number } {
  const count = { traces: 0, concrete: 0 };
  for (let seed = first; seed < first + runs; seed++) {
    const random = new Random(seed);
    const spec = randomSpec(random);
    const query = randomQuery(random, spec, kind);
    const compiled = compile(spec, query);
    if ("refused" in compiled || decide(compiled.network, compiled.query, { maxStates: small }).kind !== "truth")
      continue;
    const verdict = verify(compiled.network, compiled.query, { trace, maxStates: 3000 });
    if (verdict.trace === undefined) {
      const wanted = verdict.outcome === (compiled.query.kind.startsWith("E") ? "satisfied" : "violated");
      expect(wanted && verdict.traceReason === undefined, `SEED=${seed}: no trace and no reason`).toBe(false);
      continue;
    }
    count.traces++;
    if (!verdict.trace.concrete) continue;
    count.concrete++;
    check(
      compiled.network,
      compiled.query,
      verdict.trace,
      `SEED=${seed}\n${xtaOf(spec)}// ${queryTextOf(spec, query)}\n`,
    );
  }
  return count;
}

const not = (a: Formula): Formula => ({ is: "not", a });
function claimOf(query: NetworkQuery): { always?: Formula; goal?: Formula } {
  switch (query.kind) {
    case "E<>":
      return mentionsDeadlock(query.formula) ? {} : { goal: query.formula };
    case "A[]":
      return mentionsDeadlock(query.formula) ? {} : { goal: not(query.formula) };
    case "E[]":
      return { always: query.formula };
    case "A<>":
      return { always: not(query.formula) };
    default:
      return {};
  }
}

describe("traces are runs", () => {
  it.each(["E<>", "A[]", "deadlock", "E[]", "A<>", "-->"] as const)("%s", (kind) => {
    const { traces, concrete } = withTraces(kind, "some", (network, query, trace, model) => {
      expect(walk(network, query, trace, claimOf(query)), model).toBeUndefined();
    });
    if (runs >= 36) expect(traces).toBeGreaterThan(runs / 6);
    expect(concrete).toBeGreaterThanOrEqual(traces * 0.9);
  });
});

it("shortest traces have the fewest actions", () => {
  withTraces("E<>", "shortest", (network, query, trace, model) => {
    if (query.kind !== "E<>") return;
    expect(walk(network, query, trace, claimOf(query)), model).toBeUndefined();
    expect(trace.transitions.length, model).toBe(fewestActions(network, query, query.formula, { maxStates: small }));
  });
});

it("fastest traces take the least time", () => {
  withTraces("E<>", "fastest", (network, query, trace, model) => {
    if (query.kind !== "E<>") return;
    expect(walk(network, query, trace, claimOf(query)), model).toBeUndefined();
    const time = network.clocks.length;
    const timed: Network = {
      ...network,
      clocks: [...network.clocks, { name: "time", initial: 0, origin: network.origin }],
    };
    const zero = { op: "const", value: 0 } as const;
    const least = decide(
      timed,
      {
        text: "",
        origin: query.origin,
        cells: query.cells,
        functions: query.functions,
        kind: "inf",
        predicate: query.formula,
        terms: [{ is: "clock", clock: { base: time, terms: [] }, plus: zero, text: "time" }],
      },
      { ceiling: 6, maxStates: 4 * small },
    );
    if (least.kind !== "values" || least.terms[0]!.values.length === 0) return;
    const best = least.terms[0]!.values[0]!;
    const duration = Number(trace.duration!.n) / Number(trace.duration!.d);
    // An odd value is an open interval: its infimum is not reached, but can be approached inside it.
    if (best % 2 === 0) expect(duration, model).toBe(best / 2);
    else
      expect(Math.floor(duration) === (best - 1) / 2 && !Number.isInteger(duration), `${duration} ${model}`).toBe(true);
  });
});
