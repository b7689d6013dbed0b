import { describe, expect, test } from "vitest";
import { check, checkQuery } from "../../src/model/index.ts";
import { Fragment, parseQuery, parseXta } from "../../src/syntax/index.ts";

/** Warnings and hints for slips; docs/diagnostics.md has an example of each hint. */
const model = (invariant: string, clocks = "clock x, y;"): string =>
  `const int N = 5; int n; ${clocks} process P(const int[0,1] k) { state S { ${invariant} }, T; init S; trans S -> T { }; } system P;`;

describe("an invariant that forbids the start", () => {
  const warned = (text: string): string[] =>
    check(parseXta(text).tree)
      .diagnostics.filter((d) => d.code === "blocked-start")
      .map((d) => text.slice(d.span.start, d.span.end));
  test.each(["x >= 5", "x > 0", "5 <= x", "N < x", "y <= 3 && x >= N"])("%s", (invariant) => {
    expect(warned(model(invariant))).toEqual([invariant.replace("y <= 3 && ", "")]);
  });
  test.each(["x <= 5", "x >= 0", "n >= 5", "x >= k", "x - y >= -1", "x >= n"])("not %s", (invariant) => {
    expect(warned(model(invariant))).toEqual([]);
  });
  test("nor elsewhere than in the initial location", () => {
    expect(warned(model("x >= 5").replace("init S", "init T"))).toEqual([]);
  });
});

describe("hints do not replace what is nearer", () => {
  const checked = check(parseXta("int count; process P() { state Idle; init Idle; } system P;").tree);
  const hint = (text: string): string | undefined => {
    const { query, diagnostics } = parseQuery(Fragment.of(text));
    return [...diagnostics, ...(query === undefined ? [] : checkQuery(checked, query).diagnostics)][0]?.hint;
  };
  test.each([
    ["E<> cuont == 1", "did you mean 'count'?"],
    ["E<> P.Idel", "did you mean 'Idle'?"],
    ["E<> p.Idle", "did you mean 'P'?"],
    ["E<> not Deadlock", "did you mean 'deadlock'?"],
    ["E<> not dedlock", "did you mean 'deadlock'?"],
    ["E<> P.Idle;", "a query has no ';' at its end"],
    ["E<> count => 1", "write '>=', or 'imply' for an implication"],
    ["E<> nobody == 1", undefined],
  ])("%s", (text, expected) => expect(hint(text)).toBe(expected));
});
