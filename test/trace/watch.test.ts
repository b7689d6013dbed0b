import { expect, test } from "vitest";
import { ConcreteSimulator, SymbolicSimulator, watching } from "../../src/trace/index.ts";
import { rationals } from "../../src/zones/index.ts";
import { model } from "../search/model.ts";

/** Expressions asked of the simulator's states. */
const text = `clock x; int n = 2; int a[3] = { 4, 5, 6 }; process P() { state A { x <= 5 }, B; init A;
  trans A -> B { guard x > 2; assign n++, x = 0; }; } system P;`;
const { network, query } = model(text);
const [there, late, early, stuck, sum, clocks] = [
  "E<> P.B && n == 3",
  "E<> x > 1",
  "E<> x <= 5",
  "E<> deadlock",
  "sup: n + a[n - 1]",
  "sup: x, x + 3",
].map((q) => watching(network, query(q)));

test("in a symbolic state", () => {
  const s = new SymbolicSimulator(network);
  expect([there, late, early, stuck].map((w) => w!(s).holds)).toEqual(["never", "sometimes", "always", "never"]);
  expect(sum!(s)).toEqual({ text: "7" });
  expect(clocks!(s)).toEqual({ text: "up to 5, 3 to 8" });
  s.take(0);
  expect([there, late, early, stuck].map((w) => w!(s).holds)).toEqual(["always", "sometimes", "sometimes", "always"]);
  expect(sum!(s)).toEqual({ text: "9" });
});

test("with exact values", () => {
  const s = new ConcreteSimulator(network);
  s.delay(rationals.rational(5, 2));
  expect([there, late, early, stuck].map((w) => w!(s).holds)).toEqual(["never", "always", "always", "never"]);
  expect(clocks!(s)).toEqual({ text: "5/2, 11/2" });
  s.take(0);
  expect([there, late, early, stuck].map((w) => w!(s).holds)).toEqual(["always", "never", "always", "always"]);
});
