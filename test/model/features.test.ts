import { describe, expect, it } from "vitest";
import { modelOf } from "./faults.ts";

/** s: symbolic, t: stochastic, c: concrete. */
function features(text: string): string {
  const { symbolic, stochastic, concrete } = modelOf(text).features;
  return `${symbolic ? "s" : "-"}${stochastic ? "t" : "-"}${concrete ? "c" : "-"}`;
}
const edge = (globals: string, labels: string) =>
  `${globals} process P() { state A; init A; trans A -> A { ${labels} }; } system P;`;
const place = (globals: string, invariant: string) =>
  `${globals} process P() { state A { ${invariant} }; init A; } system P;`;

describe("supported analyses", () => {
  it.each([
    [edge("clock x; int n;", "guard x > 3; assign n = 1;"), "stc"],
    [edge("clock x;", "guard x < 2.5;"), "-tc"],
    [edge("clock x; bool p;", "guard p && x > 2.5;"), "-tc"],
    [edge("double d;", "guard d > 3;"), "-tc"],
    [edge("double d;", "assign d = 1;"), "-tc"],
    [edge("hybrid clock h;", "assign h = 2.5;"), "stc"],
    [edge("clock x; double d;", "assign x = d;"), "-tc"],
    [place("clock x;", "x' == 0"), "stc"],
    [place("clock x;", "x <= 3 && x' == 2"), "-tc"],
    [place("hybrid clock h;", "h' == 7"), "stc"],
    [place("clock x; int n;", "x' == n"), "stc"],
    [place("const int K = 2; clock x;", "x' == K"), "-tc"],
    ["clock x = 1.5; process P() { state A; init A; } system P;", "-tc"],
    ["chan a; process P() { state A; init A; } system P;", "s-c"],
    ["broadcast chan a; process P() { chan own; state A; init A; } system P;", "stc"],
    ["process P() { state A; init A; } Q = P(); R = P(); system Q < R;", "s--"],
    ["broadcast chan a; chan priority a < default; process P() { state A; init A; } system P;", "s--"],
    ["dynamic D(); process P() { state A; init A; } system P;", "-tc"],
    [
      "double d; process P() { state A; init A; trans A -> A { assign d = 1.0; }; } process Q() { state A; init A; } system Q;",
      "stc",
    ],
  ])("%s", (text, expected) => {
    expect(features(text)).toBe(expected);
  });
});
