/**
 * One thread and several: the same verdict; of complete searches the same number of states stored, whoever finds them first;
 * traces that replay (verify sees to that), and shortest ones as short. The threads are there before a search begins, and
 * share levels of any width. `SEED=<number> RUNS=1` runs one network again; `RUNS=<number>` runs more.
 */
import { describe, expect, it } from "vitest";
import { families } from "../../bench/families.ts";
import { answeredBy, everywhereQuery, open } from "../../src/index.ts";
import { type Crew, ONE_THREAD, type VerifyOptions, verify, verifyAll } from "../../src/search/index.ts";
import { many } from "../many.ts";
import { model } from "../search/model.ts";
import { ALWAYS } from "./active.ts";
import { showVerdict } from "./compare.ts";
import { engineCase, focus, whyNot } from "./engines.ts";
import { takeHands } from "./hands.ts";
import { looseCase } from "./loose.ts";
import type { QueryKind } from "./random-network.ts";
import { networkOf, queryOf } from "./spec.ts";
import { queryTextOf, xtaOf } from "./spec-text.ts";

const runs = Number(process.env.RUNS ?? many(12));
const first = Number(process.env.SEED ?? 1);
const crew = takeHands();

describe("one thread and several agree", () => {
  it.each<readonly [QueryKind, number]>([
    ["E<>", 1],
    ["A[]", 1],
    ["deadlock", 1],
    ["A[]", 3000],
    ["sup", 1],
    ["inf", 1],
    ["bounds", 1],
  ])("on random networks: %s with constants times %d", (kind, scale) => {
    let shared = 0;
    for (let seed = first; seed < first + runs; seed++) {
      const found = engineCase(seed, kind, focus[seed % focus.length]!, scale);
      if (whyNot(found) !== undefined) continue;
      const ask = (size: number, trace: VerifyOptions["trace"], order?: "dfs") =>
        verify(networkOf(found.spec), queryOf(found.spec, found.query), {
          trace,
          order,
          maxStates: 2000,
          knobs: { ceiling: 32, leaf: 2 + (seed % 3), ...(seed % 2 ? ALWAYS : {}) },
          ...(size > 1 ? { crew: crew(size) } : {}),
        });
      for (const trace of ["none", "shortest"] as const) {
        const [one, several] = [ask(1, trace), ask(2 + (seed % 2), trace)];
        const outcomes = [one.outcome, several.outcome];
        // A fault, an answer or the limit may be met in another order.
        if (outcomes.includes("unknown") || outcomes.includes("fault")) continue;
        shared++;
        const told = `SEED=${seed}\n${xtaOf(found.spec)}// ${queryTextOf(found.spec, found.query)}\n`;
        expect(showVerdict(several), told).toBe(showVerdict(one));
        expect(several.traceReason, told).toBe(one.traceReason);
        expect(several.trace?.transitions.length, told).toBe(one.trace?.transitions.length);
        // For a shortest trace nothing that waits is dropped; zones may be cut: then the order matters to one thread, too.
        if (one.values === undefined && one.outcome !== (kind === "A[]" ? "satisfied" : "violated")) continue;
        if (trace === "shortest") continue;
        if (ask(1, trace, "dfs").statistics.stored === one.statistics.stored)
          expect(several.statistics.stored, told).toBe(one.statistics.stored);
      }
    }
    if (runs >= 20) expect(shared).toBeGreaterThan(runs * 0.5);
  });

  it("on random networks with local times", () => {
    let shared = 0;
    for (let seed = first; seed < first + runs; seed++) {
      const found = looseCase(seed, true);
      const ask = (size: number, trace: "none" | "some") =>
        verify(networkOf(found.spec), queryOf(found.spec, found.query), {
          localTime: true,
          trace,
          maxStates: 2000,
          knobs: { leaf: 2 + (seed % 3) },
          ...(size > 1 ? { crew: crew(size) } : {}),
        });
      for (const trace of ["none", "some"] as const) {
        const [one, several] = [ask(1, trace), ask(2 + (seed % 2), trace)];
        const outcomes = [one.outcome, several.outcome];
        if (outcomes.includes("unknown") || outcomes.includes("fault")) continue;
        if ((several.statistics.threads ?? 1) > 1) shared++;
        const told = `SEED=${seed}\n${xtaOf(found.spec)}// ${queryTextOf(found.spec, found.query)}\n`;
        expect(several.outcome, told).toBe(one.outcome);
        expect(several.traceReason, told).toBe(one.traceReason);
        expect(several.trace === undefined, told).toBe(one.trace === undefined);
      }
    }
    if (runs >= 12) expect(shared).toBeGreaterThan(0);
  });

  it("on philosophers with local times, again and again", () => {
    const { network } = open(families.dining(6));
    const ask = (options: VerifyOptions) => verify(network!, everywhereQuery, { localTime: true, ...options });
    const one = ask({});
    for (let k = 0; k < 5; k++) {
      const { statistics, outcome, roads } = ask({ crew: crew(3) });
      expect({ outcome, road: answeredBy({ roads: roads! })?.road }).toEqual({ outcome: one.outcome, road: "local" });
      expect(statistics).toMatchObject({ stored: one.statistics.stored, threads: 3 });
    }
  });

  it("on Fischer's protocol, again and again", () => {
    const { network, query } = model(fischer(5));
    const ask = (text: string, options: VerifyOptions) => verify(network, query(text), { symmetry: false, ...options });
    const safe = "A[] forall (i : int[1, N]) forall (j : int[1, N]) P(i).cs and P(j).cs imply i == j";
    const one = ask(safe, {});
    for (let round = 0; round < 20; round++) {
      const several = ask(safe, { crew: crew(2 + (round % 2)) });
      expect(several.outcome).toBe("satisfied");
      expect(several.statistics.stored).toBe(one.statistics.stored);
    }
    const short = ask("E<> P(3).cs and id == 3", { trace: "shortest" });
    const also = ask("E<> P(3).cs and id == 3", { trace: "shortest", crew: crew(3) });
    expect(also.trace?.transitions.length).toBe(short.trace?.transitions.length);
  });

  it("on long states, whose parts fill more than the first table", () => {
    const { network, query } = model(`int[0, 250] a[64]; int[0, 16] n; process P() { state A; init A;
      trans A -> A { select i : int[0, 1]; guard n < 16; assign a[(n * 7 + 3) % 64] = (a[(n * 7 + 60) % 64] * 31 + i * 17 + 3) % 251, n = n + 1; }; }
      system P;`);
    const ask = (hands?: Crew) =>
      verify(network, query("A[] a[3] + n <= 300"), { crew: hands, reduce: false, knobs: { small: { fold: 0 } } });
    const [one, several] = [ask(), ask(crew(3))];
    expect(several.outcome).toBe("satisfied");
    expect(several.statistics).toMatchObject({ stored: one.statistics.stored, threads: 3 });
    // Chunks of 32 bytes, and slots for them and for the states.
    const { discrete, tables } = several.statistics.parts!;
    expect(discrete).toBeGreaterThan(50_000 * 32);
    expect(tables).toBeGreaterThanOrEqual(2 ** 17 * 4 + 2 ** 18 * 4);
  });

  it("on values, which each sees for itself", () => {
    const { network, query } = model(fischer(5));
    for (const text of ["sup: P(1).x, id", "inf{P(2).cs}: P(2).x, P(1).x", "bounds{P(1).wait}: id, P(3).x"]) {
      const [one, several] = [undefined, crew(3)].map((hands) =>
        verify(network, query(text), { symmetry: false, crew: hands }),
      );
      expect(showVerdict(several!), text).toBe(showVerdict(one!));
      expect(several!.statistics.stored, text).toBe(one!.statistics.stored);
      expect(several!.statistics.threads, text).toBeGreaterThan(1);
    }
  });

  it("on queries that share a search", () => {
    const { network, query } = model(fischer(5));
    const queries = ["E<> id == 2", "A[] id <= 5", "A[] id != 3", "E<> id > 5", "A[] id >= 0"].map(query);
    let searches = 0;
    const counted: Crew = {
      ...crew(2),
      start: (task) => {
        searches++;
        crew(2).start(task);
      },
    };
    const several = verifyAll(network, queries, { symmetry: false, crew: counted });
    expect(several.map((v) => v.outcome)).toEqual(["satisfied", "satisfied", "violated", "violated", "satisfied"]);
    // One for each that is decided by a state, and one for all the others.
    expect(searches).toBe(3);
  });

  it("and one says why it is alone", () => {
    const { network, query } = model(fischer(2));
    const why = (text: string, options: VerifyOptions = {}) =>
      verify(network, query(text), { crew: crew(2), ...options }).roads?.find((r) => r.road === "threads")?.why;
    expect(why("E<> P(1).cs")).toBe(undefined);
    expect(why("sup: P(1).x")).toBe(undefined);
    expect(why("E<> P(1).cs", { crew: undefined, order: "dfs" })).toBe(ONE_THREAD);
    expect(why("A<> P(1).cs")).toBe("liveness is searched depth first");
    expect(why("P(1).req --> P(1).cs")).toBe("liveness is searched depth first");
    expect(why("E<> P(1).cs", { order: "dfs" })).toBe("the depth first order has no levels to share");
    expect(why("sup: P(1).x", { order: "random" })).toBe("the random order has no levels to share");
    expect(why("E<> P(1).cs", { compiled: false })).toBe("the search is interpreted: the interpreter was asked for");
  });

  it("keeps limits and tells faults", () => {
    // Large enough not to be over before somebody looks.
    const { network, query } = model(fischer(8));
    const limited = verify(network, query("A[] true"), { symmetry: false, crew: crew(2), maxStates: 500 });
    expect(limited).toMatchObject({ outcome: "unknown", reason: "the limit of 500 states was reached" });
    let looks = 0;
    const cancelled = verify(network, query("A[] true"), {
      symmetry: false,
      crew: crew(3),
      isCancelled: () => ++looks > 3,
    });
    expect(cancelled).toMatchObject({ outcome: "unknown", reason: "the search was stopped" });
    const faulty = model(`int[0, 3] n; clock x; process P() { state a; init a;
      trans a -> a { guard x > 1; assign n = n + 1, x = 0; }; } system P;`);
    const fault = verify(faulty.network, faulty.query("A[] true"), { crew: crew(2) });
    expect(fault.outcome).toBe("fault");
    expect(fault.fault).toEqual(verify(faulty.network, faulty.query("A[] true")).fault);
  });
});

function fischer(n: number): string {
  return `const int N = ${n}; int[0, N] id;
    process P(const int[1, N] i) {
      clock x;
      state idle, req { x <= 2 }, wait, cs;
      init idle;
      trans
        idle -> req { guard id == 0; assign x = 0; },
        req -> wait { guard x <= 2; assign x = 0, id = i; },
        wait -> req { guard id == 0; assign x = 0; },
        wait -> cs { guard x > 2 && id == i; },
        cs -> idle { assign id = 0; };
    }
    system P;`;
}
