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
    recording.run.take(options[options.length - 1]!);
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

  test("instances of instances pass the number on; those that are not used fit all the same", () => {
    const text = again(
      `typedef int[1,2] id_t; int[0,99] last;
process P(const int id, const int k) {
  clock x;
  state A, B { x <= 4 };
  init A;
  trans A -> B { assign x = 0, last = id + k; }, B -> A { guard x >= 2; };
}
Q(const int i, const int j) = P(i + j, j);
R(const id_t i) = Q(i, 7);
S = Q(20, 30);
Unused = P(1, 2);
Unused2 = Q(1, 2);
system R, S;
`,
      6,
    );
    expect(text).toMatch(/Q\(const int i, const int j, const int Restore_id\) = P\(i \+ j, j, Restore_id\)/);
    expect(text).toMatch(/S = Q\(20, 30, 2\)/);
    expect(text).toMatch(/Unused = P\(1, 2, -1\)/);
  });

  test("hooks do nothing before the state is there, and what they did after it", () => {
    const hooked = (hooks: string): string => `int n, m; clock x;
int next(int v) { return v < 9 ? v + 1 : 0; }
${hooks}
process P() { clock y; state A { y <= 3 }, B; init A; trans A -> B { assign y = 0; }, B -> A { guard y >= 2; assign y = 0, m = m + 1; }; }
system P;
`;
    for (const hooks of [
      "before_update { n = next(n) }",
      "after_update { n = next(n), x = 0 }",
      "before_update { m = 3 }\nafter_update { n = 7 }\nbefore_update { n = next(n) }\nafter_update { m = n }",
    ]) {
      const text = again(hooked(hooks), 5);
      expect(text).toContain("Restore_go!");
      const before = open(hooked(hooks)).network!;
      const after = open(text).network!;
      // The first transition of the original model from the restored state does what it would have done.
      const [there, here] = [new Recording(before), new Recording(after)];
      for (let i = 0; i < 7; i++) there.run.take(there.run.options().at(-1)!);
      const done = after.processes.findIndex((p) => p.name === "Restore");
      let steps = 0;
      while (after.processes[done]!.locations[here.run.state[done]!]!.name !== "done" || steps++ < 2)
        here.run.take(here.run.options().at(-1)!);
      const value = (r: Recording, name: string): number =>
        r.run.state[r.run.network.slots.findIndex((s) => s.name === name)]!;
      for (const name of ["n", "m"]) expect(value(here, name), `${hooks}: ${name}`).toBe(value(there, name));
    }
  });

  test("variables declared behind the templates are reached by reference", () => {
    const text = again(
      `process P(int &n, clock &x, int[0,3] &list[2]) { state A { x <= 3 }; init A; trans A -> A { guard x >= 1; assign x = 0, n = n + 2, list[n % 2] = 3; }; }
int m, unchanged;
int[0,3] l[2];
clock z;
P1 = P(m, z, l);
system P1;
`,
      2,
    );
    expect(text).toMatch(/Restore = Restore_process\(m, l, z\)/);
    expect(text).toContain("m = 4");
  });

  test("names of the initialising process hide nothing that it sets", () => {
    const text = again(
      `int t0[2], ready; clock t1; bool done[2]; int s_0;
process P() { clock y; state A { y <= 3 }; init A; trans A -> A { guard y >= 1; assign y = 0, t0[1] = 4, ready = 2, done[1] = true, s_0 = 7; }; }
system P;
`,
      2,
    );
    expect(text).toContain("t0[1] = 4");
    expect(text).toContain("Restore_done");
  });

  test("what cannot be said is refused in words", () => {
    const nested = `process P(const int id, const int k) { clock x; state A; init A; trans A -> A { guard x > id + k; assign x = 0; }; }
typedef int[1,2] id_t;
Q(const id_t i) = P(i, 1);
R = Q(2);
system Q, R;
`;
    expect(again(nested, 1)).toMatch(/'Q' is a process, and others are made of it/);
  });
});
