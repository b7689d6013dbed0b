import { describe, expect, test } from "vitest";
import { Forecaster, Observer, open, type WindowQuery } from "../../src/index.ts";

/** The outcomes of queries over a window from the beginning. */
function outcomes(text: string, window: number, queries: readonly string[]): string[] {
  const opened = open(text);
  const observer = new Observer(opened.network!);
  const asked = queries.map((query) => opened.query(query).query as WindowQuery);
  const forecaster = new Forecaster(observer.network, asked, { window });
  return forecaster.forecast(observer.windowStates()).map(({ outcome }) => outcome);
}

const leaving = (invariant: string, guard: string): string =>
  `clock x; process P() { state A { ${invariant} }, B; init A; trans A -> B { guard ${guard}; }; } system P;`;

describe("what comes within the window, on all runs", () => {
  test.each([
    ["what may still wait at the end need not come", "x <= 10", "x >= 4", 5, "violated"],
    ["nor at the very end", "x <= 5 + 1", "x >= 5", 5, "violated"],
    ["what must be at the end comes", "x <= 5", "x >= 4", 5, "satisfied"],
    ["also a moment before", "x < 5", "x >= 4", 5, "satisfied"],
    ["what comes a moment later does not", "x <= 5", "x > 4", 4, "violated"],
    ["what must come before comes", "x <= 4", "x >= 4", 9, "satisfied"],
    ["what never has to come does not", "true", "x >= 1", 9, "violated"],
  ])("%s", (_, invariant, guard, window, outcome) => {
    const other = outcome === "violated" ? "satisfied" : "violated";
    expect(outcomes(leaving(invariant, guard), window, ["A<> P.B", "E[] P.A"])).toEqual([outcome, other]);
  });

  test("time comes by itself, though no transition is possible any more until the end", () => {
    const queries = ["A<> x >= 3", "E[] x < 3", "A<> x > 3", "E[] x <= 3", "A<> x > 4"];
    expect(outcomes(leaving("x <= 10", "x >= 9"), 4, queries)).toEqual([
      "satisfied",
      "violated",
      "satisfied",
      "violated",
      "violated",
    ]);
  });

  test("whoever can go on for ever in no time need not come to it", () => {
    const text = "clock x; process P() { state A { x <= 2 }, B; init A; trans A -> A { }, A -> B { }; } system P;";
    expect(outcomes(text, 4, ["A<> P.B", "E[] P.A"])).toEqual(["violated", "satisfied"]);
  });

  test("urgent and committed locations, and priorities, are left as they must be", () => {
    const text = `clock x; chan low, high; chan priority low < default < high;
process P() { state A { x <= 4 }, U, C, B { x <= 9 }; commit C; urgent U; init A;
  trans A -> U { guard x >= 4; }, U -> C { sync low!; }, C -> B { sync high!; }; }
process Q() { state A; init A; trans A -> A { sync low?; }, A -> A { sync high?; }; }
system P, Q;`;
    expect(outcomes(text, 4, ["A<> P.B"])).toEqual(["satisfied"]);
    expect(outcomes(text, 3, ["A<> P.B", "E[] P.A"])).toEqual(["violated", "satisfied"]);
  });
});
