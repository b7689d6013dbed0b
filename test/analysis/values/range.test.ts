import { expect, it } from "vitest";
import { Ranges } from "../../../src/analysis/index.ts";
import { model } from "../../search/model.ts";

/** The ranges of all variables of a model of one process with such updates; what is declared bounds what is written. */
function check(declarations: string, updates: string, expected: string): void {
  const { network } = model(`${declarations} process P() { state A; init A; trans ${updates}; } system P;`);
  const ranges = new Ranges(network);
  const found = network.slots.slice(1).map(({ name }, k) => {
    const { low, high } = ranges.load({ base: k + 1, terms: [] });
    return low === high ? `${name} ${low}` : `${name} ${low}..${high}`;
  });
  expect(found.join(", ")).toBe(expected);
}

it.each([
  ["int[0,9] n = 3;", "A -> A { }", "n 3"],
  ["int[0,9] n;", "A -> A { assign n = 4; }, A -> A { assign n = 6; }", "n 0..6"],
  ["int[0,9] n;", "A -> A { assign n = n + 1; }", "n 0..9"],
  ["int[0,9] n = 5;", "A -> A { guard n > 0; assign n = n - 1; }", "n 0..5"],
  ["int[0,9] n; int[0,9] m;", "A -> A { assign n = 2; }, A -> A { assign m = n + 3; }", "n 0..2, m 0..5"],
  ["int[0,9] n;", "A -> A { select i : int[3,4]; assign n = i; }", "n 0..4"],
  ["int[0,9] a[3];", "A -> A { assign a[1] = 7; }", "a[0] 0, a[1] 0..7, a[2] 0"],
  [
    "int[0,9] a[3]; int[1,2] k = 1;",
    "A -> A { assign a[k] = 7; }, A -> A { assign k = 2; }",
    "a[0] 0, a[1] 0..7, a[2] 0..7, k 1..2",
  ],
  [
    "struct { int[0,9] x; int[0,9] y; } s, t = { 4, 5 };",
    "A -> A { assign s = t; }",
    "s.x 0..4, s.y 0..5, t.x 4, t.y 5",
  ],
  ["int[0,9] n, m; void put(int[0,9] &to, int v) { to = v; }", "A -> A { assign put(n, 8); }", "n 0..8, m 0"],
  ["int[0,9] n; int twice(int v) { return 2 * v; }", "A -> A { assign n = twice(3); }", "n 0..6"],
  ["int[0,9] n; void f() { for (i : int[2,5]) n = i; }", "A -> A { assign f(); }", "n 0..5"],
  ["typedef scalar[3] id; id s;", "A -> A { }", "s 0..2"],
])("%s with %s: %s", check);
