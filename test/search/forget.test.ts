import { describe, expect, it } from "vitest";
import { passingLocations } from "../../src/analysis/index.ts";
import { verify } from "../../src/search/index.ts";
import { type QueryKind, Random, randomQuery, randomSpec, small } from "../agree/random-network.ts";
import { networkOf, queryOf } from "../agree/spec.ts";
import { queryTextOf, xtaOf } from "../agree/spec-text.ts";
import { many } from "../many.ts";
import { model } from "./model.ts";

/** Committed states that are not kept: the same answers from fewer states, and every search ends. */
const both = [true, false] as const;

describe.each(both)("compiled %s", (compiled) => {
  const options = { compiled, forgetCommitted: true, order: "bfs" } as const;

  it("keeps only the states that are not committed", () => {
    const m = model(`int[0,9] n; process P() { state S, A, B, C; commit A, B, C; init S;
      trans S -> A { guard n < 9; assign n++; }, A -> B { }, B -> C { }, C -> S { }; } system P;`);
    const all = m.ask("A[] n <= 9", { compiled, order: "bfs" });
    const few = m.ask("A[] n <= 9", options);
    expect([all.outcome, all.statistics.stored]).toEqual(["satisfied", 37]);
    // The way back to S makes the committed locations a cycle only through S, which is not committed.
    expect([few.outcome, few.statistics.stored]).toEqual(["satisfied", 10]);
    expect(few.statistics.explored).toBe(all.statistics.explored);
  });

  it("keeps those on cycles of committed locations, so that the search ends", () => {
    const m = model(`int[0,1] n; process P() { state A, B, C; commit A, B, C; init A;
      trans A -> B { }, B -> A { }, B -> C { assign n = 1; }; } system P;`);
    expect(m.ask("A[] n == 0 || P.C", options)).toMatchObject({ outcome: "satisfied", statistics: { stored: 2 } });
  });

  it("sees cycles that two processes make together", () => {
    const m =
      model(`chan c, d; process P() { state A, B; commit A; init A; trans A -> B { sync c!; }, B -> A { sync d?; }; }
      process Q() { state A, B; commit B; init A; trans A -> B { sync c?; }, B -> A { sync d!; }; } system P, Q;`);
    expect(m.ask("A[] P.A == Q.A", options).outcome).toBe("satisfied");
  });

  it("still tells traces", () => {
    const m = model(`int n; process P() { state S, A, B, T; commit A, B; init S;
      trans S -> A { assign n = 1; }, A -> B { assign n = n + 1; }, B -> T { assign n = n + 1; }, T -> T { }; } system P;`);
    const { trace } = m.ask("E<> P.T && n == 3", { ...options, trace: "some" });
    expect(trace?.transitions.length).toBe(3);
  });
});

it.each<QueryKind>(["E<>", "A[]", "deadlock"])("changes no verdict of random networks: %s", (kind) => {
  let asked = 0;
  for (let seed = 1; asked < many(40); seed++) {
    const random = new Random(seed);
    const spec = randomSpec(random, { ...small, locations: 4, edges: 6 });
    const query = randomQuery(random, spec, kind);
    if (passingLocations(networkOf(spec)) === undefined) continue;
    asked++;
    for (const compiled of both) {
      const [kept, forgot] = [false, true].map((forgetCommitted) =>
        verify(networkOf(spec), queryOf(spec, query), { forgetCommitted, compiled, order: "bfs", maxStates: 1000 }),
      );
      if (kept!.outcome === "unknown") continue;
      expect(forgot!.outcome, `seed ${seed}\n${xtaOf(spec)}// ${queryTextOf(spec, query)}`).toBe(kept!.outcome);
      expect(forgot!.statistics.stored).toBeLessThanOrEqual(kept!.statistics.stored);
    }
  }
});
