import { describe, expect, it } from "vitest";
import { bystanders } from "../../../src/analysis/index.ts";
import { verify } from "../../../src/search/index.ts";
import { model } from "../../search/model.ts";

/**
 * Which processes are left out, beside a process P that waits and then sends; and that the answer is the same with them. The
 * answers say what would go wrong: each condition has a case that only it decides.
 */
const P = "process P() { clock x; state A { x <= 2 }, B; init A; trans A -> B { guard x >= 1; sync d!; }; }";
const declarations = "int[0,2] n; int[0,3] k; bool f; clock y; broadcast chan d, e, g;";

const cases: readonly { name: string; others: string; query?: string; left: string; outcome: string }[] = [
  {
    name: "one that listens",
    others: "process R() { clock t; state U, V; init U; trans U -> V { guard n < 2; sync d?; assign t = 0; }; }",
    left: "R",
    outcome: "satisfied",
  },
  {
    name: "one that checks in a committed location",
    others: `process R() { clock t; state U, V, W; commit V; init U;
      trans U -> V { sync d?; }, V -> U { guard t <= 1; }, V -> W { guard t > 1; }; }`,
    left: "R",
    outcome: "satisfied",
  },
  {
    name: "one that is asked about",
    others: "process R() { state U, V; init U; trans U -> V { sync d?; }; }",
    query: "A<> R.V",
    left: "",
    outcome: "satisfied",
  },
  {
    name: "a committed location with a gap between its exits",
    others: `process R() { clock t; state U, V, W; commit V; init U;
      trans U -> V { sync d?; }, V -> U { guard t < 1; }, V -> W { guard t > 1; }; }
    process Q() { state A, B; init A; trans A -> B { guard n == 0; sync d?; assign n = 1; }; }`,
    query: "A[] Q.B imply P.B",
    left: "",
    outcome: "satisfied",
  },
  {
    name: "one that takes turns with time",
    others: `process R() { clock t; state U { t <= 3 }, V { t < 5 }; init U;
      trans U -> V { guard t >= 2 && n == 0; assign t = 0; }, U -> V { guard n != 0; }, V -> U { guard t >= 1; assign t = 0; }; }`,
    left: "R",
    outcome: "satisfied",
  },
  {
    name: "one that stops time",
    others: "process R() { clock t; state U { t <= 0 }, V; init U; trans U -> V { guard n == 1; }; }",
    query: "E<> P.B",
    left: "",
    outcome: "violated",
  },
  {
    name: "one that stops time later",
    others: `process R() { clock t; state U, V { t <= 0 }; init U;
      trans U -> V { assign t = 0; }; }`,
    query: "A<> P.B",
    left: "",
    outcome: "violated",
  },
  {
    name: "one that forbids the broadcast",
    others: "process R() { clock t; state U, V { t <= 0 }; init U; trans U -> V { sync d?; }, V -> U { }; }",
    query: "E<> P.B",
    left: "",
    outcome: "violated",
  },
  {
    name: "one that is busy without time",
    others: "process R() { clock t; state U; init U; trans U -> U { assign t = 0; }; }",
    query: "A<> P.B",
    left: "",
    outcome: "violated",
  },
  {
    name: "one that waits for nothing between its resets",
    others: `process R() { clock t, s; state U, V; init U;
      trans U -> V { guard t >= 1; assign s = 0; }, V -> U { guard s >= 0; }; }`,
    query: "A<> P.B",
    left: "",
    outcome: "violated",
  },
  {
    name: "two that wake each other",
    others: `process R() { state U, V; commit V; init U; trans U -> V { sync g?; }, V -> U { sync e!; }; }
      process S() { state U, V; commit V; init V; trans U -> V { sync e?; }, V -> U { sync g!; }; }`,
    query: "E<> P.B",
    left: "",
    outcome: "violated",
  },
  {
    name: "one that another listens to",
    others: `process R() { clock t; state U { t <= 1 }, V; init U; trans U -> V { guard t >= 1; sync e!; }; }
      process Q() { state A, B; init A; trans A -> B { sync e?; }; }`,
    query: "A<> Q.B",
    left: "P",
    outcome: "satisfied",
  },
  {
    name: "one that counts out of range",
    others: "process R() { clock t; state U; init U; trans U -> U { guard t >= 1; assign t = 0, k++; }; }",
    query: "A[] P.A || P.B",
    left: "",
    outcome: "fault",
  },
  {
    name: "two that count together, in range",
    others: `process R() { clock t; state U, V; init U; trans U -> V { guard t >= 1; assign k++; }, V -> U { assign t = 0, k--; }; }
      S = R(); T = R();`,
    query: "A[] P.A || P.B",
    left: "S, T",
    outcome: "satisfied",
  },
  {
    name: "many that count together, out of range",
    others: `process R() { clock t; state U, V; init U; trans U -> V { guard t >= 1; assign k++; }, V -> U { assign t = 0, k--; }; }
      S1 = R(); S2 = R(); S3 = R(); S4 = R();`,
    query: "A[] P.A || P.B",
    left: "",
    outcome: "fault",
  },
  {
    name: "one that writes what another computes with",
    others: `process R() { clock t; state U, V; init U; trans U -> V { assign n = 1; }; }
      process Q() { state A, B; init A; trans A -> A { assign k = n; }, A -> B { guard k == 1; }; }`,
    query: "E<> Q.B",
    left: "P",
    outcome: "satisfied",
  },
  {
    name: "one that writes another element than a function reads",
    others: `int[0,2] a[2]; int get(int i) { return a[i]; }
      process R() { clock t; state U, V; init U; trans U -> V { assign a[1] = 1; }; }
      process Q() { state A, B; init A; trans A -> B { guard get(0) == 1; }; }`,
    query: "E<> Q.B",
    left: "P, R",
    outcome: "violated",
  },
  {
    name: "one that writes what another reads",
    others: `process R() { clock t; state U, V; init U; trans U -> V { assign n = 1; }; }
      process Q() { state A, B; init A; trans A -> B { guard n == 1; }; }`,
    query: "E<> Q.B",
    left: "P",
    outcome: "satisfied",
  },
  {
    name: "one that sets a clock that another reads",
    others: `process R() { state U, V; init U; trans U -> V { assign y = 0; }; }
      process Q() { state A, B; init A; trans A -> B { guard y < 1; }; }`,
    query: "E<> Q.B && P.x > 1 && P.A",
    left: "",
    outcome: "satisfied",
  },
  {
    name: "a committed one that takes another along",
    others: `process R() { state U, V; commit U; init U; trans U -> V { sync d?; }, U -> V { }; }
      process Q() { state A; commit A; init A; }
      process O() { state A, B; init A; trans A -> B { sync e!; }; }`.replace("sync d?", "sync e?"),
    query: "E<> O.B",
    left: "P",
    outcome: "satisfied",
  },
  {
    name: "one that time has to pass for",
    others: "process R() { clock t; state U { t <= 5 }, V; init U; trans U -> V { guard t >= 3; }; }",
    query: "A<> y >= 3",
    left: "",
    outcome: "satisfied",
  },
  {
    name: "one that cannot begin",
    others: "process R() { clock t = 3; state U { t <= 1 }, V; init U; trans U -> V { }; }",
    query: "E<> P.A",
    left: "",
    outcome: "violated",
  },
  {
    name: "deadlocks",
    others: "process R() { clock t; state U, V; init U; trans U -> V { guard n < 2; sync d?; assign t = 0; }; }",
    query: "A[] not deadlock",
    left: "",
    outcome: "violated",
  },
];

