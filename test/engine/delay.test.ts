import { describe, expect, it } from "vitest";
import { model, single } from "../search/model.ts";

describe("delay", () => {
  it.each([
    ["clock x;", "state S; init S;", "E<> x > 1000000", "satisfied"],
    ["clock x;", "state S { x <= 3 }; init S;", "E<> x > 3", "violated"],
    ["clock x;", "state S { x < 3 }; init S;", "E<> x == 3", "violated"],
    ["clock x;", "state S; urgent S; init S;", "E<> x > 0", "violated"],
    ["clock x;", "state S; commit S; init S;", "E<> x > 0", "violated"],
    ["clock x;", "state S, T; urgent T; init S; trans S -> T { };", "E<> P.T && x == 5", "satisfied"],
    ["clock x; int n;", "state S { n == 1 }; init S;", "E<> true", "violated"],
    ["clock x = 4;", "state S { x >= 2 }; init S;", "E<> x < 4", "violated"],
    [
      "clock x, y;",
      "state S { x <= 2 }; init S; trans S -> S { guard x == 2; assign x = 0; };",
      "E<> y == 7 && x == 1",
      "satisfied",
    ],
    [
      "clock x, y;",
      "state S { x <= 2 }; init S; trans S -> S { guard x == 2; assign x = 0; };",
      "E<> y == 7 && x == 0",
      "violated",
    ],
    [
      "clock x, y;",
      "state S, T; init S; trans S -> T { guard x == 3; assign y = x; };",
      "A[] P.T imply y >= 3 && x - y == 0",
      "satisfied",
    ],
  ] as const)("%s %s: %s", (declarations, process, query, outcome) => {
    expect(single(declarations, process).outcome(query)).toBe(outcome);
  });
});

describe("urgent channels", () => {
  const pair = (sender: string, receiver: string, kind = "urgent chan c;") =>
    model(`${kind} clock x;
      process A() { state S, T; init S; trans S -> T { ${sender} sync c!; }; }
      process B() { state S, T; init S; trans S -> T { ${receiver} sync c?; }; }
      system A, B;`);
  it("stop time when both sides can", () => {
    expect(pair("", "").outcome("E<> A.S && x > 0")).toBe("violated");
  });
  it("do not when one side cannot", () => {
    expect(pair("", "guard false;").outcome("E<> A.S && x > 0")).toBe("satisfied");
  });
  it("stop time for a broadcast without receivers", () => {
    expect(pair("", "guard false;", "urgent broadcast chan c;").outcome("E<> A.S && x > 0")).toBe("violated");
  });
  it("stop time at the first instant of a clock guard", () => {
    const m = pair("guard x >= 3;", "");
    expect(m.outcome("E<> A.S && x == 3")).toBe("satisfied");
    expect(m.outcome("E<> A.S && x > 3")).toBe("violated");
    expect(m.outcome("E<> A.T && x > 3")).toBe("satisfied");
    expect(m.outcome("A[] not deadlock")).toBe("violated");
    expect(m.outcome("A[] A.S imply not deadlock")).toBe("satisfied");
    expect(m.outcome("A<> A.T")).toBe("satisfied");
  });
  it("let time pass after the guard has gone", () => {
    const m = pair("guard x <= 3;", "guard x >= 5;");
    expect(m.outcome("E<> x > 5")).toBe("satisfied");
  });
});

describe("stopwatches", () => {
  const m = single("clock x, y;", "state S { x' == 0 && y <= 4 }, T; init S; trans S -> T { guard y >= 2; };");
  it("stand still, and positive answers are not sure", () => {
    expect(m.outcome("E<> P.S && x > 0")).toBe("violated");
    expect(m.outcome("E<> P.T && y - x >= 2")).toBe("maybe_satisfied");
    expect(m.outcome("A[] P.S imply x == 0")).toBe("satisfied");
    expect(m.outcome("A[] P.S")).toBe("maybe_violated");
  });
});
