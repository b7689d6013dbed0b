import { describe, expect, test } from "vitest";
import { labelQuery, networkToTck, open, verify } from "../../src/index.ts";

/** Updates keep their meaning in TChecker's format, or are refused: none is left out. */
function reaches(update: string, goal: string): { before: string; after: string | undefined } {
  const model = open(`int[0,9] n, m; void inc() { n++; } int next() { n++; return n; }
process P() { state S, T; init S; trans S -> S { guard n < 5; assign ${update}; }, S -> T { guard ${goal}; }; } system P;`);
  expect(model.diagnostics).toEqual([]);
  const before = model.verify("E<> P.T").outcome;
  const { text } = networkToTck(model.network!);
  if (text === undefined) return { before, after: undefined };
  const { network, diagnostics } = open(text, { name: "p.tck" });
  expect(diagnostics).toEqual([]);
  return { before, after: verify(network!, labelQuery(network!, ["P.T"])).outcome };
}

describe("an update written for TChecker", () => {
  test.each([
    ["n++", "n == 5"],
    ["++n", "n == 5"],
    ["inc()", "n == 5"],
    ["n++, m = n", "m == 5"],
    ["n += 2", "n == 5"],
    ["n += 2", "n == 6"],
    ["n = n + 1, m = n > 3 ? 1 : 2", "m == 1"],
    ["m = n++", "m == 4 && n == 5"],
    ["m = next()", "m == 5"],
    ["m = next() + next()", "m == 9"],
    ["n = (m = n + 1)", "m == 5"],
  ])("%s reaches %s as before", (update, goal) => {
    const { before, after } = reaches(update, goal);
    expect(after ?? before).toBe(before);
  });

  test("steps can be written", () => {
    for (const update of ["n++", "n++, n++, n--", "inc()"])
      expect(reaches(update, "n == 5").after).toBe(reaches(update, "n == 5").before);
    expect(reaches("n++", "n == 5").after).toBe("satisfied");
  });
});
