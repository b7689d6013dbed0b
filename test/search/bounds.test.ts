import { describe, expect, it } from "vitest";
import type { ValueInterval } from "../../src/search/index.ts";
import { single } from "./model.ts";

const show = (i: ValueInterval) => `${i.lowStrict ? "(" : "["}${i.low}, ${i.high}${i.highStrict ? ")" : "]"}`;

const clocks = "clock x, y; int[0,9] n;";
const cycle =
  "state S { x <= 7 }, T { x < 3 }; init S; trans S -> T { guard x >= 5; assign x = 0, n = 4; }, T -> S { assign n = 9; };";

describe("sup, inf and bounds", () => {
  it.each([
    [cycle, "sup: x", "7]"],
    [cycle, "sup{P.T}: x", "3)"],
    [cycle, "inf{P.S && n == 9}: x", "[0"],
    [cycle, "sup: n", "9]"],
    [cycle, "inf{P.T}: n", "[4"],
    [cycle, "sup: y", "Infinity)"],
    ["state S; init S;", "sup: x", "Infinity)"],
    ["state S { x <= 3000 }; init S;", "sup: x", "3000]"],
    ["state S { x <= 2 }, T; init S; trans S -> S { guard n < 9; assign x = 0, n++; };", "sup: y", "20]"],
    [
      "state S { x <= 2 }, T; init S; trans S -> S { guard n < 9 && x == 2; assign x = 0, n++; };",
      "inf{n == 9}: y",
      "[18",
    ],
    ["state S, T; urgent T; init S; trans S -> T { guard x > 5; };", "inf{P.T}: x", "(5"],
    // It grows along the cycle, but never while n is 1.
    [
      "state S { x <= 2 }; init S; trans S -> S { guard x == 2; assign x = 0; }, S -> S { guard y < 1; assign n = 1, y = 0; };",
      "sup{n == 1}: y",
      "Infinity)",
    ],
  ] as const)("%s %s", (process, query, end) => {
    const { outcome, values } = single(clocks, process).ask(query);
    expect(outcome).toBe("satisfied");
    const [interval] = values?.[0]?.intervals ?? [];
    expect(query.startsWith("sup") ? show(interval!).split(", ")[1] : show(interval!).split(",")[0]).toBe(end);
  });

  it("gives all intervals", () => {
    const m = single(
      clocks,
      "state S { x <= 2 }, T { x <= 9 }; init S; trans S -> T { guard x == 2; assign n = 1, x = 5; }, T -> S { guard x > 8; assign n = 7, x = 0; };",
    );
    const of = (q: string) => m.ask(q).values?.[0]?.intervals.map(show).join(" ");
    expect(of("bounds: n")).toBe("[0, 1] [7, 7]");
    expect(of("bounds: x")).toBe("[0, 2] [5, 9]");
    expect(of("bounds{P.T}: x")).toBe("[5, 9]");
    expect(of("bounds{x != 6}: x")).toBe("[0, 2] [5, 6) (6, 9]");
    expect(of("bounds{n == 3}: x")).toBe("");
  });

  it("answers several expressions at once", () => {
    const { values } = single(clocks, cycle).ask("sup: x, n, x + 2");
    expect(values?.map((v) => v.intervals[0]!.high)).toEqual([7, 9, 9]);
  });

  it("says unknown rather than a wrong number", () => {
    const m = single(clocks, "state S { x <= 2 }; init S; trans S -> S { guard x == 2; assign x = 0; };");
    // All even numbers.
    for (const compiled of [true, false])
      expect(m.ask("bounds{x == 0}: y", { compiled })).toMatchObject({
        outcome: "unknown",
        reason: expect.stringContaining("values above"),
      });
  });

  it("knows all values of a clock that grows along a cycle", () => {
    const round = "state S { x <= 2 }; init S; trans S -> S { guard x == 2; assign x = 0; };";
    const twice =
      "state S { x <= 2 }, T { x <= 9 }; init S; trans S -> S { guard x == 2 && n < 3; assign x = 0, n++; }, S -> T { guard x == 1 && n == 3; assign x = 0, y = 100; }, T -> T { guard x >= 9; assign x = 0; };";
    const ended = "state S { x <= 2 }; init S; trans S -> S { guard x == 2 && n < 9; assign x = 0, n++; };";
    for (const compiled of [true, false]) {
      const of = (process: string, query: string) =>
        single(clocks, process)
          .ask(query, { compiled })
          .values?.map((v) => v.intervals.map(show).join(" "));
      expect(of(round, "bounds: y")).toEqual(["[0, Infinity)"]);
      expect(of(round, "bounds: y, x, y + 3")).toEqual(["[0, Infinity)", "[0, 2]", "[3, Infinity)"]);
      expect(of(twice, "bounds: y")).toEqual(["[0, 8] [100, Infinity)"]);
      expect(of(ended, "bounds: y")).toEqual(["[0, 20]"]);
    }
  });

  it("knows that a clock grows along long cycles, and does not where it does not", () => {
    const of = (process: string, query: string) =>
      single(clocks, process).ask(query, { compiled: true }).values?.[0]?.intervals.at(-1)?.high;
    // The constants have the common divisors 5000, 3 and 1.
    const round = "state S { x <= 5000 }; init S; trans S -> S { guard x == 5000; assign x = 0; };";
    const two =
      "state S { x <= 300 }, T { x <= 9 }; init S; trans S -> T { guard x == 300; assign x = 0; }, T -> S { guard x >= 6; assign x = 0; };";
    const odd =
      "state S { x <= 301 }, T { x <= 9 }; init S; trans S -> T { guard x == 301; assign x = 0; }, T -> S { guard x > 7; assign x = 0; };";
    for (const process of [round, two, odd]) expect(of(process, "sup{P.S}: y")).toBe(Number.POSITIVE_INFINITY);
    const ended = two.replace("x >= 6; assign x = 0;", "x >= 6 && n < 4; assign x = 0, n++;");
    expect(of(ended, "sup{P.S}: y")).toBe(5 * 300 + 4 * 9);
  });

  it("does not take a clock that is set in every round for one that grows", () => {
    // There are too many states to raise the ceiling, which no constant of the clock is above, as far as a period.
    const rounds = (then: string) =>
      `state S { x <= 5000 }; init S; trans S -> S { guard x >= 5000; assign x = 0, n = n < 2000 ? n + 1 : 0${then}; };`;
    const of = (process: string, query: string, compiled: boolean) =>
      single("clock x, y; int[0,2000] n;", process)
        .ask(query, { compiled })
        .values?.map((v) => v.intervals.map(show).join(" "));
    for (const compiled of [true, false]) {
      expect(of(rounds(", y = 0"), "bounds: y", compiled)).toEqual(["[0, 5000]"]);
      expect(of(rounds(", y = 3"), "bounds{n == 7}: y", compiled)).toEqual(["[3, 5003]"]);
      expect(of(rounds(""), "bounds: y", compiled)).toEqual(["[0, Infinity)"]);
    }
  });

  it("finds an infimum far above the constants of its clock", () => {
    const late =
      "state A { x <= 1000000 }, B, C; init A; trans A -> B { guard x >= 999999; assign y = 0; }, B -> C { guard y == 500000000; };";
    expect(single(clocks, late).ask("inf{P.C}: x").values?.[0]?.intervals[0]?.low).toBe(500999999);
  });
});
