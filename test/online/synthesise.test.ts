import { describe, expect, test } from "vitest";
import { open, prove, Recording, read, spliceTree, synthesise } from "../../src/index.ts";
import { figure1 } from "./figure1.ts";

/** Takes `n` steps (the last option each time), synthesises, proves; returns the new model's text. */
function again(text: string, n: number): string {
  const { source, model, network, diagnostics } = open(text);
  expect(diagnostics.filter((d) => d.severity === "error")).toEqual([]);
  if (source === undefined || source.format === "tck" || model === undefined || network === undefined)
    throw new Error("no model");
  const recording = new Recording(network);
  for (let i = 0; i < n; i++) {
    const options = recording.run.options();
    recording.run.take(options[options.length - 1]);
  }
  const { run } = recording;
  const plan = recording.inConstantLength()!.plan!;
  const synthesised = synthesise(model, network, run.state, plan);
  if ("refused" in synthesised) return synthesised.refused;
  expect(prove(synthesised.made, network, run.state, run.stateZone())).toHaveProperty("made");
  const written = spliceTree(source, synthesised.made.tree);
  // What is written is what was proved.
  const reread = read(written);
  expect(reread.diagnostics).toEqual([]);
  const reopened = open(written);
  expect(reopened.diagnostics.filter((d) => d.severity === "error")).toEqual([]);
  return written;
}

describe("synthesis", () => {
  test("of Figure 1 after two transitions", () => {
    const text = again(figure1, 2);
    expect(text).toContain("Restore_go!");
    expect(text).toContain("c = 1");
  });

  test("several instances with parameters, local variables and clocks", () => {
    const text = again(
      `int[0,9] turn; typedef int[0,2] id_t;
process P(const int step, int[0,5] n) {
  clock x; bool busy;
  state A, B { x <= 4 };
  init A;
  trans A -> B { assign x = 0, busy = true, n = step, turn = turn + 1; }, B -> A { guard x >= 2; assign busy = false; };
}
P1 = P(1, 0); P2 = P(2, 1);
system P1, P2;
`,
      3,
    );
    expect(text).toContain("const int Restore_id");
    expect(text).toMatch(/P1 = P\(1, 0, 0\)/);
  });

  test("processes of a set are told apart by their parameters", () => {
    const text = again(
      `typedef int[0,2] id_t; int[0,2] last;
process P(const id_t id) {
  clock x;
  state A, B { x <= 4 };
  init A;
  trans A -> B { assign x = 0, last = id; }, B -> A { guard x >= 2; };
}
system P;
`,
      4,
    );
    expect(text).toMatch(/id == 2/);
  });

  test("partly instantiated sets pass a number", () => {
    const text = again(
      `typedef int[1,2] id_t; int[0,9] last;
process P(const int id, const int k) {
  clock x;
  state A, B { x <= 4 };
  init A;
  trans A -> B { assign x = 0, last = id + k; }, B -> A { guard x >= 2; };
}
Q(const id_t i) = P(i, 3);
R = P(5, 4);
system Q, R;
`,
      5,
    );
    expect(text).toMatch(/Restore_id == 2/);
  });

  test("names that are taken are avoided", () => {
    expect(again(`int Restore_at; ${figure1}`, 2)).toContain("Restore1_go!");
  });

  test("hooks and scalars are refused in words", () => {
    expect(again("int n; before_update { n = 1 }\nprocess P() { state A; init A; }\nsystem P;\n", 0)).toMatch(
      /before_update/,
    );
  });
});
