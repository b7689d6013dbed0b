/**
 * Which processes have a time of their own, what takes part in steps besides them, and how many steps are independent: by hand.
 */
import { expect, it } from "vitest";
import { couplingOf, liveCells, looseness } from "../../src/analysis/index.ts";
import { open } from "../../src/index.ts";

const walker = (name: string, update: string, more = "") =>
  `process ${name}() { clock x; state A, B; init A; trans A -> B { guard x > 1; ${more} assign x = 0, ${update}; }; }`;

/** The coupling where a query asks for a variable, in a network whose declarations and processes are given. */
function coupling(model: string, asked: string) {
  const { network, query } = open(model);
  const live = liveCells(network!, query(asked).query);
  const found = couplingOf(network!, live);
  if (typeof found === "string") return { found };
  return { groups: found.groups, shared: found.shared, loose: looseness(network!, found) };
}

const two = (declarations: string, one: string, other: string) =>
  `${declarations} ${walker("P", one)} ${walker("Q", other)} system P, Q;`;

it.each([
  ["a variable that both write", two("int[0,9] n;", "n = 1", "n = 2"), "E<> n == 1", 1, 0],
  ["a variable that both write and nobody reads", two("int[0,9] n, m;", "n = 1", "n = 2"), "E<> m == 1", 0, 1],
  ["a variable that both read", two("int[0,9] n = 3, a, b;", "a = n", "b = n"), "E<> n == 1 && a == 1 && b == 1", 0, 1],
  ["a variable of one", two("int[0,9] n, m;", "n = 1", "m = 2"), "E<> n == 1 && m == 1", 0, 1],
])("%s", (_, model, query, shared, loose) => {
  expect(coupling(model, query)).toEqual({ groups: 2, shared, loose });
});

it("of steps that meet, some are independent", () => {
  const model = `chan c; int[0,9] n;
    ${walker("P", "x = 0", "sync c!;")} ${walker("Q", "x = 0", "sync c?;")} ${walker("R", "x = 0")} system P, Q, R;`;
  expect(coupling(model, "E<> n == 1")).toEqual({ groups: 3, shared: 0, loose: 2 / 3 });
});

it.each([
  ["clock z;", "z = 0", "z = 0", "the clock z"],
  ["int[0,9] n; chan c; chan priority c < default;", "n = 0", "n = 0", "priorities compare all steps"],
  ["meta int[0,9] n;", "n = 0", "n = 0", "there are meta variables"],
])("refuses %s", (declarations, one, other, why) => {
  const { found } = coupling(two(declarations, one, other), "E<> P.B") as { found: string };
  expect(found).toContain(why);
});
