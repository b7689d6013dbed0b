/**
 * Conditions on data that may be faults, among conditions on clocks: of the operands of a connective those on data alone come first,
 * and what does not matter then is no fault (7.2). Both engines must say so, in the first state and in those behind it.
 */
import { describe, expect, it } from "vitest";
import { open } from "../../src/index.ts";

const model = open(`int a[3]; int i = 5; clock x;
process P() {
  state S { x <= 5 }, T { x <= 5 }, U { x <= 5 };
  init S;
  trans S -> T { assign x = 0; }, T -> U { assign x = 0; };
}
system P;
`);

const cases: readonly (readonly [query: string, outcome: string])[] = [
  // It is known before the index is asked for.
  ["E<> (x >= 9 || a[i] == 1) && i == 4", "violated"],
  ["E<> (x >= 1 || a[i] == 1) && !P.S && !P.T && !P.U", "violated"],
  ["E<> !((x >= 9 && a[i] == 1) || i == 5)", "violated"],
  ["E<> i == 5 || (a[i] == 1 && x >= 1)", "satisfied"],
  ["A[] (x >= 9 && a[i] == 1) || i == 5", "satisfied"],
  ["A[] i == 5 || 1 / (i - 5) == 0 && x >= 1", "satisfied"],
  ["bounds{i == 5 || a[i] == 1 && x >= 1}: x", "satisfied"],
  ["sup{(x >= 9 || a[i] == 1) && i == 4}: x", "satisfied"],
  ["inf{(x >= 9 || a[i] == 1) && i == 4}: a[i]", "satisfied"],
  ["A<> i == 5 || (a[i] == 1 && x >= 1)", "satisfied"],
  ["E[] (x >= 9 && a[i] == 1) || i == 5", "satisfied"],
  ["i == 5 --> i == 5 || (a[i] == 1 && x >= 1)", "satisfied"],
  // It matters, whatever the clocks say.
  ["E<> x >= 1 && a[i] == 1", "fault"],
  ["E<> x >= 7 || a[i] == 1", "fault"],
  ["A[] x >= 0 || a[i] == 1", "fault"],
  ["A[] (x >= 9 && a[i] == 1) || x >= 0", "fault"],
  ["bounds{x >= 0 || a[i] == 1}: x", "fault"],
  ["sup{P.T && (x >= 0 || a[i] == 1)}: x", "fault"],
  ["A<> x >= 1 || a[i] == 1", "fault"],
];

describe("conditions that may be faults", () => {
  it.each(cases)("%s is %s", (query, outcome) => {
    expect(model.verify(query).outcome, "compiled").toBe(outcome);
    expect(model.verify(query, { compiled: false }).outcome, "interpreted").toBe(outcome);
    expect(model.verify(query, { order: "dfs" }).outcome, "depth first").toBe(outcome);
  });
});
