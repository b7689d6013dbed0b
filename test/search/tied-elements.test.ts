import { expect, it } from "vitest";
import { model } from "./model.ts";

/**
 * Elements that hold each other: states are functions from elements to elements, of which there are n to the n, and 7, 19,
 * 47, 130 up to names for 3, 4, 5, 6 elements (sequence A001372). Six elements have more orders than are tried.
 */
const holding = (n: number) =>
  model(`typedef scalar[${n}] id_t; id_t h[id_t];
process P(const id_t p) { state A; init A; trans A -> A { select q : id_t; assign h[p] = q; }; }
system P;`);
const query = "A[] forall (i : id_t) exists (j : id_t) h[i] == j";

it.each([
  [3, 7],
  [4, 19],
  [5, 47],
])("%i elements that hold each other have %i states up to names", (n, orbits) => {
  const { outcome, statistics } = holding(n).ask(query, { compiled: true, symmetry: true });
  expect([outcome, statistics.stored, statistics.symmetry?.canonical]).toEqual(["satisfied", orbits, true]);
});

it("more orders than are tried are told apart by colours", () => {
  const { statistics } = holding(6).ask(query, { compiled: true, symmetry: true });
  expect(statistics.stored).toBeGreaterThanOrEqual(130);
  expect(statistics.stored).toBeLessThan(150);
});
