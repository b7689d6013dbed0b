import { expect, it } from "vitest";
import { verify, verifyAll } from "../../src/search/index.ts";
import { Random, randomQuery, randomSpec, small } from "../agree/random-network.ts";
import { networkOf, queryOf } from "../agree/spec.ts";
import { xtaOf } from "../agree/spec-text.ts";
import { many } from "../many.ts";
import { model } from "./model.ts";

const m = model(`clock x, y; int[0,5] n;
  process P() { state S { x <= 4 }, T; init S; trans S -> S { guard x >= 2 && n < 5; assign x = 0, n++; }, S -> T { guard n == 5; }; }
  system P;`);

it.each([
  [["A[] n <= 5", "A[] x <= 4 || P.T", "A[] forall (i : int[6,9]) n != i"]],
  [["A[] n <= 5", "A[] n <= 4", "E<> P.T", "A[] y <= 30", "A<> P.T"]],
  [["A[] not deadlock", "A[] n >= 0"]],
  [["A[] P.S imply not deadlock", "A[] n >= 0", "E[] P.S"]],
  [["A[] 1 / n > 0", "A[] n >= 0"]],
  [["E<> n >= 0", "E<> 1 / n == 1", "A[] n > 0"]],
])("gives every query its own verdict: %j", (texts) => {
  const queries = texts.map((t) => m.query(t));
  const told: number[] = [];
  const all = verifyAll(m.network, queries, { compiled: false }, (_, i) => told.push(i));
  const alone = queries.map((q) => verify(m.network, q, { compiled: false }));
  expect(all.map((v) => [v.query, v.outcome])).toEqual(alone.map((v) => [v.query, v.outcome]));
  expect(told).toEqual(texts.map((_, i) => i));
});

it("explores once for queries that are all satisfied", () => {
  let looks = 0;
  const count = { compiled: false, isCancelled: () => ++looks < 0 };
  const queries = ["A[] n <= 5", "A[] n >= 0", "E<> n > 5", "A[] n != 7"].map((t) => m.query(t));
  verifyAll(m.network, queries, count);
  const together = looks;
  looks = 0;
  for (const q of queries) verify(m.network, q, count);
  expect(looks).toBeGreaterThanOrEqual(4 * together);
});

it("tells traces, limits and faults of each", () => {
  const queries = ["A[] n <= 3", "A[] n <= 5", "E<> n == 2", "E<> P.T", "A[] n <= 4"].map((t) => m.query(t));
  const traced = verifyAll(m.network, queries, { trace: "shortest" });
  expect(traced.map((v) => [v.outcome, v.trace?.transitions.length])).toEqual([
    ["violated", 4],
    ["satisfied", undefined],
    ["satisfied", 2],
    ["satisfied", 6],
    ["violated", 5],
  ]);
  const limited = verifyAll(m.network, queries, { isCancelled: () => true, compiled: false });
  expect(limited.map((v) => [v.query, v.outcome])).toEqual(queries.map((q) => [q.text, "unknown"]));
  const faulty = ["A[] n <= 5", "A[] 10 / (n - 3) < 20", "E<> n == 5"].map((t) => m.query(t));
  expect(verifyAll(m.network, faulty).map((v) => v.outcome)).toEqual(["satisfied", "fault", "satisfied"]);
});

it("shares no search where one needs variables that another does not", () => {
  const two = model(`int[0,3] n; int[0,3] k; process P() { state S, T; init S;
    trans S -> S { guard n < 3; assign n++, k = n; }, S -> T { assign n = 0; }; } system P;`);
  const queries = ["A[] P.S || P.T", "A[] k <= 3", "A[] n >= 0", "A[] P.S || n >= 0"].map((t) => two.query(t));
  const alone = queries.map((q) => verify(two.network, q));
  const all = verifyAll(two.network, queries);
  expect(all.map((v) => v.outcome)).toEqual(alone.map((v) => v.outcome));
  expect(all[0]!.statistics.stored).toBe(alone[0]!.statistics.stored);
});

it("agrees with separate searches on random networks", () => {
  let asked = 0;
  for (let seed = 1; seed <= many(25); seed++) {
    const random = new Random(seed);
    const spec = randomSpec(random, small);
    const queries = (["E<>", "A[]", "E<>", "A[]", "deadlock", "A[]"] as const).map((kind) =>
      queryOf(spec, randomQuery(random, spec, kind)),
    );
    for (const compiled of [true, false]) {
      const options = { compiled, maxStates: 1000 };
      const alone = queries.map((q) => verify(networkOf(spec), q, options));
      const all = verifyAll(networkOf(spec), queries, options);
      for (const [i, verdict] of all.entries()) {
        if (alone[i]!.outcome === "unknown" || verdict.outcome === "unknown") continue;
        asked++;
        expect(verdict.outcome, `seed ${seed}: ${verdict.query}\n${xtaOf(spec)}`).toBe(alone[i]!.outcome);
      }
    }
  }
  expect(asked).toBeGreaterThan(many(200));
});
