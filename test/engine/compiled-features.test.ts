/** What the compiled engine takes beyond plain networks, by small models with known answers; both engines must give them. */
import { describe, expect, it } from "vitest";
import { clockBounds } from "../../src/analysis/index.ts";
import { whyNotCompiled } from "../../src/engine/index.ts";
import { verify } from "../../src/search/index.ts";
import { compileText } from "../agree/front.ts";

function answers(model: string, query: string, trace: "none" | "some" = "none") {
  const ready = compileText(model, query);
  if ("refused" in ready) throw new Error(ready.refused.join("; "));
  const bounds = clockBounds(ready.network, { query: ready.query, symmetric: false });
  const why = whyNotCompiled(ready.network, ready.query, bounds);
  const ask = (compiled: boolean) => verify(ready.network, ready.query, { compiled, trace, maxStates: 3000 });
  return { why, compiled: ask(true), interpreted: ask(false) };
}

const pair = (declarations: string, first: string, second: string, system = "A, B") =>
  `${declarations}\nprocess A() { ${first} }\nprocess B() { ${second} }\nsystem ${system};\n`;

describe("compiled features", () => {
  const cases: readonly (readonly [name: string, model: string, query: string, outcome: string])[] = [
    [
      "synchronisation without directions pairs two processes, in one way",
      pair(
        "chan c; int n;",
        "state S, T; init S; trans S -> T { sync c; assign n = n + 1; };",
        "state S, T; init S; trans S -> T { sync c; assign n = n + 2; };",
      ),
      "E<> A.T && B.T && n == 3",
      "satisfied",
    ],
    [
      "the negation of a deadlock",
      pair("clock x;", "state S { x <= 3 }; init S; trans S -> S { guard x >= 2; assign x = 0; };", "state S; init S;"),
      "A[] deadlock",
      "violated",
    ],
    [
      "an urgent synchronisation stops time at its clock guard",
      pair(
        "clock x; urgent chan c;",
        "state S, T; init S; trans S -> T { guard x >= 3; sync c!; };",
        "state S, T; init S; trans S -> T { sync c?; };",
      ),
      "E<> A.S && x > 3",
      "violated",
    ],
    [
      "but only from the guard's first instant on",
      pair(
        "clock x; urgent chan c;",
        "state S, T; init S; trans S -> T { guard x >= 3 && x <= 5; sync c!; };",
        "state S, T; init S; trans S -> T { guard x >= 4; sync c?; };",
      ),
      "E<> A.S && x == 4",
      "satisfied",
    ],
    [
      "and not for those who arrive after its last",
      pair(
        "clock x; urgent chan c;",
        "state R { x <= 7 }, S, T; init R; trans R -> S { guard x >= 3; }, S -> T { guard x <= 4; sync c!; };",
        "state S, T; init S; trans S -> T { sync c?; };",
      ),
      "E<> A.S && x > 9",
      "satisfied",
    ],
    [
      "a receiver stays behind exactly where its guard does not hold",
      pair(
        "clock x; broadcast chan c;",
        "state S, T; urgent T; init S; trans S -> T { sync c!; };",
        "state S, T; init S; trans S -> T { guard x >= 2 && x < 5; sync c?; };",
      ),
      "E<> A.T && B.S && x >= 2 && x < 5",
      "violated",
    ],
    [
      "higher priorities forbid where they are enabled",
      pair(
        "clock x; chan low, high; chan priority low < default < high;",
        "state S, T, U; init S; trans S -> T { guard x >= 1; sync low!; }, S -> U { guard x >= 1; sync high!; };",
        "state S, T; init S; trans S -> T { sync low?; }, S -> T { sync high?; };",
      ),
      "E<> A.T",
      "violated",
    ],
    [
      "and do not where the target's invariant forbids them",
      pair(
        "clock x; chan low, high; chan priority low < default < high;",
        "state S, T, U { x <= 2 }; init S; trans S -> T { guard x >= 1; sync low!; }, S -> U { guard x >= 1; sync high!; };",
        "state S, T; init S; trans S -> T { sync low?; }, S -> T { sync high?; };",
      ),
      "E<> A.T && x > 2",
      "satisfied",
    ],
    [
      "differences of clocks",
      pair(
        "clock x, y;",
        "state S, T; init S; trans S -> S { guard y == 2; assign y = 0; }, S -> T { guard x - y == 6; };",
        "state S; init S;",
      ),
      "E<> A.T",
      "satisfied",
    ],
    [
      "clocks set to others plus a number",
      pair(
        "clock x, y;",
        "state S, T; init S; trans S -> T { guard x == 1; assign y = x + 4, x = y - 2; };",
        "state S; init S;",
      ),
      "A[] A.T imply (y >= 5 && x >= 3 && y - x == 2)",
      "satisfied",
    ],
    [
      "stopped clocks",
      pair("clock x, y;", "state S { y' == 0 }; init S;", "state S { x <= 9 }; init S;"),
      "A[] y == 0",
      "satisfied",
    ],
  ];
  it.each(cases)("%s", (_, model, query, outcome) => {
    const { why, compiled, interpreted } = answers(model, query);
    expect(why).toBe(undefined);
    expect(interpreted.outcome).toBe(outcome);
    expect(compiled.outcome).toBe(outcome);
  });

  it("traces lead through pieces", () => {
    const [, model] = cases[5]!;
    for (const query of ["E<> A.T && B.T && x > 4", "E<> A.T && B.S && x == 5"]) {
      const { compiled } = answers(model, query, "some");
      expect(compiled.trace?.transitions.length).toBe(1);
    }
  });

  it("values of clocks and data", () => {
    const model = pair(
      "clock x; int[0,9] n;",
      "state S { x <= 7 }; init S; trans S -> S { guard x > 2 && n < 5; assign n = n + 1, x = 1; };",
      "state S; init S;",
    );
    for (const query of ["sup{n > 0}: x, n", "inf{n > 0}: x, n", "bounds{n > 0 && x > 3}: x, n + 1"]) {
      const { why, compiled, interpreted } = answers(model, query);
      expect(why).toBe(undefined);
      expect(compiled.values).toEqual(interpreted.values);
    }
    expect(answers(model, "bounds{n > 0 && x > 3}: x, n + 1").compiled.values?.map((v) => v.intervals)).toEqual([
      [{ low: 3, lowStrict: true, high: 7, highStrict: false }],
      [{ low: 2, lowStrict: false, high: 6, highStrict: false }],
    ]);
  });

  it("no bounds at all: what is found is found, and the rest has an end", () => {
    const model = pair(
      "clock x, y; int n;",
      "state S { x <= 1 }; init S; trans S -> S { guard x == 1; assign x = 0, n = n + 1; };",
      "state S, T; init S; trans S -> T { guard y == n && n == 7; };",
    );
    expect(answers(model, "E<> B.T").compiled.outcome).toBe("satisfied");
    const { compiled, interpreted } = answers(model, "E<> B.T && n == 8 && y == 10");
    expect([compiled.outcome, interpreted.outcome]).toEqual(["unknown", "unknown"]);
  });

  it("values beyond what it represents are left to the interpreter", () => {
    const model = pair(
      "clock x, y;",
      "state S { y <= 1 }; init S; trans S -> S { guard y == 1 && x < 100000000; assign x = x + 16000000, y = 0; };",
      "state S, T; init S; trans S -> T { guard x > 90000000; };",
    );
    const { compiled, interpreted } = answers(model, "E<> B.T");
    expect(interpreted.outcome).toBe("satisfied");
    expect(compiled.outcome).toBe("satisfied");
  });

  it("a rate that cannot be analysed is a fault of the model", () => {
    const model = pair("clock x; int n = 2;", "state S { x' == n }; init S;", "state S; init S;");
    const { compiled, interpreted } = answers(model, "E<> x > 3");
    expect([compiled.fault?.kind, interpreted.fault?.kind]).toEqual(["rate", "rate"]);
  });
});
