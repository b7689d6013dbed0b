import { expect, it } from "vitest";
import { verify, verifyAll } from "../../src/search/index.ts";
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
  const queries = ["A[] n <= 5", "A[] n >= 0", "A[] x >= 0", "A[] y >= 0"].map((t) => m.query(t));
  verifyAll(m.network, queries, count);
  const together = looks;
  looks = 0;
  for (const q of queries) verify(m.network, q, count);
  expect(looks).toBeGreaterThanOrEqual(4 * together);
});