const names = (text: string): string[] => {
  const made = [...text.matchAll(/(\w+) = R\(\)/g)].map(([, name]) => name!);
  const defined = [...text.matchAll(/process (\w+)\(\)/g)].map(([, name]) => name!);
  return [...defined.filter((name) => made.length === 0 || name !== "R"), ...made];
};

describe("processes that cannot matter", () => {
  it.each(cases)("$name", ({ others, query = "A<> P.B", left, outcome }) => {
    const m = model(`${declarations} ${P} ${others} system P, ${names(others).join(", ")};`);
    const asked = m.query(query);
    expect([...bystanders(m.network, asked)].map((p) => m.network.processes[p]!.name).join(", ")).toBe(left);
    for (const compiled of [true, false])
      for (const reduce of [true, false]) expect(verify(m.network, asked, { compiled, reduce }).outcome).toBe(outcome);
  });
});

it("a query about nothing wants all states explored", () => {
  const clockwork = (name: string) =>
    `process ${name}() { clock x; state A { x <= 2 }, B { x <= 3 }; init A; trans A -> B { guard x >= 1; assign x = 0; }, B -> A { guard x >= 1; assign x = 0; }; }`;
  const m = model(`${clockwork("P")} ${clockwork("Q")} system P, Q;`);
  const stored = (reduce: boolean) => verify(m.network, m.query("A[] true"), { reduce }).statistics.stored;
  expect(stored(true)).toBe(stored(false));
  expect(stored(true)).toBeGreaterThan(4);
});
