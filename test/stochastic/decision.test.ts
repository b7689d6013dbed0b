import { expect, test } from "vitest";
import { hasCurve } from "../../src/stochastic/interpret/flow.ts";
import { prepare, sample } from "./sample.ts";

/** Guards and goals that are functions over clocks: computed like the same written out, where the function only decides. */

const model = (declarations: string, guard: string): string =>
  `clock x[3], y; int at[3] = {4, 2, 3}; bool on[3] = {true, false, true}; ${declarations}
   process P(const int[0,2] id) { state A {; 3}, B; init A; trans A -> B { guard ${guard}; }; }
   process Q() { clock z; state A { z <= 2 }; init A;
     trans A -> A { guard z >= 1; assign z = 0, on[1] = true, x[0] = 0; }; } system P, Q;`;
const query = "Pr[<=20](<> forall (i : int[0,2]) P(i).B)";

const alike: readonly (readonly [string, string, string, string])[] = [
  [
    "a loop that finds one",
    "bool f() { for (i : int[0,2]) { if (on[i] && x[i] >= at[i]) return true; } return false; }",
    "f()",
    "(exists (i : int[0,2]) on[i] && x[i] >= at[i])",
  ],
  [
    "a loop that finds none, asked for the contrary",
    "bool f() { for (i : int[0,2]) if (x[i] < at[i]) return false; return true; }",
    "!f()",
    "(exists (i : int[0,2]) x[i] < at[i])",
  ],
  [
    "both ways return",
    "bool f() { if (on[1]) { if (x[1] > at[1]) return true; else return false; } if (x[2] <= 7) return false; return on[2]; }",
    "f()",
    "(on[1] && x[1] > at[1] || !on[1] && x[2] > 7 && on[2])",
  ],
  [
    "a parameter that is known",
    "bool f(int[0,2] k) { if (!on[k] || x[k] < at[k]) return false; return true; }",
    "f(1)",
    "on[1] && x[1] >= at[1]",
  ],
];

for (const [name, declarations, called, written] of alike)
  test(`as if written out: ${name}`, () => {
    const text = model(declarations, called.replace("1", "id"));
    const { network } = prepare(text, query);
    expect(network.processes.flatMap(({ edges }) => edges).some(({ guard }) => hasCurve(guard))).toBe(false);
    const [asked, again] = [called, written].map((goal) => sample(text, `Pr[<=20](<> y >= 1 && ${goal})`, 50));
    expect(asked).toEqual(again);
  });

const followed: readonly (readonly [string, string])[] = [
  ["it counts", "bool f() { int n = 0; for (i : int[0,2]) if (x[i] >= 1) n++; return n > 1; }"],
  ["it goes on either way", "bool f() { if (x[0] >= 1) { } if (x[1] >= 2) return true; return false; }"],
];
for (const [name, declarations] of followed)
  test(`followed as before: ${name}`, () => {
    const { network } = prepare(model(declarations, "f()"), query);
    expect(network.processes.flatMap(({ edges }) => edges).some(({ guard }) => hasCurve(guard))).toBe(true);
  });

test("what an earlier return keeps from being asked is not asked", () => {
  const declarations = "int k = 3; bool f() { if (k > 2) return true; if (x[k] >= 5) return true; return false; }";
  const { fault, success } = sample(model(declarations, "f()"), query, 20);
  expect(fault).toBeUndefined();
  expect([...success].every((each) => each === 1)).toBe(true);
});
